"""Recognising known templates, and the paper's baselines."""

from itertools import islice
from pathlib import Path

import pytest
from sklearn.metrics import adjusted_rand_score

from benchmarks.templates.grouping import classification, purity
from benchmarks.templates.recognition import (
    CommonShingles,
    SameHash,
    cross_validate,
    head_digest,
    published_fingerprint,
    shingles,
)
from urltree.evaluation.datasets import dataset_files, read_pages
from urltree.templates.classify import TemplateClassifier
from urltree.templates.clusters import Clusters
from urltree.templates.fingerprint import fingerprint

STREAMS = Path(__file__).parents[3] / "shared/data/streams"

HEAD = b"<html><head><meta a=1></head>"


class Everything:
    """Answers with what it has learnt."""

    def __init__(self):
        self.pages = []

    def learn(self, page, _template):
        self.pages.append(page)

    def classify(self, page):
        return f"{page} of {sorted(self.pages)}"


def test_no_page_is_judged_by_its_own_fold():
    answers = cross_validate(Everything, [0, 1, 2, 3, 4], "aaaaa", folds=2)
    assert answers == [f"{page} of {[1, 3] if page % 2 == 0 else [0, 2, 4]}" for page in range(5)]


def test_each_template_is_spread_evenly_over_the_folds():
    answers = cross_validate(Everything, [0, 1, 2, 3], "abab", folds=2)
    assert answers == ["0 of [2, 3]", "1 of [2, 3]", "2 of [0, 1]", "3 of [0, 1]"]


def test_the_published_fingerprint_holds_every_tag():
    assert published_fingerprint(b"<p><meta><p>") == bytes([0, 0]) + b"\xff" * 23


def test_the_digest_of_a_head_is_that_of_its_tags():
    assert head_digest(HEAD + b"<body><p>") == head_digest(
        b"<HTML> <head> <meta b=2> </head> <body class=x><div>"
    )


def test_heads_with_different_tags_have_different_digests():
    assert head_digest(b"<head><link></head><body>") != head_digest(b"<head><meta></head><body>")


def test_a_known_hash_gets_its_most_frequent_template():
    same = SameHash()
    for template in "aba":
        same.learn(b"hash", template)
    assert (same.classify(b"hash"), same.classify(b"other")) == ("a", None)


def test_shingles_are_runs_of_four_tags():
    assert shingles(b"<a><b><c><d><e>") == {b"a b c d", b"b c d e"}


def test_pages_are_similar_from_eight_in_ten_common_shingles_on():
    common = CommonShingles()
    common.learn(frozenset(range(10)), "a")
    assert (common.classify(frozenset(range(8))), common.classify(frozenset(range(7)))) == ("a", None)


def test_the_similar_example_nearest_in_size_wins():
    common = CommonShingles()
    for size, template in ((8, "a"), (10, "b"), (12, "c")):
        common.learn(frozenset(range(size)), template)
    assert [common.classify(frozenset(range(size))) for size in (7, 10, 13)] == ["a", "b", "c"]


def test_pages_without_shingles_have_nothing_in_common():
    common = CommonShingles()
    common.learn(frozenset(), "a")
    assert common.classify(frozenset()) is None


@pytest.fixture(scope="module")
def stream_pages():
    """The template, which is the site, and fingerprint of the first pages of every stream."""
    if not STREAMS.is_dir():
        pytest.skip("no ../shared/data/streams")
    return [
        (page.site, fingerprint(page.html.encode("utf-8", "replace")))
        for file in dataset_files([STREAMS])
        for page in islice(read_pages(file), 300)
    ]


def test_templates_of_real_streams_are_recognised(stream_pages):
    gold, pages = zip(*stream_pages, strict=True)
    score = classification(gold, cross_validate(TemplateClassifier, pages, gold))
    assert score.precision == 1.0
    assert score.recall >= 0.995


def test_pages_of_real_streams_cluster_by_template(stream_pages):
    gold, pages = zip(*stream_pages, strict=True)
    clusters = Clusters()
    for page in pages:
        clusters.observe(page, "")
    groups = list(map(clusters.number, pages))
    assert purity(gold, groups) == 1.0
    assert adjusted_rand_score(gold, groups) >= 0.99
