"""Sightings -> proposals of normalisation rules (URL Tree §6, future work); pure.

The visits to one script (a host and a path) show which parameters identify its documents (`identify.py`). A
proposal applies to its host only, so that a site can mislead about no other; it is withheld if it would
change a key that another rule makes.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from xxhash import xxh32_hexdigest

from urltree.mining.identify import MIN_DOCUMENTS, Visit, grouped, identifying, weigh
from urltree.mining.sightings import newest
from urltree.url import CID

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from urltree.mining.identify import ParameterEvidence
    from urltree.mining.sightings import Sighting
    from urltree.rules import RuleSet
    from urltree.url import Url

#: URLs shown as evidence.
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rule that the sightings support."""

    #: Regular expression of host and path.
    match: str
    evidence: ParameterEvidence

    @property
    def id(self) -> str:
        """Name of the rule: the same for the same rule, whatever the evidence."""
        return xxh32_hexdigest(" ".join([self.match, *self.evidence.names]).encode())

    @property
    def keep(self) -> tuple[str, ...]:
        """Regular expressions of the parameters to retain."""
        return tuple(map(re.escape, self.evidence.names))

    @property
    def examples(self) -> list[str]:
        """URLs of different documents, newest first."""
        visits = {visit.key(self.evidence.names): visit for visit in self.evidence.visits}
        return [str(visit.url) for visit in list(visits.values())[: -_EXAMPLES - 1 : -1]]

    def retained(self, url: Url) -> Url:
        """Return the URL with only the parameters to retain."""
        return url.with_query(each for each in url.query if each.name.lower() in self.evidence.names)

    @property
    def toml(self) -> str:
        """The rule in the format of ``normalization_rules/README.md``, with its longest URL as example."""
        example = max((visit.url for visit in self.evidence.visits), key=lambda url: len(str(url)))
        fields = {
            "match": self.match,
            "keep": self.keep,
            "example": str(example),
            "key": str(self.retained(example)),
            "source": f"urltree rules learn; documents: {self.evidence.documents}, "
            f"seen again: {self.evidence.again}",
        }
        # Each value is ASCII without control characters, so its JSON is valid TOML.
        return "\n".join(
            ["[[rule]]", *(f"{name} = {json.dumps(value)}" for name, value in fields.items()), ""]
        )


def propose(sightings: Iterable[Sighting], rules: RuleSet) -> list[Proposal]:
    """Propose rules for URLs to which no rule applies, by host and path, those with most documents first."""
    of_hosts = (_of_host(_visits(its), rules) for its in newest(sightings, rules).values())
    return sorted(
        chain.from_iterable(of_hosts), key=lambda each: (-each.evidence.documents, each.match, each.keep)
    )


def _of_host(visits: Sequence[Visit], rules: RuleSet) -> Iterator[Proposal]:
    for scripts in grouped(visits, lambda visit: _name(visit.url)):
        yield from _of_scripts(grouped(scripts, lambda visit: visit.url.path), rules)


def _of_scripts(folders: Sequence[Sequence[Visit]], rules: RuleSet) -> list[Proposal]:
    """Propose rules for scripts of one name: for all folders at once, if that covers no fewer documents."""
    own = [each for visits in folders for each in _of_script(_there(visits[0].url), visits, rules)]
    if len(folders) == 1:
        return own
    shared = list(_of_script(_anywhere(folders[0][0].url), list(chain(*folders)), rules))
    holds = all(_holds(each, folders) for each in shared)
    return shared if holds and _documents(shared) >= _documents(own) else own


def _visits(sightings: Iterable[tuple[Url, Sighting]]) -> list[Visit]:
    """Join the sightings at each URL to a visit, in the order of each URL's last sighting."""
    last: dict[Url, Visit] = {}
    for url, sighting in dict.fromkeys(sightings):
        before = last.pop(url, None)
        spellings = before.spellings + 1 if before and before.text == sighting.text else 1
        last[url] = Visit(url, _values(url), sighting.title, sighting.text, spellings)
    return list(last.values())


def _values(url: Url) -> dict[str, tuple[str, ...]]:
    values: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in url.query:
        if name != CID:
            values[name.lower()].append(value)
    return {name: tuple(its) for name, its in values.items()}


def _of_script(match: str, visits: Sequence[Visit], rules: RuleSet) -> Iterator[Proposal]:
    """Propose rules until the visits to which no rule applies support no more."""
    ruled = [(visit.url, *rules.apply(visit.url)) for visit in visits]
    keys = {url: key for url, key, rule in ruled if rule}
    free = [visit for visit in visits if visit.url not in keys]
    while evidence := identifying(free):
        proposal = Proposal(match, evidence)
        free = [visit for visit in free if not visit.has(evidence.names)]
        own = {visit.url: proposal.retained(visit.url) for visit in visits if visit.has(evidence.names)}
        if all(keys.get(url, key) == key for url, key in own.items()):
            yield proposal
            keys |= own


def _holds(proposal: Proposal, folders: Iterable[Sequence[Visit]]) -> bool:
    """Return whether several folders have a shared proposal's parameters, and no large one contradicts it."""
    own = [weigh(visits, proposal.evidence.names) for visits in folders]
    large = (each for each in own if each.documents >= MIN_DOCUMENTS)
    return sum(bool(each.visits) for each in own) > 1 and not any(each.is_contradicted for each in large)


def _documents(proposals: Iterable[Proposal]) -> int:
    return sum(each.evidence.documents for each in proposals)


def _name(url: Url) -> str:
    return url.path.rpartition("/")[2]


def _there(url: Url) -> str:
    """Return a regular expression for one script."""
    return rf"^{re.escape(f'{url.host}{url.port}{url.path}')}\?"


def _anywhere(url: Url) -> str:
    """Return a regular expression for the scripts of one name in all folders."""
    return rf"^{re.escape(f'{url.host}{url.port}')}/(.*/)?{re.escape(_name(url))}\?"
