"""Rows made from labelled pages."""

import numpy as np
import pytest

from urltree.auto.networks import INPUTS
from urltree.features import FEATURES
from urltree.models import Page, UrlKey
from urltree.training.examples import LEARNT_BLOCKS, VERSION_WEIGHT, rows, teaches
from urltree.training.labelledpage import LabelledPage, Version
from urltree.training.labels import Labels


def page(*, number=1, dataset="news", domain="example.com", size=2, f1=1.0, gold_words=100):
    inputs = np.ones((size, len(INPUTS)), np.float16)
    words = np.full(size, 20)
    labels = Labels(np.arange(size) == 0, words, gold_words, f1)
    key = UrlKey(f"http://{domain}/1", domain, (domain,))
    return LabelledPage(
        dataset, domain, number, inputs, words.astype("f4"), labels, "x", domain, key, Page((), None), None
    )


@pytest.mark.parametrize(
    ("made", "fit"),
    [
        (page(), True),
        (page(f1=0.89), False),
        (page(gold_words=24), False),
        (page(number=101), False),
        (page(number=102), True),
    ],
)
def test_pages_that_are_badly_labelled_or_short_and_most_late_ones_teach_nothing(made, fit):
    assert teaches(made) is fit


def test_the_first_page_of_a_site_is_learnt_without_evidence():
    made = rows([page()], {}, 0)
    assert made.inputs[:, : len(FEATURES)].all()
    assert not made.inputs[:, len(FEATURES) :].any()


def test_a_second_page_is_learnt_with_and_without_evidence():
    made = rows([page(number=2)], {}, 0)
    assert made.inputs[:, -1].tolist() == [1, 1, 0, 0]
    assert made.labels.tolist() == [True, False, True, False]


def test_rows_with_evidence_weigh_more():
    weights = rows([page(number=2)], {}, 0).weights
    assert weights[0] == pytest.approx(1.5 * weights[2])


def test_a_data_set_has_the_weight_that_it_is_given():
    weights = rows([page(), page(dataset="blogs")], {"blogs": 0.25}, 0).weights
    assert weights[2] == pytest.approx(weights[0] / 4)


def test_a_page_of_a_long_site_weighs_less():
    long_site = [page(domain="long.example") for _ in range(200)]
    weights = rows([page(), *long_site], {}, 0).weights
    assert weights[2] == pytest.approx(weights[0] / 2)


@pytest.mark.parametrize("version", Version)
def test_each_version_of_a_page_has_its_own_weight(version):
    weights = rows([page(), page()._replace(version=version)], {}, 0).weights
    assert weights[2] == pytest.approx(weights[0] * VERSION_WEIGHT[version])


def test_versions_without_names_do_not_make_a_site_longer():
    pages = [page() for _ in range(50)]
    nameless = [each._replace(version=Version.NAMELESS) for each in pages]
    other = page(domain="other.example")
    weights = rows([*pages, *nameless, other], {}, 0).weights
    assert weights[0] == pytest.approx(weights[-2])


def test_a_block_is_weighted_by_its_share_of_the_gold_text():
    weights = rows([page(), page(gold_words=1_600)], {}, 0).weights
    assert weights[2] == pytest.approx(weights[0] / 8)


def test_some_of_the_later_pages_are_learnt_without_evidence():
    pages = [page(number=60, size=1) for _ in range(200)]
    inputs = rows(pages, {}, 0).inputs
    assert np.count_nonzero(inputs[:, -1]) == 200
    assert 0.2 < np.count_nonzero(inputs[:, -1] == 0) / 200 < 0.4


def test_blocks_of_a_large_page_are_sampled_without_repetition():
    many = page(size=2 * LEARNT_BLOCKS)
    many.inputs[:, 0] = np.arange(2 * LEARNT_BLOCKS)
    assert len(set(rows([many], {}, 0).inputs[:, 0].tolist())) == LEARNT_BLOCKS


def test_a_block_without_words_is_learnt_too():
    made = page()
    made.labels.words[1] = 0
    assert rows([made], {}, 0).weights[1] > 0


def test_sampling_does_not_change_the_weight_of_a_large_page():
    made = rows([page(size=2 * LEARNT_BLOCKS), page()], {}, 0)
    assert len(made.labels) == LEARNT_BLOCKS + 2
    assert made.weights[0] == pytest.approx(2 * made.weights[-1])


def test_the_mean_weight_is_one():
    assert rows([page(), page(number=2)], {"news": 0.1}, 0).weights.mean() == pytest.approx(1)


def test_the_blocks_of_one_domain_have_the_number_of_one_site_in_all_data_sets():
    pages = [page(domain="a.example"), page(domain="b.example"), page(dataset="blogs", domain="a.example")]
    assert rows(pages, {}, 0).sites.tolist() == [0, 0, 1, 1, 0, 0]
