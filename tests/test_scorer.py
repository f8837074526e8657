"""The network."""

import numpy as np
import pytest

from urltree.errors import InputError
from urltree.scorer import CLIP, Layer, Network, load_network, save_network


def network(weight=1.0, bias=0.0):
    layers = (
        Layer(np.array([[1, -1], [0, 0]], np.float32), np.zeros(2, np.float32)),
        Layer(np.array([[weight], [-weight]], np.float32), np.array([bias], np.float32)),
    )
    return Network(np.array([1, 0], np.float32), np.array([2, 1], np.float32), layers)


def test_a_score_is_the_logistic_of_the_last_layer():
    inputs = np.array([[1, 7], [1.5, 7], [0.5, -7]], np.float32)
    assert network().score(inputs).tolist() == pytest.approx([0.5, 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))])


def test_outlying_inputs_are_clipped():
    assert network().standardise(np.array([[1e6, -1e6]], np.float32)).tolist() == [[CLIP, -CLIP]]


def test_scores_are_finite_whatever_the_weights():
    scores = network(weight=1e6).score(np.array([[9, 0], [-9, 0]], np.float32))
    assert scores.tolist() == pytest.approx([1, 0], abs=1e-6)


def test_a_saved_network_gives_the_same_scores_when_loaded(tmp_path):
    save_network(network(bias=0.25), tmp_path / "x.npz")
    read = load_network(tmp_path / "x.npz")
    inputs = np.array([[1.25, 3]], np.float32)
    assert read.score(inputs).tolist() == network(bias=0.25).score(inputs).tolist()


def test_the_same_network_gives_the_same_bytes(tmp_path):
    for name in ("a.npz", "b.npz"):
        save_network(network(), tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def stored(path, *arrays):
    np.savez(path, *arrays)
    return path.read_bytes()


def damaged(path):
    save_network(network(), path)
    whole = bytearray(path.read_bytes())
    whole[60:80] = b"x" * 20
    return whole


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (lambda _: b"weights", "not a zip file"),
        (damaged, ""),
        (lambda path: stored(path, np.array(["a"]), np.ones(1)), "could not convert"),
        (lambda path: stored(path, np.ones(2), np.ones(2)), "layers do not fit"),
        (lambda path: stored(path, np.ones(2), np.ones(2), np.ones((2, 3)), np.ones(3)), "layers do not fit"),
        (lambda path: stored(path, np.ones(2), np.ones(1), np.ones((2, 1)), np.ones(1)), "layers do not fit"),
        (lambda path: stored(path, np.float32(2), np.ones(2)), "layers do not fit"),
        (
            lambda path: stored(path, np.ones(2), np.ones(2), np.full((2, 1), np.nan), np.ones(1)),
            "some of its weights are no numbers",
        ),
    ],
)
def test_a_file_without_a_network_is_refused(tmp_path, written, fault):
    path = tmp_path / "x.npz"
    path.write_bytes(written(path))
    with pytest.raises(InputError, match=rf"x\.npz holds no network: .*{fault}"):
        load_network(path)


def test_a_file_that_is_missing_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"x\.npz cannot be read: No such file"):
        load_network(tmp_path / "x.npz")


def test_rows_have_the_same_scores_together_and_alone():
    random = np.random.default_rng(7)
    layers = (
        Layer(random.standard_normal((64, 64)).astype(np.float32), np.zeros(64, np.float32)),
        Layer(random.standard_normal((64, 1)).astype(np.float32), np.zeros(1, np.float32)),
    )
    network = Network(np.zeros(64, np.float32), np.ones(64, np.float32), layers)
    inputs = random.standard_normal((200, 64)).astype(np.float32)
    alone = np.concatenate([network.score(inputs[at : at + 1]) for at in range(200)])
    assert network.score(inputs) == pytest.approx(alone, abs=1e-4)


def random_network():
    random = np.random.default_rng(7)
    layers = tuple(
        Layer(
            random.standard_normal(shape).astype(np.float32),
            random.standard_normal(shape[1]).astype(np.float32),
        )
        for shape in ((5, 4), (4, 1))
    )
    network = Network(np.array([0, 1, 2, 9, -3], np.float32), np.array([1, 1, 1, 2, 1], np.float32), layers)
    return network, random.standard_normal((6, 5)).astype(np.float32)


def test_a_network_of_the_first_inputs_scores_as_if_the_rest_were_0():
    network, inputs = random_network()
    inputs[:, 3:] = 0
    assert network.where_the_rest_is_0(3).score(inputs[:, :3]) == pytest.approx(
        network.score(inputs), abs=1e-6
    )


def test_inputs_may_come_in_parts():
    network, inputs = random_network()
    sums = network.begin(inputs[:, :3]) + network.begin(inputs[:, 3:], 3)
    assert network.finish(sums) == pytest.approx(network.score(inputs), abs=1e-6)


def test_a_network_of_the_first_inputs_can_finish_what_the_whole_began():
    network, inputs = random_network()
    first = network.where_the_rest_is_0(3)
    assert first.finish(network.begin(inputs[:, :3])) == pytest.approx(first.score(inputs[:, :3]), abs=1e-6)
