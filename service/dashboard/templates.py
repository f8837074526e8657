"""The templates of a domain, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from service.dashboard.elements import Text, section
from service.dashboard.table import Column, Table, cell, filled
from service.dashboard.words import figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from urltree.templates.clusters import Template

_ADVICE = (
    "Pages that share a template begin with the same tags, or nearly so. Most sites have one for all pages."
)

_COLUMNS = (
    Column("example", "Newest page"),
    Column("support", "Documents", "number"),
    Column("share", "Of the site", "bar"),
    Column("also_on", "Also on", "links"),
)


class Templates:
    """The section in one browser."""

    def __init__(self) -> None:
        with section("Templates"):
            Text("p", _ADVICE, "muted")
            self._table = Table("Templates of the site", _COLUMNS, none="Nothing is known about the site")

    def show(self, templates: Sequence[tuple[Template, Sequence[str]]], documents: int) -> None:
        """Show templates of a site of so many documents, each with other sites that have it."""
        self._table.show([_row(template, also_on, documents) for template, also_on in templates])


def _row(template: Template, also_on: Sequence[str], documents: int) -> dict[str, Any]:
    example = template.example
    return {
        "id": str(template.number),
        "example": cell(example, href=f"/inspector?url={quote(example, safe='')}"),
        "support": figure(template.support),
        "share": filled(template.support, documents),
        "also_on": [cell(site, href=f"/sites/{quote(site)}") for site in also_on],
    }
