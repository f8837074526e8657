"""What a client sends and gets, as JSON."""

from __future__ import annotations

from datetime import datetime  # noqa: TC003 -- pydantic reads it
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from urltree.decide import NAMES
from urltree.errors import HeuristicError
from urltree.models import Label, Status  # noqa: TC001 -- pydantic reads them

_URL = Field(description="The page's URL, after redirects.", examples=["https://example.com/news/bridge"])


def without_defaults(schema: dict[str, Any]) -> None:
    """Describe no defaults: generated clients send them, but what is left out means something else here."""
    for described in schema["properties"].values():
        described.pop("default", None)


def _without_file(heuristic: str | None) -> str | None:
    """Refuse a heuristic that would have the service read a file of the client's choice."""
    if heuristic and ":" in heuristic:
        raise HeuristicError(
            f"heuristic {heuristic!r} names a file; set URLTREE_HEURISTIC where the service runs"
        )
    return heuristic


class Options(BaseModel):
    """Optional fields about a page and its answer, in the query or in the JSON, which takes precedence."""

    model_config = ConfigDict(extra="forbid")

    title: Annotated[str | None, Field(description="The title; by default, the page's own.")] = None
    heuristic: Annotated[
        str | None,
        Field(description=f"How to decide: {', '.join(NAMES)}; by default, the service's heuristic."),
        AfterValidator(_without_file),
    ] = None
    observe: Annotated[
        bool, Field(description="Whether to count the page in its site's tree, or only judge it.")
    ] = True
    blocks: Annotated[bool, Field(description="Whether to answer with every block of the page too.")] = False
    markdown: Annotated[bool, Field(description="Whether to answer with the content as Markdown too.")] = (
        False
    )


class PageQuery(Options):
    """The query that accompanies a page; beside JSON, it must not name another URL."""

    url: Annotated[str | None, _URL] = None


class PageFields(Options):
    """What must be known of a page besides its HTML."""

    url: Annotated[str, _URL]


class ExtractRequest(PageFields):
    """A page."""

    model_config = ConfigDict(json_schema_extra=without_defaults)  # the query's values stand in

    html: Annotated[str, Field(description="The page's HTML.", examples=["<p>The new bridge is open."])]


class BlockBody(BaseModel):
    """A text block and why it was kept or left out."""

    text: Annotated[str, Field(description="What it says.")]
    label: Label
    count: Annotated[int, Field(description="Documents at `node` that contain the block.")]
    support: Annotated[int, Field(description="Documents counted at `node`.")]
    node: Annotated[
        str, Field(description="The node that decided; empty for the root, a sample of all sites.")
    ]
    score: Annotated[
        float | None,
        Field(description="How likely it is to be content; null from a heuristic that only counts."),
    ]


class EvidenceBody(BaseModel):
    """How much of the site the decision rests on."""

    node: Annotated[
        str,
        Field(
            description="The node that decided; empty for the root, a sample of all sites.",
            examples=["example.com"],
        ),
    ]
    support: Annotated[int, Field(description="Documents counted at `node`.", examples=[100])]
    warm: Annotated[
        bool, Field(description="True once enough documents of the site have been seen to judge by.")
    ]
    template_changed: Annotated[
        bool,
        Field(description="True for the page that makes it certain that the site's template has changed."),
    ] = False


class ExtractResponse(BaseModel):
    """What was found in a page."""

    text: Annotated[
        str, Field(description="The content, one block per line.", examples=["The new bridge is open."])
    ]
    url: Annotated[str, _URL]
    url_key: Annotated[str, Field(examples=["http://example.com/news/bridge"])]
    domain: Annotated[str, Field(examples=["example.com"])]
    status: Status
    revision: Annotated[int, Field(description="0 when the URL key is seen for the first time.")]
    first_seen: Annotated[
        datetime, Field(description="When the URL key was first seen, as far as the tree remembers.")
    ]
    title: Annotated[str | None, Field(description="The given title, or else the page's headline.")]
    authors: Annotated[tuple[str, ...], Field(description="Names.", examples=[["Ana Horvat"]])]
    published: Annotated[
        str | None,
        Field(
            description="ISO 8601, no more precise than the page states.",
            examples=["2026-03-01T09:30:00+01:00"],
        ),
    ]
    language: Annotated[str | None, Field(description="BCP 47.", examples=["pt-BR"])]
    canonical_url: Annotated[str | None, Field(description="The URL that the page declares as its own.")]
    site_name: Annotated[str | None, Field(description="What the page calls its site.")]
    description: Annotated[str | None, Field(description="The page's own description.")]
    image_url: Annotated[str | None, Field(description="A picture for previews.")]
    evidence: EvidenceBody
    blocks: Annotated[list[BlockBody] | None, Field(description="Only on request.")] = None
    markdown: Annotated[
        str | None, Field(description="The content, with its structure and links. Only on request.")
    ] = None
    line: Annotated[int | None, Field(description="Number of the page's line; only in a batch.")] = None

    def json_bytes(self) -> bytes:
        """Write it as JSON, without what was not asked for, and the line if there is none."""
        optional = ("blocks", "markdown", "line")
        return self.model_dump_json(
            exclude={name for name in optional if getattr(self, name) is None}
        ).encode()
