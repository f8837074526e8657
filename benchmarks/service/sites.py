"""Folders of sites to replay."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.pages import WORDS
from urltree.evaluation.datasets import read_pages, set_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def made_up(folder: Path, sites: int, pages: int) -> Path:
    """Write streams of made-up pages."""
    folder.mkdir()
    for site in range(sites):
        lines = (json.dumps(_record(site, number)) + "\n" for number in range(pages))
        (folder / f"{site}.jsonl").write_text("".join(lines), "utf-8")
    return folder


def under_names(folder: Path, files: Iterable[Path], names: int) -> Path:
    """Write each stream as `names` sites with different hosts, which nothing links to one another."""
    folder.mkdir()
    for path, name in product(files, range(names)):
        with (folder / f"{set_name(path)}-{name}.jsonl").open("w", encoding="utf-8") as file:
            for page in read_pages(path):
                url = urlsplit(page.url)
                host = f"{url.netloc.replace('.', '-')}-{name}.example"
                record = {"title": page.title, "gold": page.gold, "html": page.html}
                file.write(json.dumps(record | {"url": url._replace(netloc=host).geturl()}) + "\n")
    return folder


def _record(site: int, number: int) -> dict[str, str]:
    """Make up a short article within the template of its site."""
    random = Random(f"{site} {number}")
    title, *paragraphs = (" ".join(random.choices(WORDS, k=50 if at else 6)) for at in range(8))
    menu = "".join(f"<li><a href=/{at}>{WORDS[at]} of site {site}</a>" for at in range(30))
    body = "".join(f"<p>{paragraph}.</p>" for paragraph in paragraphs)
    html = f"<!DOCTYPE html><title>{title}</title><ul>{menu}</ul><h1>{title}</h1><article>{body}</article>"
    url = f"http://www.site{site}.example/news/{number}.html"
    return {"url": url, "title": title, "gold": "\n".join(paragraphs), "html": html}
