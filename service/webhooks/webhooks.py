"""The webhooks, how far each has come, and what it never took; in Redis."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from service.state import keys
from service.state.scripts import load_script
from service.stream.wanted import Wanted  # noqa: TC001 -- pydantic reads it
from urltree.errors import UrlTreeError

if TYPE_CHECKING:
    from redis.asyncio import Redis

#: Webhooks at most: each is a task of the deliverer.
MAX_WEBHOOKS = 100

#: Dead letters kept of a webhook; the oldest go first.
LETTERS = 1_000

#: The time of the next try if there is to be none.
NEVER = float("inf")


class NoSuchWebhookError(UrlTreeError):
    """There is no webhook of that id."""

    def __init__(self, webhook: str) -> None:
        super().__init__(f"there is no webhook {webhook}; GET /webhooks lists them")


class TooManyWebhooksError(UrlTreeError):
    """There are as many webhooks as there may be."""

    def __init__(self) -> None:
        super().__init__(f"there are {MAX_WEBHOOKS} already; remove one first")


class Webhook(BaseModel):
    """Where to send which documents."""

    model_config = ConfigDict(frozen=True)

    id: str
    url: str
    #: ``whsec_`` and base64, as Standard Webhooks specifies.
    secret: str
    wanted: Wanted
    created: datetime


class Progress(NamedTuple):
    """How far a webhook has come."""

    #: Position of the last document that it is done with.
    position: str
    #: Failures so far with the next document, since somebody last had it tried again.
    tries: int
    #: Seconds since the epoch; 0 if it need not wait, `NEVER` if it wants no more or was removed.
    next_try: float
    #: What went wrong last, unless something was delivered since, or nothing is left of what failed.
    error: str | None
    #: Documents delivered.
    delivered: int
    #: Dead letters.
    dead: int
    #: For how many seconds the next document has been on the stream; 0 if it is done with all of them.
    behind: float

    @property
    def is_gone(self) -> bool:
        """Whether it wants no more documents, until somebody has it tried again."""
        return self.next_try == NEVER


class Letter(BaseModel):
    """A document that a webhook never accepted."""

    # A new field needs a default: letters that are stored already do not have it.

    model_config = ConfigDict(frozen=True)

    document: Annotated[str, Field(description="Id of the document.", examples=["1767323045000-0"])]
    reason: Annotated[str, Field(description="Why it was not accepted the last time.")]
    died: Annotated[datetime, Field(description="When it was given up.")]


class Webhooks:
    """The webhooks in one Redis; raises `redis.RedisError` when Redis is unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._add = load_script(redis, "webhooks/add", MAX_WEBHOOKS=MAX_WEBHOOKS)
        self._settle = load_script(redis, "reached", "webhooks/over", "webhooks/settle", LETTERS=LETTERS)
        self._fail = load_script(redis, "reached", "webhooks/over", "webhooks/fail")
        self._taken = load_script(redis, "webhooks/taken")
        self._drop = load_script(redis, "webhooks/drop")
        self._progress = load_script(redis, "webhooks/progress")

    async def add(self, webhook: Webhook, position: str) -> None:
        """Add one, which is sent what comes after a position. Raises `TooManyWebhooksError`."""
        names = [keys.WEBHOOKS, keys.WEBHOOK + webhook.id]
        if not await self._add(names, [webhook.id, webhook.model_dump_json(), position]):
            raise TooManyWebhooksError

    async def all(self) -> list[Webhook]:
        """List them, the oldest first."""
        stored: list[Any] = await self._redis.hvals(keys.WEBHOOKS)
        return sorted(map(Webhook.model_validate_json, stored), key=lambda webhook: webhook.created)

    async def with_progress(self) -> list[tuple[Webhook, Progress]]:
        """List them as `all` does, each with how far it has come; a round trip each."""
        return [(each, await self.progress(each.id)) for each in await self.all()]

    async def get(self, webhook: str) -> Webhook:
        """Read one. Raises `NoSuchWebhookError`."""
        stored: Any = await self._redis.hget(keys.WEBHOOKS, webhook)
        if stored is None:
            raise NoSuchWebhookError(webhook)
        return Webhook.model_validate_json(stored)

    async def remove(self, webhook: str) -> None:
        """Forget one and its dead letters. Raises `NoSuchWebhookError`."""
        async with self._redis.pipeline() as pipe:
            pipe.hdel(keys.WEBHOOKS, webhook)
            pipe.delete(keys.WEBHOOK + webhook, keys.dead_letters(webhook))
            removed, _ = await pipe.execute()
        if not removed:
            raise NoSuchWebhookError(webhook)

    async def progress(self, webhook: str) -> Progress:
        """Return how far one has come."""
        names = [keys.WEBHOOK + webhook, keys.dead_letters(webhook), keys.DOCUMENTS]
        fields, dead, behind = await self._progress(names)
        parts = (part.decode() for part in fields)
        known = dict(zip(parts, parts, strict=True))
        return Progress(
            position=known.get("position", "0-0"),
            tries=int(known.get("tries", 0)),
            next_try=float(known.get("next_try", 0 if known else NEVER)),
            error=known.get("error"),
            delivered=int(known.get("delivered", 0)),
            dead=dead,
            behind=behind / 1000,
        )

    async def move_on(self, webhook: str, position: str, *, delivered: int) -> None:
        """Move on past a position, with so many more documents delivered."""
        await self._settle(_names(webhook), [webhook, position, delivered])

    async def give_up(self, webhook: str, position: str, reason: str) -> None:
        """Give a document up and move on."""
        letter = Letter(document=position, reason=reason, died=datetime.now(UTC))
        arguments: list[str | float] = [webhook, position, 0, letter.model_dump_json(), time.time(), reason]
        await self._settle(_names(webhook), arguments)

    async def fail(self, webhook: str, position: str, reason: str, next_try: float) -> None:
        """Note that the delivery of the document at a position failed, and when it is tried again."""
        await self._fail(_names(webhook), [webhook, position, next_try, reason])

    async def retry(self, webhook: str) -> None:
        """Try one at once, and give its next document all tries again."""
        await self._redis.hdel(keys.WEBHOOK + webhook, "tries", "next_try")

    async def letters(self, webhook: str) -> dict[bytes, Letter]:
        """List the dead letters of one by the form in which they are stored, the oldest first."""
        stored: Any = await self._redis.zrange(keys.dead_letters(webhook), 0, -1)
        return {each: Letter.model_validate_json(each) for each in stored}

    async def taken(self, webhook: str, stored: bytes) -> None:
        """Note that a dead letter was taken after all, and forget it."""
        await self._taken(_names(webhook), [stored])

    async def drop(self, webhook: str, stored: bytes) -> None:
        """Forget a dead letter."""
        await self._drop(_names(webhook), [stored])


def _names(webhook: str) -> list[str]:
    return [keys.WEBHOOKS, keys.WEBHOOK + webhook, keys.dead_letters(webhook)]
