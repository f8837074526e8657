"""What a set of WARC files holds: the snapshots of each site, without their pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from urltree.archive.cdxj import entries, index_of, is_index
from urltree.archive.similar import signature
from urltree.archive.warc import NO_PAGE, UNKNOWN, Revisit, read, read_at
from urltree.errors import InputError, PageError, UrlError
from urltree.urlkey import domain_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from urltree.archive.warc import Place, Record, Response


class Capture(NamedTuple):
    """A snapshot that can be read again."""

    url: str
    #: Aware, UTC.
    time: datetime
    #: Where its page is stored; for a revisit, where the page was first stored.
    place: Place


class Signed(NamedTuple):
    """A capture, its site and, if requested, its signature."""

    capture: Capture
    domain: str
    signature: NDArray[np.uint32] | None


class Scan(NamedTuple):
    """What one file holds."""

    signed: list[Signed]
    #: Name by which a revisit may refer to a page of the file -> the page.
    names: dict[str, Signed]
    revisits: list[Revisit]
    #: Reason -> records that are left out.
    left_out: Counter[str]


def scan(file: Path, *, sign: bool) -> Scan:
    """List what a WARC file holds, or what a CDXJ index names. A file that has an index is not read whole.

    Raises `InputError` as `urltree.archive.warc.read` and `urltree.archive.cdxj.entries` do, and if an index
    names a file that does not exist.
    """
    found = Scan([], {}, [], Counter())
    for record in _records(file):
        try:
            _add(found, record, sign=sign)
        except UrlError:
            found.left_out[NO_PAGE] += 1
        except PageError as error:
            found.left_out[fault(error)] += 1
    return found


def fault(error: PageError) -> str:
    """Return why a page is left out, without the remedy, which is for who has but this page."""
    return str(error).partition(";")[0]


def sites(scans: Iterable[Scan]) -> tuple[dict[str, list[Signed]], Counter[str]]:
    """Return what all files hold, by registered domain and in the order of time; and what is left out."""
    found = defaultdict(list)
    names: dict[str, Signed] = {}
    revisits: list[Revisit] = []
    left_out = Counter[str]()
    for each in scans:
        for name, signed in each.names.items():
            names[name] = earlier(signed, names.get(name, signed))
        revisits += each.revisits
        left_out += each.left_out
        for signed in each.signed:
            found[signed.domain].append(signed)
    for revisit in revisits:
        if original := next((names[name] for name in revisit.names if name in names), None):
            signed = resolve(revisit, original)
            found[signed.domain].append(signed)
        else:
            left_out[UNKNOWN] += 1
    return {domain: timeline(found[domain]) for domain in sorted(found)}, left_out


def earlier(one: Signed, other: Signed) -> Signed:
    """Return the earlier of two pages that share a name."""
    return min(one, other, key=_order)


def timeline(signed: Iterable[Signed]) -> list[Signed]:
    """Return the captures of a site by time, each once; the result does not depend on their order.

    A capture comes twice if both its file and an index that names it were given.
    """
    return sorted({each.capture: each for each in signed}.values(), key=_order)


def resolve(revisit: Revisit, original: Signed) -> Signed:
    """Return a revisit as a capture with the page of its original, which may be of another site."""
    capture = Capture(revisit.url, revisit.time, original.capture.place)
    return original._replace(capture=capture, domain=domain_of(revisit.url))


def _order(signed: Signed) -> tuple[datetime, str, Place]:
    capture = signed.capture
    return capture.time, capture.url, capture.place


def _records(file: Path) -> Iterator[Record]:
    index = file if is_index(file) else index_of(file)
    listed = [each for each in entries(index) if file in {index, each.file}] if index else []
    if not listed and file != index:
        yield from read(file)
        return
    yield from (NO_PAGE for each in listed if not each.is_page)
    places = sorted({(each.file, each.offset) for each in listed if each.is_page})
    for each, run in groupby(places, itemgetter(0)):
        if not each.is_file():
            raise InputError(f"{index} names {each.name}, which is not in the same folder; put it there")
        yield from read_at(each, [offset for _, offset in run])


def _add(found: Scan, record: Record, *, sign: bool) -> None:
    """Add a record to what was found. Raises `PageError`, or `UrlError` if its URL is not a web URL."""
    if isinstance(record, str):
        found.left_out[record] += 1
    elif isinstance(record, Revisit):
        domain_of(record.url)
        found.revisits.append(record)
    else:
        signed = _signed(record, sign=sign)
        found.names.update(dict.fromkeys(record.names, signed))
        found.signed.append(signed)


def _signed(record: Response, *, sign: bool) -> Signed:
    snapshot = record.snapshot
    capture = Capture(snapshot.url, snapshot.time, record.place)
    return Signed(capture, domain_of(snapshot.url), signature(snapshot) if sign else None)
