"""Lessons made from labelled pages."""

import numpy as np
import pytest

from urltree.auto.networks import INPUTS
from urltree.features import FEATURES
from urltree.models import Page, TextBlock, UrlKey
from urltree.training.examples import LEARNT_BLOCKS, VERSION_WEIGHT, lessons, teaches
from urltree.training.labelledpage import LabelledPage, Version
from urltree.training.labels import Labels


def page(*, number=1, dataset="news", domain="example.com", size=2, f1=1.0, gold_words=100):
    inputs = np.ones((size, len(INPUTS)), np.float16)
    words = np.full(size, 20)
    labels = Labels(np.arange(size) == 0, words, gold_words, f1)
    key = UrlKey(f"http://{domain}/1", domain, (domain,))
    blocks = tuple(TextBlock("text", at, "p", f"body/div.{at % 2}/p", 0) for at in range(size))
    return LabelledPage(
        *(dataset, domain, number, inputs, words.astype("f4"), labels, "x"),
        *(domain, key, Page(blocks, None), None),
    )


def weights_of(pages, sets=None):
    """The weight of the first block of each lesson."""
    return [float(lesson.weights[0]) for lesson in lessons(pages, sets or {}, 0)]


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
    (made,) = lessons([page()], {}, 0)
    assert made.inputs.shape == (2, len(FEATURES))


def test_a_second_page_is_learnt_with_and_without_evidence():
    made = lessons([page(number=2)], {}, 0)
    assert [lesson.inputs.shape[1] for lesson in made] == [len(INPUTS), len(FEATURES)]
    assert [lesson.labels.tolist() for lesson in made] == [[True, False]] * 2


def test_lessons_with_evidence_weigh_more():
    warm, cold = weights_of([page(number=2)])
    assert warm == pytest.approx(1.5 * cold)


def test_a_data_set_has_the_weight_that_it_is_given():
    one, other = weights_of([page(), page(dataset="blogs")], {"blogs": 0.25})
    assert other == pytest.approx(one / 4)


def test_a_page_of_a_long_site_weighs_less():
    weights = weights_of([page(), *(page(domain="long.example") for _ in range(200))])
    assert weights[1] == pytest.approx(weights[0] / 2)


@pytest.mark.parametrize("version", Version)
def test_each_version_of_a_page_has_its_own_weight(version):
    one, other = weights_of([page(), page()._replace(version=version)])
    assert other == pytest.approx(one * VERSION_WEIGHT[version])


def test_versions_without_names_do_not_make_a_site_longer():
    pages = [page() for _ in range(50)]
    nameless = [each._replace(version=Version.NAMELESS) for each in pages]
    weights = weights_of([*pages, *nameless, page(domain="other.example")])
    assert weights[0] == pytest.approx(weights[-1])


def test_a_block_is_weighted_by_its_share_of_the_gold_text():
    one, other = weights_of([page(), page(gold_words=1_600)])
    assert other == pytest.approx(one / 8)


def test_some_of_the_later_pages_are_learnt_without_evidence():
    made = lessons([page(number=60, size=1) for _ in range(200)], {}, 0)
    warm = sum(lesson.inputs.shape[1] == len(INPUTS) for lesson in made)
    assert warm == 200
    assert 0.2 < (len(made) - warm) / 200 < 0.4


def test_of_a_large_page_the_start_is_learnt():
    many = page(size=2 * LEARNT_BLOCKS)
    (made,) = lessons([many], {}, 0)
    assert [len(column) for column in made[:-1]] == [LEARNT_BLOCKS] * 5


def test_a_block_without_words_is_learnt_too():
    made = page()
    made.labels.words[1] = 0
    (lesson,) = lessons([made], {}, 0)
    assert lesson.weights[1] > 0


def test_the_mean_weight_of_a_block_is_one():
    made = lessons([page(), page(number=2, size=7)], {"news": 0.1}, 0)
    assert np.concatenate([lesson.weights for lesson in made]).mean() == pytest.approx(1)


def test_blocks_on_one_path_are_learnt_as_such():
    (made,) = lessons([page(size=4)], {}, 0)
    one, other, *rest = made.paths.tolist()
    assert rest == [one, other]
    assert one != other


def test_the_pages_of_one_domain_have_the_number_of_one_site_in_all_data_sets():
    pages = [page(domain="a.example"), page(domain="b.example"), page(dataset="blogs", domain="a.example")]
    assert [lesson.site for lesson in lessons(pages, {}, 0)] == [0, 1, 0]
