"""Read snapshots from WARC files. After a broken record, reading resumes at the next."""

from __future__ import annotations

import mmap
import re
import zlib
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from urltree.archive.payload import payload
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

#: Bytes of a response that are read; the rest is cut off.
MAX_BYTES = 10 * 2**20

#: Reasons why a record is left out.
BROKEN = "broken"
NO_PAGE = "not a page"
UNKNOWN = "revisit of no page in the archive"
NO_HTML = "text without its HTML, as in WET files"

_START = re.compile(rb"WARC/1\.[01]\r?\n(?i:WARC|Content)-")
#: Start of a file that ends the lines of its heads with LF alone, or names type or length in other letters
#: than the standard; fastwarc would find no page in either.
_RESPELT = re.compile(
    rb"\s*WARC/1\.[01](?:\n|\r\n(?:[^\r\n]+\r\n)*?(?!WARC-Type|Content-Length)(?i:WARC-Type|Content-Length):)"
)
_HEAD_LINES = re.compile(rb"\s*WARC/1\.[01]\r?\n(?:[^\r\n]+\r?\n){1,100}\r?\n")
_LENGTH = re.compile(rb"^Content-Length:[ \t]*([0-9]{1,15})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_RECORD_END = re.compile(rb"\r?\n\r?\n")
#: End of headers.
_END = b"\r\n\r\n"
#: Bytes at the start of a record within which its headers usually end.
_HEAD = 16_384
#: Bytes within which even headers with a hostile URL end.
_LONGEST_HEAD = 2**18
#: Bytes of a gzip member that are unpacked at once; they may become a thousand times as many.
_PIECE = 8_192
_GZIP_MAGIC = b"\x1f\x8b\x08"
_GZIP_START = re.compile(re.escape(_GZIP_MAGIC))

_HTML_TYPES = {"text/html", "application/xhtml+xml"}
#: As in fetching: with 203 comes a page that a proxy has changed.
_WHOLE = {"200", "203"}
#: A media type (RFC 6838 §4.2) and what may come after it, such as another where a server joins two.
_MEDIA_TYPE = re.compile(
    r"\s*([a-z0-9][\w!#$&^.+-]*/[a-z0-9][\w!#$&^.+-]*)\s*(?:[;,]|$)", re.IGNORECASE | re.ASCII
)
_KINDS = (
    WarcRecordType.response | WarcRecordType.resource | WarcRecordType.revisit | WarcRecordType.conversion
)

#: The media type of what declares none (ISO 28500:2017 §5.6).
_NO_TYPE = b"application/octet-stream"

_ZSTANDARD = "is compressed with Zstandard; write it as .warc.gz, as fastwarc recompress does"
#: How files begin that hold WARC in a form that cannot be read at an offset, and what to do with them.
_WRAPPED = {
    b"\x28\xb5\x2f\xfd": _ZSTANDARD,
    b"\x5d\x2a\x4d\x18": _ZSTANDARD,
    b"file": "is an ARC file; write it as .warc.gz, as warcio recompress does",
    b"PK\x03\x04": "is a ZIP file, such as WACZ; unpack it and pass the WARC files in its folder archive",
}

#: Errors that a damaged record, or bytes that are no record, may raise.
_DAMAGE = (OSError, ValueError, OverflowError, StopIteration, zlib.error)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A page as it was at one time."""

    url: str
    #: Aware, UTC.
    time: datetime
    #: The body, with the encodings of HTTP undone as far as possible.
    html: bytes = field(repr=False)
    #: The charset that HTTP declared.
    charset: str | None = None
    #: Id of its record; one page may be in many records.
    record: str | None = field(default=None, compare=False)


class Place(NamedTuple):
    """Where a record is."""

    file: Path
    #: Bytes before it.
    offset: int


class Response(NamedTuple):
    """A page in an archive."""

    place: Place
    snapshot: Snapshot
    #: The names by which a revisit may refer to it: record id, payload digest, time and URL.
    names: tuple[str, ...]


class Revisit(NamedTuple):
    """A page that was found unchanged and not stored again."""

    url: str
    time: datetime
    #: Names of the response that it repeats, the surest first.
    names: tuple[str, ...]


#: What a record is: a page, one found unchanged, or the reason why it is left out.
Record = Response | Revisit | str


def read(file: Path) -> Iterator[Record]:
    """Yield what each record of a file is, in its order.

    Raises `InputError` for a file that cannot be read, is not WARC, or is compressed in one piece.
    """
    if file.is_file() and not file.stat().st_size:  # as a power cut leaves files that were just begun
        yield BROKEN
        return
    with _mapped(file) as data:
        start: int | None = 0
        while start is not None:
            last = start - 1
            try:
                for last, record in _records(data, start):
                    _check_member(record, last, data, file)
                    yield _page(record, Place(file, last), data)
            except _DAMAGE:
                # A damaged record ends one run and fails again as first of the next, but comes once.
                if last >= start or not start:
                    yield BROKEN
                last = max(last, start)
                start = _next_start(data, _end(data, last) or last + 1)
            else:
                return


def read_at(file: Path, offsets: Iterable[int]) -> Iterator[Record]:
    """Yield what the records at these byte offsets of a file are, as `read` does."""
    with _mapped(file) as data:
        for offset in offsets:
            try:
                yield _page_at(data, Place(file, offset))
            except _DAMAGE:
                yield BROKEN


def load(place: Place) -> Snapshot:
    """Read the page of one response again. Raises `InputError` if it is no longer there."""
    with _mapped(place.file) as data:
        try:
            page = _page_at(data, place)
        except _DAMAGE as error:
            raise _changed(place) from error
    if not isinstance(page, Response):
        raise _changed(place)
    return page.snapshot


def is_page(status: object, media_type: object) -> bool:
    """Return whether a response is a page; one without a media type counts as one.

    As in browsers, what is no media type counts as none: an empty one, or ``unk`` in an index.
    """
    named = _MEDIA_TYPE.match(str(media_type))
    return str(status) in _WHOLE and (named is None or named[1].lower() in _HTML_TYPES)


def _page_at(data: mmap.mmap, place: Place) -> Record:
    offset, record = next(_records(data, place.offset))
    if offset > place.offset:
        raise ValueError("another record starts there")
    return _page(record, place, data)


def _changed(place: Place) -> InputError:
    return InputError(
        f"{place.file} was changed: there is no page at byte {place.offset} any more; start again"
    )


@contextmanager
def _mapped(file: Path) -> Iterator[mmap.mmap]:
    with ExitStack() as opened:
        try:
            stream = opened.enter_context(file.open("rb"))
            data = opened.enter_context(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is empty"
            raise InputError(f"{file} cannot be read: {reason}; pass WARC files") from error
        if wrong := _wrong(data[:_HEAD]):
            raise InputError(f"{file} {wrong}")
        yield data


def _wrong(start: bytes) -> str | None:
    """Return why a file that begins so is not read, or None; its first gzip member may be damaged or cut."""
    if start.startswith(_GZIP_MAGIC):
        try:
            start = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(start, _HEAD)
        except zlib.error:
            return None
    if wrapped := _WRAPPED.get(start[:4]):
        return wrapped
    if _RESPELT.match(start):
        return "has heads in unusual letters or lines; write WARC-Type, Content-Length and CRLF"
    if b"WARC/".startswith(start.lstrip()[:5]):
        return None
    return "is not a WARC file; pass .warc or .warc.gz files"


def _records(data: mmap.mmap, start: int) -> Iterator[tuple[int, WarcRecord]]:
    """Yield the records from a byte offset on, each with its own."""
    data.seek(start)
    found = ArchiveIterator(cast("BinaryIO", data), record_types=_KINDS, parse_http=False, fsspec_args=False)
    yield from ((max(each.stream_pos, start), each) for each in found)


def _check_member(record: WarcRecord, offset: int, data: mmap.mmap, file: Path) -> None:
    """Raise `InputError` if a record could not be found at its offset again."""
    if data[:3] == _GZIP_MAGIC and not _begins_with(record, data[offset : offset + _HEAD]):
        raise InputError(
            f"{file} has records that are compressed together; "
            "compress them record by record, as warcio recompress does"
        )


def _begins_with(record: WarcRecord, member: bytes) -> bool:
    """Return whether a gzip member begins with a record, as far as the record's id shows."""
    if not member.startswith(_GZIP_MAGIC):
        return False
    head, end, _ = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(member, _HEAD).partition(_END)
    name = record.record_id or ""
    return not end or not name.isascii() or name.encode() in head


def _next_start(data: mmap.mmap, after: int) -> int | None:
    """Return the next byte offset where a record may start, or None."""
    found = (_GZIP_START if data[:3] == _GZIP_MAGIC else _START).search(data, after)
    return found.start() if found else None


def _page(record: WarcRecord, place: Place, data: mmap.mmap) -> Record:
    """Read a record, or return why it is left out. Raises one of `_DAMAGE` if it is unclear where it ends."""
    if record.record_type == WarcRecordType.conversion:
        return NO_HTML
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    if not record.record_date or int(record.headers.get("Content-Length") or "") != record.content_length:
        raise ValueError("the record has no date or no length")
    time = record.record_date.astimezone(UTC)
    if record.record_type == WarcRecordType.revisit:
        return Revisit(url, time, _names_of_original(record))
    wanted = min(record.content_length, MAX_BYTES)
    block = record.reader.read(wanted)
    if len(block) < wanted or (_START.search(block) and not _end(data, place.offset)):
        raise ValueError("the record is cut, and may go on with others")
    http = payload(_as_answer(record) + block, MAX_BYTES)
    if http is None:
        return BROKEN
    if not is_page(http.status, http.media_type) or not url.lower().startswith("http"):
        return NO_PAGE
    snapshot = Snapshot(url, time, http.body, http.charset, record.record_id)
    names = (record.record_id, record.headers.get("WARC-Payload-Digest"), _name(url, time.isoformat()))
    return Response(place, snapshot, tuple(filter(None, names)))


def _as_answer(record: WarcRecord) -> bytes:
    """Return the HTTP head that a resource lacks: its media type is among its own headers."""
    if record.record_type != WarcRecordType.resource:
        return b""
    media_type = record.headers.get_bytes(b"Content-Type") or _NO_TYPE
    return b"HTTP/1.1 200 OK\r\nContent-Type: " + media_type + b"\r\n\r\n"


def _end(data: mmap.mmap, offset: int) -> int | None:
    """Return where a record ends if it is whole; then what looks like another record in it is page text."""
    if data[:3] == _GZIP_MAGIC:
        return _member_end(data, offset)
    head = _HEAD_LINES.match(data, offset, offset + _LONGEST_HEAD)
    length = head and _LENGTH.search(head[0])
    end = head and length and _RECORD_END.match(data, head.end() + int(length[1]))
    return end.end() if end else None


def _member_end(data: mmap.mmap, offset: int) -> int | None:
    member = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        while not member.eof and (piece := data[offset : offset + _PIECE]):
            member.decompress(piece)
            offset += len(piece)
    except zlib.error:
        return None
    return offset - len(member.unused_data) if member.eof else None


def _names_of_original(record: WarcRecord) -> tuple[str, ...]:
    headers = record.headers
    url = headers.get("WARC-Refers-To-Target-URI") or headers.get("WARC-Target-URI")
    time = _same_form(headers.get("WARC-Refers-To-Date") or "")
    dated = _name(url.strip("<>"), time) if url and time else None
    return tuple(filter(None, (headers.get("WARC-Refers-To"), dated, headers.get("WARC-Payload-Digest"))))


def _name(url: str, time: str) -> str:
    return f"{time} {url}"


def _same_form(time: str) -> str | None:
    """Write a time in the form used for responses; return None for what is not a time."""
    try:
        return datetime.fromisoformat(time).isoformat()
    except ValueError:
        return None
