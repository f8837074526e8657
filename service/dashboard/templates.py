"""The templates of a domain, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from service.dashboard.elements import Text, section
from service.dashboard.table import Column, Table, cell
from service.dashboard.words import figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from urltree.templates.clusters import Template

_ADVICE = (
    "Pages of one template begin with the same tags, or nearly so. Most sites have one for all their pages."
)

#: Rows that are shown at most.
_ROWS = 20

_COLUMNS = (
    Column("example", "Newest page"),
    Column("support", "Documents", "number"),
    Column("share", "Of the site", "bar"),
)


class Templates:
    """The section in one browser."""

    def __init__(self) -> None:
        with section("Templates"):
            Text("p", _ADVICE, "muted")
            self._table = Table("Templates of the site", _COLUMNS, none="Nothing is known of the site")

    def show(self, templates: Sequence[Template]) -> None:
        """Show templates, best supported first."""
        documents = sum(template.support for template in templates)
        self._table.show([_row(template, documents) for template in templates[:_ROWS]])


def _row(template: Template, documents: int) -> dict[str, Any]:
    example = template.example
    return {
        "id": str(template.number),
        "example": cell(example, href=f"/inspector?url={quote(example, safe='')}"),
        "support": figure(template.support),
        "share": template.support / documents,
    }
