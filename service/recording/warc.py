"""Fetched pages as WARC 1.1 (ISO 28500:2017), each record a gzip member."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import WarcRecord, WarcRecordType

from urltree.archive.warcinfo import warcinfo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.fetching.values import Exchange

#: The lowest level of gzip: most bodies come compressed, so a higher one would gain little.
_LEVEL = 1

_JOINED = b"transfer-encoding"


def head() -> bytes:
    """Return the record that a file begins with."""
    return _packed(warcinfo())


def records(exchange: Exchange) -> bytes:
    """Return the record of an answer, then that of its request.

    Headers are as received, and the body keeps its Content-Encoding. Only its chunks are joined, and
    ``Transfer-Encoding`` is then renamed to ``X-Crawl-Transfer-Encoding``, as in Common Crawl's archives.
    What came over HTTP/2 is written as HTTP/1.1 and marked with ``WARC-Protocol: h2``.
    """
    first = f"HTTP/1.1 {exchange.status} {exchange.reason}"
    response = _record(WarcRecordType.response, exchange)
    response.set_bytes_content(_http(first, map(_renamed, exchange.headers)) + exchange.body)
    first = f"GET {exchange.url.raw_path.decode('ascii')} HTTP/1.1"
    request = _record(WarcRecordType.request, exchange)
    request.headers["WARC-Concurrent-To"] = response.headers["WARC-Record-ID"]
    request.set_bytes_content(_http(first, exchange.sent))
    return _packed(response, hashlib.sha1(exchange.body, usedforsecurity=False).digest()) + _packed(request)


def _record(kind: WarcRecordType, exchange: Exchange) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(record_type=kind)
    record.is_http = True
    record.record_date = datetime.fromtimestamp(exchange.time, UTC)
    record.headers["WARC-Target-URI"] = str(exchange.url)
    if exchange.protocol == "HTTP/2":
        record.headers["WARC-Protocol"] = "h2"
    return record


def _renamed(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    name, value = header
    return (b"X-Crawl-" + name if name.lower() == _JOINED else name), value


def _http(first: str, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    lines = (first.encode("latin-1"), *(name + b": " + value for name, value in headers))
    return b"\r\n".join((*lines, b"", b""))


def _packed(record: WarcRecord, payload_digest: bytes | None = None) -> bytes:
    packed = BytesIO()
    with GzipWriter(packed, _LEVEL) as member:
        record.write(member, checksum_data=True, payload_digest=payload_digest)
    return packed.getvalue()
