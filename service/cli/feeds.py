"""`urltree feeds` works on the store itself; a service on that store sees each change at once."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path  # noqa: TC003 -- typer reads it
from time import time
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

from service.cli.asking import ask, ask_at, checked, chosen_store
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.feeds.errors import FeedError, NoSuchFeedError
from service.feeds.exchange import export_feeds, import_feeds
from service.feeds.find import find_feed, subscribe
from service.feeds.reader import FeedReader
from service.feeds.schedule import DAY, MINUTE
from service.feeds.schemas import FeedBody
from service.feeds.subscriptions import Subscriptions, named_site
from service.fetching.errors import BusyError, FetchError, Reason
from service.fetching.fetcher import Fetcher
from service.statistics.feeds import standing_of
from service.stream.document import MOST_LABELS, check_label
from service.texts import clipped
from urltree.commandline.machine import AsJson, echo_json
from urltree.commandline.printable import printable_line
from urltree.commandline.standardinput import standard_input
from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from redis.asyncio import Redis

    from service.statistics.feeds import Standing

_T = TypeVar("_T")

feeds = typer.Typer(
    add_completion=False, rich_markup_mode=None, help="Subscribe to feeds; urltree serve polls them."
)

#: Characters of a title that a list shows; publishers write far longer ones.
_TITLE = 80

_FEEDS = typer.Argument(metavar="FEED", help="Ids or URLs of feeds.")


class _Context(NamedTuple):
    """What commands work with that fetch feeds."""

    subscriptions: Subscriptions
    fetcher: Fetcher
    feed_reader: FeedReader


def _labels(words: list[str]) -> list[str]:
    if len(words) > MOST_LABELS:
        raise ValueError(f"a feed may have at most {MOST_LABELS} labels, not {len(words)}")
    return list(map(check_label, words))


@feeds.command()
def add(
    url: Annotated[
        str,
        typer.Argument(metavar="URL", help="A feed, or a page that links to one; https:// may be left out."),
    ],
    *,
    label: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="Label for the feed; repeatable.", callback=checked(_labels)),
    ] = None,
    interval: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=int(MINUTE),
            max=int(DAY),
            help="Time between polls. Default: by how often the feed changes.",
        ),
    ] = None,
    site: Annotated[
        str | None,
        typer.Option(metavar="DOMAIN", help="Site whose history the entries share. Default: the feed's own."),
    ] = None,
    store: Store = None,
    data: Data = None,
) -> None:
    """Subscribe to a feed."""
    domain = site and named_site(site)

    async def main(context: _Context) -> None:
        try:
            found = await find_feed(url, context.fetcher, context.feed_reader)
        except FetchError as error:
            if error.reason is Reason.BAD_URL:
                raise InputError(str(error)) from error
            raise
        feed, is_new = await subscribe(context.subscriptions, found, domain, interval, label or ())
        done = "subscribed" if is_new else "already subscribed"
        labels = f"; labels now: {', '.join(feed.labels)}" if label and not is_new else ""
        pace = f"; interval now: {interval:g} s" if interval and not is_new else ""
        entries = len(found.feed.entries)
        title = clipped(feed.title or feed.url, _TITLE)
        _say(f"{feed.id}  {title}: {done}, entries: {entries}{labels}{pace}")

    _fetching(main, store, data, new=True)


@feeds.command("list")
def list_(
    *,
    as_json: AsJson = False,
    store: Store = None,
    data: Data = None,
) -> None:
    """List the feeds, with the error and next try of broken ones, and what hubs do for them."""
    found = ask(store, data, lambda redis: Subscriptions(redis).all())
    bodies = [FeedBody.of(feed) for feed in found]
    if as_json:
        echo_json([body.model_dump(mode="json") for body in bodies])
        return
    if not found:
        typer.echo("There are no feeds yet; urltree feeds add URL subscribes to one.", err=True)
    for feed, body in zip(found, bodies, strict=True):
        _say(_line(body, standing_of(feed, time())))
        if body.error:
            tried = f"; next try {_date(body.next_poll)}" if body.next_poll else ""
            _say(f"{'':14}{body.error}{tried}")
        if body.unreadable:
            _say(f"{'':14}unreadable items in a row: {body.unreadable}; {body.unreadable_reason}")
        if body.hub and (body.hub.until or body.hub.error):
            agreed = f" pushes until {_date(body.hub.until)}" if body.hub.until else ""
            _say(f"{'':14}hub {body.hub.url}{agreed}{f': {body.hub.error}' if body.hub.error else ''}")


@feeds.command()
def remove(feed: Annotated[list[str], _FEEDS], *, store: Store = None, data: Data = None) -> None:
    """Unsubscribe from feeds; their documents stay."""

    async def main(redis: Redis) -> None:
        subscriptions = Subscriptions(redis)
        ids = [(await subscriptions.find(name)).id for name in feed]
        for each in dict.fromkeys(ids):
            await subscriptions.remove(each)

    ask(store, data, main)


@feeds.command("import")
def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", parser=typed_path, help="OPML file; - is standard input.")
    ],
    *,
    store: Store = None,
    data: Data = None,
) -> None:
    """Subscribe to the feeds of an OPML list; folders become labels."""
    opml = _read(file)
    imported = ask(store, data, lambda redis: import_feeds(Subscriptions(redis), opml), new=True)
    _say(f"new: {imported.added}, already subscribed: {imported.known}")
    for each in imported.left_out:
        _say(f"left out, no http(s) URL, or one with a user name: {each}")


@feeds.command()
def export(*, store: Store = None, data: Data = None) -> None:
    """Print the feeds as OPML; each label is a folder."""
    typer.echo(ask(store, data, lambda redis: export_feeds(Subscriptions(redis))), nl=False)


@feeds.command()
def check(
    feed: Annotated[list[str] | None, _FEEDS] = None, *, store: Store = None, data: Data = None
) -> None:
    """Fetch feeds, by default all, and say which work; URLs need not be subscribed to.

    No feed is changed; the hub that each names is listed.
    """

    async def main(context: _Context) -> int:
        known = context.subscriptions
        urls = (
            [await _url(name, known) for name in feed] if feed else [each.url for each in await known.all()]
        )
        return sum([not await _check_one(url, context) for url in urls])

    if _fetching(main, store, data, new=any(map(_is_url, feed or ()))):
        raise typer.Exit(1)


async def _url(name: str, known: Subscriptions) -> str:
    try:
        return (await known.find(name)).url
    except NoSuchFeedError:
        if not _is_url(name):
            raise
        return name


def _is_url(name: str) -> bool:
    return not {".", ":", "/"}.isdisjoint(name)  # an id has none


async def _check_one(url: str, context: _Context) -> bool:
    try:
        found = await find_feed(url, context.fetcher, context.feed_reader)
    except BusyError as error:  # not the fault of the feed, which was not asked
        _say(f"busy    {url}  {error}")
        return True
    except (FetchError, FeedError) as error:
        _say(f"broken  {url}  {error}")
        return False
    hub = f"  hub: {found.hub}" if found.hub else ""
    _say(f"fine    {url}  entries: {len(found.feed.entries)}{hub}")
    return True


def _line(feed: FeedBody, standing: Standing) -> str:
    labels = f"  [{', '.join(feed.labels)}]" if feed.labels else ""
    a_day = "-" if feed.items_per_day is None else f"{feed.items_per_day:.1f}"
    title = clipped(feed.title or "-", _TITLE)
    return f"{feed.id}  {standing:10}  {a_day:>6}/day  {title}  {feed.url}{labels}"


def _date(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _say(text: str) -> None:
    typer.echo(printable_line(text))


def _read(file: Path) -> bytes:
    is_piped = str(file) == "-"
    try:
        return standard_input().read() if is_piped else file.read_bytes()
    except OSError as error:
        name = "standard input" if is_piped else file
        raise InputError(f"{name} cannot be read: {error.strerror}; pass an OPML file") from error


def _fetching(
    main: Callable[[_Context], Awaitable[_T]], store: str | None, data: Path | None, *, new: bool
) -> _T:
    """Run `main` on the store that the options choose. Raises as `chosen_store` does."""
    with chosen_store(store, data, new=new) as (settings, url):

        async def in_context(redis: Redis) -> _T:
            async with (
                aclosing(Fetcher(settings.fetching, redis)) as fetcher,
                aclosing(FeedReader()) as reader,
            ):
                return await main(_Context(Subscriptions(redis), fetcher, reader))

        return ask_at(url, in_context)
