"""Every store agrees with the oracle after every step of any history."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from documents import AHEAD, NOW, paths, sample
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from oracle import OracleStore

from urltree.models import MATURE, Document, PagePaths, Retention
from urltree.store import open_store
from urltree.store.base import COMMON, STRANGERS, STRAYS

if TYPE_CHECKING:
    from redis import Redis


DOMAINS = ("example.com", "bücher.example")
#: Under every domain: two leaves of one node, and the domain alone.
PATHS = (("/a", "/a/b"), ("/a", "/a/c"), ())
HASHES = (0, 1, 2, 3, 256, 2**32, 2**40 + 1, 2**53 + 1, 2**63, 2**64 - 1)
TEXTS = ("Contact", "Über uns", "a, b")
RETENTIONS = (
    Retention(max_documents=100, max_age=1_000.0, min_documents=0),
    Retention(max_documents=100, max_age=30.0, min_documents=0),
    Retention(max_documents=COMMON + 4, max_age=100.0, min_documents=3),
    Retention(max_documents=4, max_age=100.0, min_documents=4),
    Retention(max_documents=2, max_age=5.0, min_documents=1),
    Retention(max_documents=4, max_age=5.0, min_documents=9),
)
PROBE = 2**64 - 1
#: For each path of a page, the place of the one above.
OUTLINES = ((0,), (0, 0, 1), (0, 0, 0, 1, 3, 3))

domains = st.sampled_from(DOMAINS)
blocks = st.dictionaries(st.sampled_from(HASHES), st.sampled_from([1, 49, 50, 51, 99, 100]), max_size=6)
retentions = st.sampled_from(RETENTIONS)
seconds = st.sampled_from([0, 1, 5, 10, 30, 100, -20])
outlines = st.none() | st.integers(0, 99)
templates = st.none() | st.integers(0, 3)


def branch_of(domain: str, key: int) -> tuple[str, ...]:
    """Give the branch of a key, which is always the same."""
    return (domain, *(domain + path for path in PATHS[key % len(PATHS)]))


def paths_of(page: dict[int, int], outline: int) -> PagePaths:
    """Place the blocks of a page, each twice, in one of a hundred outlines."""
    above = OUTLINES[outline % len(OUTLINES)]
    spread = zip([*page] * 2, [*page.values()] * 2, strict=True)
    blocks = [
        (each, (outline + at) % len(above), words, (outline * at) % 256)
        for at, (each, words) in enumerate(spread)
    ]
    openings = {place: range(outline % (place + 2)) for place in range(len(above))}
    return paths(*blocks, above=above, openings=openings)


class Histories(RuleBasedStateMachine):
    """Does the same to every store, and compares each answer and each state with the oracle's."""

    client: Redis
    url: str

    def __init__(self) -> None:
        super().__init__()
        self.client.flushall()
        self.stores = {
            "oracle": OracleStore(),
            "memory": open_store("memory://"),
            "redis": open_store(self.url),
        }
        self.now = int(NOW)
        self.observed: list[Document] = []
        self.retention = RETENTIONS[0]

    def ask(self, verb: str, *arguments: object) -> None:
        answers = {name: getattr(store, verb)(*arguments) for name, store in self.stores.items()}
        for name, answer in answers.items():
            assert answer == answers["oracle"], f"{name}.{verb}{arguments}"
            if getattr(answer, "history", None) is not None:
                (sums, openings), right = answer.history, answers["oracle"].history
                np.testing.assert_allclose(sums, right.sums, rtol=1e-4, err_msg=name)
                np.testing.assert_array_equal(openings, right.openings, err_msg=name)

    def observe(self, document: Document) -> None:
        self.ask("observe", document, self.retention)

    def observe_new(
        self, domain: str, page: dict[int, int], outline: int | None = None, template: int | None = None
    ) -> None:
        key = len(self.observed)
        paths = None if outline is None else paths_of(page, outline)
        example = None if template is None else sample(template, f"http://{domain}/{key}")
        self.observed.append(Document(domain, key, branch_of(domain, key), page, self.now, paths, example))
        self.observe(self.observed[-1])

    @initialize(retention=retentions)
    def start(self, retention: Retention) -> None:
        self.retention = retention

    @rule(retention=retentions)
    def change_the_settings(self, retention: Retention) -> None:
        self.retention = retention

    @rule(domain=domains, page=blocks, outline=outlines, template=templates, seconds=seconds)
    def see_a_page(
        self, domain: str, page: dict[int, int], outline: int | None, template: int | None, seconds: int
    ) -> None:
        self.now += seconds
        self.observe_new(domain, page, outline, template)

    @rule(domain=domains, page=blocks, number=st.integers(2, 2 * COMMON), template=templates)
    def see_pages_of_one_template(
        self, domain: str, page: dict[int, int], number: int, template: int | None
    ) -> None:
        for _ in range(number):
            self.observe_new(domain, page, template=template)

    @rule(
        domain=domains, page=blocks, outline=outlines, template=templates, strays=st.integers(0, STRAYS + 1)
    )
    def see_a_redesign(
        self, domain: str, page: dict[int, int], outline: int | None, template: int | None, strays: int
    ) -> None:
        redesigned = None if outline is None else outline + 1
        before, rest = [outline] * MATURE, [redesigned] * (STRANGERS - 1)
        for each in (*before, redesigned, *[outline] * strays, *rest):
            self.observe_new(domain, page, each, template)

    @precondition(lambda self: self.observed)
    @rule(data=st.data(), page=blocks, seconds=seconds)
    def see_a_recent_page_again(self, data: st.DataObject, page: dict[int, int], seconds: int) -> None:
        self.now += seconds
        document = data.draw(st.sampled_from(self.observed[-5:]))
        self.observe(replace(document, blocks={**document.blocks, **page}, time=self.now))

    @rule(domain=domains, page=blocks)
    def see_a_page_by_a_clock_that_is_ahead(self, domain: str, page: dict[int, int]) -> None:
        right, self.now = self.now, int(AHEAD)
        self.observe_new(domain, page)
        self.now = right

    @precondition(lambda self: self.observed)
    @rule(data=st.data())
    def run_again_after_a_crash(self, data: st.DataObject) -> None:
        self.stores["redis"].close()
        self.stores["redis"] = open_store(self.url)
        self.observe(data.draw(st.sampled_from(self.observed)))

    @precondition(lambda self: self.observed)
    @rule(data=st.data(), page=blocks)
    def look_up_a_seen_key(self, data: st.DataObject, page: dict[int, int]) -> None:
        document = data.draw(st.sampled_from(self.observed))
        self.ask("lookup", replace(document, blocks=page, paths=None))

    @rule(domain=domains, seconds=seconds)
    def expire(self, domain: str, seconds: int) -> None:
        self.now += seconds
        self.ask("expire", domain, self.retention, self.now)

    @rule(domain=domains, texts=st.dictionaries(st.sampled_from(HASHES), st.sampled_from(TEXTS)))
    def name_blocks(self, domain: str, texts: dict[int, str]) -> None:
        self.ask("name", domain, texts)

    @rule(domain=domains)
    def forget(self, domain: str) -> None:
        self.ask("forget", domain)

    @invariant()
    def every_count_agrees(self) -> None:
        for domain in DOMAINS:
            for leaf in (0, 1):
                page = Document(
                    domain,
                    PROBE,
                    branch_of(domain, leaf),
                    dict.fromkeys(HASHES, 1),
                    self.now,
                    paths(above=OUTLINES[-1]),
                )
                self.ask("lookup", page)

    @invariant()
    def every_listing_agrees(self) -> None:
        for domain in DOMAINS:
            self.ask("nodes", domain)
            self.ask("repeated", domain, 5)
            self.ask("fingerprints", domain)
        named = {name: set(store.domains()) for name, store in self.stores.items()}
        assert len(set(map(frozenset, named.values()))) == 1, named

    def teardown(self) -> None:
        for domain in DOMAINS:
            self.forget(domain)
        assert self.client.keys("*") == [], "a forgotten domain leaves keys behind"
        for store in self.stores.values():
            store.close()


def test_stores_agree_with_the_oracle_in_any_history(valkey_client: Redis, valkey_url: str) -> None:
    class HistoriesHere(Histories):
        client = valkey_client
        url = valkey_url

    run_state_machine_as_test(HistoriesHere, settings=settings(stateful_step_count=40))
