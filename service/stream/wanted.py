"""Which documents a reader of the stream wants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from service.stream.document import FeedLabel  # noqa: TC001 -- pydantic reads it
from urltree.errors import UrlError
from urltree.urlkey import domain_meant_by

if TYPE_CHECKING:
    from service.stream.document import Document

#: Ids of feeds, as `service.feeds.subscriptions` makes them.
_FEED_ID = re.compile(r"[0-9a-f]{12}")

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*", re.IGNORECASE | re.ASCII)


def check_language(tag: str) -> str:
    """Raise `ValueError` for what no document can have as its language."""
    if not _LANGUAGE.fullmatch(tag):
        raise ValueError(f"{tag!r} is not a language; use a BCP 47 tag such as en or pt-BR")
    return tag


def check_domain(name: str) -> str:
    """Raise `ValueError` for what no document can have as its domain, such as a URL or a host below one."""
    name = name.lower()
    try:
        registered = domain_meant_by(name)
    except UrlError:
        raise ValueError(f"{name!r} is not a domain; use one such as example.com") from None
    if name != registered:
        raise ValueError(f"{name!r} is not a registered domain; use {registered}")
    return name


def check_feed(feed: str) -> str:
    """Raise `ValueError` for what is no feed's id, such as a URL. Documents may outlive their feed."""
    if not _FEED_ID.fullmatch(feed):
        raise ValueError(f"{feed!r} is not the id of a feed; GET /feeds or urltree feeds list shows the ids")
    return feed


_DOMAIN = Field(description="The registered domain.", examples=["example.com"])
_FEED = Field(description="Id of the feed, or of one that was merged into it.", examples=["5f1c9a0b7e42"])
_LABEL = Field(description="One of the labels.")
_LANG = Field(description="The language; en also matches en-GB.", examples=["en"])


class Wanted(BaseModel):
    """Filters; a document must pass all that are given."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    domain: Annotated[Annotated[str, StringConstraints(to_lower=True)] | None, _DOMAIN] = None
    feed: Annotated[str | None, _FEED] = None
    label: Annotated[str | None, _LABEL] = None
    lang: Annotated[str | None, _LANG] = None

    def takes(self, document: Document) -> bool:
        """Say whether a document passes."""
        return (
            self.domain in {None, document.domain}
            and self.feed in {None, document.feed, *(document.merged or ())}
            and (self.label is None or self.label in document.labels)
            and (self.lang is None or _is_of(self.lang, document.language or ""))
        )


class Asked(Wanted):
    """Filters as clients ask for them; stored ones may date from when more was accepted."""

    domain: Annotated[Annotated[str, AfterValidator(check_domain)] | None, _DOMAIN] = None
    feed: Annotated[Annotated[str, AfterValidator(check_feed)] | None, _FEED] = None
    label: Annotated[FeedLabel | None, _LABEL] = None
    lang: Annotated[Annotated[str, AfterValidator(check_language)] | None, _LANG] = None


def _is_of(range_: str, tag: str) -> bool:
    """Match a language tag by a basic range (RFC 4647 §3.3.1)."""
    return f"{tag}-".lower().startswith(f"{range_}-".lower())
