"""Which sites share a template, among all pages there are, and what the index of these templates costs."""

from __future__ import annotations

from contextlib import closing
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

import redis

from benchmarks.documents import START
from benchmarks.figure import Figure
from benchmarks.pages import stored_pages
from urltree.evaluation.datasets import dataset_files
from urltree.models import Document, Retention, TemplateSample
from urltree.rules import load_rules
from urltree.store import open_store
from urltree.store.embedded import EmbeddedValkey
from urltree.templates.fingerprint import fingerprint
from urltree.templates.shared import Filing, shared_templates
from urltree.urlkey import url_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from urltree.store import Store

#: Site under which data sets put pages of which they give neither URL nor site.
_NO_SITE = "no-url.invalid"


def sharing(data: Path) -> Iterator[Figure]:
    """Find the sites that share a template with others; empty where there are no pages."""
    documents = list(_documents(data))
    with (
        TemporaryDirectory(prefix="urltree-") as folder,
        EmbeddedValkey(Path(folder)) as valkey,
        closing(open_store(valkey.url)) as store,
        closing(redis.Redis.from_url(valkey.url)) as server,
    ):
        for document in documents:
            store.observe(document, Retention())
        yield from _filing(store, server, documents)
        sites = {document.domain for document in documents}
        shared = [site for site in sites if _shares(store, site)]
        yield Figure(f"sites that share a template, of {len(sites):,}", len(shared), "")


def _documents(data: Path) -> Iterator[Document]:
    rules = load_rules()
    folders = [folder for folder in (data / "pages", data / "streams") if folder.is_dir()]
    pages = chain.from_iterable(map(stored_pages, dataset_files(folders)))
    for number, page in enumerate(pages):
        domain = url_key(page.url, None, rules).domain
        if domain != _NO_SITE:
            sample = TemplateSample(fingerprint(page.html), page.url)
            yield Document(domain, number, (domain,), {}, START, sample=sample)


def _filing(store: Store, server: redis.Redis, documents: list[Document]) -> Iterator[Figure]:
    holders = {(each.domain, each.sample.fingerprint) for each in documents if each.sample}
    filing, before = Filing(store), _memory(server)
    for name in ("filed anew", "filed already"):
        start = perf_counter()
        for domain, its in holders:
            filing.file(domain, its, START)
        yield Figure(f"fingerprint {name}", (perf_counter() - start) / len(holders) * 1e6, "µs")
    yield Figure("fingerprint filed", (_memory(server) - before) / len(holders), "bytes")


def _memory(server: redis.Redis) -> int:
    told: dict[str, int] = server.info("memory")
    return told["used_memory"]


def _shares(store: Store, site: str) -> bool:
    return any(sites for _, sites in shared_templates(store, site, START))
