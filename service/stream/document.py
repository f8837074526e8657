"""A document as the stream publishes it."""

from __future__ import annotations

import json
import re
from datetime import datetime  # noqa: TC003 -- pydantic reads it
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from service.schemas import EvidenceBody  # noqa: TC001 -- pydantic reads it
from urltree.url import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Fields of an entry that are JSON; all others are plain text.
_JSON = ("evidence", "labels", "merged")

#: Characters of a label, and labels of a feed, which each of its documents repeats.
LONGEST_LABEL, MOST_LABELS = 100, 100

#: What terminals, and others that are shown a label, may obey.
_CONTROLS = re.compile("[\0-\x1f\x7f-\x9f]")


def check_label(word: str) -> str:
    """Return a label in the form that feeds have. Raise `ValueError` for what no feed can have."""
    label = without_surrogates(word).strip()
    if not label:
        raise ValueError(f"{word!r} is not a label; use a word such as news")
    if len(label) > LONGEST_LABEL:
        raise ValueError(f"a label may have at most {LONGEST_LABEL} characters, not {len(label)}: {label!r}")
    if _CONTROLS.search(label):
        raise ValueError(f"{label!r} has control characters; leave them out of the label")
    return label


def as_label(name: str) -> str:
    """Make a name into a label: without control characters, and cut. It may be empty then."""
    return _CONTROLS.sub("", name).strip()[:LONGEST_LABEL].rstrip()


#: A word that a subscriber chooses for a feed.
FeedLabel = Annotated[
    str,
    AfterValidator(check_label),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_LABEL}),
]


class Reading(BaseModel):
    """What was read from a page that a feed had listed."""

    # A new field needs a default: entries that are in the stream already do not have it. A list or an object
    # belongs in `_JSON`.

    model_config = ConfigDict(frozen=True)

    url: Annotated[str, Field(description="The response URL.", examples=["https://example.com/news/bridge"])]
    url_key: Annotated[
        str,
        Field(
            description="The last document with a key replaces the earlier ones.",
            examples=["http://example.com/news/bridge"],
        ),
    ]
    domain: Annotated[str, Field(examples=["example.com"])]
    feed: Annotated[str | None, Field(description="Id of the feed that listed it first.")] = None
    site: Annotated[str | None, Field(description="The `site` of that feed.")] = None
    title: Annotated[str | None, Field(description="From the feed, or else the page.")] = None
    author: Annotated[str | None, Field(description="Names, from the feed, or else the page.")] = None
    published: Annotated[
        str | None,
        Field(description="ISO 8601, from the feed or else the page, no more precise than stated there."),
    ] = None
    fetched: Annotated[datetime, Field(description="When the page was received.")]
    language: Annotated[
        str | None,
        Field(description="BCP 47, as the page, its feed or the text itself tells.", examples=["en"]),
    ] = None
    description: Annotated[str | None, Field(description="The page's own description.")] = None
    image_url: Annotated[str | None, Field(description="The page's picture for previews.")] = None
    text: Annotated[str, Field(description="The content, one block per line.")]
    markdown: Annotated[
        str | None, Field(description="The content as Markdown, if the service publishes that.")
    ] = None
    revision: Annotated[int, Field(description="0 when the URL key is seen for the first time.")]
    first_seen: Annotated[
        datetime | None, Field(description="When the URL key was first seen, as far as the tree remembers.")
    ] = None
    evidence: EvidenceBody
    labels: Annotated[tuple[str, ...], Field(description="The labels of the feed.")] = ()


class Document(Reading):
    """A document as the stream publishes it."""

    id: Annotated[str, Field(description="The position in the stream.", examples=["1767323045000-0"])]
    status: Annotated[
        Literal["new", "revision"], Field(description="What it is to the readers of the stream.")
    ]
    merged: Annotated[
        tuple[str, ...] | None, Field(description="Ids of feeds that were merged into its feed.")
    ] = None
    unseen: Annotated[
        str | None,
        Field(description="For a revision: the lines that the document did not have when last published."),
    ] = None
    reason: Annotated[
        Literal["warmed"] | None,
        Field(description="warmed: the page is the same, but its site is now better known."),
    ] = None

    @property
    def came(self) -> float:
        """When it came into the stream, in seconds since the epoch."""
        return int(self.id.partition("-")[0]) / 1000

    @property
    def size(self) -> int:
        """Bytes of its texts, nearly all of what is sent."""
        return sum(len((text or "").encode()) for text in (self.text, self.markdown, self.unseen))

    @classmethod
    def of_entry(cls, entry: bytes, fields: Mapping[bytes, bytes]) -> Self:
        """Read an entry of the Redis Stream."""
        texts = {name.decode(): value.decode() for name, value in fields.items()}
        read = {name: json.loads(texts[name]) for name in _JSON if name in texts}
        return cls.model_validate(texts | read | {"id": entry.decode()})

    def json_line(self) -> str:
        """Write it as JSON in one line, without the fields that are not known."""
        return self.model_dump_json(exclude_none=True)


def entry_fields(reading: Reading) -> dict[str, str]:
    """Return the fields of an entry of the Redis Stream, without those that are not known."""
    values = reading.model_dump(mode="json", exclude_none=True)
    return {
        name: json.dumps(value, ensure_ascii=False) if name in _JSON else str(value)
        for name, value in values.items()
    }
