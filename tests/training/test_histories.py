"""What the past of their sites adds to pages for training."""

import json

import numpy as np
import pytest

from urltree.auto.auto import AutoReading
from urltree.auto.networks import Networks
from urltree.auto.siteview import SiteView
from urltree.blocks import parse_page
from urltree.context import SOURCES
from urltree.evaluation.systems import NOW
from urltree.evidence.pathevidence import PATH_EVIDENCE
from urltree.features import FEATURES
from urltree.rules import load_rules
from urltree.scorer import Layer, Network
from urltree.store import open_store
from urltree.training import histories
from urltree.training.corpus import labelled_pages
from urltree.training.examples import lessons
from urltree.training.fit import TrainingOptions
from urltree.training.histories import FOLDS, cold_networks, with_histories
from urltree.training.labelledpage import Version
from urltree.training.validation import fold_of
from urltree.tree import UrlTree
from urltree.urlkey import url_key

COURSE = TrainingOptions(members=1, hidden=(4,), epochs=1)
PAGES = 6


def record(site, number):
    words = [f"{site[0]}{'mnopqr'[number]}{at}" for at in range(40)]
    body = f"<div><p>{' '.join(words)}.</p></div><ul><li>Menu</li><li>teaser {number // 3}</li></ul>"
    url = f"http://{site}/{number - (number == PAGES - 2)}"  # the last but one repeats the URL before it
    return {"site": site, "url": url, "title": None, "gold": " ".join(words) + ".", "html": body}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    file = tmp_path_factory.mktemp("pages") / "news.jsonl"
    records = [record(site, number) for site in ("a.example", "b.example") for number in range(PAGES)]
    file.write_text("".join(json.dumps(each) + "\n" for each in records))
    return [page for page in labelled_pages(file, 100) if page.version is Version.AS_SERVED]


@pytest.fixture(scope="module")
def networks(pages):
    return cold_networks(pages, {}, COURSE)


def certain(odds):
    """Make networks that give every block the same score."""
    nothing, scale = np.zeros(len(FEATURES), np.float32), np.ones(len(FEATURES), np.float32)
    hidden = Layer(np.zeros((1, len(FEATURES), 1), np.float32), np.zeros((1, 1, 1), np.float32))
    last = Layer(np.zeros((1, 1, SOURCES), np.float32), np.full((1, 1, 1), odds, np.float32))
    return dict.fromkeys(range(FOLDS), Network(nothing, scale, (hidden, last)))


def from_store(pages, networks):
    """Give the inputs that `auto` sees when each site is read in order."""
    trees = {"a.example": UrlTree(open_store("memory://")), "b.example": UrlTree(open_store("memory://"))}
    for at, page in enumerate(pages):
        network = networks[fold_of(page.domain, FOLDS)]
        given = record(page.site, at % PAGES)
        parsed = parse_page(given["html"])
        reading = AutoReading(parsed, None, Networks(network, network))
        key = url_key(given["url"], None, load_rules())
        seen = trees[page.site].observe(key, parsed.blocks, NOW, reading.paths)
        yield SiteView(reading, seen).inputs


def test_the_inputs_are_those_that_auto_sees(pages, networks):
    for page, expected in zip(with_histories(pages, networks), from_store(pages, networks), strict=True):
        assert page.inputs == pytest.approx(expected, abs=2e-3)


def test_the_first_page_of_a_site_has_no_history(pages, networks):
    first = with_histories(pages, networks)[PAGES]
    assert not first.inputs[:, len(FEATURES) :].any()


def test_later_pages_have_a_history(pages):
    second = with_histories(pages, certain(odds=-9))[1]
    assert second.inputs[:, len(FEATURES) : -len(PATH_EVIDENCE)].any()
    assert second.inputs[:, -len(PATH_EVIDENCE) :].any()


def test_versions_without_names_have_a_separate_history(pages, networks):
    nameless = [page._replace(version=Version.NAMELESS) for page in pages]
    done = with_histories([*pages, *nameless], networks)
    assert not done[len(pages)].inputs[:, len(FEATURES) :].any()


def test_documents_that_repeat_the_text_of_a_page_are_left_out_of_its_counts(tmp_path):
    file = tmp_path / "news.jsonl"
    twice = [record("a.example", 0) | {"url": f"http://a.example/{view}"} for view in ("story", "print")]
    file.write_text("".join(json.dumps(each) + "\n" for each in twice))
    pages = [page for page in labelled_pages(file, 100) if page.version is Version.AS_SERVED]
    done = with_histories(pages, certain(odds=9))
    assert not done[1].inputs[:, len(FEATURES) : -len(PATH_EVIDENCE)].any()


def test_the_network_of_a_fold_learns_only_from_the_other_folds(pages, monkeypatch):
    learnt = []
    monkeypatch.setattr(histories, "lessons", lambda some, *rest: learnt.append(some) or lessons(some, *rest))
    monkeypatch.setattr(histories, "teaches", lambda page: page.number > 1)
    folds = cold_networks(pages, {}, COURSE).keys()
    for fold, some in zip(folds, learnt, strict=True):
        others = [page for page in pages if page.number > 1 and fold_of(page.domain, FOLDS) != fold]
        assert others
        assert list(map(id, some)) == list(map(id, others))


def test_each_fold_has_a_network_that_reads_only_features(pages, networks):
    assert networks.keys() == {fold_of(page.domain, FOLDS) for page in pages}
    assert {network.mean.shape for network in networks.values()} == {(len(FEATURES),)}
