"""What is around a block."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.context import SOURCES, Context, Groups


def seen(context, values):
    """What each block sees of each source, by name."""
    names = ("own", "before", "after", "path", "page")
    given = np.array(values, np.float32)[None, :, None]
    sources = np.eye(SOURCES, dtype=np.float32)
    return {
        name: context.gather(given, source[None, None])[0, :, 0].tolist()
        for name, source in zip(names, sources, strict=True)
    }


@pytest.fixture
def context():
    """Two pages, of three blocks and of two; the path of the outer blocks of the first is the same."""
    paths = [np.array([4, 7, 4]), np.array([4, 4])]
    return Context.of(paths, [np.array([0, 3, 8], np.float32), np.array([0, 0], np.float32)])


def test_a_block_sees_itself(context):
    assert seen(context, [1, 2, 3, 4, 5])["own"] == [1, 2, 3, 4, 5]


def test_a_block_sees_the_one_before_on_its_page(context):
    assert seen(context, [1, 2, 3, 4, 5])["before"] == [0, 1, 2, 0, 4]


def test_a_block_sees_the_one_after_on_its_page(context):
    assert seen(context, [1, 2, 3, 4, 5])["after"] == [2, 3, 0, 5, 0]


def test_a_block_sees_the_mean_of_its_path_by_the_root_of_words(context):
    first = (1 * 1 + 3 * 3) / (1 + 3)
    assert seen(context, [1, 2, 3, 4, 5])["path"] == pytest.approx([first, 2, first, 4.5, 4.5])


def test_a_block_sees_the_mean_of_its_page_by_words(context):
    first = (1 * 1 + 2 * 4 + 3 * 9) / (1 + 4 + 9)
    assert seen(context, [1, 2, 3, 4, 5])["page"] == pytest.approx([first] * 3 + [4.5] * 2)


def test_all_that_a_block_sees_is_summed(context):
    each = seen(context, [1, 2, 3, 4, 5])
    given = np.arange(1, 6, dtype=np.float32)[None, :, None]
    whole = context.gather(given, np.ones((1, 1, SOURCES), np.float32))
    assert whole[0, :, 0] == pytest.approx(np.sum(list(each.values()), axis=0))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9))
def test_the_shares_of_a_group_sum_to_one(names):
    groups = Groups.of(np.array(names), np.arange(1, len(names) + 1, dtype=np.float32))
    assert np.bincount(groups.places, groups.shares[:, 0]) == pytest.approx(1)


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=5), min_size=1, max_size=4))
def test_scattering_is_adjoint_to_gathering(paths):
    random = np.random.default_rng(1)
    context = Context.of([np.array(page) for page in paths], [random.random(len(page)) for page in paths])
    size = sum(map(len, paths))
    values, weights = random.standard_normal((2, size, 4)), random.standard_normal((2, 4, SOURCES * 3))
    back = random.standard_normal((2, size, 3))
    given = ((values @ weights) * context.scatter(back)).sum()
    assert (context.gather(values, weights) * back).sum() == pytest.approx(given, abs=1e-4)


def test_pages_are_seen_together_as_each_by_itself():
    random = np.random.default_rng(2)
    paths = [random.integers(0, 4, size) for size in (1, 6, 3)]
    words = [random.integers(0, 40, len(page)).astype(np.float32) for page in paths]
    values = [random.standard_normal((1, len(page), 3)).astype(np.float32) for page in paths]
    weights = random.standard_normal((1, 3, SOURCES * 2)).astype(np.float32)
    alone = [
        Context.of([own], [sizes]).gather(each, weights)
        for own, sizes, each in zip(paths, words, values, strict=True)
    ]
    together = Context.of(paths, words).gather(np.concatenate(values, axis=1), weights)
    assert together == pytest.approx(np.concatenate(alone, axis=1), abs=1e-6)


def test_paths_of_many_pages_stay_apart():
    paths = [np.array([999], np.uint16)] * 70
    context = Context.of(paths, [np.zeros(1, np.float32)] * 70)
    assert seen(context, range(70))["path"] == [*range(70)]
