"""Webhooks: who is sent documents as they are published."""

import secrets
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Literal, Self

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import AfterValidator, ConfigDict, Field, StringConstraints

from service.feeds.errors import NoSuchFeedError
from service.fetching.errors import FetchError
from service.http.described import LOCATION
from service.http.problems import BAD_FIELD, NO_DOCUMENT, Kind, Problem, problems
from service.parts import Parts, parts_of
from service.routes.bounded import BoundedRoute
from service.stream.document import Document
from service.stream.wanted import Asked, Wanted
from service.webhooks.delivery import check_secret, deliver, new_secret
from service.webhooks.webhooks import (
    Letter,
    NoSuchWebhookError,
    Progress,
    TooManyWebhooksError,
    Webhook,
    Webhooks,
)
from urltree.errors import UrlTreeError

router = APIRouter(prefix="/webhooks", tags=["webhooks"], route_class=BoundedRoute)

#: What webhooks are sent, for the description alone.
sent = APIRouter(tags=["webhooks"])

#: The kinds of problems that errors about webhooks are answered with.
KINDS: dict[type[UrlTreeError], Kind] = {
    NoSuchWebhookError: Kind("no-webhook", HTTPStatus.NOT_FOUND, "There is no such webhook"),
    TooManyWebhooksError: Kind("too-many-webhooks", HTTPStatus.CONFLICT, "There are too many webhooks"),
}
_NO_LETTER = Kind("no-letter", HTTPStatus.NOT_FOUND, "There is no such dead letter")
_BAD_URL = Kind("bad-webhook", HTTPStatus.UNPROCESSABLE_ENTITY, "The URL cannot be posted to")
_NOT_TAKEN = Kind("not-taken", HTTPStatus.BAD_GATEWAY, "The webhook did not accept the document")

_SECRET = Field(
    description="whsec_ and the base64 of 24 to 64 bytes; by default, one is generated.",
    examples=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
)


_Id = Annotated[str, Path(description="Id of the webhook.", examples=["5f1c9a0b7e42"])]
_Document = Annotated[str, Path(description="Id of the document.", examples=["1767323045000-0"])]


class NewWebhook(Asked):
    """A webhook to send documents to; with filters, only those that pass all."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://example.com/hook", "label": "news"}]}
    )

    url: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        Field(description="URL to POST documents to.", examples=["https://example.com/hook"]),
    ]
    secret: Annotated[str | None, AfterValidator(check_secret), _SECRET] = None


class WebhookBody(Wanted):
    """A webhook, its filters and its state."""

    model_config = ConfigDict(extra="ignore")

    id: Annotated[str, Field(examples=["5f1c9a0b7e42"])]
    url: Annotated[str, Field(examples=["https://example.com/hook"])]
    created: Annotated[datetime, Field(description="When it was added.")]
    state: Annotated[
        Literal["active", "gone"],
        Field(description="Gone: it answered 410, and is sent nothing until /webhooks/{id}/retry."),
    ]
    position: Annotated[
        str,
        Field(
            description="Position of the last document that it is done with.", examples=["1767323045000-0"]
        ),
    ]
    tries: Annotated[
        int, Field(description="Failures so far with the next document, since /webhooks/{id}/retry.")
    ]
    next_try: Annotated[datetime | None, Field(description="Null if it need not wait, or is gone.")]
    error: Annotated[str | None, Field(examples=["example.com answers 500 Internal Server Error"])]
    delivered: Annotated[int, Field(description="Documents that it accepted.")]
    dead: Annotated[int, Field(description="Documents that it never accepted; see /webhooks/{id}/dead.")]
    behind: Annotated[
        float,
        Field(
            description="Seconds for which the document after its position has waited; 0 if there is none."
        ),
    ]

    @classmethod
    def of(cls, webhook: Webhook, progress: Progress) -> Self:
        """Describe a webhook, without its secret."""
        fields = webhook.model_dump(exclude={"secret", "wanted"}) | webhook.wanted.model_dump()
        fields |= progress._asdict()
        fields["state"] = "gone" if progress.is_gone else "active"
        waits = progress.next_try and not progress.is_gone
        fields["next_try"] = datetime.fromtimestamp(progress.next_try, UTC) if waits else None
        return cls(**fields)


class AddedWebhook(WebhookBody):
    """A webhook that was just added."""

    secret: Annotated[str, Field(description="For verifying signatures; it is not shown again.")]


@router.post(
    "",
    summary="Add a webhook",
    status_code=201,
    responses={201: LOCATION, **problems(400, 409, 413, 415, 422)},
)
async def add(request: Request, response: Response, new: NewWebhook) -> AddedWebhook:
    """From now on, POST each document to a URL as JSON, signed according to Standard Webhooks.

    Each is sent at least once and in order; `webhook-id` is the document's id, by which a receiver recognises
    one that comes twice. An answer other than 2xx is a failure: the document is sent again after 5 s, 30 s,
    2, 10 and 30 minutes, or later if Retry-After says so, and then becomes a dead letter. After 410 nothing
    more is sent.
    """
    parts, webhooks = parts_of(request.app), _of(request)
    try:
        parts.poster.check(new.url)
        if new.feed is not None:
            await parts.subscriptions.current(new.feed)
    except FetchError as error:
        raise Problem(_BAD_URL, str(error)) from error
    except NoSuchFeedError as error:
        raise Problem(BAD_FIELD, f"body.feed: {error}") from error
    webhook = Webhook(
        id=secrets.token_hex(6),
        url=new.url,
        secret=new.secret or new_secret(),
        wanted=Wanted(**new.model_dump(include=set(Wanted.model_fields))),
        created=datetime.now(UTC),
    )
    await webhooks.add(webhook, await parts.stream.last())
    response.headers["Location"] = f"webhooks/{webhook.id}"  # relative: a proxy may serve us under any path
    body = WebhookBody.of(webhook, await webhooks.progress(webhook.id))
    return AddedWebhook(**body.model_dump(), secret=webhook.secret)


@router.get("", summary="List the webhooks")
async def list_webhooks(request: Request) -> list[WebhookBody]:
    """List the webhooks, oldest first, with their states."""
    return [WebhookBody.of(*each) for each in await _of(request).with_progress()]


@router.get("/{webhook}", summary="See a webhook", responses=problems(404))
async def see(request: Request, webhook: _Id) -> WebhookBody:
    """Show the state of a webhook."""
    known = await _of(request).get(webhook)
    return WebhookBody.of(known, await _of(request).progress(webhook))


@router.delete("/{webhook}", summary="Remove a webhook", status_code=204, responses=problems(404))
async def remove(request: Request, webhook: _Id) -> None:
    """Send it nothing more, except what is under way; its dead letters are deleted."""
    await _of(request).remove(webhook)


@router.post("/{webhook}/retry", summary="Try a webhook now", status_code=202, responses=problems(404))
async def retry(request: Request, webhook: _Id) -> WebhookBody:
    """Within a second, send it what failed last, even if it is gone, and then what came since.

    What failed has all its tries again.
    """
    webhooks = _of(request)
    known = await webhooks.get(webhook)
    await webhooks.retry(webhook)
    return WebhookBody.of(known, await webhooks.progress(webhook))


@router.get("/{webhook}/dead", summary="List dead letters", responses=problems(404))
async def dead(request: Request, webhook: _Id) -> list[Letter]:
    """List the documents that a webhook never accepted, oldest first; 1,000 are kept."""
    await _of(request).get(webhook)
    return list((await _of(request).letters(webhook)).values())


@router.post(
    "/{webhook}/dead/{document}/retry",
    summary="Send a dead letter again",
    status_code=204,
    responses=problems(404, 502),
)
async def send_again(request: Request, webhook: _Id, document: _Document) -> None:
    """Send it at once; if it is accepted now, it is no longer a dead letter."""
    parts, webhooks = parts_of(request.app), _of(request)
    known = await webhooks.get(webhook)
    letter = await _letter(webhooks, webhook, document)
    await _send(parts, known, document)
    await webhooks.taken(webhook, letter)


@router.delete(
    "/{webhook}/dead/{document}", summary="Drop a dead letter", status_code=204, responses=problems(404)
)
async def drop(request: Request, webhook: _Id, document: _Document) -> None:
    """Forget it; nothing is sent, and the document itself stays on the stream."""
    webhooks = _of(request)
    await webhooks.get(webhook)
    await webhooks.drop(webhook, await _letter(webhooks, webhook, document))


@sent.post(
    "document",
    summary="Take a document",
    status_code=204,
    operation_id="webhooks_take",
    responses={
        410: {"description": "It wants no more, and is sent none"},
        "default": {"description": "It is sent again later"},
    },
)
async def document(
    document: Document,
    webhook_id: Annotated[str, Header(description="Id of the document.")],
    webhook_timestamp: Annotated[str, Header(description="When it was sent, in seconds since the epoch.")],
    webhook_signature: Annotated[str, Header(description="v1, and the HMAC-SHA256 in base64.")],
) -> None:
    """Take in a document that a webhook is sent; any answer of 2xx accepts it."""


async def _letter(webhooks: Webhooks, webhook: str, document: str) -> bytes:
    for stored, letter in (await webhooks.letters(webhook)).items():
        if letter.document == document:
            return stored
    raise Problem(_NO_LETTER, f"{document} is not a dead letter; GET /webhooks/{webhook}/dead lists them")


async def _send(parts: Parts, webhook: Webhook, document: str) -> None:
    found = await parts.stream.get(document)
    if found is None:
        raise Problem(NO_DOCUMENT, f"the stream no longer keeps {document}; DELETE this dead letter instead")
    try:
        await deliver(parts.poster, webhook, found)
    except FetchError as error:
        raise Problem(_NOT_TAKEN, str(error)) from error


def _of(request: Request) -> Webhooks:
    return parts_of(request.app).webhooks
