"""The command `urltree feeds`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from web import Answer
from xml_feeds import item, rss

from service.state import keys
from urltree.cli import run

if TYPE_CHECKING:
    from pathlib import Path

    from redis import Redis
    from web import Web

ADDED = "subscribed, entries: 1"


@pytest.fixture
def site(web: Web, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a feed, in an environment where the command can use it."""
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    monkeypatch.setenv("URLTREE_ALLOW_HOSTS", "127.0.0.1")
    monkeypatch.setenv("URLTREE_HOST_RATE", "1000")
    web.answers["/feed"] = Answer(rss(item(1), channel="<title>News\x1b</title>".replace("\x1b", "&#x9b;")))
    return f"{web.url}/feed"


def feeds(*arguments: str) -> int:
    return run(["feeds", *arguments])


def listed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert feeds("list", "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_add_subscribes_with_labels_and_interval(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("add", site, "--label", "b", "--label", "a", "--interval", "600") == 0
    assert ADDED in capsys.readouterr().out
    (feed,) = listed(capsys)
    assert (feed["url"], feed["labels"], feed["interval"]) == (site, ["a", "b"], 600)


def test_add_replaces_undecodable_bytes_in_a_label(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("add", site, "--label", "caf\udce9") == 0
    assert listed(capsys)[0]["labels"] == ["caf\ufffd"]


def test_adding_a_feed_twice_subscribes_once(site: str, capsys: pytest.CaptureFixture[str]):
    feeds("add", site)
    assert feeds("add", site) == 0
    assert "already subscribed" in capsys.readouterr().out
    assert len(listed(capsys)) == 1


def test_add_refuses_an_invalid_site(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("add", site, "--site", "not a host") == 2
    assert "'not a host' is not a site" in capsys.readouterr().err
    assert listed(capsys) == []


def test_add_lists_the_choices_of_a_page_with_several_feeds(
    site: str, web: Web, capsys: pytest.CaptureFixture[str]
):
    link = '<link rel="alternate" type="application/rss+xml" href="{}">'
    web.answers["/"] = Answer(f"<html>{link.format('/feed')}{link.format('/b')}".encode())
    assert feeds("add", f"{web.url}/") == 2
    assert f"choose one of: {site}, {web.url}/b" in capsys.readouterr().err


@pytest.mark.usefixtures("site")
def test_add_does_not_subscribe_to_what_cannot_be_fetched(web: Web, capsys: pytest.CaptureFixture[str]):
    assert feeds("add", f"{web.url}/nowhere") == 1
    assert "404" in capsys.readouterr().err
    assert listed(capsys) == []


@pytest.mark.usefixtures("site")
def test_add_refuses_an_unusable_url(capsys: pytest.CaptureFixture[str]):
    assert feeds("add", "ftp://feeds.example/") == 2
    assert "'ftp://feeds.example/' is not a usable URL" in capsys.readouterr().err
    assert listed(capsys) == []


def test_list_prints_no_control_characters(site: str, capsys: pytest.CaptureFixture[str]):
    feeds("add", site)
    feeds("list")
    assert "\x9b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"pushed_until": 1_800_000_000}, "hub https://hub.example/ pushes until 2027-01-15 08:00 UTC\n"),
        ({"hub_error": "no\x9b"}, "hub https://hub.example/: no"),
        ({"hub_error": "no\n0123456789ab  active"}, "hub https://hub.example/: no 0123456789ab  active\n"),
    ],
)
def test_list_shows_the_state_of_the_hub(
    site: str, capsys: pytest.CaptureFixture[str], valkey: Redis, fields: dict[str, object], shown: str
):
    feeds("add", site)
    (feed,) = listed(capsys)
    known = fields | {"hub": "https://hub.example/"}
    valkey.hset(keys.FEED + feed["id"], mapping={name: json.dumps(known[name]) for name in known})
    feeds("list")
    out = capsys.readouterr().out
    assert shown in out
    assert "\x9b" not in out


def test_list_shows_how_many_items_could_not_be_read(
    site: str, capsys: pytest.CaptureFixture[str], valkey: Redis
):
    feeds("add", site)
    (feed,) = listed(capsys)
    valkey.hset(keys.FEED + feed["id"], mapping={"unreadable": "3", "unreadable_reason": '"no\\u009broute"'})
    feeds("list")
    out = capsys.readouterr().out
    assert "unreadable items in a row: 3; no" in out
    assert "\x9b" not in out


def test_list_shows_that_a_feed_is_failing(site: str, capsys: pytest.CaptureFixture[str], valkey: Redis):
    feeds("add", site)
    (feed,) = listed(capsys)
    valkey.hset(keys.FEED + feed["id"], "errors", "1")
    feeds("list")
    assert capsys.readouterr().out.startswith(f"{feed['id']}  failing ")


def test_list_omits_a_hub_that_was_never_asked(site: str, capsys: pytest.CaptureFixture[str], valkey: Redis):
    feeds("add", site)
    (feed,) = listed(capsys)
    valkey.hset(keys.FEED + feed["id"], "hub", '"https://hub.example/"')
    feeds("list")
    assert "hub" not in capsys.readouterr().out


@pytest.mark.parametrize("by", ["id", "url"])
def test_remove_takes_an_id_or_a_url(site: str, capsys: pytest.CaptureFixture[str], by: str):
    feeds("add", site)
    assert feeds("remove", str(listed(capsys)[0][by])) == 0
    assert listed(capsys) == []


def test_remove_refuses_an_unknown_feed(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("remove", site) == 2
    assert "urltree feeds list" in capsys.readouterr().err


def test_export_can_be_imported(site: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]):
    feeds("add", site, "--label", "a")
    capsysbinary.readouterr()
    feeds("export")
    file = tmp_path / "feeds.opml"
    file.write_bytes(capsysbinary.readouterr().out)
    assert feeds("import", str(file)) == 0
    assert capsysbinary.readouterr().out == b"new: 0, already subscribed: 1\n"


def test_import_names_what_it_left_out(site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    feeds("add", site)
    file = tmp_path / "feeds.opml"
    file.write_text('<opml><body><outline xmlUrl="feed://a.example/"/></body></opml>')
    capsys.readouterr()
    assert feeds("import", str(file)) == 0
    assert "left out, not an http(s) URL without user name: feed://a.example/\n" in capsys.readouterr().out


def test_import_refuses_a_missing_file(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("import", f"/nowhere/{len(site)}.opml") == 2
    assert "pass an OPML file" in capsys.readouterr().err


def test_check_reports_a_working_feed(site: str, capsys: pytest.CaptureFixture[str]):
    feeds("add", site)
    assert feeds("check") == 0
    assert f"fine    {site}  entries: 1" in capsys.readouterr().out


def test_check_lists_hubs(site: str, web: Web, capsys: pytest.CaptureFixture[str]):
    named = {"Link": "</a>; rel=hub, </b>; rel=hub"}
    web.answers["/feed"] = web.answers["/feed"]._replace(headers=named)
    feeds("add", site)
    assert feeds("check") == 0
    assert f"hubs: {web.url}/a, {web.url}/b" in capsys.readouterr().out


def test_check_fails_for_a_broken_feed(site: str, web: Web, capsys: pytest.CaptureFixture[str]):
    feeds("add", site)
    web.answers["/feed"] = Answer(status=500)
    assert feeds("check", site) == 1
    assert "broken" in capsys.readouterr().out


def test_check_accepts_a_url_that_is_not_subscribed(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("check", site) == 0
    assert f"fine    {site}  entries: 1" in capsys.readouterr().out
    assert listed(capsys) == []


def test_check_refuses_an_unknown_id(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("check", "nope", site) == 2
    assert "there is no feed 'nope'" in capsys.readouterr().err


def test_unreachable_store_is_reported(site: str, capsys: pytest.CaptureFixture[str]):
    assert feeds("list", "--store", f"unix:///nowhere/{len(site)}") == 1
    assert re.fullmatch(
        "urltree: error: store /nowhere/.+ does not answer: .+; start it, or choose another\n",
        capsys.readouterr().err,
    )
