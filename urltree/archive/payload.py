"""The HTTP response in a record, with those of HTTP's encodings undone that its body really has.

Crawlers keep what servers sent, so much of it is not as HTTP demands; some crawlers undo encodings, but keep
the headers that announce them. Of a cut body, what can be decoded is returned.
"""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from functools import partial
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from fastwarc.stream_io import BrotliReader, GzipReader, WarcReader, ZstdReader
from fastwarc.warc import WarcRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: The lines of a head that are of use: fastwarc reads 32 KiB of a head, and servers send more.
_USED = re.compile(
    rb"\A.*|^(?:content-type|(?:content|transfer)-encoding)[ \t]*:.*(?:\n[ \t].*)*",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_CRLF = b"\r\n"

#: What is before each chunk; few enough digits for an offset.
_CHUNK = re.compile(rb"(?:\r?\n)?([0-9a-f]{1,15})[ \t]*(?:;[^\n]*)?\r?\n", re.IGNORECASE)
_CHUNKED = "chunked"

#: Headers that name encodings, and what undoes these as far as it is read: 800 bytes may stand for 500 MB.
_ENCODINGS = "content-encoding", "transfer-encoding"
_DECODERS: dict[str, Callable[[BytesIO | WarcReader], WarcReader]] = {
    "gzip": GzipReader,
    "x-gzip": GzipReader,
    "deflate": partial(GzipReader, zlib=True),
    "br": BrotliReader,
    "zstd": ZstdReader,
}
#: The most that are undone of one body; sites use one, rarely two.
_MOST_DECODERS = 4

#: What text has none of, and what is compressed has. Some text could be taken for the start of Brotli.
_CONTROL = re.compile(rb"[\0-\x08]")

#: Bytes of a cut body that are decoded at once; of the last of them nothing is returned.
_PIECE = 1_000

#: The header of gzip, at most with a file's name, or of zlib.
_HEADER = re.compile(rb"\x1f\x8b\x08(?:\x00.{6}|\x08.{6}[^\0]*\0)|\x78.", re.DOTALL)


class Payload(NamedTuple):
    """What an HTTP response says of its body, and the body."""

    status: int | None
    media_type: str | None
    charset: str | None
    body: bytes


def payload(block: bytes, most: int) -> Payload | None:
    """Parse an HTTP response; None if it cannot be parsed. No more than `most` bytes of its body are read."""
    head, body = _parted(block)
    http = WarcRecord()
    http.is_http = True
    http.set_bytes_content(head)
    try:
        http.parse_http(auto_decode="none")
    except OSError:
        return None
    encodings = _encodings(http)
    body = _decoded(_joined(body) if _CHUNKED in encodings else body, most, encodings)
    return Payload(http.http_headers.status_code, http.http_content_type, http.http_charset, body)


def _parted(block: bytes) -> tuple[bytes, bytes]:
    """Return the head's lines that are used, with the ends that HTTP demands, and the body."""
    blank = _BLANK_LINE.search(block)
    if not blank:
        return block, b""
    used = _USED.findall(block[: blank.start()].replace(b"\r", b""))
    return _CRLF.join(used) + 2 * _CRLF, block[blank.end() :]


def _encodings(http: WarcRecord) -> list[str]:
    """Name the encodings of a body, the first that was applied first."""
    headers = [(name.lower(), value) for name, value in http.http_headers.astuples()]
    values = [value for each in _ENCODINGS for name, value in headers if name == each]
    return [name.strip().lower() for name in ",".join(values).split(",")]


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


def _decoded(body: bytes, most: int, encodings: Sequence[str]) -> bytes:
    """Undo encodings; return a body that does not have them as it is, and one of another kind inflated."""
    try:
        return _reader(body, encodings).read(most)
    except OSError:
        return _inflated(body, most, encodings) or _start(body, most, encodings) or body


def _reader(body: bytes, encodings: Sequence[str]) -> BytesIO | WarcReader:
    reader: BytesIO | WarcReader = BytesIO(body)
    decoders = filter(None, map(_DECODERS.get, reversed(encodings)))
    for decoder in islice(decoders, _MOST_DECODERS):
        reader = decoder(reader)
    return reader


def _start(body: bytes, most: int, encodings: Sequence[str]) -> bytes:
    """Read a body that is cut piece by piece, as far as it goes; none of one that is text."""
    if not _CONTROL.search(body):
        return b""
    reader, pieces = _reader(body, encodings), list[bytes]()
    with suppress(OSError):
        while len(pieces) * _PIECE < most and (piece := reader.read(_PIECE)):
            pieces.append(piece)
    return b"".join(pieces)[:most]


def _inflated(body: bytes, most: int, encodings: Sequence[str]) -> bytes:
    """Inflate a body as browsers do, whatever comes after it and whatever its checksum is; if it can be.

    One that is announced as deflate may lack the zlib header that HTTP demands, as many servers send it.
    """
    header = _HEADER.match(body)
    if not header and "deflate" not in encodings:
        return b""
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body[header.end() if header else 0 :], most)
    except zlib.error:
        return b""
