"""A page beside what the tree has seen of its site; pure. Each part is worked out when first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.clues import read_clues
from urltree.auto.networks import COLUMNS
from urltree.evidence.pathevidence import path_evidence
from urltree.evidence.pathhistory import strange_share
from urltree.evidence.reprints import TEMPLATE_COUNT, differs_in_numbers, without_reprints
from urltree.evidence.treeevidence import tree_evidence
from urltree.features import FEATURES
from urltree.models import MATURE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from urltree.auto.auto import AutoReading
    from urltree.auto.clues import Clues
    from urltree.models import Branch, Observation, PagePaths, PathHistory

    Floats = NDArray[np.float32]

#: The site's past counts in full on a page with at least this share of its words on well-known paths.
FAMILIAR_SHARE = 0.5


class SiteView:
    """A page of n blocks, at least one, beside what the tree has `seen`."""

    def __init__(self, reading: AutoReading, seen: Observation) -> None:
        self._reading = reading
        self._seen = seen

    @cached_property
    def branch(self) -> Branch:
        """The counts along the branch without the documents that repeat the text of this page."""
        return without_reprints(self._seen.branch, self._reading.paths)

    @cached_property
    def differs_in_numbers(self) -> bool:
        """Whether the page has the text of most others except for its numbers, which are not counted."""
        domain, reading = self._seen.branch.domain, self._reading
        if domain.support < TEMPLATE_COUNT:
            return False
        lettered = [block.hash is not None for block in reading.page.blocks]
        numbered = reading.features.matrix[lettered, COLUMNS["text: digit share"]] > 0
        return differs_in_numbers(reading.paths, numbered[: len(reading.paths.blocks)], domain)

    @cached_property
    def familiarity(self) -> float:
        """How much the past of the site counts for the page, 0 to 1."""
        if self.differs_in_numbers:
            return 0
        history = self._seen.history
        return how_familiar(self._reading.paths, history) if history is not None else 1

    @cached_property
    def full_inputs(self) -> Floats:
        """The network's inputs as they would be if the site's past counted in full: (n, len(INPUTS))."""
        reading, features = self._reading, self._reading.features
        evidence = tree_evidence(
            reading.page.blocks, self.branch, features.words, features.long, features.elements
        )
        history = path_evidence(reading.outline, self._seen.history)
        return np.concatenate((features.matrix, evidence, history), axis=1)

    @cached_property
    def inputs(self) -> Floats:
        """The network's inputs: (n, len(INPUTS))."""
        if self.familiarity == 1:
            return self.full_inputs
        inputs = self.full_inputs.copy(order="K")
        inputs[:, len(FEATURES) :] *= self.familiarity
        return inputs

    @cached_property
    def clues(self) -> Clues:
        """What is known of the blocks besides their scores."""
        reading, features = self._reading, self._reading.features
        return read_clues(reading.page, features.elements, features.words, reading.alone, self.inputs)


def how_familiar(paths: PagePaths, history: PathHistory) -> float:
    """Say how much the past of its site counts for a page, 0 to 1.

    A page of another template, most words of which are on paths that next to no document had, is judged by
    itself. But on a site whose paths are unknown, since it was learnt by heuristics that record none, the
    past counts in full.
    """
    if history.sum_of("documents")[0] <= MATURE:
        return 1
    return min(1, (1 - strange_share(paths, history)) / FAMILIAR_SHARE)
