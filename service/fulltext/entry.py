"""What a full-text feed says, whatever its format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Self
from uuid import NAMESPACE_URL, uuid5

from pyromark import Markdown, Options

from service.texts import linkable, xml_safe

if TYPE_CHECKING:
    from service.stream.document import Document

#: The most characters of a title that is taken from the text.
_TITLE = 80

#: Reads what `urltree.output.markdown` writes beyond CommonMark, too.
_MARKDOWN = Markdown(options=Options.ENABLE_TABLES | Options.ENABLE_STRIKETHROUGH)

#: Any tag but those that the Markdown of ours gives: the converter lets HTML and all links through. In texts
#: and attributes it escapes ``<``.
_FOREIGN = re.compile(
    r"<(?!/?(?:p|h[1-6]|[uo]l|li|blockquote|pre|code|table|thead|tbody|tr|t[hd]|em|strong|del)>|[bh]r />|/a>"
    r'|a href="(?i:https?)://[^"<>]*">|code class="language-[^"<>]*">|ol start="\d+">)[^<>]*>?'
)

#: The start of an element that holds text.
_OPENING = re.compile(r"<(?:p|h[1-6]|li|t[dh])\b")

#: The time of the last change of a feed that has no entries yet.
_NEVER = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class FullEntry:
    """A document as readers of feeds get it. What is not known is None."""

    #: Stays the same through all revisions.
    id: str
    url: str
    title: str
    #: In the direction of its own text, block by block.
    html: str
    author: str | None
    #: With an offset.
    published: datetime | None
    #: When it last came into the stream.
    updated: datetime
    language: str | None
    description: str | None
    image_url: str | None
    labels: tuple[str, ...]

    @classmethod
    def of(cls, document: Document) -> Self:
        """Turn a document into an entry; a long one with Markdown takes milliseconds."""
        text, url = xml_safe(document.text).lstrip("\n"), linkable(document.url)
        return cls(
            id=uuid5(NAMESPACE_URL, document.url_key).urn,
            url=url,
            title=xml_safe(document.title or "") or text[:_TITLE].partition("\n")[0] or url,
            html=_paragraphs(text) if document.markdown is None else _structured(document.markdown),
            author=document.author and xml_safe(document.author),
            published=_date_time(document.published),
            updated=datetime.fromtimestamp(document.came, UTC),
            language=document.language and xml_safe(document.language),
            description=document.description and xml_safe(document.description),
            image_url=document.image_url and linkable(document.image_url),
            labels=tuple(map(xml_safe, document.labels)),
        )


@dataclass(frozen=True, slots=True)
class FullFeed:
    """A full-text feed."""

    #: The URL of this feed itself.
    url: str
    title: str
    #: The page that it belongs to.
    site_url: str | None
    #: Newest first.
    entries: tuple[FullEntry, ...]

    @property
    def updated(self) -> datetime:
        """When it changed last; the start of 1970 if it has no entries."""
        return max((entry.updated for entry in self.entries), default=_NEVER)


def _paragraphs(text: str) -> str:
    return "".join(f'<p dir="auto">{escape(line)}</p>' for line in text.split("\n") if line)


def _structured(markdown: str) -> str:
    """Turn Markdown into HTML."""
    html = _FOREIGN.sub("", _MARKDOWN.html(xml_safe(markdown)))
    return _OPENING.sub(r'\g<0> dir="auto"', html)


def _date_time(text: str | None) -> datetime | None:
    """Read a date that is exact enough for a feed: with time and offset (RFC 3339)."""
    try:
        date = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return date if date.tzinfo else None
