"""How the webhooks stand, all of them at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.webhooks.webhooks import Webhooks

if TYPE_CHECKING:
    from redis.asyncio import Redis


class Hooks(NamedTuple):
    """How all webhooks stand; each counts in one of the first three fields."""

    #: Webhooks that took what they were sent last.
    active: int
    #: Webhooks that did not.
    failing: int
    #: Webhooks that want no more.
    gone: int
    #: Documents that webhooks never took.
    dead: int


async def read_hooks(redis: Redis) -> Hooks:
    """Judge all webhooks."""
    known = [progress for _, progress in await Webhooks(redis).with_progress()]
    gone = sum(each.is_gone for each in known)
    failing = sum(each.error is not None and not each.is_gone for each in known)
    return Hooks(len(known) - failing - gone, failing, gone, sum(each.dead for each in known))
