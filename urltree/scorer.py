"""The small network that says how likely each block is content."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

#: Standardised inputs further from 0 are cut off.
CLIP = 5.0

#: Weights of this size lie in files and in memory.
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
    #: float32 (inputs,): what an input is multiplied by, after its mean is taken off.
    scale: NDArray[np.float32]
    layers: tuple[Layer, ...]

    def score(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give the probability of content, float32 (n,), of rows of inputs (n, inputs)."""
        logits = self.logits(self.standardise(inputs)).clip(-30, 30)
        probability: NDArray[np.float32] = 1 / (1 + np.exp(-logits))
        return probability

    def logits(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give the log odds of content, float32 (...), of standardised inputs (..., inputs)."""
        for weights, bias in self.layers[:-1]:
            values = values @ weights
            values += bias
            np.maximum(values, 0, out=values)
        weights, bias = self.layers[-1]
        logits: NDArray[np.float32] = (values @ weights + bias)[..., 0]
        return logits

    def where_the_rest_is_0(self, inputs: int) -> Network:
        """Give the network that scores the first `inputs` as this one does where all others are 0."""
        first, *others = self.layers
        constant = np.clip(-self.mean[inputs:] * self.scale[inputs:], -CLIP, CLIP)
        bias = first.bias + constant @ first.weights[inputs:]
        return Network(
            self.mean[:inputs], self.scale[:inputs], (Layer(first.weights[:inputs], bias), *others)
        )

    def standardise(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give inputs mean 0 and spread 1, within `CLIP`."""
        values = inputs - self.mean
        values *= self.scale
        return np.clip(values, -CLIP, CLIP, out=values)


def load_network(path: Path) -> Network:
    """Read a network as `save_network` wrote it."""
    with np.load(path, allow_pickle=False) as file:
        arrays = [file[name].astype(np.float32) for name in file.files]
    mean, scale, *layers = arrays
    return Network(mean, scale, tuple(map(Layer, layers[::2], layers[1::2])))


def save_network(network: Network, path: Path) -> None:
    """Write a network; the same network gives the same bytes."""
    arrays = [array for layer in network.layers for array in layer]
    with path.open("wb") as file:
        np.savez_compressed(file, network.mean, network.scale, *(array.astype(_STORED) for array in arrays))
