"""RPROP."""

import numpy as np
import pytest

from urltree.texrex import boilerplate_output
from urltree.training.rprop import descend


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(0)
    inputs = random.random((500, 2)).astype(np.float32)
    return inputs, ((inputs[:, 0] > 0.5) != (inputs[:, 1] > 0.5)).astype(np.float32)


def error(layers, inputs, targets):
    return np.mean((boilerplate_output(layers, inputs) - targets) ** 2)


def test_a_network_learns_what_is_not_linearly_separable(rows):
    inputs, targets = rows
    outputs = boilerplate_output(descend(inputs, targets, hidden=6, epochs=300, seed=0), inputs)
    assert np.mean((outputs > 0.5) == targets) > 0.9


def test_more_epochs_never_leave_a_larger_error(rows):
    errors = [error(descend(*rows, hidden=6, epochs=epochs, seed=0), *rows) for epochs in range(1, 40)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0]


def test_the_same_seed_gives_the_same_layers(rows):
    one, other = (descend(*rows, hidden=3, epochs=5, seed=1) for _ in range(2))
    assert all(
        np.array_equal(*pair) for layers in zip(one, other, strict=True) for pair in zip(*layers, strict=True)
    )
