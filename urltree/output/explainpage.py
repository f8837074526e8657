"""The explanation of a page as a self-contained HTML page: blocks in colour, with the reasons for each."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from urltree.auto.explain import Mark
from urltree.auto.reasons import counted, in_documents, named
from urltree.output.standalone import standalone_page
from urltree.tags import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from urltree.auto.explain import BlockExplanation
    from urltree.extraction import Extraction

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0; }
main > p { margin: .3rem 0; overflow-wrap: anywhere; }
small, .score { color: color-mix(in srgb, CanvasText 65%, transparent); }
.legend span { display: inline-block; padding: 0 .5rem; border-radius: .25rem; }
ol { list-style: none; margin: 1rem 0; padding: 0; }
li { margin: 2px 0; border-radius: .25rem; }
.content { background: var(--content); }
.boilerplate { background: var(--boilerplate); }
.uncertain { background: var(--uncertain); }
.boilerplate .text, span.boilerplate { text-decoration: var(--struck); }
.uncertain .text, span.uncertain { text-decoration: underline dotted; }
summary { display: flex; gap: .75rem; padding: .2rem .6rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { outline: 1px solid; border-radius: .25rem; }
.text { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.heading { font-weight: 600; }
.score { font-variant-numeric: tabular-nums; }
details > div { padding: .1rem .6rem .5rem; font-size: .9rem; overflow-wrap: anywhere; }
details p { margin: 0; }
ul { margin: .2rem 0; padding-left: 1.2rem; }
"""


def explanation_page(extraction: Extraction, explanations: Sequence[BlockExplanation]) -> str:
    """Write the page: on what evidence the decisions were made, then the blocks in order."""
    title = extraction.given_title or extraction.page.title or extraction.url
    blocks = "\n".join(map(_block, explanations))
    body = f'<main lang="en">\n{_header(title, extraction, explanations)}<ol>\n{blocks}\n</ol>\n</main>'
    return standalone_page(f"Why: {title}", _STYLE, body)


def _header(title: str, extraction: Extraction, explanations: Sequence[BlockExplanation]) -> str:
    found = Counter(each.mark for each in explanations)
    advice = " Open a block to see why." if explanations else ""
    legend = " ".join(f'<span class="{mark}">{found[mark]} {mark}</span>' for mark in Mark)
    return (
        f'<h1 lang="" dir="auto">{escape(title)}</h1>\n'
        f"<p><small>{escape(extraction.url)}</small></p>\n"
        f"<p>{escape(judged_by(extraction))}{advice}</p>\n"
        f'<p class="legend">{legend}</p>\n'
    )


def judged_by(extraction: Extraction) -> str:
    """Say how much is known of the site."""
    if not extraction.page.blocks:
        return "The page holds no text."
    evidence = extraction.evidence
    documents = f"{counted(evidence.support, 'document')} of {named(evidence.node)}"
    return f"Judged by {documents}, including this one{'.' if evidence.warm else '; few so far.'}"


def hint(explained: BlockExplanation) -> str:
    """Say what was decided on a block and why, one line for each."""
    return "\n".join([_decision(explained), *(reason.sentence for reason in explained.reasons)])


def _block(explained: BlockExplanation) -> str:
    block, decision, mark, reasons, past = explained
    kind = "text heading" if block.tag in HEADINGS else "text"
    score = "" if decision.score is None else f'<span class="score">{decision.score:.2f}</span>'
    listed = "".join(f"<li>{escape(reason.sentence)}</li>" for reason in reasons)
    before = f"<p>{escape(past.sentence)}.</p>" if past else ""
    return (
        f'<li class="{mark}"><details><summary title="{escape(hint(explained))}">'
        f'<span class="{kind}" lang="" dir="auto">{escape(block.text)}</span>{score}</summary>'
        f"<div>{escape(_decision(explained))}<ul>{listed}</ul>{before}<small>{escape(block.path)}</small></div>"
        "</details></li>"
    )


def _decision(explained: BlockExplanation) -> str:
    label, count, support, node, score = explained.decision
    likely = "" if score is None else f", {score:.0%} likely to be content"
    return f"{label.capitalize()}{likely}; {in_documents(count, support, node)}."
