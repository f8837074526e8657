"""Train a network on labelled pages: weighted logistic loss, Adam, dropout, early stopping; join several."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from itertools import filterfalse, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.context import SOURCES, Context
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

#: Weights of what is around a block start at this share of those of the block itself.
_AROUND = 0.5


class Lesson(NamedTuple):
    """A page of n blocks to learn from."""

    #: float16 or float32 (n, ...): the first inputs of the network; the rest are 0.
    inputs: NDArray[np.floating]
    #: bool (n,): True for content.
    labels: NDArray[np.bool_]
    #: float32 (n,).
    weights: Array
    #: int (n,): number of each block's path on the page.
    paths: NDArray[np.integer]
    #: float32 (n,): words.
    words: Array
    #: The number of its site.
    site: int


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How a network is trained."""

    #: Networks trained apart and joined into one: each alone errs on sites where the others do not.
    members: int = 4
    #: Units of each member's hidden layers.
    hidden: tuple[int, ...] = (32, 32)
    #: Passes over the pages; each member is kept as it was after the best on the sites held out from it.
    epochs: int = 8
    #: Blocks of a batch, about: its pages are whole.
    batch: int = 2_048
    #: The highest rate; it rises over the first twentieth of all steps, then falls along a cosine.
    rate: float = 2e-3
    dropout: float = 0.3
    seed: int = 0


def fit(lessons: Sequence[Lesson], options: TrainingOptions) -> Network:
    """Train a network. The same lessons and options give the same network on the same machine."""
    scaling = _scaling(lessons)
    return side_by_side([_member(lessons, scaling, options, number) for number in range(options.members)])


def side_by_side(networks: Sequence[Network]) -> Network:
    """Join networks that have the same standardisation and shapes of layers into one."""
    members = zip(*(network.layers for network in networks), strict=True)
    layers = (Layer(*map(np.concatenate, zip(*each, strict=True))) for each in members)
    return networks[0]._replace(layers=tuple(layers))


def _scaling(lessons: Sequence[Lesson]) -> tuple[Array, Array]:
    """Return what to subtract from inputs, and what to multiply them by afterwards, both (inputs,)."""
    size = sum(len(lesson.labels) for lesson in lessons)
    sums = np.zeros((2, max(lesson.inputs.shape[1] for lesson in lessons)))
    for lesson in lessons:
        inputs = lesson.inputs.astype(np.float64)
        sums[:, : inputs.shape[1]] += inputs.sum(axis=0), (inputs**2).sum(axis=0)
    mean, squares = sums / size
    spread = np.sqrt(np.maximum(squares - mean**2, 0))
    scale = 1 / np.where(spread < _FLAT, 1, spread)
    return mean.astype(np.float32), scale.astype(np.float32)


class _Batch(NamedTuple):
    """Some pages of n blocks in all."""

    #: float32 (n, inputs): standardised.
    inputs: Array
    labels: NDArray[np.bool_]
    weights: Array
    context: Context


def _member(
    lessons: Sequence[Lesson], scaling: tuple[Array, Array], options: TrainingOptions, number: int
) -> Network:
    random = np.random.default_rng((options.seed, number))
    network = Network(*scaling, _untrained(len(scaling[0]), options, random))
    trainer = _Trainer(network, options, random)
    learnt, held_out = _split(lessons, number)
    best, least = network, np.inf
    for epoch in range(options.epochs):
        batches = _batches([learnt[at] for at in random.permutation(len(learnt))], options.batch)
        for step, chosen in enumerate(batches):
            rate = options.rate * _rate((epoch + step / len(batches)) / options.epochs)
            trainer.learn(_batch(network, chosen), rate)
        loss = sum(_loss(network, _batch(network, chosen)) for chosen in _batches(held_out, options.batch))
        if loss <= least:  # if nothing is held out, the last
            best, least = deepcopy(network), loss
    return best


def _split(lessons: Sequence[Lesson], number: int) -> tuple[list[Lesson], list[Lesson]]:
    """Return the lessons that member `number` learns, and those held out from it; none of a single site."""

    def is_held_out(lesson: Lesson) -> bool:
        return lesson.site % _HELD_OUT == number % _HELD_OUT

    learnt, held_out = list(filterfalse(is_held_out, lessons)), list(filter(is_held_out, lessons))
    return (learnt, held_out) if learnt else (held_out, [])


def _batches(lessons: Sequence[Lesson], size: int) -> list[Sequence[Lesson]]:
    """Divide lessons into batches of about so many blocks."""
    ends = np.cumsum([len(lesson.labels) for lesson in lessons])
    starts = np.flatnonzero(np.diff((ends - 1) // size, prepend=-1)).tolist()
    return [lessons[start:end] for start, end in pairwise([*starts, len(lessons)])]


def _batch(network: Network, lessons: Sequence[Lesson]) -> _Batch:
    _, labels, weights, paths, words, _ = zip(*lessons, strict=True)
    labels, weights = np.concatenate(labels), np.concatenate(weights)
    inputs = np.zeros((len(labels), len(network.mean)), np.float32)
    at = 0
    for lesson in lessons:
        size, known = lesson.inputs.shape
        inputs[at : at + size, :known] = lesson.inputs
        at += size
    return _Batch(network.standardise(inputs), labels, weights, Context.of(paths, words))


def _loss(network: Network, batch: _Batch) -> float:
    odds = network.logits(batch.inputs, batch.context)
    return float(np.logaddexp(0, np.where(batch.labels, -odds, odds)) @ batch.weights)


def _rate(progress: float) -> float:
    return float(min(progress * 20, (1 + np.cos(np.pi * progress)) / 2))


def _untrained(inputs: int, options: TrainingOptions, random: np.random.Generator) -> tuple[Layer, ...]:
    """Draw weights after He et al. (2015)."""
    first, *others = pairwise((inputs, *options.hidden, 1))
    layers = [Layer(_drawn(random, *first, 1), np.zeros((1, 1, first[1]), np.float32))]
    for below, above in others:
        around = np.where(np.arange(SOURCES) == 0, 1, _AROUND).repeat(above)
        weights = _drawn(random, below, above, SOURCES) * around.astype(np.float32)
        layers.append(Layer(weights, np.zeros((1, 1, above), np.float32)))
    return tuple(layers)


def _drawn(random: np.random.Generator, below: int, above: int, sources: int) -> Array:
    drawn: Array = random.standard_normal((1, below, sources * above)) * np.sqrt(2 / (sources * below))
    return drawn.astype(np.float32)


class _Trainer:
    """Adam over the layers of one network, which change in place."""

    def __init__(self, network: Network, options: TrainingOptions, random: np.random.Generator) -> None:
        self._layers = network.layers
        self._parameters = [array for layer in network.layers for array in layer]
        self._means = [np.zeros_like(array) for array in self._parameters]
        self._squares = [np.zeros_like(array) for array in self._parameters]
        self._keep = np.float32(1 - options.dropout)
        self._random = random
        self._steps = 0

    def learn(self, batch: _Batch, rate: float) -> None:
        """Take one step down the weighted logistic loss of a batch."""
        values = self._forward(batch)
        scores = 1 / (1 + np.exp(-values.pop()[0, :, 0].clip(-30, 30)))
        error = (scores - batch.labels) * batch.weights / batch.weights.sum()
        self._adam(self._gradients(batch.context, values, error.astype(np.float32)[None, :, None]), rate)

    def _forward(self, batch: _Batch) -> list[Array]:
        """Return the input of every layer and the output of the last, (1, n, ...) each."""
        first, *others = self._layers
        values = [batch.inputs[None]]
        sums = values[0] @ first.weights + first.bias
        for weights, bias in others:
            hidden = np.maximum(sums, 0)
            hidden *= (self._random.random(hidden.shape, np.float32) < self._keep) / self._keep
            values.append(hidden)
            sums = batch.context.gather(hidden, weights) + bias
        return [*values, sums]

    def _gradients(self, context: Context, values: Sequence[Array], error: Array) -> list[Array]:
        gradients: list[Array] = []
        for value, layer in zip(values[:0:-1], self._layers[:0:-1], strict=True):
            of_parts = context.scatter(error)
            gradients[:0] = [value[0].T @ of_parts, error.sum(axis=1, keepdims=True)]
            error = of_parts @ layer.weights[0].T * (value > 0) / self._keep
        return [values[0][0].T @ error, error.sum(axis=1, keepdims=True), *gradients]

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
