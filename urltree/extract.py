"""The pipeline: the steps in their order.

html ── parse_page ──► page ── url_key ──► key ── UrlTree ──► counts ── heuristic ──► labels ──► text
  └──── fingerprint ──► template ────────────────────┘
"""

from __future__ import annotations

import time
from types import NoneType
from typing import TYPE_CHECKING, NoReturn, Self

from urltree import decide
from urltree.arguments import expect
from urltree.blocks import parse_utf8
from urltree.charset import to_utf8
from urltree.errors import InputError, StoreError
from urltree.extraction import Extraction
from urltree.heuristics import is_warm
from urltree.models import Evidence, Label, Retention, TemplateSample
from urltree.rules import RuleSet, shipped_rules
from urltree.store import Store, open_store
from urltree.templates.fingerprint import fingerprint
from urltree.templates.shared import Filing
from urltree.tree import UrlTree
from urltree.url import without_surrogates
from urltree.urlkey import url_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from urltree.models import Decision, Observation, Page, PagePaths, TextBlock, UrlKey

_CLOSED = "the extractor is closed; create another"


class Extractor:
    """Extracts the content of pages and learns their sites on the way. Thread-safe; cannot be pickled.

    `store` is a URL as `open_store` takes it, or an open store, which `close` then closes too.
    Raises `HeuristicError` for an unknown heuristic, `InputError` for an argument of another type, and
    whatever `open_store` raises.
    """

    def __init__(
        self,
        heuristic: str = decide.DEFAULT,
        store: str | Store = "memory://",
        *,
        retention: Retention | None = None,
        rules: RuleSet | None = None,
    ) -> None:
        expect("heuristic", heuristic, str)
        expect("store", store, str, Store)
        expect("retention", retention, Retention, NoneType)
        expect("rules", rules, RuleSet, NoneType)
        self._heuristic = decide.heuristic(heuristic)
        #: May be replaced; pages that are extracted afterwards get their keys by the new rules.
        self.rules: RuleSet = rules or shipped_rules()
        self._store = open_store(store) if isinstance(store, str) else store
        self._tree = UrlTree(self._store, retention)
        self._filing = Filing(self._store)
        self._closed = False

    def extract(
        self,
        html: bytes | str,
        url: str,
        title: str | None = None,
        observe: bool = True,
        *,
        heuristic: str | None = None,
        charset: str | None = None,
    ) -> Extraction:
        """Extract one page.

        `url` is the response URL; `title` is the feed's, and the page's own is used without it; `charset` is
        what HTTP declared. With `observe` off nothing is counted, but the page is judged as if it had been.
        Raises `PageError`, `UrlError`, `HeuristicError`, `InputError` for an argument of another type, and
        `StoreError`.
        """
        expect("url", url, str)
        expect("title", title, str, NoneType)
        expect("observe", observe, bool)
        expect("heuristic", heuristic, str, NoneType)
        read = self._heuristic if heuristic is None else decide.heuristic(heuristic)
        utf8 = to_utf8(html, charset)
        page = parse_utf8(utf8)
        sample = TemplateSample(fingerprint(utf8), without_surrogates(url)) if observe else None
        return self._judge(read, page, url, without_surrogates((title or "").strip()) or None, sample)

    def judge_again(self, extraction: Extraction) -> Extraction:
        """Judge a page again, by this extractor's heuristic and what it has learnt of the site since.

        Nothing is counted. Raises `InputError` if `extraction` is not an `Extraction`, and `StoreError`.
        """
        expect("extraction", extraction, Extraction)
        return self._judge(self._heuristic, extraction.page, extraction.url, extraction.given_title, None)

    def _judge(
        self, read: decide.Heuristic, page: Page, url: str, title: str | None, sample: TemplateSample | None
    ) -> Extraction:
        """Judge a page, and count it if a `sample` of its template is given."""
        if self._closed:
            raise StoreError(_CLOSED)
        key = url_key(url, title or page.title, self.rules)
        reading = read(page, title)
        try:
            seen = self._seen(key, page.blocks, reading.paths, sample)
        except Exception as error:
            if self._closed:  # by another thread, amid an answer
                raise StoreError(_CLOSED) from error
            raise
        decisions = reading.decide(seen)
        return Extraction(
            url=url,
            url_key=key.key,
            domain=key.domain,
            status=seen.status,
            revision=seen.revision,
            evidence=_evidence(decisions, seen),
            text=content_text(page.blocks, decisions),
            page=page,
            seen=seen,
            decisions=tuple(decisions),
            given_title=title,
        )

    def _seen(
        self, key: UrlKey, blocks: Sequence[TextBlock], paths: PagePaths | None, sample: TemplateSample | None
    ) -> Observation:
        """Ask the tree about a page, and count it if a `sample` of its template is given."""
        now = time.time()
        if not sample:
            return self._tree.lookup(key, blocks, now, paths)
        seen = self._tree.observe(key, blocks, now, paths, sample)
        self._filing.file(key.domain, sample.fingerprint, now)
        return seen

    def close(self) -> None:
        """Close the store; the extractor may not be used afterwards.

        Other threads that still wait for the store get a `StoreError`.
        """
        self._closed = True
        self._store.close()

    def __reduce__(self) -> NoReturn:
        raise InputError(
            "an Extractor cannot be passed to another process; create one in each, on the same store"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def content_text(blocks: Iterable[TextBlock], decisions: Iterable[Decision]) -> str:
    """Join the content blocks, one per line."""
    content = Label.CONTENT  # to look it up for each block takes longer than all else here
    judged = zip(blocks, decisions, strict=True)
    return "\n".join([block.text for block, decision in judged if decision.label is content])


def _evidence(decisions: Sequence[Decision], seen: Observation) -> Evidence:
    root = seen.branch.root
    node, support = (decisions[0].node, decisions[0].support) if decisions else (root.node, root.support)
    return Evidence(node, support, is_warm(seen.branch), seen.template_changed)
