"""A page with known text, to learn from."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from urltree.models import Page, UrlKey
    from urltree.training.labels import Labels


class Version(StrEnum):
    """How a page was changed for training."""

    AS_SERVED = "as served"
    #: As if no element had an id or a class, because tools make these up.
    NAMELESS = "without names"
    #: With teasers and comments inserted, as the first page of a site.
    BOXED = "with boxes"


class LabelledPage(NamedTuple):
    """A page of n blocks to learn from, or to be judged by."""

    #: Name of its data set.
    dataset: str
    #: Registered domain: pages of one domain are never on both sides of a split.
    domain: str
    #: Its number on its site, from 1.
    number: int
    #: float16 (n, ...): the network's inputs; those of its site's past are added by `with_histories`.
    inputs: NDArray[np.float16]
    #: float32 (n,): words as the heuristic counts them.
    words: NDArray[np.float32]
    labels: Labels
    gold: str
    site: str
    key: UrlKey
    parsed: Page
    #: Its headline, None if unknown.
    title: str | None
    #: ``article``, ``product``, … if its data set has kinds.
    kind: str | None = None
    version: Version = Version.AS_SERVED
