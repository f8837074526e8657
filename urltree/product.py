"""Products of matrices, in pieces that BLAS leaves to one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

#: BLAS splits larger products among threads, which keep the other cores spinning for longer than they save.
_FOR_ONE_THREAD = 2**19 - 1


def product(values: Floats, weights: Floats) -> Floats:
    """Multiply values (n, inputs) or (k, n, inputs) by weights (k, inputs, outputs): (k, n, outputs)."""
    members, _, outputs = weights.shape
    size = values.shape[-2]
    rows = max(_FOR_ONE_THREAD // weights[0].size, 1)
    found = np.empty((members, size, outputs), values.dtype)
    for at in range(0, size, rows):
        np.matmul(values[..., at : at + rows, :], weights, out=found[:, at : at + rows])
    return found
