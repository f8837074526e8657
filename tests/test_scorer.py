"""The network."""

import numpy as np
import pytest

from urltree.context import SOURCES, Context
from urltree.errors import InputError
from urltree.scorer import CLIP, Layer, Network, load_network, save_network


def network(weight=1.0, bias=0.0):
    """One member, which looks at the block alone."""
    last = np.zeros((1, 2, SOURCES), np.float32)
    last[0, :, 0] = weight, -weight
    layers = (
        Layer(np.array([[[1, -1], [0, 0]]], np.float32), np.zeros((1, 1, 2), np.float32)),
        Layer(last, np.full((1, 1, 1), bias, np.float32)),
    )
    return Network(np.array([1, 0], np.float32), np.array([2, 1], np.float32), layers)


def around(inputs):
    """What is around blocks that are all on one path, and have no words."""
    return Context.of([np.zeros(len(inputs), np.intp)], [np.zeros(len(inputs), np.float32)])


def scores_of(network, inputs):
    return network.score(inputs, around(inputs))


def test_a_score_is_the_logistic_of_the_last_layer():
    inputs = np.array([[1, 7], [1.5, 7], [0.5, -7]], np.float32)
    assert scores_of(network(), inputs).tolist() == pytest.approx(
        [0.5, 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))]
    )


def test_outlying_inputs_are_clipped():
    assert network().standardise(np.array([[1e6, -1e6]], np.float32)).tolist() == [[CLIP, -CLIP]]


def test_scores_are_finite_whatever_the_weights():
    scores = scores_of(network(weight=1e6), np.array([[9, 0], [-9, 0]], np.float32))
    assert scores.tolist() == pytest.approx([1, 0], abs=1e-6)


def test_a_saved_network_gives_the_same_scores_when_loaded(tmp_path):
    save_network(network(bias=0.25), tmp_path / "x.npz")
    read = load_network(tmp_path / "x.npz")
    inputs = np.array([[1.25, 3]], np.float32)
    assert scores_of(read, inputs).tolist() == scores_of(network(bias=0.25), inputs).tolist()


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


def packed_otherwise(path):
    save_network(network(), path)
    whole = bytearray(path.read_bytes())
    for place in (8, whole.index(b"PK\1\2") + 10):
        whole[place] = 97
    return whole


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (lambda _: b"weights", "not a zip file"),
        (damaged, ""),
        (packed_otherwise, "compression"),
        (lambda path: stored(path, np.zeros(2, [("a", "f4")]), np.ones(1)), ""),
        (lambda path: stored(path, np.ones(2), np.ones(2), np.ones((0, 2, 1)), np.ones(0)), "do not fit"),
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


def random_network(inputs, hidden, members):
    """A network with random weights, and seven blocks' inputs."""
    random = np.random.default_rng(7)
    shapes = ((inputs, hidden), (hidden, hidden * SOURCES), (hidden, SOURCES))
    layers = tuple(
        Layer(
            random.standard_normal((members, *shape)).astype(np.float32),
            random.standard_normal((members, 1, outputs)).astype(np.float32),
        )
        for shape, outputs in zip(shapes, (hidden, hidden, 1), strict=True)
    )
    mean, scale = np.arange(inputs, dtype=np.float32), np.full(inputs, 0.5, np.float32)
    return Network(mean, scale, layers), random.standard_normal((7, inputs)).astype(np.float32)


def test_blocks_are_scored_alike_in_one_product_and_in_several(monkeypatch):
    network, inputs = random_network(64, 8, members=2)
    whole = scores_of(network, inputs)
    monkeypatch.setattr("urltree.product._FOR_ONE_THREAD", 64 * 8 * 3)
    assert scores_of(network, inputs) == pytest.approx(whole, abs=1e-6)


def test_a_score_depends_on_the_blocks_around():
    network, inputs = random_network(5, 4, members=1)
    assert scores_of(network, inputs)[0] != pytest.approx(scores_of(network, inputs[:1])[0], abs=1e-3)


def test_the_log_odds_are_the_mean_of_the_members():
    network, inputs = random_network(5, 4, members=3)
    values = network.standardise(inputs)
    alone = [
        network._replace(
            layers=tuple(Layer(*(part[at : at + 1] for part in each)) for each in network.layers)
        )
        for at in range(3)
    ]
    odds = [member.logits(values, around(inputs)) for member in alone]
    assert network.logits(values, around(inputs)) == pytest.approx(np.mean(odds, axis=0), abs=1e-4)


def test_a_network_of_the_first_inputs_scores_as_if_the_rest_were_0():
    network, inputs = random_network(5, 4, members=2)
    inputs[:, 3:] = 0
    first = network.where_the_rest_is_0(3)
    assert scores_of(first, inputs[:, :3]) == pytest.approx(scores_of(network, inputs), abs=1e-6)


def test_inputs_may_come_in_parts():
    network, inputs = random_network(5, 4, members=2)
    sums = network.begin(inputs[:, :3]) + network.begin(inputs[:, 3:], 3)
    assert network.finish(sums, around(inputs)) == pytest.approx(scores_of(network, inputs), abs=1e-6)


def test_a_network_of_the_first_inputs_can_finish_what_the_whole_began():
    network, inputs = random_network(5, 4, members=2)
    first = network.where_the_rest_is_0(3)
    finished = first.finish(network.begin(inputs[:, :3]), around(inputs))
    assert finished == pytest.approx(scores_of(first, inputs[:, :3]), abs=1e-6)


@pytest.mark.parametrize(
    "shape", [(1, 4, 5 * SOURCES), (1, 4, SOURCES - 1), (2, 4, SOURCES), (3, 4, SOURCES)]
)
def test_a_network_whose_layers_do_not_fit_is_refused(tmp_path, shape):
    network, _ = random_network(5, 4, members=1)
    last = Layer(np.zeros(shape, np.float32), network.layers[-1].bias)
    save_network(network._replace(layers=(*network.layers[:-1], last)), tmp_path / "x.npz")
    with pytest.raises(InputError, match="layers do not fit"):
        load_network(tmp_path / "x.npz")
