"""The dates for machines in the elements of a page; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from urltree.metadata.dates import iso_date
from urltree.metadata.visibledate import says_changed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urltree.models import DatedElement

#: Element -> attribute with its date; and what marks elements as those of publication, or of a change.
_DATE_IN = {"time": "datetime", "abbr": "title"}
_PUBLISHED = frozenset(("datePublished", "pubdate", "published", "entry-date"))
_CHANGED = frozenset(("dateModified", "modified", "updated"))

#: Names, in a step of a path below the body, of comments and answers.
_COMMENT = re.compile(r"/(?!body)[^/]*[.#](?:[ck]omm?ent(?!ing)|repl(?:y|ies))", re.IGNORECASE)


def element_dates(elements: Iterable[DatedElement]) -> tuple[list[str], list[str]]:
    """Return the dates of a page's elements; those of changes come apart from the others.

    Those of comments are left out.
    """
    published, changed = [], []
    for element in elements:
        date = iso_date(element.attributes.get(_DATE_IN[element.tag], ""))
        if date and not _COMMENT.search(element.path):
            if _is_publication(element):
                published.append(date)
            elif element.tag == "time":
                changed.append(date)
    return published, changed


def _is_publication(element: DatedElement) -> bool:
    """Say whether an element is marked so, or is a time and neither marked nor said to be of a change."""
    attributes = element.attributes
    marks = {*attributes, *attributes.get("class", "").split(), attributes.get("itemprop")}
    if not marks.isdisjoint(_PUBLISHED):
        return True
    return element.tag == "time" and marks.isdisjoint(_CHANGED) and not says_changed(element.before)
