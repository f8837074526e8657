"""A document in full, in a dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from nicegui import ui

from service.dashboard.elements import Text, answer_to, box, button, confirm, copy_button, errors_shown
from service.dashboard.permission import is_admin
from service.dashboard.table import cell
from service.dashboard.words import moment, plural
from service.stream.delete import delete_document
from urltree.auto.reasons import named

if TYPE_CHECKING:
    from service.parts import Parts
    from service.stream.document import Document

#: The answer of the dialog if the document is to be deleted.
_DELETE = "delete"


def document_cell(document: Document, note: str) -> dict[str, Any]:
    """Make a cell that is clicked to read a document."""
    return cell(document.title or document.url, event="read", note=note, lang=document.language or "")


async def read_document(parts: Parts, position: str) -> bool:
    """Show a document until the dialog is closed; say whether it was deleted then."""
    with errors_shown():
        document = await parts.stream.get(position)
        if document is None:
            ui.notify("The stream no longer keeps this document")
            return False
        name = document.title or document.url
        with ui.dialog() as dialog, box("div", "dialog wide"):
            _build(document, dialog)
        question = f"Delete {name}? Nobody can read it here any more; those who have received it keep it."
        if await answer_to(dialog, name) == _DELETE and await confirm(question, "Delete"):
            return await delete_document(parts.redis, position)
    return False


def _build(document: Document, dialog: ui.dialog) -> None:
    with box("div", "line end"):
        ui.link("Inspect", f"/inspector?url={quote(document.url, safe='')}").classes("act")
        copy_button(document.text, "Text")
        if is_admin():
            button("Delete", lambda _: dialog.submit(_DELETE), "danger")
        button("Close", lambda _: dialog.close())
    theirs = {"dir": "auto", "lang": document.language or ""}
    with box("article"):
        Text("h2", document.title or document.url).props.update(theirs)
        ui.link(document.url, document.url, new_tab=True).props["rel"] = "noopener noreferrer"
        Text("p", _about(document), "muted")
        Text("p", document.text.replace("\n", "\n\n"), "prose").props.update(theirs)


def _about(document: Document) -> str:
    evidence = document.evidence
    facts = (
        document.author,
        document.published and moment(document.published),
        document.language,
        *document.labels,
        f"judged by {plural(evidence.support, 'document')} of {named(evidence.node)}",
    )
    return " · ".join(filter(None, facts))
