"""A page that was inspected: its blocks in colour, the reasons, the heuristics side by side, the text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from nicegui import ui
from nicegui.element import Element

from service.dashboard.elements import Figure, Text, box, copy_button, figures, section
from service.dashboard.table import Column, Table, cell
from service.dashboard.words import figure, plural
from service.texts import clipped
from urltree.auto.explain import Mark

if TYPE_CHECKING:
    from service.pool.inspection import Inspection, Judgement

#: The most characters of a page that is shown; a longer one would take a browser too long.
_SHOWN = 4_000_000

#: Blocks that are compared, and characters shown of each.
_COMPARED, _BLOCK_CHARS = 400, 240

#: Marks in words and tone.
_TONES = {Mark.CONTENT: "good", Mark.BOILERPLATE: "bad", Mark.UNCERTAIN: "uncertain"}


def show_inspection(found: Inspection) -> None:
    """Show what was found."""
    first = found.judgements[0]
    with section(found.title or found.url):
        with box("p", "muted"):
            ui.link(found.domain, f"/sites/{quote(found.domain)}")
            Text("span", f" · {found.status} · {found.url_key}")
        Text("p", found.known)
        _show_counts(first)
        with ui.tabs().props("no-caps align=left dense") as tabs:
            page, reasons, compare, text = map(ui.tab, ("Page", "Reasons", "Compare", "Text"))
        with ui.tab_panels(tabs, value=page, animated=False):
            with ui.tab_panel(page):
                _show_html(found.page, "The page, its blocks in colour")
            with ui.tab_panel(reasons):
                _show_html(found.reasons, "Why each block was kept or left out")
            with ui.tab_panel(compare):
                _compare(found)
            with ui.tab_panel(text):
                _show_text(first)


def _show_counts(judgement: Judgement) -> None:
    counts = Counter(judgement.marks)
    with figures():
        for mark in Mark:
            Figure(f"{mark.capitalize()} blocks").show(figure(counts[mark]))
        Figure("Characters kept").show(figure(len(judgement.text)))
    with box("p", "legend"):
        for mark in Mark:
            Text("span", mark, f"mark {_TONES[mark]}")
        Text("span", f"by {judgement.heuristic}; hover over a block, or turn to Reasons, to see why", "muted")


def _show_html(html: str, title: str) -> None:
    """Show HTML in a frame that runs no scripts, sends no forms and knows no cookies."""
    if len(html) > _SHOWN:
        Text("p", "The page is too long to be shown; see the tab Text.", "muted")
        return
    iframe = Element("iframe").classes("page")
    iframe.props.update({"srcdoc": html, "sandbox": "", "title": title, "referrerpolicy": "no-referrer"})


def _compare(found: Inspection) -> None:
    names = [judgement.heuristic for judgement in found.judgements]
    if len(names) == 1:
        Text("p", "Choose more heuristics above to compare them side by side.", "muted")
        return
    with figures():
        for judgement in found.judgements:
            kept = sum(mark is not Mark.BOILERPLATE for mark in judgement.marks)
            Figure(judgement.heuristic).show(
                figure(len(judgement.text)), f"characters, {plural(kept, 'block')} kept"
            )
    rows = _rows(found)
    differing = [row for row in rows if row["differs"]]
    Text("p", f"They differ on {plural(len(differing), 'block')} of {len(rows):,}.")
    only = ui.switch("Only where they differ", value=bool(differing)).props("dense")
    only.set_visibility(bool(differing))
    table = Table("Blocks in order", [Column("block", "Block"), *(Column(name, name) for name in names)])

    def show() -> None:
        table.show((differing if only.value else rows)[:_COMPARED])

    only.on_value_change(show)
    show()


def _rows(found: Inspection) -> list[dict[str, Any]]:
    """Return a row for each block, with the verdict of each heuristic."""
    return [
        {
            "id": place,
            "block": cell(clipped(text, _BLOCK_CHARS)),
            "differs": len({judgement.marks[place] for judgement in found.judgements}) > 1,
            **{judgement.heuristic: _verdict(judgement, place) for judgement in found.judgements},
        }
        for place, text in enumerate(found.blocks)
    ]


def _verdict(judgement: Judgement, place: int) -> dict[str, Any]:
    mark, score = judgement.marks[place], judgement.scores[place]
    return cell(mark, tone=_TONES[mark], note=None if score is None else f"{score:.2f}")


def _show_text(judgement: Judgement) -> None:
    with box("div", "line"):
        copy_button(judgement.text, "Text")
    Text("pre", judgement.text, "text").props["dir"] = "auto"
