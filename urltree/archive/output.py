"""Write judged captures: lines of JSON, marked pages, and WARC records of the texts."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import WarcRecord, WarcRecordType
from xxhash import xxh3_64_hexdigest

from urltree.archive.warcinfo import warcinfo
from urltree.output.annotate import annotate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from urltree.archive.judged import Judged

#: Ends of the names of the files of one task.
LINES, TEXTS, PAGES = ".ndjson", ".wet.warc.gz", ".html"

_PART = ".part"


class Forms(NamedTuple):
    """What is written beside the lines of JSON."""

    #: The pages with their blocks marked, in a folder beside the lines.
    pages: bool = False
    #: The texts as WARC records of type conversion.
    texts: bool = False


@contextmanager
def written(folder: Path, name: str, forms: Forms) -> Iterator[Callable[[Judged], None]]:
    """Yield a function that writes a judged capture; the files get their final names once all is written."""
    with ExitStack() as stack:
        lines = stack.enter_context((folder / f"{name}{LINES}{_PART}").open("w", encoding="utf-8"))
        texts = stack.enter_context((folder / f"{name}{TEXTS}{_PART}").open("wb")) if forms.texts else None
        if texts:
            _write(texts, warcinfo())  # so the file is never empty

        def write(judged: Judged) -> None:
            url, time, text = judged.capture.url, judged.capture.time, judged.text
            record, metadata = judged.snapshot.record, asdict(judged.metadata)
            line = {"url": url, "time": time.isoformat(), "record": record, **metadata, "text": text}
            if forms.pages and judged.marks is not None:
                line["html"] = _write_page(folder, name, judged)
            if texts and text is not None:
                _write_text(texts, judged, text)
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")

        yield write
    # The file of lines is renamed last, because a task counts as done once it exists.
    for end in (TEXTS, LINES) if forms.texts else (LINES,):
        (folder / f"{name}{end}{_PART}").replace(folder / f"{name}{end}")


def _write_page(folder: Path, name: str, judged: Judged) -> str:
    """Write the marked page and return the file's name relative to the folder."""
    capture, snapshot = judged.capture, judged.snapshot
    # The page is hashed too, because two captures of one URL may be from the same second.
    digest = xxh3_64_hexdigest(capture.url.encode("utf-8", "replace") + snapshot.html)
    page = f"{capture.time:%Y%m%d%H%M%S}-{digest}.html"
    place = folder / f"{name}{PAGES}" / page
    place.parent.mkdir(exist_ok=True)
    place.write_text(annotate(snapshot.html, judged.marks or [], snapshot.charset), encoding="utf-8")
    return f"{name}{PAGES}/{page}"


def _write_text(file: BinaryIO, judged: Judged, text: str) -> None:
    """Write the text of a capture as a conversion record."""
    record = WarcRecord()
    record.init_headers(record_type=WarcRecordType.conversion)
    record.record_date = judged.capture.time
    record.headers["WARC-Target-URI"] = judged.capture.url
    if judged.snapshot.record:
        record.headers["WARC-Refers-To"] = judged.snapshot.record
    record.headers["Content-Type"] = "text/plain; charset=utf-8"
    record.set_bytes_content(text.encode("utf-8", "replace"))
    _write(file, record)


def _write(file: BinaryIO, record: WarcRecord) -> None:
    """Write a record as a gzip member of its own."""
    with GzipWriter(file) as member:
        record.write(member)
