"""The HTTP response in a record, with those of HTTP's encodings undone that its body really has.

Crawlers keep what servers sent, so much of it is not as HTTP demands; some crawlers undo encodings, but keep
the headers that announce them. Where a body is cut, what is there is returned.
"""

from __future__ import annotations

import re
import zlib
from typing import Literal, NamedTuple

from fastwarc.warc import WarcRecord

#: The lines of a head that are of use: fastwarc reads 32 KiB of a head, and servers send more.
_USED = re.compile(
    rb"\A.*|^(?:content-type|(?:content|transfer)-encoding)[ \t]*:.*(?:\n[ \t].*)*",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_CRLF = b"\r\n"

_CHUNKED = re.compile(rb"^(transfer-encoding:.*)\bchunked\b", re.IGNORECASE | re.MULTILINE)
#: What is before each chunk; few enough digits for an offset.
_CHUNK = re.compile(rb"(?:\r?\n)?([0-9a-f]{1,15})[ \t]*(?:;[^\n]*)?\r?\n", re.IGNORECASE)

#: Another name of gzip (RFC 9110 §8.4.1.3).
_X_GZIP = re.compile(rb"^(content-encoding:.*\b)x-(?=gzip\b)", re.IGNORECASE | re.MULTILINE)

#: The header of gzip, at most with a file's name, or of zlib.
_HEADER = re.compile(rb"\x1f\x8b\x08(?:\x00.{6}|\x08.{6}[^\0]*\0)|\x78.", re.DOTALL)

#: Which encodings to undo, tried in turn.
_DECODINGS: tuple[Literal["all", "none"], ...] = ("all", "none")


class Payload(NamedTuple):
    """What an HTTP response says of its body, and the body."""

    status: int | None
    media_type: str | None
    charset: str | None
    body: bytes


def payload(block: bytes, most: int) -> Payload | None:
    """Parse an HTTP response; None if it cannot be parsed. No more than `most` bytes of its body are read."""
    head, body = _parted(block)
    for decoding in _DECODINGS:
        http = WarcRecord()
        http.is_http = True
        http.set_bytes_content(head + body)
        try:
            http.parse_http(auto_decode=decoding)
            body = http.reader.read(most)
        except OSError:
            continue
        if decoding == "none":
            body = _inflated(body, most, http.http_headers.get("Content-Encoding") or "")
        return Payload(http.http_headers.status_code, http.http_content_type, http.http_charset, body)
    return None


def _parted(block: bytes) -> tuple[bytes, bytes]:
    """Return the head's lines that are used, with the ends that HTTP demands, and the body without chunks."""
    blank = _BLANK_LINE.search(block)
    if not blank:
        return block, b""
    body = block[blank.end() :]
    used = _USED.findall(block[: blank.start()].replace(b"\r", b""))
    head = _X_GZIP.sub(rb"\1", _CRLF.join(used)) + 2 * _CRLF
    if _CHUNKED.search(head):
        return _CHUNKED.sub(rb"\1", head), _joined(body)
    return head, body


def _joined(body: bytes) -> bytes:
    """Join the chunks of a body, as far as they go; return a body that is not in chunks as it is."""
    chunks = []
    chunk = _CHUNK.match(body)
    if not chunk:
        return body
    while chunk:
        end = chunk.end() + int(chunk[1], 16)
        chunks.append(body[chunk.end() : end])
        chunk = _CHUNK.match(body, end)
    return b"".join(chunks)


def _inflated(body: bytes, most: int, encoding: str) -> bytes:
    """Inflate a body as browsers do, whatever comes after it and whatever its checksum is; return any other.

    One that is announced as deflate may lack the zlib header that HTTP demands, as many servers send it.
    """
    header = _HEADER.match(body)
    if not header and encoding.lower() != "deflate":
        return body
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body[header.end() if header else 0 :], most)
    except zlib.error:
        return body
