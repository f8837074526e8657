"""What a service has recorded, as pages to be replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.archive.warc import Response, read
from urltree.blocks import parse_utf8
from urltree.charset import to_utf8
from urltree.errors import PageError
from urltree.evaluation.datasets import GoldPage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from urltree.archive.snapshot import Snapshot


def warc_files(folder: Path) -> list[Path]:
    """List the WARC files in a folder."""
    return sorted(file for file in folder.glob("*.warc*") if file.name.endswith((".warc", ".warc.gz")))


def recorded_pages(files: Sequence[Path]) -> Iterator[GoldPage]:
    """Read the pages of WARC files in the order of time; the longest block stands in for the gold text.

    Records that are not pages are skipped. Raises `InputError` for a file that is not WARC.
    """
    found = [record.snapshot for file in files for record in read(file) if isinstance(record, Response)]
    for snapshot in sorted(found, key=lambda snapshot: snapshot.time):
        try:
            yield _page(snapshot)
        except PageError:
            continue


def _page(snapshot: Snapshot) -> GoldPage:
    html = to_utf8(snapshot.html, snapshot.charset)
    page = parse_utf8(html)
    longest = max((block.text for block in page.blocks), key=len, default="")
    return GoldPage(snapshot.url, "", snapshot.url, page.title, longest, html.decode("utf-8", "replace"))
