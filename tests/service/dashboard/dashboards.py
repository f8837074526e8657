"""A service that reads replayed small sites, one of which tries to inject code into what it is shown in."""

from __future__ import annotations

import asyncio
import json
import time
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from browser import WIDE
from parked import record_failure
from replayed import record, spell, write_streams
from valkeys import url_of

from service.pool.work import Facts
from service.queue import Item
from service.state import keys
from service.state.connection import open_redis
from service.statistics.reporter import Reporter
from urltree.models import Status

if TYPE_CHECKING:
    from pathlib import Path

    import httpx
    from browser import Tab
    from redis import Redis

#: Pages of each site.
PAGES = 20

#: Harmless sites; all but the first publish nothing until a test subscribes to them.
HOSTS = (
    "calm.example",
    "wide.example",
    "narrow.example",
    "wide-late.example",
    "narrow-late.example",
    "moving.example",
    "wrong.example",
)

#: Must stay text, whether it is read as HTML, as a Vue template, or as a JavaScript template.
IMAGE = "<img src=x onerror=alert(1)>"
ATTACK = f"{IMAGE}{{{{ 6*7 }}}}${{alert(2)}}`"

#: Paths below /dashboard.
PLACES = ("", "sites", "sites/calm.example", "stream", "feeds", "queue", "inspector")


class Dashboard(NamedTuple):
    """The dashboard's URL, and the service and the store behind it."""

    url: str
    client: httpx.Client
    redis: Redis

    def page(self, place: str) -> str:
        return f"{self.url}/dashboard/{place}"

    def subscribe(self, host: str) -> None:
        """Subscribe to a site and wait for all its documents."""
        feed = {"url": f"http://{host}/feed.rss", "labels": [ATTACK]}
        self.client.post("/feeds", json=feed).raise_for_status()
        with self.client.stream("GET", f"/stream?domain={host}&after=0") as lines:
            came = (line for line in lines.iter_lines() if line.startswith("data:"))
            for _ in range(PAGES):
                next(came)

    def add_webhook(self, url: str, error: str, domain: str = "none.example") -> str:
        """Add a webhook that is failing; return its id."""
        added = self.client.post("/webhooks", json={"url": url, "domain": domain})
        hook: str = added.raise_for_status().json()["id"]
        failed = {"tries": 2, "next_try": time.time() + 3_600, "error": error}
        self.redis.hset(keys.WEBHOOK + hook, mapping=failed)
        return hook

    def refuse(self, host: str, reason: str) -> None:
        """Make the last three items of a site's feed unreadable."""
        (feed,) = [each["id"] for each in self.client.get("/feeds").json() if each["site"] == host]
        self.redis.hset(keys.FEED + feed, mapping={"unreadable": 3, "unreadable_reason": json.dumps(reason)})

    def change_template(self, host: str) -> None:
        """Record a change of a site's template."""

        async def record_change() -> None:
            async with open_redis(url_of(self.redis)) as redis:
                reporter = Reporter(redis)
                reporter.learnt(Facts(host, Status.NEW, warm=True, template_changed=True, read=9, kept=5))
                await reporter.flush()

        asyncio.run(record_change())

    def park(self, item: str, title: str) -> None:
        """Park an item."""
        self._record_failure(keys.WORK_PARKED, item, title)

    def fail(self, item: str, title: str) -> None:
        """Have an item fail that no worker will try again."""
        self._record_failure(keys.WORK_FAILED, item, title)

    def _record_failure(self, key: str, item: str, title: str) -> None:
        failed = Item(id=item, url=f"http://calm.example/{item}", title=title)
        record_failure(self.redis, key, failed, f"{title} cannot be reached")

    @property
    def parked(self) -> int:
        return self.redis.zcard(keys.WORK_PARKED)


def write_sites(folder: Path) -> Path:
    """Write the streams of all sites."""
    write_streams(folder, dict.fromkeys(HOSTS, PAGES))
    lines = (json.dumps(_attack(number)) + "\n" for number in range(PAGES))
    (folder / "hostile.example.jsonl").write_text("".join(lines), "utf-8")
    return folder


def _attack(number: int) -> dict[str, str]:
    page = record("hostile.example", number)
    text = escape(ATTACK)
    html = page["html"].replace("<title>", "<html lang=ja><title>")
    html = html.replace("<h1>", f"<p>{text}</p><h1>{text} ")
    html = html.replace("<article><p>", f"<article><p>{text} ")
    return page | {"title": f"{ATTACK} {spell(number)}", "html": html}


def name_of(tab: Tab) -> str:
    """Return a prefix for sites that only tests with a tab of this size use."""
    return "wide" if tab.size == WIDE else "narrow"
