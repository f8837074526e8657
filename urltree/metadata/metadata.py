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
from urltree.metadata.entities import unescaped
from urltree.metadata.headline import characters, headline
from urltree.metadata.linkeddata import linked_facts
from urltree.metadata.links import base_url, document_url, on_same_host, web_url
from urltree.metadata.visibledate import visible_date
from urltree.metadata.writtendays import written_days
from urltree.models import SOFT_HYPHEN, Metadata
from urltree.url import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from urltree.models import AuthorLink, Noted, Page

    #: Field of `Metadata` -> texts as they are written, the best first.
    Facts = Mapping[str, Sequence[str]]

#: Field -> names of the meta elements that state it, the best first, in Open Graph (ogp.me) and the like.
_OPEN_GRAPH = {
    "title": ("og:title", "twitter:title"),
    "authors": ("article:author", "og:article:author"),
    "published": ("article:published_time", "og:article:published_time", "article:published"),
    "language": ("og:locale",),
    "canonical_url": ("og:url",),
    "site_name": ("og:site_name",),
    "description": ("og:description", "twitter:description"),
    "image_url": ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"),
}

#: The same in HTML, Dublin Core, microdata, parsely, sailthru and Highwire.
_META = {
    "title": ("headline", "dc.title", "dcterms.title"),
    "authors": (
        "author", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author", "citation_author",
    ),
    "published": (
        "datepublished", "date", "pubdate", "publish_date", "publish-date", "publishdate",
        "originalpublicationdate", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date",
        "dcterms.date", "parsely-pub-date", "sailthru.date", "citation_publication_date", "published",
        "pub_date", "publication_date", "publicationdate", "article_date_original",
    ),
    "language": ("content-language", "dc.language", "dcterms.language", "language"),
    "site_name": ("application-name",),
    "description": ("description", "dc.description", "dcterms.description"),
    "image_url": ("image", "thumbnailurl", "thumbnail", "parsely-image-url", "sailthru.image.full"),
}  # fmt: skip
_NAMES = ("property", "name", "itemprop", "http-equiv")

#: Element -> attribute with its date; and what marks elements as those of publication, or of a change.
_DATE_IN = {"time": "datetime", "abbr": "title"}
_PUBLISHED = frozenset(("datePublished", "pubdate", "published", "entry-date"))
_CHANGED = frozenset(("dateModified", "modified", "updated"))

#: A day is looked for in the start of a text: the time for that grows with the square of its length.
_DATE_CHARS = 60

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*(?![^\s,;.])", re.IGNORECASE | re.ASCII)

_TAG = re.compile(r"</?(?P<name>[a-z][a-z0-9]*)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_END_TAG = re.compile(r"</([a-z][a-z0-9]*)>", re.IGNORECASE)
_BREAKS = frozenset(("br", "div", "li", "p"))

#: Beside a name, or in its place: addresses, what leads to the name, and what programs write for none.
_WEB_ADDRESS = re.compile(r"\(?(?:(?:https?:|//|www\.)\S+?|\S+?@\S+?)\)?(?=\s|$)", re.IGNORECASE)
_BESIDE_NAME = re.compile(
    # Other prepositions than *by* begin names, too: Von Miller, von der Leyen.
    r"^[\s|,;:<>-]*(?:(?:by|author:) |(?:di|door|par|por|von) (?=(?-i:[A-ZÀ-Þ]\S* [A-ZÀ-Þ])))?|[\s|,;:<>-]+$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"^\((.*)\)$")
_PICTURE_CREDIT = re.compile(r"(?:image|photo|picture)s?:|©", re.IGNORECASE)
_NO_NAMES = frozenset(
    (
        "admin", "administrator", "author", "editor", "false", "n/a", "none", "null", "root", "super user",
        "undefined", "unknown", "view profile", "webmaster", "wpadmin",
    ),
)  # fmt: skip
#: A longer text is not a name, but a sentence.
_NAME_CHARS = 100


def page_metadata(page: Page, url: str, title: str | None) -> Metadata:
    """Read what a page states about its document.

    `url` is the response URL; a `title` that is given, such as the feed's, takes precedence over the page's.
    Texts that cannot be read are skipped, field by field.
    """
    base = base_url(page.noted, url)
    sources = list(_sources(page, base))
    read = reduce(Metadata.or_else, (_metadata(facts, base) for facts in sources))
    own = headline(read, page.blocks, url)
    published = read.published or _shown_date(page, url, own, read.language) or _written_date(sources)
    authors = _without_site(read.authors, read.site_name)
    return replace(read, title=title or own, authors=authors, published=published)


def _sources(page: Page, base: str) -> Iterator[Facts]:
    """Yield what each source states, the most trustworthy first."""
    yield _declared(page.noted)
    yield from linked_facts(page.linked_data)
    meta = _meta(page.noted)
    for names in (_OPEN_GRAPH, _META):
        yield {
            field: [text for name in group for text in meta.get(name, ())] for field, group in names.items()
        }
    yield {
        "title": [page.title or ""],
        "authors": marked_author(page.author_marks) or _linked_author(page.author_links, base),
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


def _meta(noted: Iterable[Noted]) -> dict[str, list[str]]:
    """Group the contents of the meta elements by their names, in lower case."""
    contents: dict[str, list[str]] = {}
    for tag, attributes in noted:
        if tag == "meta" and attributes.get("content"):
            name = next((attributes[name] for name in _NAMES if name in attributes), "")
            contents.setdefault(name.lower(), []).append(attributes["content"])
    return contents


def _shown_date(page: Page, url: str, title: str | None, language: str | None) -> str | None:
    """Return the first date of the page's elements on the day in the URL or beside the headline, or that day.

    Without such a day, the first date of all but that of a change.
    """
    published, changed = _element_dates(page.noted)
    if day := date_in_path(url) or visible_date(page.blocks, title, language):
        return next((date for date in published + changed if date.startswith(day)), day)
    return next(iter(published), None)


def _element_dates(noted: Iterable[Noted]) -> tuple[list[str], list[str]]:
    """Return the dates of time elements, and of the abbr elements of hAtom (microformats.org/wiki/hatom).

    Those of changes come apart from the others.
    """
    published, changed = [], []
    for tag, attributes in noted:
        if tag in _DATE_IN and (date := iso_date(attributes.get(_DATE_IN[tag], ""))):
            marks = {*attributes, *attributes.get("class", "").split(), attributes.get("itemprop")}
            if not marks.isdisjoint(_PUBLISHED) or (tag == "time" and marks.isdisjoint(_CHANGED)):
                published.append(date)
            elif tag == "time":
                changed.append(date)
    return published, changed


def _written_date(sources: Iterable[Facts]) -> str | None:
    """Return the first day that the sources write as for people; on many sites it is that of a change."""
    texts = (text for facts in sources for text in facts.get("published", ()))
    return next(filter(None, map(_written_day, texts)), None)


def _written_day(text: str) -> str | None:
    """Return the first day in a date for machines that is written as for people.

    None if it may be either of two: the language of a page does not tell how its programs write dates.
    """
    return next((day.iso for day in written_days(text[:_DATE_CHARS], language=None)), None)


def _linked_author(links: Iterable[AuthorLink], base: str) -> list[str]:
    """Return a list of the one name in author links to the same host; empty if there are none or several.

    Several names are, as a rule, also those of other articles, and links to other hosts lead to profiles.
    """
    names = {text for href, text in links if on_same_host(href, base)}
    return list(names) if len(names) == 1 else []


def _metadata(facts: Facts, base: str) -> Metadata:
    """Read, for each field, the first text that can be read; for authors, all of them."""

    def texts(field: str) -> Iterator[str]:
        return map(without_surrogates, facts.get(field, ()))  # escapes in JSON may be surrogates

    def first(field: str, read: Callable[[str], str | None]) -> str | None:
        return next(filter(None, map(read, texts(field))), None)

    return Metadata(
        title=first("title", _plain),
        authors=_names(texts("authors")),
        published=first("published", iso_date),
        language=first("language", language_tag),
        canonical_url=first("canonical_url", lambda url: document_url(url, base)),
        site_name=first("site_name", _plain),
        description=first("description", _plain),
        image_url=first("image_url", lambda url: web_url(url, base)),
    )


def _plain(text: str) -> str:
    return " ".join(_without_tags(unescaped(text)).replace(SOFT_HYPHEN, "").split())


def _without_tags(text: str) -> str:
    """Remove the tags of elements that end, and breaks. A tag alone, as in *The <table> element*, is text."""
    ended = set(map(str.lower, _END_TAG.findall(text)))

    def left(tag: re.Match[str]) -> str:
        name = tag["name"].lower()
        is_break = name in _BREAKS
        if name in ended or (is_break and tag[0].endswith("/>")):
            return " " if is_break else ""
        return tag[0]

    return _TAG.sub(left, text)


def _names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names of people, each once: ``ann-lee`` after *Ann Lee* is part of an address."""
    names: dict[str, str] = {}
    for name in filter(None, map(_name, texts)):
        names.setdefault(characters(name), name)
    return tuple(names.values())


def _without_site(authors: tuple[str, ...], site: str | None) -> tuple[str, ...]:
    """Leave out the site's own name unless it is the only author."""
    site = characters(site or "")
    return tuple(name for name in authors if characters(name) != site) or authors


def _name(text: str) -> str | None:
    name = _plain(text)
    if len(name) > _NAME_CHARS:
        return None
    name = _IN_BRACKETS.sub(r"\1", _BESIDE_NAME.sub("", _WEB_ADDRESS.sub("", name)))
    if not name or name.isdecimal() or name.lower() in _NO_NAMES or _PICTURE_CREDIT.match(name):
        return None
    return name


def language_tag(text: str) -> str | None:
    """Write a language tag as BCP 47 does, ``pt-BR`` for ``pt_br``; None if `text` is not one."""
    found = _LANGUAGE.match(text.strip())
    if not found:
        return None
    language, *parts = found[0].replace("_", "-").lower().split("-")
    return "-".join([language, *map(_subtag, parts)])


def _subtag(part: str) -> str:
    if len(part) == len("BR"):
        return part.upper()
    return part.title() if len(part) == len("Hant") else part
