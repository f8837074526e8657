"""What was learnt of a site."""

import asyncio
import time
from http import HTTPStatus
from typing import Annotated, Self

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field, StringConstraints

from service.http.problems import Kind, Problem, problems
from service.parts import parts_of
from service.state.connection import while_it_answers
from service.stream.forget import forget_site
from service.stream.wanted import check_domain
from urltree.store import Store
from urltree.templates.clusters import Template
from urltree.templates.shared import MAX_SITES, shared_templates

router = APIRouter(prefix="/domains", tags=["domains"])

_NO_DOMAIN = Kind("no-domain", HTTPStatus.NOT_FOUND, "The domain is not known")

_Domain = Annotated[
    str,
    StringConstraints(to_lower=True),
    Path(description="The `domain` of its documents.", examples=["example.com"]),
]


class TemplateBody(BaseModel):
    """A template of a site."""

    support: Annotated[
        int, Field(description="Documents made from it, among those that are kept.", examples=[412])
    ]
    example: Annotated[
        str, Field(description="URL of one of them.", examples=["https://example.com/news/bridge"])
    ]
    fingerprints: Annotated[
        dict[str, int],
        Field(
            description="Their template fingerprints in hexadecimal, each with its number of documents.",
            examples=[{"00000003000200000000000a000d090a0c0e090b0a1210150a": 412}],
        ),
    ]
    also_on: Annotated[
        list[str],
        Field(
            description=f"Other sites that have documents made from it, at most {MAX_SITES}.",
            examples=[["example.net", "example.org"]],
        ),
    ]

    @classmethod
    def of(cls, template: Template, also_on: list[str]) -> Self:
        """Describe a template."""
        fingerprints = {each.hex(): support for each, support in template.fingerprints.items()}
        return cls(
            support=template.support,
            example=template.example,
            fingerprints=fingerprints,
            also_on=also_on,
        )


class TemplatesBody(BaseModel):
    """The templates of a site, best supported first."""

    domain: Annotated[str, Field(examples=["example.com"])]
    templates: Annotated[list[TemplateBody], Field(description="Best supported first.")]


@router.get("/{domain}/templates", summary="List the templates of a site", responses=problems(404, 503))
async def templates(request: Request, domain: _Domain) -> TemplatesBody:
    """Group the documents of a site by the template that they were made from.

    Two documents share a template if their fingerprints, a compression of their first tags, differ in at
    most one place, directly or by way of others. Only documents that the retention keeps are counted. Other
    sites that have a template are listed if they had a new page of it in the last 30 days; pages with few
    tags are not compared. Documents of fingerprints beyond the 1,000 most frequent of the site are left out.
    """
    parts = parts_of(request.app)
    found = await while_it_answers(parts.redis, asyncio.to_thread(_templates, parts.store, domain))
    if not found:
        raise _unknown(domain)
    return TemplatesBody(domain=domain, templates=found)


@router.delete("/{domain}", summary="Forget a site", status_code=204, responses=problems(404, 503))
async def forget(request: Request, domain: _Domain) -> None:
    """Forget what was learnt of a site, which of its documents were published, and its kept pages.

    Its next page is judged as the first one, and a document that comes again is published again. Its
    documents stay on the stream, its feeds subscribed, and feeds still skip the entries they have seen.
    """
    parts = parts_of(request.app)
    if not await while_it_answers(parts.redis, forget_site(parts.redis, parts.store, domain)):
        raise _unknown(domain)


def _unknown(domain: str) -> Problem:
    try:
        known = check_domain(domain)
    except ValueError as error:
        return Problem(_NO_DOMAIN, str(error))
    return Problem(
        _NO_DOMAIN, f"{known}: no page of it is known; use the domain of a document, such as example.com"
    )


def _templates(store: Store, domain: str) -> list[TemplateBody]:
    return [TemplateBody.of(*each) for each in shared_templates(store, domain, time.time())]
