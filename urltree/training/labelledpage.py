"""A page whose text is known, to learn from."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from urltree.evidence.pathhistory import Outline
    from urltree.models import NodeCounts, TextBlock
    from urltree.training.labels import Labels


class Version(StrEnum):
    """What was made of a page."""

    AS_SERVED = "as served"
    #: As if no element had an id or a class, for tools make them up.
    NAMELESS = "without names"
    #: With teasers and comments set in, as the first page of a site.
    BOXED = "with boxes"


class Told(NamedTuple):
    """What a page of n blocks and its site tell of each other, but for how the blocks score."""

    site: str
    blocks: tuple[TextBlock, ...]
    outline: Outline
    #: What the site holds of the blocks, root and domain first.
    branch: Sequence[NodeCounts]
    #: Only new pages are learnt from.
    is_new: bool


class LabelledPage(NamedTuple):
    """A page of n blocks to learn from, or to be judged by."""

    #: Name of its data set.
    dataset: str
    #: Registered domain: pages of one domain are never on both sides of a split.
    domain: str
    #: Its number on its site, from 1.
    number: int
    #: float16 (n, ...): the network's inputs; `with_histories` adds what the past tells by the scores.
    inputs: NDArray[np.float16]
    #: float32 (n,): words as the heuristic counts them.
    words: NDArray[np.float32]
    texts: tuple[str, ...]
    labels: Labels
    gold: str
    #: What that takes.
    told: Told
    #: ``article``, ``product``, … if its data set tells.
    kind: str | None = None
    version: Version = Version.AS_SERVED
