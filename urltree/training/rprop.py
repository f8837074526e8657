"""Fit the network of `texrex` (Schäfer, §3) with FANN's settings: mean square error, RPROP over all rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.scorer import Layer
from urltree.texrex import gaussian, piecewise_linear

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float32]

#: iRPROP- (Igel & Hüsken, 2000), with FANN's settings: first step, factors, longest step. FANN's own variant
#: takes a step also where the sign of a slope has changed.
_FIRST, _FASTER, _SLOWER, _LONGEST = 0.1, 1.2, 0.5, 50.0

#: Initial weights and biases are drawn within this distance of 0.
_DRAWN = 0.1


def descend(inputs: Array, targets: Array, hidden: int, epochs: int, seed: int) -> tuple[Layer, Layer]:
    """Fit a layer of hidden units and one output to rows of inputs (n, ...) and targets (n,).

    Returns the layers of the epoch with the lowest error. The same rows and seed give the same layers on the
    same machine.
    """
    parameters = _untrained(inputs.shape[1], hidden, seed)
    steps = [np.full_like(each, _FIRST) for each in parameters]
    before = [np.zeros_like(each) for each in parameters]
    lowest, best = np.inf, parameters
    for _ in range(epochs):
        error, gradients = _gradients(parameters, inputs, targets[:, None])
        if error < lowest:
            lowest, best = error, [each.copy() for each in parameters]
        for state in zip(parameters, steps, before, gradients, strict=True):
            _step(*state)
    return Layer(*best[:2]), Layer(*best[2:])


def _untrained(inputs: int, hidden: int, seed: int) -> list[Array]:
    random = np.random.default_rng(seed)
    shapes = ((inputs, hidden), (hidden,), (hidden, 1), (1,))
    return [random.uniform(-_DRAWN, _DRAWN, shape).astype(np.float32) for shape in shapes]


def _gradients(parameters: Sequence[Array], inputs: Array, targets: Array) -> tuple[float, list[Array]]:
    """Return mean square error and gradients; as in FANN, the piecewise line has one slope everywhere."""
    weights, bias, last_weights, last_bias = parameters
    sums = inputs @ weights + bias
    values = gaussian(sums)
    error = piecewise_linear(values @ last_weights + last_bias) - targets
    back = error @ last_weights.T * (values + 1) * sums / -2
    gradients = [inputs.T @ back, back.sum(axis=0), values.T @ error, error.sum(axis=0)]
    return float((error**2).mean()), gradients


def _step(parameter: Array, step: Array, before: Array, gradient: Array) -> None:
    """Take one step, in place; only the signs of gradients count."""
    agreement = before * gradient
    step *= np.where(agreement > 0, _FASTER, np.where(agreement < 0, _SLOWER, 1)).astype(np.float32)
    np.minimum(step, _LONGEST, out=step)
    before[...] = np.where(agreement < 0, 0, gradient)
    parameter -= np.sign(before) * step
