"""One replayed site: its feeds, its pages, and what goes wrong with them."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from service.replay.answer import Answer, line, validated
from service.replay.faults import LASTING, PASSING, REDIRECTS, Fault
from service.replay.feeds import FORMATS, Item, home

if TYPE_CHECKING:
    import httpx

    from service.replay.answer import Request
    from service.replay.faults import Faults
    from service.replay.feeds import Format
    from service.replay.sites import Page, Site

#: Items of a feed: the newest so many, but no fewer than appear in so many seconds, so that a reader that
#: polls every minute misses none.
_NEWEST, _SECONDS = 20, 120.0

#: Seconds that a site makes its readers wait if it is slow, or says that it is asked too often.
_HALT, _RETRY_AFTER = 2.0, 1

#: Path of the links in a feed that redirect to a page; the page's number follows.
_LINK = "/link/"

_HTML = {"Content-Type": "text/html; charset=utf-8"}


class Moment(NamedTuple):
    """A time of the replay."""

    #: When it began, in seconds since the epoch.
    start: float
    #: Seconds since.
    elapsed: float

    @property
    def now(self) -> float:
        """Seconds since the epoch."""
        return self.start + self.elapsed


@dataclass(slots=True)
class SiteRecord:
    """What was asked of a site, page by number, and when, in seconds since the epoch."""

    #: How often its feeds were asked for.
    polls: int = 0
    #: Page -> when a feed that lists it was first served.
    announced: dict[int, float] = field(default_factory=dict)
    #: Page -> when it was first asked for, and how often.
    asked: dict[int, float] = field(default_factory=dict)
    requests: Counter[int] = field(default_factory=Counter)

    def announce(self, pages: range, now: float) -> None:
        """Note that a feed that lists these pages was served."""
        for page in reversed(pages):
            if page in self.announced:
                break
            self.announced[page] = now

    def ask(self, page: int, now: float) -> int:
        """Note that a page is asked for; return how often it had been asked for before."""
        self.asked.setdefault(page, now)
        self.requests[page] += 1
        return self.requests[page] - 1


class Host:
    """A site that answers requests; `rate` is the number of its pages that appear in a second."""

    def __init__(self, site: Site, rate: float, faults: Faults) -> None:
        self.site = site
        self.record = SiteRecord()
        self._faults = faults
        self._shown = max(_NEWEST, round(_SECONDS * rate))
        self._written = lru_cache(maxsize=len(FORMATS))(self._write)

    def answer(self, request: Request, url: httpx.URL, moment: Moment) -> Answer:
        """Answer a request for one of the site's URLs."""
        form = FORMATS.get(url.raw_path.decode())
        return self._feed(request, form, moment) if form else self._document(request, url, moment)

    def fault(self, page: int) -> Fault | None:
        """Return what goes wrong with a page; None if nothing does."""
        return self._faults.of(self.site.pages[page].url)

    def _feed(self, request: Request, form: Format, moment: Moment) -> Answer:
        appeared = self.site.appeared(moment.elapsed)
        shown = range(max(0, appeared - self._shown), appeared)
        whole = Answer(
            HTTPStatus.OK, self._written(form, shown, moment.start), {"Content-Type": form.media_type}
        )
        changed = moment.start + (self.site.dues[appeared - 1] if appeared else 0.0)
        answer = validated(whole, request, f"{moment.start:.0f}-{appeared}", changed)
        fault = self._faults.of(f"{self.site.host}{form.path} {self.record.polls}")
        self.record.polls += 1
        if fault in PASSING:
            answer = _faulty(answer, fault)
        if answer.status == HTTPStatus.OK and not answer.cut:
            self.record.announce(shown, moment.now)
        return answer

    def _write(self, form: Format, shown: range, start: float) -> bytes:
        items = [self._item(number, start) for number in reversed(shown)]
        return form.write(self.site.host, self.site.home, items, f"http://{self.site.host}{form.path}")

    def _item(self, number: int, start: float) -> Item:
        page = self.site.pages[number]
        redirects = self.fault(number) in REDIRECTS
        link = f"http://{self.site.host}{_LINK}{number}" if redirects else page.url
        return Item(link, page.title, page.summary, start + self.site.dues[number])

    def _document(self, request: Request, url: httpx.URL, moment: Moment) -> Answer:
        appeared = self.site.appeared(moment.elapsed)
        number = self.site.find(str(url), appeared)
        if number is not None:
            return self._page(request, number, moment)
        if url.raw_path == b"/":
            return Answer(HTTPStatus.OK, home(self.site), _HTML)
        return self._redirect(url.path, appeared) or line(HTTPStatus.NOT_FOUND, f"{url}: no such page")

    def _redirect(self, path: str, appeared: int) -> Answer | None:
        before, _, number = path.partition(_LINK)
        if before or not number.isdecimal() or int(number) >= appeared:
            return None
        fault, target = self.fault(int(number)), self.site.pages[int(number)].url
        return line(int(fault), target, {"Location": target}) if fault in REDIRECTS else None

    def _page(self, request: Request, number: int, moment: Moment) -> Answer:
        fault, page = self.fault(number), self.site.pages[number]
        before = self.record.ask(number, moment.now)
        if fault in LASTING:
            return line(int(fault), f"{page.url}: {HTTPStatus(int(fault)).phrase}")
        whole = _packed(page) if "gzip" in request.headers.get("accept-encoding", "") else _unpacked(page)
        etag = f"{zlib.crc32(whole.body):08x}"
        answer = validated(whole, request, etag, moment.start + self.site.dues[number])
        return _faulty(answer, fault) if fault in PASSING and not before else answer


def _packed(page: Page) -> Answer:
    headers = {**_HTML, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Answer(HTTPStatus.OK, page.packed, headers)


def _unpacked(page: Page) -> Answer:
    return Answer(HTTPStatus.OK, gzip.decompress(page.packed), {**_HTML, "Vary": "Accept-Encoding"})


def _faulty(answer: Answer, fault: Fault) -> Answer:
    """Apply a passing fault to an answer."""
    match fault:
        case Fault.TOO_MANY:
            return line(int(fault), "asked too often", {"Retry-After": str(_RETRY_AFTER)})
        case Fault.BROKEN:
            return line(int(fault), "something is broken")
        case Fault.SLOW:
            return answer._replace(halt=_HALT)
        case _:
            return answer._replace(cut=True)
