"""What each kind of input contributes: networks that are trained and scored without it."""

from __future__ import annotations

from math import isnan, nan
from statistics import fmean, median
from typing import TYPE_CHECKING

from urltree.auto.networks import INPUTS
from urltree.evidence.treeevidence import EVIDENCE
from urltree.features import FEATURES
from urltree.training.examples import zeroed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from urltree.training.labelledpage import LabelledPage
    from urltree.training.validation import Summary

_PATHS = len(FEATURES) + len(EVIDENCE)

#: What is left out -> its columns.
ABLATIONS: dict[str, Sequence[int]] = {
    "the tree": range(len(FEATURES), len(INPUTS)),
    "the features": range(len(FEATURES)),
    "the history of paths": range(_PATHS, len(INPUTS)),
    "names of elements": [at for at, name in enumerate(INPUTS) if name.startswith("names: ")],
    "marks of elements": [at for at, name in enumerate(INPUTS) if name.startswith("marks: ")],
}


def without(pages: Sequence[LabelledPage], columns: Sequence[int]) -> list[LabelledPage]:
    """Return the pages with all inputs in these columns set to 0, so that they carry no information."""
    return [page._replace(inputs=zeroed(page.inputs, columns)) for page in pages]


def table(summaries: Mapping[str, Summary]) -> Iterator[str]:
    """Write a Markdown table of what each ablation scores."""
    yield "| without | first pages, mean of sets | streams: mean | median | worst | first 10 |"
    yield "|---|---|---|---|---|---|"
    for name, found in summaries.items():
        first = list(found.cold.values()) or [nan]
        streams = list(found.streams.values()) or [nan]
        numbers = fmean(first), fmean(streams), median(streams), min(streams), found.first
        cells = ("-" if isnan(number) else f"{number:.3f}" for number in numbers)
        yield " | ".join((f"| {name}", *cells)) + " |"
