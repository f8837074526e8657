"""Visits to a script -> the parameters that identify its documents (URL Tree §6, future work); pure.

A parameter identifies documents if those that differ in title and text also differ in its value, and if a
document that is seen again has the same value again. A parameter does not if its value varies while title and
text stay the same, or stays the same while they vary.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from urltree.url import Url

#: With fewer documents nothing is inferred.
MIN_DOCUMENTS = 20

#: Most parameters that may identify only together; how many of the most frequent ones are looked at.
_TOGETHER, _NAMES = 3, 8

#: Least share of the documents that share a key without the parameters; otherwise these distinguish nothing.
_MERGED_WITHOUT = 0.3
#: Most of the documents that may share a key with the parameters; allows for articles that were rewritten.
_MERGED = 0.15
#: Most of the documents that may have two values, as an article has that was published twice.
_SPLIT = 0.05

#: Most titles, as a share of the documents, that may have several values of parameters that identify
#: together: more are parts of one document, such as its pages.
_PARTED = 0.25

#: With more texts per title than this, a title names no more than a section.
_TEXTS_A_TITLE = 3

#: Values that must have led to the same document more than once, if they look like tokens of a visit; and if
#: titles do not tell documents apart.
_AGAIN, _AGAIN_BY_TEXT = 3, 5

#: Values that may be of the visit, not of the document: a time, a random number, a token.
_VISIT = re.compile(r"\d{10,}|0\.\d+|[0-9A-Fa-f-]{16,}|(?=\D*\d)[0-9A-Za-z]{12,}")


@dataclass(frozen=True, slots=True)
class Visit:
    """A URL at which a document was seen."""

    #: Without the parameters that never identify.
    url: Url
    #: Values of each parameter; names are in lower case.
    values: Mapping[str, tuple[str, ...]]
    #: Hashes of the document seen last at this URL; may be empty.
    title: str
    text: str
    #: Spellings of the URL, with other values of parameters that never identify, at which this text was seen.
    spellings: int

    def has(self, names: Iterable[str]) -> bool:
        """Return whether all these parameters are in the URL."""
        return all(name in self.values for name in names)

    def key(self, names: Iterable[str]) -> tuple[object, ...]:
        """Return the key that the URL would have if these parameters identified its document."""
        return (self.url.path, *(self.values[name] for name in names))


@dataclass(frozen=True, slots=True)
class ParameterEvidence:
    """What the visits to a script show about a set of parameters."""

    #: Parameters, in lower case.
    names: tuple[str, ...]
    #: Visits to URLs that have these parameters.
    visits: tuple[Visit, ...]
    #: Distinct titles and texts.
    titles: int
    texts: int
    #: Documents that differ in title, text and key.
    documents: int
    #: Documents that would share the key of another document without the parameters.
    merged_without: int
    #: Documents that share the key of another document with the parameters.
    merged: int
    #: Documents that have more than one key with the parameters.
    split: int
    #: Titles that have more than one key with the parameters.
    parted: int
    #: Keys under which a text was seen at more than one URL.
    again: int
    #: Distinct keys.
    keys: int
    #: True if titles do not tell documents apart, so that only texts were compared.
    by_text: bool

    @property
    def identifies(self) -> bool:
        """Return whether the parameters identify the documents of these visits."""
        return (
            self.documents >= MIN_DOCUMENTS
            and self.merged_without >= _MERGED_WITHOUT * self.documents
            and not self.is_contradicted
            and self.again >= self._repeats_needed
            and (len(self.names) == 1 or not (self.by_text or self.parted > _PARTED * self.documents))
        )

    @property
    def is_contradicted(self) -> bool:
        """Return whether too many documents differ under the same values, or are the same under several."""
        return self.merged > _MERGED * self.documents or self.split > _SPLIT * self.documents

    @property
    def is_confirmed(self) -> bool:
        """Return whether enough documents were seen again under the same values."""
        return self.again >= _AGAIN

    @property
    def length(self) -> float:
        """Mean number of characters of the values."""
        return fmean(
            len(value) for visit in self.visits for name in self.names for value in visit.values[name]
        )

    @property
    def _repeats_needed(self) -> int:
        if self.by_text:
            return _AGAIN_BY_TEXT
        return _AGAIN if any(self._is_of_visit(name) for name in self.names) else 0

    def _is_of_visit(self, name: str) -> bool:
        values = [value for visit in self.visits for value in visit.values[name]]
        return 2 * sum(_VISIT.fullmatch(value) is not None for value in values) > len(values)


def identifying(visits: Sequence[Visit]) -> ParameterEvidence | None:
    """Find the parameters that identify the documents of most visits; None if the visits do not decide it."""
    telling: list[ParameterEvidence] = []
    for names in _sets(_variable_names(visits)):
        if not any(names >= set(less.names) for less in telling):
            evidence = weigh(visits, tuple(sorted(names)))
            if not evidence.is_contradicted:
                telling.append(evidence)
    return _likeliest(_rivals([each for each in telling if each.identifies]))


def weigh(visits: Iterable[Visit], names: tuple[str, ...]) -> ParameterEvidence:
    """Gather what the visits to URLs with these parameters show about them."""
    having = tuple(visit for visit in visits if visit.has(names))
    titles, texts = _distinct(having)
    by_text = titles < MIN_DOCUMENTS or _TEXTS_A_TITLE * titles < texts
    readable = [replace(visit, title=visit.text) for visit in having] if by_text else having
    keys = _by_key(readable, names)
    return ParameterEvidence(
        names=names,
        visits=having,
        titles=titles,
        texts=texts,
        documents=min(texts if by_text else titles, texts, len(keys)),
        merged_without=_merged(_by_key(readable, ())),
        merged=_merged(keys),
        split=_split(readable, names, lambda visit: visit.text and visit.title and (visit.text, visit.title)),
        parted=_split(readable, names, lambda visit: visit.title),
        again=sum(_is_again(group) for group in keys),
        keys=len(keys),
        by_text=by_text,
    )


def _variable_names(visits: Iterable[Visit]) -> list[str]:
    """Return the names of parameters that enough visits have and whose values vary.

    The most frequent come first, and of those as frequent the ones with most values.
    """
    values: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for visit in visits:
        for name, its in visit.values.items():
            values[name][its] += 1
    names = [name for name, its in values.items() if len(its) > 1 and its.total() >= MIN_DOCUMENTS]
    return sorted(names, key=lambda name: (-values[name].total(), -len(values[name]), name))[:_NAMES]


def _sets(names: Sequence[str]) -> Iterator[set[str]]:
    """Yield the sets of names that may identify together, small ones first."""
    for size in range(1, _TOGETHER + 1):
        yield from map(set, combinations(names, size))


def _rivals(found: list[ParameterEvidence]) -> list[ParameterEvidence]:
    """Choose the set with most documents, and others that serve most of its visits nearly as well."""
    if not found:
        return []
    most = max(found, key=lambda each: each.documents)
    return [
        each
        for each in found
        if each.documents >= (1 - _MERGED) * most.documents
        and 2 * sum(visit.has(each.names) for visit in most.visits) >= len(most.visits)
    ]


def _likeliest(found: list[ParameterEvidence]) -> ParameterEvidence | None:
    """Choose among sets of parameters that would all identify: an id, its slug, a token of the visit.

    A section whose name is the title of all its documents has fewer keys than an id in it, so sets with far
    fewer keys than others are dropped. If several remain, only those are considered whose values stayed the
    same when documents were seen again at other URLs.
    """
    finest = max((each.keys for each in found), default=0)
    found = [each for each in found if 3 * each.keys >= 2 * finest]
    if len(found) > 1:
        found = [each for each in found if each.is_confirmed]
    return min(found, key=lambda each: (len(each.names), each.split, each.length, each.names), default=None)


def _by_key(visits: Iterable[Visit], names: tuple[str, ...]) -> list[list[Visit]]:
    return grouped(visits, lambda visit: visit.key(names))


def grouped(visits: Iterable[Visit], by: Callable[[Visit], Hashable]) -> list[list[Visit]]:
    """Group visits by what a function says of each, in the order of the first of each group."""
    groups: defaultdict[Hashable, list[Visit]] = defaultdict(list)
    for visit in visits:
        groups[by(visit)].append(visit)
    return list(groups.values())


def _distinct(visits: Sequence[Visit]) -> tuple[int, int]:
    """Count the distinct titles and the distinct texts."""
    titles, texts = {visit.title for visit in visits}, {visit.text for visit in visits}
    return len(titles - {""}), len(texts - {""})


def _merged(groups: Iterable[list[Visit]]) -> int:
    """Count the documents of each group beyond its first; documents differ in both title and text."""
    return sum(max(0, min(_distinct(group)) - 1) for group in groups)


def _split(visits: Iterable[Visit], names: tuple[str, ...], document: Callable[[Visit], object]) -> int:
    """Count the documents that have several keys on one path."""
    keys = defaultdict(set)
    for visit in visits:
        if same := document(visit):
            keys[visit.url.path, same].add(visit.key(names))
    return sum(len(its) > 1 for its in keys.values())


def _is_again(group: Iterable[Visit]) -> bool:
    """Return whether a group has a text that was seen at several URLs."""
    seen: Counter[str] = Counter()
    for visit in group:
        seen[visit.text] += visit.spellings
    del seen[""]
    return max(seen.values(), default=0) > 1
