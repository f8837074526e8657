"""The heuristic ``auto``: block features and tree evidence, scored by four small networks side by side.

blocks ─ features ─┬─ network that knows nothing of the site ─► what the history of paths learns
                   └─┐
counts ─ evidence ───┼─ inputs ─┬─ network ─ scores ─► permitted ─► article ─► completed ─► decisions
paths ─ history ─────┘          └─ clues ─────────────────┴───────────┴───────────┘

One network serves cold and warm sites: a page without history has evidence 0, and evidence grows with the
site. Paths learn from how pages score without their site, never from decisions, so that no error confirms
itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.auto.article import find_article
from urltree.auto.pointers import points_elsewhere
from urltree.auto.siteview import SiteView
from urltree.auto.threads import is_thread, with_bodies
from urltree.auto.vetoes import permitted
from urltree.auto.wholes import completed
from urltree.context import Context
from urltree.evidence.pathhistory import page_paths
from urltree.features import FEATURES, page_features
from urltree.heuristics import by_score
from urltree.metadata.headline import page_headline
from urltree.traits.outline import outline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from urltree.auto.clues import Clues
    from urltree.auto.networks import Networks
    from urltree.models import Decision, Observation, Page

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]


class AutoReading:
    """A page of at least one block as `auto` sees it, before anything is known of its site.

    `title` is the one that was given for it; without one, the page's own headline is used.
    """

    def __init__(self, page: Page, title: str | None, networks: Networks) -> None:
        self.page = page
        self._networks = networks
        self.outline = outline(page.blocks)
        features = page_features(page.blocks, title or page_headline(page))
        #: What is around each block.
        self.context = Context.of([self.outline.own], [features.words])
        begun, alone = self._score_alone(features.matrix)
        if is_thread(page.blocks, features.matrix, features.words, alone):
            features = features._replace(matrix=with_bodies(features.matrix))
            begun, alone = self._score_alone(features.matrix)
        self.features = features
        #: What the features add to the first sums of the network.
        self._begun = begun
        #: Scores without the site.
        self.alone = alone
        #: What the history of paths is to learn.
        self.paths = page_paths(page.blocks, self.outline, features.words, alone)

    def decide(self, seen: Observation) -> list[Decision]:
        """Decide on the blocks by what the tree has seen."""
        view = SiteView(self, seen)
        scores = permitted(self._score(view.inputs), view.clues)
        return by_score(self.page.blocks, choose(scores, view.clues), scores, seen.branch.asked)

    def _score_alone(self, features: Floats) -> tuple[Floats, Floats]:
        # Both networks have the same weights for the features; only their biases differ.
        begun = self._networks.full.begin(features)
        return begun, self._networks.cold.finish(begun, self.context)

    def _score(self, inputs: Floats) -> Floats:
        evidence, network = inputs[:, len(FEATURES) :], self._networks.full
        if not evidence.any():
            return self.alone  # which the network without the site has scored just so
        sums = self._begun + network.begin(evidence, len(FEATURES))
        return network.finish(sums, self.context)


def choose(scores: Floats, clues: Clues) -> Mask:
    """Say which of n blocks, at least one, are content, (n,), by their permitted scores (n,)."""
    article = find_article(scores, clues.words, clues.heads, clues.known)
    certain = (clues.stated | clues.footnotes) & (scores > 0)
    content = completed(article | certain, scores, clues) & ~clues.line_numbers
    return content & ~points_elsewhere(content, clues)
