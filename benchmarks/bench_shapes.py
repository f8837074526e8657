"""Accuracy of `auto` on made-up sites of many shapes, cold and warm: mean F1 of their pages 21 to 60.

Cold, each page is the first of its site; warm, one `Extractor` has read all pages before it. Where warm is
worse, a site's history harms. Each shape is written in four styles of markup, with paragraphs of real gold
texts.

Texts of which it is hard to say whether they are wanted (about-boxes, sign-offs) count neither for nor
against: each page has two gold texts, with and without them, and its score is the better of the two.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.figure import Figure
from benchmarks.shapes.catalogue import SHAPES
from benchmarks.shapes.frames import STYLES, framed
from benchmarks.shapes.material import gold_paragraphs, material
from benchmarks.shapes.pages import Site
from urltree import Extractor
from urltree.evaluation.measures import Gold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from benchmarks.shapes.catalogue import Shape
    from benchmarks.shapes.material import Material
    from benchmarks.shapes.pages import Page

#: Pages of a site before those that are scored.
LEARNT = 20

#: By how much the warm F1 may be worse than the cold one.
TOLERATED = 0.02

#: Paragraphs without which there is nothing to measure: a site needs a few hundred.
ENOUGH = 2000


class Accuracy(NamedTuple):
    """Mean F1 of the pages of a site or of a shape."""

    cold: float
    warm: float


def figures(data: Path) -> Iterator[Figure]:
    """Read sites of each shape."""
    paragraphs = gold_paragraphs(data)
    if len(paragraphs) < ENOUGH:
        return
    texts = material(paragraphs)
    found = {name: shape_accuracy(name, shape, texts) for name, shape in SHAPES.items()}
    for name, accuracy in {**found, "mean of all shapes": mean(found.values())}.items():
        yield Figure(f"{name}, cold", accuracy.cold, "F1")
        yield Figure(f"{name}, warm", accuracy.warm, "F1")
    worse = sum(accuracy.warm < accuracy.cold - TOLERATED for accuracy in found.values())
    yield Figure(f"warm worse than cold by over {TOLERATED}", worse, f"of {len(found)} shapes")


def shape_accuracy(name: str, shape: Shape, texts: Material) -> Accuracy:
    """Score a shape in each style of markup."""
    return mean(site_accuracy(Site(name, style, texts), shape) for style in STYLES)


def site_accuracy(site: Site, shape: Shape) -> Accuracy:
    """Score the pages of one site after those that it is learnt from."""
    scores = []
    with Extractor() as known:
        for number, page in enumerate(shape(site)):
            html = framed(page, site)
            text = known.extract(html, page.url).text
            if number >= LEARNT:
                with Extractor() as fresh:
                    scores.append(Accuracy(f1(page, fresh.extract(html, page.url).text), f1(page, text)))
    return mean(scores)


def f1(page: Page, text: str) -> float:
    """Score a text against the gold text that it is more like."""
    return max(Gold(gold).score(text).f1 for gold in page.golds())


def mean(accuracies: Iterable[Accuracy]) -> Accuracy:
    """Average the cold and the warm scores."""
    return Accuracy(*map(fmean, zip(*accuracies, strict=True)))
