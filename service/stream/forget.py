"""Forgets a site, for operators: it was learnt wrongly, or is no longer wanted.

What was published of it goes first. If only that is gone, as after a crash, its pages are published anew when
they come again; if only the tree were gone, the marks would take their next revisions for duplicates.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from service.state import keys
from service.state.scripts import load_script
from urltree.urlkey import domain_of

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from urltree.store import Store

#: Keys that one command looks at in a walk through all keys.
_WALK = 1_000


async def forget_site(redis: Redis, store: Store, domain: str) -> bool:
    """Forget what was learnt, seen and published of a domain, and its kept pages; say whether there was any.

    The documents stay in the stream until they are too old, and so do the figures. Raises
    `redis.RedisError` or `StoreError` when the store is away; doing it again completes it.
    """
    marks = load_script(redis, "stream/kept", "stream/forget")
    was_published = await marks([keys.PUBLISHED + domain, keys.KEPT, keys.PUBLISHING + domain], [domain])
    was_seen = await _forget_sightings(redis, domain)
    was_learnt = await asyncio.to_thread(store.nodes, domain)
    await asyncio.to_thread(store.forget, domain)
    return bool(was_published or was_seen or was_learnt)


async def _forget_sightings(redis: Redis, domain: str) -> int:
    """Remove the URLs that `urltree rules learn` would read, of all hosts of the domain; say of how many."""
    seen = [key async for key in redis.scan_iter(keys.SIGHTINGS + "*", count=_WALK)]
    hosts = {key: key.decode().removeprefix(keys.SIGHTINGS) for key in seen}
    ours = [key for key, host in hosts.items() if domain_of(f"http://{host}") == domain]
    return await redis.unlink(*ours) if ours else 0
