"""WARC records written by hand, so that they can be broken."""

import gzip
import json
from datetime import UTC, datetime, timedelta

FIRST = datetime(2020, 1, 1, tzinfo=UTC)


def at(days):
    return FIRST + timedelta(days=days)


def response(url, html, days=0, *, status="200 OK", content_type="text/html"):
    """Write a response record."""
    body = html if isinstance(html, bytes) else html.encode()
    lines = [f"HTTP/1.1 {status}", *([f"Content-Type: {content_type}"] if content_type else [])]
    return record("response", url, days, "\r\n".join([*lines, "", ""]).encode() + body)


def record(kind, url, days, block=b"", fields=()):
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:{kind}:{url}:{days}>",
        f"WARC-Target-URI: {url}",
        f"WARC-Date: {at(days):%Y-%m-%dT%H:%M:%SZ}",
        "Content-Type: application/http",
        f"Content-Length: {len(block)}",
        *fields,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + block + b"\r\n\r\n"


def write(file, *records):
    """Write a file, each record a gzip member where it ends in .gz."""
    packed = [gzip.compress(each) for each in records] if file.suffix == ".gz" else records
    file.write_bytes(b"".join(packed))
    return file


def write_indexed(file, *records):
    """Write a file and, beside it, the index of those records that are given with their mime and status."""
    write(file, *(record for record, *_ in records))
    lines, offset = [], 0
    for record, *indexed in records:
        if indexed:
            fields = {"mime": indexed[0], "status": indexed[1], "offset": str(offset), "filename": file.name}
            lines.append(f"key 20200101000000 {json.dumps(fields)}\n")
        offset += len(gzip.compress(record) if file.suffix == ".gz" else record)
    index = file.with_name(file.name.partition(".")[0] + ".cdxj")
    index.write_text("".join(lines))
    return index
