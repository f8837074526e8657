"""Full-text feeds of the stream."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

import feedparser
import psutil
import pytest
from lxml import etree
from readings import OLD, reading

from service.feeds.parse import parse_feed
from service.fulltext.atom import atom
from service.fulltext.entry import FullEntry, FullFeed
from service.fulltext.jsonfeed import json_feed
from service.state import keys
from service.stream import newest as module
from service.stream.newest import Newest
from service.stream.publish import NEWEST, Publisher
from service.stream.values import StreamRetention
from urltree.models import Retention

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio import Redis

    from service.stream.document import Document

LONG = "ж" * 100
ATOM = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture
def newest(redis: Redis) -> Newest:
    return Newest(redis)


def urls(listed: list[Document]) -> list[str]:
    return [each.url for each in listed]


def address(number: int) -> str:
    return f"http://example.com/{number}"


async def test_newest_50_documents_of_a_feed_are_listed_newest_first(
    publisher: Publisher, newest: Newest
) -> None:
    for number in range(55):
        await publisher.publish(reading(address(number), feed="f"))
    listed = await newest.of_feed("f")
    assert (len(listed), {each.feed for each in listed}) == (50, {"f"})
    assert [each.came for each in listed] == sorted((each.came for each in listed), reverse=True)
    assert set(urls(listed)) <= {address(number) for number in range(55)}


async def test_stored_list_is_limited_in_length(publisher: Publisher, redis: Redis) -> None:
    for number in range(NEWEST + 2):
        await publisher.publish(reading(address(number), feed="f"))
    assert await redis.zcard(keys.NEWEST_OF_FEED + "f") == NEWEST


@pytest.mark.parametrize(("size", "listed"), [(1, [2]), (199, [2]), (200, [2, 1]), (300, [2, 1, 0])])
async def test_list_holds_as_many_of_the_newest_documents_as_fit(
    publisher: Publisher,
    newest: Newest,
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    listed: list[int],
) -> None:
    monkeypatch.setattr(module, "BYTES", size)
    for number in range(3):
        await publisher.publish(reading(address(number), text=f"{number}" * 100))
    assert urls(await newest.of_domain("example.com")) == [address(number) for number in listed]


async def test_newest_50_documents_of_a_domain_are_listed_newest_first(
    publisher: Publisher, newest: Newest
) -> None:
    for number in range(55):
        await publisher.publish(reading(address(number)))
    assert [each.url for each in await newest.of_domain("example.com")] == [
        address(number) for number in range(54, 4, -1)
    ]
    assert await newest.of_domain("example.org") == []


async def test_feeds_and_labels_have_separate_lists(publisher: Publisher, newest: Newest) -> None:
    await publisher.publish(reading(address(1), feed="f", labels=["x"]))
    await publisher.publish(reading(address(2), feed="g", labels=["x", "y"]))
    assert urls(await newest.of_feed("f")) == [address(1)]
    assert set(urls(await newest.of_label("x"))) == {address(1), address(2)}
    assert urls(await newest.of_label("y")) == [address(2)]


async def test_revision_replaces_its_document(publisher: Publisher, newest: Newest) -> None:
    await publisher.publish(reading(feed="f"))
    before = FullEntry.of((await newest.of_feed("f"))[0])
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1, feed="f"))
    (listed,) = await newest.of_feed("f")
    after = FullEntry.of(listed)
    assert (after.id, listed.revision) == (before.id, 1)
    assert LONG in after.html
    assert after.updated >= before.updated


async def test_revision_by_another_feed_replaces_the_document_too(
    publisher: Publisher, newest: Newest
) -> None:
    await publisher.publish(reading(feed="f"))
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1, feed="g"))
    assert [each.revision for each in await newest.of_feed("f")] == [1]


async def relabelled(publisher: Publisher) -> None:
    """Publish a document with the label ``old``, then a revision with the label ``new``."""
    await publisher.publish(reading(feed="f", labels=["old"]))
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1, feed="f", labels=["new"]))


async def put_first(redis: Redis, key: str) -> list[Any]:
    """Have the document of a list come long ago, not in the millisecond of its revision; return the list."""
    await redis.zadd(key, dict.fromkeys(await redis.zrange(key, 0, -1), 1))
    return await redis.zrange(key, 0, -1, withscores=True)


async def test_revision_is_listed_under_a_label_that_its_document_did_not_have(
    publisher: Publisher, newest: Newest
) -> None:
    await relabelled(publisher)
    assert [each.revision for each in await newest.of_label("new")] == [1]


async def test_revision_is_not_listed_under_a_label_that_it_no_longer_has(
    publisher: Publisher, newest: Newest
) -> None:
    await relabelled(publisher)
    assert await newest.of_label("old") == []


async def test_revision_keeps_its_place_under_a_label_that_its_document_had(
    publisher: Publisher, redis: Redis
) -> None:
    await publisher.publish(reading(feed="f", labels=["x"]))
    place = await put_first(redis, keys.NEWEST_OF_LABEL + "x")
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1, feed="f", labels=["x", "y"]))
    assert await redis.zrange(keys.NEWEST_OF_LABEL + "x", 0, -1, withscores=True) == place


async def test_revision_keeps_its_place_under_its_feed(publisher: Publisher, redis: Redis) -> None:
    await publisher.publish(reading(feed="f"))
    place = await put_first(redis, keys.NEWEST_OF_FEED + "f")
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1, feed="f"))
    assert await redis.zrange(keys.NEWEST_OF_FEED + "f", 0, -1, withscores=True) == place


async def test_document_that_another_feed_brought_back_to_the_stream_is_listed_there_alone(
    redis: Redis, newest: Newest
) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(documents=1))
    await publisher.publish(reading(address(1), feed="f"))
    await publisher.publish(reading(address(2), text=LONG, feed="f"))
    await publisher.publish(reading(address(1), text=f"{OLD}\n{LONG}{LONG}", revision=1, feed="g"))
    assert (await newest.of_feed("f"), urls(await newest.of_feed("g"))) == ([], [address(1)])


async def test_document_that_left_the_stream_is_not_listed(redis: Redis, newest: Newest) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(documents=1))
    await publisher.publish(reading(address(1), feed="f"))
    await publisher.publish(reading(address(2), feed="f"))
    assert urls(await newest.of_feed("f")) == [address(2)]


async def test_list_expires_with_the_documents_of_the_stream(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(age=60))
    await publisher.publish(reading(feed="f"))
    assert 0 < await redis.pttl("urltree:newest:feed:f") <= 60_000


NASTY = 'a <b>bold</b> & "quoted" ]]> line\x0b\x00\n<script>alert(1)</script>'


async def written(publisher: Publisher, newest: Newest, **more: Any) -> FullFeed:
    await publisher.publish(reading(feed="f", **more))
    entries = tuple(map(FullEntry.of, await newest.of_feed("f")))
    return FullFeed("http://localhost/feeds/f/fulltext.atom", "T & <T>", "http://example.com/?a&b", entries)


async def test_atom_is_read_by_feedparser_without_errors(publisher: Publisher, newest: Newest) -> None:
    feed = await written(
        publisher, newest, title="A <i> & B", author="Ana", published="2026-01-02T03:04:05+01:00",
        language="sl", labels=["x", "y"],
    )  # fmt: skip
    read = feedparser.parse(atom(feed))
    (entry,) = read.entries
    assert (read.bozo, read.version, entry.link, entry.author) == (False, "atom10", address(1), "Ana")
    assert (
        entry.content[0].value == '<p dir="auto">The bridge is open.</p><p dir="auto">It took nine years.</p>'
    )
    assert (entry.published, entry.content[0].language) == ("2026-01-02T03:04:05+01:00", "sl")
    assert [tag.term for tag in entry.tags] == ["x", "y"]


async def test_atom_has_description_and_picture(publisher: Publisher, newest: Newest) -> None:
    picture = "http://example.com/bridge.jpg?a&b"
    feed = await written(publisher, newest, description="How it was <built>", image_url=picture)
    (entry,) = feedparser.parse(atom(feed)).entries
    assert (entry.summary, entry.media_thumbnail) == ("How it was <built>", [{"url": picture}])


async def test_atom_has_the_elements_that_rfc_4287_requires(publisher: Publisher, newest: Newest) -> None:
    root = etree.fromstring(atom(await written(publisher, newest)))
    for element in ("id", "title", "updated", "author/a:name"):
        assert len(root.findall(f"a:{element}", ATOM)) == 1
    for element in ("id", "title", "updated", "link", "content"):
        assert len(root.findall(f"a:entry/a:{element}", ATOM)) == 1
    assert root.xpath("a:link[@rel='self']/@href", namespaces=ATOM) == [
        "http://localhost/feeds/f/fulltext.atom"
    ]
    assert root.findtext("a:entry/a:id", "", ATOM).startswith("urn:uuid:")


async def test_feed_without_documents_is_valid() -> None:
    read = feedparser.parse(atom(FullFeed("http://localhost/f", "T", None, ())))
    assert (read.bozo, read.entries, read.feed.updated) == (False, [], "1970-01-01T00:00:00+00:00")


async def test_texts_of_a_page_are_escaped(publisher: Publisher, newest: Newest) -> None:
    feed = await written(
        publisher, newest, text=NASTY, title=NASTY, author=NASTY, language=NASTY, labels=[NASTY],
        description=NASTY, image_url=NASTY,
    )  # fmt: skip
    html = etree.fromstring(atom(feed)).findtext("a:entry/a:content", "", ATOM)
    assert html == (
        '<p dir="auto">a &lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot; ]]&gt; line</p>'
        '<p dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</p>'
    )


async def test_json_feed_has_the_fields_that_its_specification_requires(
    publisher: Publisher, newest: Newest
) -> None:
    known = {"author": "Ana", "language": "sl", "labels": ["x"], "description": "How"}
    feed = json.loads(json_feed(await written(publisher, newest, image_url=address(2), **known)))
    (item,) = feed.pop("items")
    assert feed == {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "T & <T>",
        "feed_url": "http://localhost/feeds/f/fulltext.atom",
        "home_page_url": "http://example.com/?a&b",
    }
    assert item.pop("id").startswith("urn:uuid:")
    assert datetime.fromisoformat(item.pop("date_modified")).tzinfo
    assert item == {
        "url": address(1),
        "title": "The bridge is open.",
        "content_html": '<p dir="auto">The bridge is open.</p><p dir="auto">It took nine years.</p>',
        "authors": [{"name": "Ana"}],
        "summary": "How",
        "image": address(2),
        "tags": ["x"],
        "language": "sl",
    }


async def test_json_feed_dates_documents(publisher: Publisher, newest: Newest) -> None:
    feed = await written(publisher, newest, published="2026-01-02T03:04:05+01:00")
    assert json.loads(json_feed(feed))["items"][0]["date_published"] == "2026-01-02T03:04:05+01:00"


async def test_json_feed_is_read_by_our_own_parser(publisher: Publisher, newest: Newest) -> None:
    read = parse_feed(json_feed(await written(publisher, newest, title="Bridge")), "http://localhost/", None)
    assert [(entry.url, entry.title) for entry in read.entries] == [(address(1), "Bridge")]


@pytest.mark.parametrize("date", ["2026-01-02", "2026-01-02T03:04", "last week", None])
async def test_inexact_date_is_omitted(publisher: Publisher, newest: Newest, date: str | None) -> None:
    assert (await written(publisher, newest, published=date)).entries[0].published is None


async def test_missing_title_is_made_from_the_text(publisher: Publisher, newest: Newest) -> None:
    assert (await written(publisher, newest)).entries[0].title == "The bridge is open."


async def test_document_without_title_and_text_is_entitled_by_its_url(
    publisher: Publisher, newest: Newest
) -> None:
    assert (await written(publisher, newest, text="")).entries[0].title == address(1)


async def test_title_of_control_characters_alone_is_made_from_the_text(
    publisher: Publisher, newest: Newest
) -> None:
    assert (await written(publisher, newest, title="\x01\x02")).entries[0].title == "The bridge is open."


async def test_title_is_made_from_the_first_line_with_characters_that_xml_allows(
    publisher: Publisher, newest: Newest
) -> None:
    assert (await written(publisher, newest, text="\x01\nThe bridge")).entries[0].title == "The bridge"


@pytest.mark.parametrize("write", [atom, json_feed])
async def test_urls_in_a_feed_are_iris(
    publisher: Publisher, newest: Newest, write: Callable[[FullFeed], bytes]
) -> None:
    feed = await written(publisher, newest, url=address(1) + "?a={1}", image_url=address(2) + "|b")
    assert b"1?a=%7B1%7D" in write(feed)
    assert b"2%7Cb" in write(feed)


async def test_document_without_text_has_no_paragraph(publisher: Publisher, newest: Newest) -> None:
    assert (await written(publisher, newest, text="")).entries[0].html == ""


MARKDOWN = """\
# Bridge

It is **open**: [more](http://example.com/more?a&b).

> - One
> - Two

| Year | Cars |
| --- | --- |
| 2026 | 7 |

```python
a < b
```"""


async def test_markdown_gives_an_entry_its_structure(publisher: Publisher, newest: Newest) -> None:
    (entry,) = (await written(publisher, newest, markdown=MARKDOWN)).entries
    assert entry.html.replace(' dir="auto"', "").replace("\n", "") == (
        "<h1>Bridge</h1>"
        '<p>It is <strong>open</strong>: <a href="http://example.com/more?a&amp;b">more</a>.</p>'
        "<blockquote><ul><li>One</li><li>Two</li></ul></blockquote>"
        "<table><thead><tr><th>Year</th><th>Cars</th></tr></thead>"
        "<tbody><tr><td>2026</td><td>7</td></tr></tbody></table>"
        '<pre><code class="language-python">a &lt; b</code></pre>'
    )


async def test_texts_of_structured_entries_have_their_own_direction(
    publisher: Publisher, newest: Newest
) -> None:
    (entry,) = (await written(publisher, newest, markdown=MARKDOWN)).entries
    for element in ("h1", "p", "li", "th", "td"):
        assert f'<{element} dir="auto">' in entry.html


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "[a](javascript:alert(1))",
        "[a]\n\n[a]: javascript:alert(1)",
        '<p><a href="javascript:alert(1)">a</a>',
        'a <b onclick="alert(1)">b</b>',
        "<b <b>onclick=alert(1)>",
        "\x00\x0b<b>",
    ],
)
async def test_markdown_brings_no_scripts(publisher: Publisher, newest: Newest, markdown: str) -> None:
    feed = await written(publisher, newest, markdown=markdown)
    html = etree.fromstring(atom(feed)).findtext("a:entry/a:content", "", ATOM)
    assert not {"<b", "<script", "javascript"} & set(re.findall(r"<?\w+", html))


async def test_links_of_any_spelling_stay(publisher: Publisher, newest: Newest) -> None:
    feed = await written(publisher, newest, markdown="[more](HTTP://A.COM/)")
    assert '<a href="HTTP://A.COM/">more</a>' in feed.entries[0].html


async def test_memory_of_structured_entries_is_released(publisher: Publisher, newest: Newest) -> None:
    await publisher.publish(reading(feed="f", markdown="It is **open** and [long](http://a.com/). " * 1_000))
    (document,) = await newest.of_feed("f")
    process = psutil.Process()
    FullEntry.of(document)
    before = process.memory_info().rss
    for _ in range(100):
        FullEntry.of(document)
    assert process.memory_info().rss - before < 100 * len(document.markdown or "")
