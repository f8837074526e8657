"""Products of matrices."""

import numpy as np
import pytest

from urltree.product import product


@pytest.fixture
def weights():
    return np.random.default_rng(1).standard_normal((2, 3, 4)).astype(np.float32)


def test_each_member_multiplies_the_same_values(weights):
    values = np.random.default_rng(2).standard_normal((5, 3)).astype(np.float32)
    assert product(values, weights) == pytest.approx(np.stack([values @ each for each in weights]))


def test_each_member_multiplies_its_own_values(weights):
    values = np.random.default_rng(2).standard_normal((2, 5, 3)).astype(np.float32)
    expected = [own @ each for own, each in zip(values, weights, strict=True)]
    assert product(values, weights) == pytest.approx(np.stack(expected))


@pytest.mark.parametrize("rows", [1, 2, 5, 9])
def test_any_number_of_rows_at_a_time_gives_the_same(weights, rows, monkeypatch):
    values = np.random.default_rng(2).standard_normal((5, 3)).astype(np.float32)
    whole = product(values, weights)
    monkeypatch.setattr("urltree.product._FOR_ONE_THREAD", rows * weights[0].size)
    assert product(values, weights) == pytest.approx(whole, abs=1e-6)
