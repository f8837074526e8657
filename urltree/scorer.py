"""The network, made of small ones side by side, that says how likely each block is content."""

from __future__ import annotations

import zlib
from itertools import chain, pairwise, repeat
from math import prod
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile

from urltree.context import SOURCES
from urltree.errors import InputError
from urltree.product import product

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from urltree.context import Context

#: Standardised inputs further from 0 than this are clipped.
CLIP = 5.0

#: The type of weights in files; in memory they are float32.
_STORED = np.float16


class Layer(NamedTuple):
    """One layer of a network with k members; without that axis, of `texrex`."""

    #: float32 (k, inputs, outputs); above the first (k, inputs, SOURCES x outputs): see `Context`.
    weights: NDArray[np.float32]
    #: float32 (k, 1, outputs).
    bias: NDArray[np.float32]


class Network(NamedTuple):
    """Multilayer perceptrons side by side: standardised inputs, ReLU layers, one logistic output.

    Each layer but the first sees what is around a block, too. The log odds are the mean of the members'.
    """

    #: float32 (inputs,).
    mean: NDArray[np.float32]
    #: float32 (inputs,): what an input is multiplied by, after its mean is subtracted.
    scale: NDArray[np.float32]
    layers: tuple[Layer, ...]

    def score(self, inputs: NDArray[np.float32], context: Context) -> NDArray[np.float32]:
        """Return the probability of content, float32 (n,), for rows of inputs (n, inputs)."""
        return self.finish(self.begin(inputs), context)

    def begin(self, inputs: NDArray[np.float32], first: int = 0) -> NDArray[np.float32]:
        """Return what inputs (n, ...), from number `first` on, add to the first sums: (k, n, units)."""
        weights = self.layers[0].weights[:, first : first + inputs.shape[1]]
        return product(self.standardise(inputs, first), weights)

    def finish(self, sums: NDArray[np.float32], context: Context) -> NDArray[np.float32]:
        """Return the probability of content, float32 (n,), from the sums of the first layer (k, n, units)."""
        odds = self._odds(sums, context).clip(-30, 30)
        probability: NDArray[np.float32] = np.reciprocal(1 + np.exp(-odds))
        return probability

    def logits(self, values: NDArray[np.float32], context: Context) -> NDArray[np.float32]:
        """Return the log odds of content, float32 (n,), for standardised inputs (n, inputs)."""
        return self._odds(product(values, self.layers[0].weights), context)

    def _odds(self, sums: NDArray[np.float32], context: Context) -> NDArray[np.float32]:
        sums = sums + self.layers[0].bias
        for weights, bias in self.layers[1:]:
            sums = context.gather(np.maximum(sums, 0, out=sums), weights)
            sums += bias
        odds: NDArray[np.float32] = sums.mean(axis=0)[:, 0]
        return odds

    def where_the_rest_is_0(self, inputs: int) -> Network:
        """Return a network of the first `inputs` inputs that scores as this one does if all others are 0."""
        first, *others = self.layers
        constant = np.clip(-self.mean[inputs:] * self.scale[inputs:], -CLIP, CLIP)
        bias = first.bias + constant[None] @ first.weights[:, inputs:]
        return Network(
            self.mean[:inputs], self.scale[:inputs], (Layer(first.weights[:, :inputs], bias), *others)
        )

    def standardise(self, inputs: NDArray[np.float32], first: int = 0) -> NDArray[np.float32]:
        """Standardise inputs, from number `first` on, to mean 0 and spread 1, clipped at `CLIP`."""
        some = slice(first, first + inputs.shape[1])
        values = inputs - self.mean[some]
        values *= self.scale[some]
        return np.clip(values, -CLIP, CLIP, out=values)


def load_network(path: Path) -> Network:
    """Read a network as `save_network` wrote it. Raises `InputError` if it cannot be read."""
    try:
        with path.open("rb") as stored, NpzFile(stored) as file:
            mean, scale, *layers = arrays = [file[name].astype(np.float32) for name in file.files]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except (BadZipFile, zlib.error, AttributeError, NotImplementedError, TypeError, ValueError) as error:
        raise InputError(f"{path} holds no network: {error}") from error
    if not all(np.isfinite(each).all() for each in arrays):
        raise InputError(f"{path} holds no network: some of its weights are no numbers")
    network = Network(mean, scale, tuple(map(Layer, layers[::2], layers[1::2])))
    if not _is_whole(network):
        raise InputError(f"{path} holds no network: its layers do not fit")
    return network


def _is_whole(network: Network) -> bool:
    """Say whether each layer takes what the one before it gives, and the last gives one number."""
    shapes = [layer.weights.shape for layer in network.layers]
    members = shapes[0][:-2] if shapes else ()
    if 0 in members:
        return False
    sources = chain([1], repeat(SOURCES if members else 1))  # layers of `texrex` see the block alone
    sizes = [network.mean.size, *(layer.bias.size // prod(members) for layer in network.layers)]
    steps = zip(pairwise(sizes), sources, strict=False)
    fits = shapes == [(*members, below, each * above) for (below, above), each in steps]
    return fits and network.scale.shape == network.mean.shape and sizes[-1] == 1


def save_network(network: Network, path: Path) -> None:
    """Write a network; the same network gives the same bytes."""
    arrays = [array for layer in network.layers for array in layer]
    with path.open("wb") as file:
        np.savez_compressed(file, network.mean, network.scale, *(array.astype(_STORED) for array in arrays))
