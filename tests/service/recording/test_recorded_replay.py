"""A stream that is replayed, recorded, and extracted again from the archive."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from processes import serving
from replayed import replaying, write_streams
from valkeys import url_of, valkey_client

from service.state import keys
from urltree.cli import run

if TYPE_CHECKING:
    from pathlib import Path

    from redis import Redis

HOSTS = {"a.example": 30, "b.example": 30}

#: Maximum seconds for the whole replay.
PATIENCE = 300


def newest_texts(client: httpx.Client) -> dict[str, str]:
    """Return the text of each page as last published."""
    published_texts = map(json.loads, client.get("/documents", params={"limit": 1_000}).text.splitlines())
    return {document["url"]: document["text"] for document in published_texts}


def texts_once_all_is_done(client: httpx.Client, store: Redis) -> dict[str, str]:
    end, texts = time.monotonic() + PATIENCE, {}
    while len(texts) < sum(HOSTS.values()) or store.hlen(keys.WORK_ITEMS):
        assert time.monotonic() < end
        for feed in client.get("/feeds").json():
            client.post(f"/feeds/{feed['id']}/poll")
        time.sleep(0.2)
        texts = newest_texts(client)
    return texts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replayed")


@pytest.fixture(scope="module")
def published_texts(folder: Path) -> dict[str, str]:
    """The texts that a recording service publishes of replayed streams."""
    (folder / "streams").mkdir()
    streams = write_streams(folder / "streams", HOSTS)
    with (
        valkey_client() as store,
        replaying(streams, "--rate", "1e6") as web,
        serving(
            redis_url=url_of(store), proxy=web.url, workers=1, host_rate=1e6, record=folder / "record"
        ) as service,
    ):
        opml = httpx.get(f"{web.url}/feeds.opml", trust_env=False).content
        service.client.post("/feeds/opml", content=opml).raise_for_status()
        return texts_once_all_is_done(service.client, store)


def extracted(folder: Path, method: str) -> dict[str, str]:
    files = map(str, (folder / "record").iterdir())
    assert run(["archive", *files, "--out", str(folder / method), "--method", method]) == 0
    lines = "".join(file.read_text("utf-8") for file in (folder / method).glob("*.ndjson")).splitlines()
    return {record["url"]: record["text"] for record in map(json.loads, lines)}


def test_archive_has_every_page_and_yields_the_same_texts(
    folder: Path, published_texts: dict[str, str]
) -> None:
    assert len(published_texts) == sum(HOSTS.values())
    assert extracted(folder, "auto") == published_texts
