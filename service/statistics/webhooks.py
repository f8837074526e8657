"""How the webhooks stand, all of them at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.webhooks.webhooks import Webhooks

if TYPE_CHECKING:
    from redis.asyncio import Redis


class WebhookFigures(NamedTuple):
    """How all webhooks stand; each counts in one of the first three fields."""

    #: Webhooks that took what they were sent last.
    active: int
    #: Webhooks that did not.
    failing: int
    #: Webhooks that want no more.
    gone: int
    #: Documents that webhooks never took.
    dead: int
    #: For how many seconds a document has waited for a webhook that is not gone; 0 if none waits.
    behind: float


async def read_webhooks(redis: Redis) -> WebhookFigures:
    """Judge all webhooks."""
    known = [progress for _, progress in await Webhooks(redis).with_progress()]
    gone = sum(each.is_gone for each in known)
    failing = sum(each.error is not None and not each.is_gone for each in known)
    return WebhookFigures(
        active=len(known) - failing - gone,
        failing=failing,
        gone=gone,
        dead=sum(each.dead for each in known),
        behind=max((each.behind for each in known if not each.is_gone), default=0),
    )
