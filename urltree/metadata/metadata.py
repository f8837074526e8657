"""What a page states about its document in HTML's own attributes, JSON-LD, and meta and other elements; pure.

parse_page ──► noted elements, JSON-LD ──► texts by field, source by source ──► the first that can be read
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from urltree.metadata.authormarks import marked_author
from urltree.metadata.dates import date_in_path, iso_date
from urltree.metadata.elementdates import element_dates
from urltree.metadata.headline import headline
from urltree.metadata.languages import language_tag
from urltree.metadata.linkeddata import event_days, linked_facts, work_facts
from urltree.metadata.links import base_url, host_of, is_home, is_root, on_same_host, web_url
from urltree.metadata.metaelements import meta_facts
from urltree.metadata.names import author_names, without_site
from urltree.metadata.plaintext import plain_text
from urltree.metadata.values import Metadata
from urltree.metadata.visibleauthor import visible_authors
from urltree.metadata.visibledate import other_days, posted_date, visible_date
from urltree.metadata.writtendays import written_day
from urltree.url import letters_and_digits, without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from urltree.models import AuthorLink, Noted, Page

    #: Field of `Metadata` -> texts as they are written, the best first.
    Facts = Mapping[str, Sequence[str]]

#: So much of a title is searched for the name of the publisher.
_TITLE_CHARS = 1_000

#: As it is in HTML, where sites escape the URLs in JSON-LD, too: nothing unescapes these.
_AMPERSAND = re.compile(r"&(?:amp|#0*38|#x0*26);", re.IGNORECASE)


def page_metadata(page: Page, url: str, title: str | None) -> Metadata:
    """Read what a page states about its document.

    `url` is the response URL; a `title` that is given, such as the feed's, takes precedence over the page's.
    Texts that cannot be read are skipped, field by field.
    """
    base = base_url(page.noted, url)
    sources = list(_sources(page, base))
    may_be_root = is_home(url)
    stated = reduce(Metadata.or_else, (_metadata(facts, base, may_be_root=may_be_root) for facts in sources))
    own = headline(stated, page, url)
    published = stated.published or _shown_date(page, url, own, stated.language) or _written_date(sources)
    authors = without_site(stated.authors, stated.site_name) or author_names(visible_authors(page, own))
    return replace(stated, title=title or own, authors=authors, published=published)


def _sources(page: Page, base: str) -> Iterator[Facts]:
    """Yield what each source states, the most trustworthy first."""
    yield _declared(page.noted)
    linked = list(linked_facts(page.linked_data))
    publishers = [text for facts in linked for text in facts["publisher"]]
    title = (page.title or "")[:_TITLE_CHARS]
    named = letters_and_digits(title + host_of(base, base))
    yield {"site_name": [each for each in publishers if letters_and_digits(plain_text(each)) in named]}
    yield from linked
    yield from meta_facts(page.noted)
    yield from work_facts(page.linked_data, title)
    yield {
        "title": [page.title or ""],
        "authors": marked_author(page.author_marks) or _linked_author(page.author_links, base),
        "site_name": publishers,
    }


def _declared(noted: Iterable[Noted]) -> Facts:
    """Return what HTML has elements or attributes of its own for: language and canonical URL."""
    languages, links = [], []
    for tag, attributes in noted:
        if tag == "html":
            languages += [attributes.get("lang", ""), attributes.get("xml:lang", "")]
        elif tag == "link" and "canonical" in attributes.get("rel", "").lower().split():
            links.append(attributes.get("href", ""))
    return {"language": languages, "canonical_url": links}


def _shown_date(page: Page, url: str, title: str | None, language: str | None) -> str | None:
    """Return the first date of the page's elements on the day in the URL or beside the headline, or that day.

    Without such a day, the first date of all but that of a change, unless lines show all of them as days of
    something else; else the day of the line that begins with *Posted*. The days of its events do not
    count.
    """
    events = event_days(page.linked_data)
    published, changed = (
        [date for date in dates if date[:10] not in events] for dates in element_dates(page.dated)
    )
    day = date_in_path(url) or visible_date(page.blocks, title, language)
    if day and day not in events:
        return next((date for date in published + changed if date.startswith(day)), day)
    days = {date[:10] for date in published}
    if days and not days <= other_days(page.blocks, language):
        return published[0]
    return posted_date(page.blocks, language)


def _written_date(sources: Iterable[Facts]) -> str | None:
    """Return the first day that a source states in words: *March 12, 2017*.

    Sites that write their dates so often state that of a change; the line that they show is right.
    """
    texts = (text for facts in sources for text in facts.get("published", ()))
    return next(filter(None, map(written_day, texts)), None)


def _linked_author(links: Iterable[AuthorLink], base: str) -> list[str]:
    """Return a list of the one name in author links to the same host; empty if there are none or several.

    Several names are, as a rule, also those of other articles, and links to other hosts lead to profiles.
    """
    names = {text for href, text in links if on_same_host(href, base)}
    return list(names) if len(names) == 1 else []


def _metadata(facts: Facts, base: str, *, may_be_root: bool) -> Metadata:
    """Read, for each field, the first text that can be read; for authors, all of them.

    The root of a site is the canonical URL of no page but its home.
    """

    def texts(field: str) -> Iterator[str]:
        return map(without_surrogates, facts.get(field, ()))  # escapes in JSON may be surrogates

    def first(field: str, read: Callable[[str], str | None]) -> str | None:
        return next(filter(None, map(read, texts(field))), None)

    def url(text: str) -> str | None:
        return web_url(_AMPERSAND.sub("&", text), base)

    def canonical(text: str) -> str | None:
        found = url(text)
        return found if found and (may_be_root or not is_root(found)) else None

    return Metadata(
        title=first("title", plain_text),
        authors=author_names(texts("authors")),
        published=first("published", iso_date),
        language=first("language", language_tag),
        canonical_url=first("canonical_url", canonical),
        site_name=first("site_name", plain_text),
        description=first("description", plain_text),
        image_url=first("image_url", url),
    )
