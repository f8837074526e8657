"""What some WARC files hold: the snapshots of each site, without their pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from urltree.archive.cdxj import entries, index_of, is_index
from urltree.archive.similar import signature
from urltree.archive.warc import NO_PAGE, UNKNOWN, Place, Response, Revisit, read, read_at
from urltree.errors import InputError, PageError, UrlError
from urltree.urlkey import domain_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray


class Capture(NamedTuple):
    """A snapshot that can be read again."""

    url: str
    #: Aware, UTC.
    time: datetime
    #: Where its page is; that of a revisit is where it was seen first.
    place: Place


class Signed(NamedTuple):
    """A capture, its site and, if that was asked for, its signature."""

    capture: Capture
    domain: str
    signature: NDArray[np.uint32] | None


class Scan(NamedTuple):
    """What one file holds."""

    signed: list[Signed]
    #: Name of a response -> number in `signed`.
    names: dict[str, int]
    revisits: list[Revisit]
    #: Reason -> records that are left out.
    left_out: Counter[str]


def scan(file: Path, *, sign: bool) -> Scan:
    """List what a WARC file holds, or what a CDXJ index names. A file that its index names is not read whole.

    Raises `InputError` as `urltree.archive.warc.read` and `urltree.archive.cdxj.entries` do, and if an index
    names what is not there.
    """
    found = Scan([], {}, [], Counter())
    for record in _records(file, found.left_out):
        try:
            _add(found, record, sign=sign)
        except (PageError, UrlError):
            found.left_out[NO_PAGE] += 1
    return found


def sites(scans: Iterable[Scan], left_out: Counter[str]) -> dict[str, list[Signed]]:
    """Join what the files hold, by registered domain, in the order of time; count what is left out."""
    found = defaultdict(list)
    names: dict[str, Signed] = {}
    revisits = []
    for each in scans:
        for name, signed in named(each):
            names[name] = earlier(signed, names.get(name, signed))
        revisits += each.revisits
        left_out += each.left_out
        for signed in each.signed:
            found[signed.domain].append(signed)
    for signed in _resolved(revisits, names, left_out):
        found[signed.domain].append(signed)
    return {domain: in_order(found[domain]) for domain in sorted(found)}


def named(found: Scan) -> Iterator[tuple[str, Signed]]:
    """Yield each name that a revisit may call a page of a file by, and the page."""
    return ((name, found.signed[number]) for name, number in found.names.items())


def earlier(one: Signed, other: Signed) -> Signed:
    """Choose between pages of one name."""
    return min(one, other, key=_order)


def in_order(signed: Iterable[Signed]) -> list[Signed]:
    """Put the captures of a site in the order of time, each once; whatever their order was, it is the same.

    A capture is there twice where both its file and an index that names it were given.
    """
    return sorted({each.capture: each for each in signed}.values(), key=_order)


def resolve(revisit: Revisit, original: Signed) -> Signed:
    """Give a revisit, which may be of another site, the page of what it repeats."""
    capture = Capture(revisit.url, revisit.time, original.capture.place)
    return original._replace(capture=capture, domain=domain_of(revisit.url))


def _order(signed: Signed) -> tuple[datetime, str, Place]:
    capture = signed.capture
    return capture.time, capture.url, capture.place


def _records(file: Path, left_out: Counter[str]) -> Iterator[Response | Revisit]:
    index = file if is_index(file) else index_of(file)
    listed = [each for each in entries(index) if file in {index, each.file}] if index else []
    if not listed and file != index:
        yield from read(file, left_out)
        return
    left_out[NO_PAGE] += sum(not each.is_page for each in listed)
    places = sorted({(each.file, each.offset) for each in listed if each.is_page})
    for each, run in groupby(places, itemgetter(0)):
        if not each.is_file():
            raise InputError(f"{index} names {each.name}, which is not in its folder: put it there")
        yield from read_at(each, [offset for _, offset in run], left_out)


def _add(found: Scan, record: Response | Revisit, *, sign: bool) -> None:
    """Add a record to what was found. Raises `PageError`, or `UrlError` if its URL is none of the web."""
    if isinstance(record, Revisit):
        domain_of(record.url)
        found.revisits.append(record)
    else:
        signed = _signed(record, sign=sign)
        found.names.update(dict.fromkeys(record.names, len(found.signed)))
        found.signed.append(signed)


def _signed(record: Response, *, sign: bool) -> Signed:
    snapshot = record.snapshot
    capture = Capture(snapshot.url, snapshot.time, record.place)
    return Signed(capture, domain_of(snapshot.url), signature(snapshot) if sign else None)


def _resolved(
    revisits: Iterable[Revisit], names: Mapping[str, Signed], left_out: Counter[str]
) -> Iterator[Signed]:
    for revisit in revisits:
        original = next((names[name] for name in revisit.names if name in names), None)
        if original is None:
            left_out[UNKNOWN] += 1
        else:
            yield resolve(revisit, original)
