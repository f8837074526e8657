"""What the meta elements of a page state about the document, by their names; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.metadata.names import given_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from urltree.models import Noted

#: Field -> names of the meta elements that state it, the best first, in Open Graph (ogp.me) and the like.
_OPEN_GRAPH = {
    "title": ("og:title", "twitter:title"),
    "authors": ("article:author", "og:article:author"),
    "published": (
        "article:published_time",
        "og:article:published_time",
        "article:published",
        "og:published_time",
    ),
    "language": ("og:locale",),
    "canonical_url": ("og:url",),
    "site_name": ("og:site_name",),
    "description": ("og:description", "twitter:description"),
    "image_url": ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"),
}

#: The same in HTML, Dublin Core, microdata, parsely, sailthru and Highwire.
_OTHERS = {
    "title": ("headline", "dc.title", "dcterms.title", "citation_title"),
    "authors": (
        "author", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author", "citation_author",
        "citation_authors",
    ),
    "published": (
        "datepublished", "date", "pubdate", "publish_date", "publish-date", "publishdate",
        "originalpublicationdate", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date",
        "dcterms.date", "parsely-pub-date", "sailthru.date", "citation_publication_date", "citation_date",
        "citation_online_date", "published", "pub_date", "publication_date", "publicationdate",
        "article_date_original", "govuk:first-published-at",
    ),
    "language": ("content-language", "dc.language", "dcterms.language", "language"),
    "site_name": ("application-name",),
    "description": ("description", "dc.description", "dcterms.description"),
    "image_url": ("image", "thumbnailurl", "thumbnail", "parsely-image-url", "sailthru.image.full"),
}  # fmt: skip

#: Those of catalogues, which write the family of an author first.
_CATALOGUES = ("dc.creator", "dcterms.creator", "citation_author", "citation_authors")

#: Attributes that name a meta element, the first of them that it has.
_NAMES = ("property", "name", "itemprop", "http-equiv")


def meta_facts(noted: Iterable[Noted]) -> Iterator[dict[str, list[str]]]:
    """Yield what the elements of Open Graph state about the document, then what all others do.

    Each maps fields to texts as they are written, the best first.
    """
    contents = _contents(noted)
    for names in (_OPEN_GRAPH, _OTHERS):
        yield {
            field: [text for name in group for text in contents.get(name, ())]
            for field, group in names.items()
        }


def _contents(noted: Iterable[Noted]) -> dict[str, list[str]]:
    """Group the contents of the meta elements by their names, in lower case."""
    contents: dict[str, list[str]] = {}
    for tag, attributes in noted:
        if tag == "meta" and attributes.get("content"):
            name = next((attributes[name] for name in _NAMES if name in attributes), "")
            contents.setdefault(name.lower(), []).append(attributes["content"])
    return contents | {name: list(map(given_first, contents.get(name, ()))) for name in _CATALOGUES}
