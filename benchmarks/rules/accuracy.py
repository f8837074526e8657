"""How well rules are learnt for made-up hosts whose identifying parameters are known."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from benchmarks.rules.hosts import hosts
from urltree.mining.rulemining import propose
from urltree.rules import load_rules
from urltree.url import parse_url

if TYPE_CHECKING:
    from benchmarks.rules.hosts import Answer, Host
    from urltree.mining.rulemining import Proposal


@dataclass
class Score:
    """What was proposed of some hosts."""

    hosts: int = 0
    answers: int = 0
    #: Answers that were found, in all their folders.
    found: int = 0
    right: list[Proposal] = field(default_factory=list)
    wrong: list[tuple[str, Proposal]] = field(default_factory=list)
    #: Kinds of the hosts whose answers were not found.
    missed: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of the proposals that are right."""
        return len(self.right) / (len(self.right) + len(self.wrong))

    @property
    def recall(self) -> float:
        """Share of the answers that were found."""
        return self.found / self.answers

    @property
    def fewest(self) -> int:
        """Documents of the proposal with the fewest."""
        return min(each.evidence.documents for each in [*self.right, *(its for _, its in self.wrong)])

    def add(self, host: Host, proposals: list[Proposal]) -> None:
        """Judge what was proposed of one host."""
        self.hosts += 1
        self.answers += len(host.answers)
        right = [each for each in proposals if any(_is_right(each, answer) for answer in host.answers)]
        self.right += right
        self.wrong += [(host.kind, each) for each in proposals if each not in right]
        missed = [answer for answer in host.answers if not _is_found(answer, right)]
        self.found += len(host.answers) - len(missed)
        self.missed += [host.kind] * len(missed)


def score(seed: int, each: int) -> Score:
    """Learn the rules of `each` hosts of every kind."""
    rules, total = load_rules(), Score()
    for host in hosts(Random(seed), each):
        total.add(host, propose(host.sightings, rules))
    return total


def _is_right(proposal: Proposal, answer: Answer) -> bool:
    return set(proposal.evidence.names) in answer.keep and any(_matches(proposal, url) for url in answer.urls)


def _is_found(answer: Answer, right: list[Proposal]) -> bool:
    return all(any(_is_right(each, answer) and _matches(each, url) for each in right) for url in answer.urls)


def _matches(proposal: Proposal, url: str) -> bool:
    return re.search(proposal.match, parse_url(url).address) is not None
