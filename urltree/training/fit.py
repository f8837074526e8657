"""Train a network on labelled rows: weighted logistic loss, Adam, dropout, early stopping; join several."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.scorer import Layer, Network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float32]

#: Adam (Kingma & Ba, 2015): decay of the two means, and the term that keeps the division finite.
_DECAY, _DECAY_SQUARES, _EPSILON = 0.9, 0.999, 1e-8

#: Inputs with a smaller standard deviation are centred but not scaled, so that they stay near 0.
_FLAT = 1e-3

#: One site in so many is held out from each member, to see after which epoch it does best on unseen sites.
_HELD_OUT = 10

#: Columns whose spread is computed at a time, since that takes four times their memory.
_COLUMNS = 20


class Rows(NamedTuple):
    """What a network learns from, one block a row."""

    #: float16 or float32 (n, inputs).
    inputs: NDArray[np.floating]
    #: bool (n,): True for content.
    labels: NDArray[np.bool_]
    #: float32 (n,).
    weights: Array
    #: int (n,): the number of the block's site.
    sites: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How a network is trained."""

    #: Networks trained apart and joined into one: each alone errs on sites where the others do not.
    members: int = 4
    #: Units of each member's hidden layers.
    hidden: tuple[int, ...] = (32, 32)
    #: Passes over the rows; each member is kept as it was after the best on the sites held out from it.
    epochs: int = 8
    batch: int = 2_048
    #: The highest rate; it rises over the first twentieth of all steps, then falls along a cosine.
    rate: float = 2e-3
    dropout: float = 0.3
    seed: int = 0


def fit(rows: Rows, options: TrainingOptions) -> Network:
    """Train a network. The same rows and options give the same network on the same machine."""
    scaling = _scaling(rows.inputs)
    return side_by_side([_member(rows, scaling, options, number) for number in range(options.members)])


def side_by_side(networks: Sequence[Network]) -> Network:
    """Join k networks that have the same standardisation and shapes of layers into one.

    Its log odds are the mean of theirs.
    """
    first, *others = zip(*(network.layers for network in networks), strict=True)
    joined = [Layer(np.concatenate([each.weights for each in first], axis=1), _biases(first))]
    joined += [Layer(_apart([each.weights for each in layers]), _biases(layers)) for layers in others]
    last = joined.pop()
    mean = Layer(last.weights.mean(axis=1, keepdims=True), last.bias.mean(keepdims=True))
    return networks[0]._replace(layers=(*joined, mean))


def _biases(layers: Sequence[Layer]) -> Array:
    return np.concatenate([layer.bias for layer in layers])


def _apart(blocks: Sequence[Array]) -> Array:
    """Put k matrices (m, n) on the diagonal of one, (k m, k n)."""
    matrix: Array = np.einsum("kmn,kl->kmln", np.stack(blocks), np.eye(len(blocks), dtype=np.float32))
    return matrix.reshape(len(blocks) * blocks[0].shape[0], -1)


def _scaling(inputs: NDArray[np.floating]) -> tuple[Array, Array]:
    """Return what to subtract from inputs (n, m), and what to multiply them by afterwards, both (m,)."""
    parts = (inputs[:, start : start + _COLUMNS] for start in range(0, inputs.shape[1], _COLUMNS))
    spread = np.concatenate([part.std(axis=0, dtype=np.float64) for part in parts])
    scale = 1 / np.where(spread < _FLAT, 1, spread)
    return inputs.mean(axis=0, dtype=np.float64).astype(np.float32), scale.astype(np.float32)


def _member(rows: Rows, scaling: tuple[Array, Array], options: TrainingOptions, number: int) -> Network:
    random = np.random.default_rng((options.seed, number))
    network = Network(*scaling, _untrained(len(scaling[0]), options, random))
    trainer = _Trainer(network, options, random)
    learnt, held_out = _split(rows.sites, number)
    best, least = network, np.inf
    for epoch in range(options.epochs):
        batches = _batches(random.permutation(learnt), options.batch)
        for step, chosen in enumerate(batches):
            rate = options.rate * _rate((epoch + step / len(batches)) / options.epochs)
            inputs = _inputs(network, rows, chosen)
            trainer.learn(inputs, rows.labels[chosen], rows.weights[chosen], rate)
        loss = sum(_loss(network, rows, chosen) for chosen in _batches(held_out, options.batch))
        if loss <= least:  # if nothing is held out, the last
            best, least = deepcopy(network), loss
    return best


def _split(sites: NDArray[np.intp], number: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows that member `number` learns, and those held out from it: none if there is one site."""
    is_held_out = sites % _HELD_OUT == number % _HELD_OUT
    is_held_out &= not is_held_out.all()
    return np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)


def _batches(chosen: NDArray[np.intp], size: int) -> list[NDArray[np.intp]]:
    return [chosen[start : start + size] for start in range(0, len(chosen), size)]


def _inputs(network: Network, rows: Rows, chosen: NDArray[np.intp]) -> Array:
    return network.standardise(rows.inputs[chosen].astype(np.float32))


def _loss(network: Network, rows: Rows, chosen: NDArray[np.intp]) -> float:
    odds = network.logits(_inputs(network, rows, chosen))
    return float(np.logaddexp(0, np.where(rows.labels[chosen], -odds, odds)) @ rows.weights[chosen])


def _rate(progress: float) -> float:
    return float(min(progress * 20, (1 + np.cos(np.pi * progress)) / 2))


def _untrained(inputs: int, options: TrainingOptions, random: np.random.Generator) -> tuple[Layer, ...]:
    """Draw weights after He et al. (2015)."""
    return tuple(
        Layer(
            (random.standard_normal((below, above)) * np.sqrt(2 / below)).astype(np.float32),
            np.zeros(above, np.float32),
        )
        for below, above in pairwise((inputs, *options.hidden, 1))
    )


class _Trainer:
    """Adam over the layers of one network, which change in place."""

    def __init__(self, network: Network, options: TrainingOptions, random: np.random.Generator) -> None:
        self._layers = network.layers
        self._parameters = [array for layer in network.layers for array in layer]
        self._means = [np.zeros_like(array) for array in self._parameters]
        self._squares = [np.zeros_like(array) for array in self._parameters]
        self._keep = 1 - options.dropout
        self._random = random
        self._steps = 0

    def learn(self, inputs: Array, labels: NDArray[np.bool_], weights: Array, rate: float) -> None:
        """Take one step down the weighted logistic loss of a batch."""
        values = self._forward(inputs)
        scores = 1 / (1 + np.exp(-values.pop()[:, 0].clip(-30, 30)))
        error = ((scores - labels) * weights / weights.sum())[:, None].astype(np.float32)
        self._adam(self._gradients(values, error), rate)

    def _forward(self, inputs: Array) -> list[Array]:
        """Return the input of every layer and the output of the last."""
        values = [inputs]
        for weights, bias in self._layers[:-1]:
            hidden = np.maximum(values[-1] @ weights + bias, 0)
            kept = self._random.random(hidden.shape, np.float32) < self._keep
            values.append(hidden * kept / np.float32(self._keep))
        weights, bias = self._layers[-1]
        return [*values, values[-1] @ weights + bias]

    def _gradients(self, values: Sequence[Array], error: Array) -> list[Array]:
        gradients: list[Array] = []
        for value, layer in zip(reversed(values), reversed(self._layers), strict=True):
            gradients[:0] = [value.T @ error, error.sum(axis=0)]
            error = error @ layer.weights.T * (value > 0) / np.float32(self._keep)
        return gradients

    def _adam(self, gradients: Sequence[Array], rate: float) -> None:
        self._steps += 1
        correction = np.sqrt(1 - _DECAY_SQUARES**self._steps) / (1 - _DECAY**self._steps)
        for parameter, gradient, mean, square in zip(
            self._parameters, gradients, self._means, self._squares, strict=True
        ):
            np.add(mean, (1 - _DECAY) * (gradient - mean), out=mean)
            np.add(square, (1 - _DECAY_SQUARES) * (gradient**2 - square), out=square)
            step = np.float32(rate * correction) * mean / (np.sqrt(square) + _EPSILON)
            np.subtract(parameter, step, out=parameter)
