"""How the webhooks do, all of them at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.webhooks.webhooks import Webhooks

if TYPE_CHECKING:
    from redis.asyncio import Redis


class Hooks(NamedTuple):
    """How all webhooks do; each is one of the first three."""

    #: They took what they were sent last.
    active: int
    #: They did not.
    failing: int
    #: They want no more.
    gone: int
    #: Documents that they never took.
    dead: int


async def read_hooks(redis: Redis) -> Hooks:
    """Judge all webhooks."""
    known = [progress for _, progress in await Webhooks(redis).with_progress()]
    gone = sum(each.is_gone for each in known)
    failing = sum(each.error is not None and not each.is_gone for each in known)
    return Hooks(len(known) - failing - gone, failing, gone, sum(each.dead for each in known))
