"""The network, made of small ones side by side, that says how likely each block is content."""

from __future__ import annotations

import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile

from urltree.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

#: Standardised inputs further from 0 than this are clipped.
CLIP = 5.0

#: BLAS splits larger products among threads, which keep the other cores spinning for longer than they save.
_FOR_ONE_THREAD = 2**19 - 1

#: The type of weights in files; in memory they are float32.
_STORED = np.float16


class Layer(NamedTuple):
    """One layer of a network."""

    #: float32 (inputs, outputs).
    weights: NDArray[np.float32]
    #: float32 (outputs,).
    bias: NDArray[np.float32]


class Network(NamedTuple):
    """A multilayer perceptron: standardised inputs, ReLU layers, one logistic output."""

    #: float32 (inputs,).
    mean: NDArray[np.float32]
    #: float32 (inputs,): what an input is multiplied by, after its mean is subtracted.
    scale: NDArray[np.float32]
    layers: tuple[Layer, ...]

    def score(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the probability of content, float32 (n,), for rows of inputs (n, inputs)."""
        return self.finish(self.begin(inputs))

    def begin(self, inputs: NDArray[np.float32], first: int = 0) -> NDArray[np.float32]:
        """Return what inputs (n, ...), from number `first` on, add to the first layer's sums: (n, units)."""
        return _times(
            self.standardise(inputs, first), self.layers[0].weights[first : first + inputs.shape[1]]
        )

    def finish(self, sums: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the probability of content, float32 (n,), from the sums of the first layer (n, units)."""
        probability: NDArray[np.float32] = np.reciprocal(1 + np.exp(-self._odds(sums).clip(-30, 30)))
        return probability

    def logits(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the log odds of content, float32 (n,), for standardised inputs (n, inputs)."""
        return self._odds(_times(values, self.layers[0].weights))

    def _odds(self, sums: NDArray[np.float32]) -> NDArray[np.float32]:
        sums = sums + self.layers[0].bias
        for weights, bias in self.layers[1:]:
            sums = _times(np.maximum(sums, 0), weights)
            sums += bias
        return sums[:, 0]

    def where_the_rest_is_0(self, inputs: int) -> Network:
        """Return a network of the first `inputs` inputs that scores as this one does if all others are 0."""
        first, *others = self.layers
        constant = np.clip(-self.mean[inputs:] * self.scale[inputs:], -CLIP, CLIP)
        bias = first.bias + constant @ first.weights[inputs:]
        return Network(
            self.mean[:inputs], self.scale[:inputs], (Layer(first.weights[:inputs], bias), *others)
        )

    def standardise(self, inputs: NDArray[np.float32], first: int = 0) -> NDArray[np.float32]:
        """Standardise inputs, from number `first` on, to mean 0 and spread 1, clipped at `CLIP`."""
        some = slice(first, first + inputs.shape[1])
        values = inputs - self.mean[some]
        values *= self.scale[some]
        return np.clip(values, -CLIP, CLIP, out=values)


def _times(values: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Multiply (n, inputs) by (inputs, outputs), as many rows at a time as BLAS leaves to one thread."""
    rows = max(_FOR_ONE_THREAD // weights.size, 1)
    return np.concatenate([values[at : at + rows] @ weights for at in range(0, len(values), rows)])


def load_network(path: Path) -> Network:
    """Read a network as `save_network` wrote it. Raises `InputError` if it cannot be read."""
    try:
        with path.open("rb") as stored, NpzFile(stored) as file:
            mean, scale, *layers = arrays = [file[name].astype(np.float32) for name in file.files]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except (BadZipFile, zlib.error, ValueError, AttributeError) as error:
        raise InputError(f"{path} holds no network: {error}") from error
    if not all(np.isfinite(each).all() for each in arrays):
        raise InputError(f"{path} holds no network: some of its weights are no numbers")
    network = Network(mean, scale, tuple(map(Layer, layers[::2], layers[1::2])))
    if not _is_whole(network):
        raise InputError(f"{path} holds no network: its layers do not fit")
    return network


def _is_whole(network: Network) -> bool:
    """Say whether each layer takes what the one before it gives, and the last gives one number."""
    sizes = [network.mean.size, *(layer.bias.size for layer in network.layers)]
    shapes = [layer.weights.shape for layer in network.layers]
    return network.scale.shape == network.mean.shape and sizes[-1] == 1 and shapes == list(pairwise(sizes))


def save_network(network: Network, path: Path) -> None:
    """Write a network; the same network gives the same bytes."""
    arrays = [array for layer in network.layers for array in layer]
    with path.open("wb") as file:
        np.savez_compressed(file, network.mean, network.scale, *(array.astype(_STORED) for array in arrays))
