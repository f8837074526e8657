"""Why each block of a page was kept or left out; pure, and computed only when asked for."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.auto.article import LIKELY, find_article
from urltree.auto.auto import AutoReading, choose
from urltree.auto.networks import INPUTS, networks_of
from urltree.auto.pointers import pointers
from urltree.auto.reasons import Facts, Group, beside, groups, held_before, in_documents, in_words
from urltree.auto.siteview import SiteView
from urltree.auto.vetoes import leads_to_headline
from urltree.auto.wholes import from_first_to_last
from urltree.context import Context
from urltree.evidence.reprints import TEMPLATE_SHARE
from urltree.features import FEATURES
from urltree.models import Label
from urltree.traits.outline import outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.auto.clues import Clues
    from urltree.auto.networks import Networks
    from urltree.extraction import Extraction
    from urltree.models import Decision, Observation, TextBlock
    from urltree.scorer import Network

    Floats = NDArray[np.float32]

#: The most reasons that are given for a block.
REASONS = 3

#: Scores in between are uncertain.
UNCERTAIN = (0.35, 0.65)


class Mark(StrEnum):
    """How a block is shown."""

    CONTENT = "content"
    BOILERPLATE = "boilerplate"
    UNCERTAIN = "uncertain"


class Reason(NamedTuple):
    """What speaks for a block, or against it."""

    text: str
    #: By how much it raises the log odds of content, below 0 if it speaks against; None if it alone decides.
    weight: float | None = None

    @property
    def sentence(self) -> str:
        """The text, with the side on which it speaks unless it decides alone."""
        if self.weight is None:
            return self.text
        return f"{self.text}: speaks {'for' if self.weight > 0 else 'against'} it"


class PathPast(NamedTuple):
    """What the path of a block, with all elements inside it, has held before on its site."""

    #: Documents that had text on the path; the weight of each is halved by every 128 later ones.
    documents: float
    #: Share of the words there that were new to the site.
    new_words: float
    #: Share of these documents most of whose new words there looked like content.
    content: float

    @property
    def sentence(self) -> str:
        """The same in words."""
        held = held_before(self.new_words, self.content)
        return f"{self.documents:.0f} of the latest documents had text in this place: {held}"


class BlockExplanation(NamedTuple):
    """A block, what was decided of it, and why."""

    block: TextBlock
    decision: Decision
    mark: Mark
    #: The strongest first.
    reasons: tuple[Reason, ...]
    #: None for a path without a past, and from a heuristic that does not look at paths.
    past: PathPast | None


def explain_blocks(extraction: Extraction, heuristic: str) -> list[BlockExplanation]:
    """Explain each block of an extraction by the heuristic of that name.

    A reason of `auto` is a group of its network's inputs, or what is around the block; its weight is what the
    log odds of content lose if the group takes its mean values on the whole page, or if the block is a page
    of its own. Other heuristics decide by one count, or by the page alone.
    """
    networks = networks_of(heuristic)
    if networks and extraction.decisions:
        reasons = _auto_reasons(extraction, networks)
    else:
        reasons = [(_only_reason(decision, heuristic),) for decision in extraction.decisions]
    warm = extraction.evidence.warm
    return [
        BlockExplanation(block, decision, mark(decision, warm=warm), why, past)
        for (block, decision), why, past in zip(extraction.blocks, reasons, _pasts(extraction), strict=True)
    ]


def _pasts(extraction: Extraction) -> list[PathPast | None]:
    """Say what the path of each block has held."""
    blocks, history = extraction.page.blocks, extraction.seen.history
    if history is None:
        return [None] * len(blocks)
    own = outline(blocks).own
    sums = (history.sum_of(name)[own].tolist() for name in ("documents", "words", "new words", "liked"))
    return [
        PathPast(round(documents, 1), round(new_words / (words or 1), 4), round(liked / documents, 4))
        if documents
        else None
        for documents, words, new_words, liked in zip(*sums, strict=True)
    ]


def mark(decision: Decision, *, warm: bool) -> Mark:
    """Mark a decision as uncertain by its score or, where it has none, on a site that is not `warm`."""
    low, high = UNCERTAIN
    uncertain = not warm if decision.score is None else low < decision.score < high
    return Mark.UNCERTAIN if uncertain else Mark(decision.label)


def _only_reason(decision: Decision, heuristic: str) -> Reason:
    if decision.score is not None:
        return Reason(f"{heuristic} looks at the page alone")
    return Reason(in_documents(decision.count, decision.support, decision.node))


def _auto_reasons(extraction: Extraction, networks: Networks) -> list[tuple[Reason, ...]]:
    blocks, seen = extraction.page.blocks, extraction.seen
    reading = AutoReading(extraction.page, extraction.given_title, networks)
    view = SiteView(reading, seen)
    found = _groups(view, seen)
    effects = group_weights(networks.full, view.inputs, found, reading.context)
    words = view.clues.words
    around = _around(words, context_weights(networks.full, view.inputs, words, reading.context))
    rows = zip(blocks, view.full_inputs, effects, around, _rules(extraction, view.clues), strict=True)
    domain, node, reprinted = view.branch.domain, view.branch.asked, view.branch != seen.branch
    reasons = []
    for place, (block, row, weights, other, rule) in enumerate(rows, start=1):
        facts = Facts(block, place, len(blocks), domain, node, reprinted=reprinted)
        given = [*_strongest(weights, found, facts, row), other]
        given.sort(key=lambda reason: -abs(reason.weight or 0))
        reasons.append((*rule, *given)[:REASONS])
    return reasons


def _around(words: Floats, weights: Floats) -> list[Reason]:
    sizes = [round(size) for size in words.tolist()]
    return [Reason(beside(at, sizes), round(weight, 2)) for at, weight in enumerate(weights.tolist())]


def context_weights(network: Network, inputs: Floats, words: Floats, context: Context) -> Floats:
    """Return what the log odds of n blocks lose if each is a page of its own: (n,)."""
    values = network.standardise(inputs)
    alone = Context.of([np.zeros(1, np.intp)] * len(words), list(words[:, None]))
    lost: Floats = network.logits(values, context) - network.logits(values, alone)
    return lost


def _groups(view: SiteView, seen: Observation) -> list[Group]:
    """Find the groups of the network's inputs, so that those which say the same are in one.

    These are all inputs about a site that is unknown, or those about domain and deepest node if they are one.
    """
    if why := _why_unknown(view, seen):
        return [*groups(FEATURES), Group(why, len(FEATURES), len(INPUTS))]
    if view.branch.asked is view.branch.domain:
        return groups([name.replace("deepest: ", "domain: ") for name in INPUTS])
    return groups(INPUTS)


def _why_unknown(view: SiteView, seen: Observation) -> str | None:
    """Say why nothing about the site counts for a page; None if something does."""
    if view.differs_in_numbers:
        return "other pages of the site differ only in numbers, which are not counted"
    if view.branch.domain.support <= 1:
        return f"{'nothing' if view.branch == seen.branch else 'no other text'} is known of the site so far"
    return None if view.familiarity else "the site has not had a page like this before"


def group_weights(network: Network, inputs: Floats, found: Sequence[Group], context: Context) -> Floats:
    """Return what the log odds of n blocks lose if a group of their inputs takes its mean: (n, groups)."""
    values = network.standardise(inputs)
    odds = network.logits(values, context)
    return np.stack([odds - network.logits(_without(values, group), context) for group in found], axis=1)


def _without(values: Floats, group: Group) -> Floats:
    """Set a group of standardised inputs to its mean."""
    changed = values.copy()
    changed[:, group.start : group.end] = 0
    return changed


def _rules(extraction: Extraction, clues: Clues) -> list[list[Reason]]:
    """Name for each block the rule that overruled the network, if any did."""
    scores = np.array([decision.score for decision in extraction.decisions], np.float32)
    kept = np.array([decision.label is Label.CONTENT for decision in extraction.decisions])
    likely = scores >= LIKELY
    unlikely, dropped = kept & ~likely, ~kept & likely
    article = find_article(scores, clues.words, clues.heads, clues.known)
    stated = kept & clues.stated & ~article
    footnotes = kept & clues.footnotes & ~article
    belongs = kept & choose(scores, clues) & ~article
    figures = kept & clues.figures & likely
    rules = {
        "kept anyway: the page's JSON-LD states it as content": stated,
        "kept anyway: it is a footnote": footnotes,
        "kept anyway: it belongs to text that is kept": belongs,
        "kept anyway: the headline, which most documents list": kept & clues.listed & likely,
        "kept anyway: most documents have its letters, but may have other digits": figures,
        "kept anyway: much of the text around it is in most documents too": kept & clues.template & likely,
        "left out anyway: it numbers the lines of code": dropped & clues.line_numbers,
        "left out anyway: it points to another page": dropped & pointers(clues.blocks),
        "left out anyway: it is separate from the text": dropped,
        f"template: more than {TEMPLATE_SHARE:.0%} of the site's documents have its letters": clues.template,
        "the site seldom puts new text there": clues.stale & (scores == 0),
        "the headline is kept only once, elsewhere": clues.headline & (scores == 0),
        "it leads to the headline below": leads_to_headline(scores, clues),
        "it points to another page": ~kept & pointers(clues.blocks),
        "kept anyway: it is between blocks that are kept": unlikely & from_first_to_last(kept & ~unlikely),
        "kept anyway: little of the page is likely to be content": unlikely,
    }
    return [
        [Reason(rule) for rule, ruled in rules.items() if ruled[place]][:1] for place in range(len(scores))
    ]


def _strongest(weights: Floats, found: Sequence[Group], facts: Facts, row: Floats) -> list[Reason]:
    order = np.argsort(-abs(weights))[:REASONS]
    chosen = [(found[place], round(float(weights[place]), 2)) for place in order]
    return [Reason(in_words(group, facts, _values(group, row)), weight) for group, weight in chosen]


def _values(group: Group, row: Floats) -> dict[str, float]:
    names = (name.partition(": ")[2] for name in INPUTS[group.start : group.end])
    return dict(zip(names, row[group.start : group.end].tolist(), strict=True))
