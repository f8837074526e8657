"""Columns of numbers side by side, as networks take them: (n, columns) for the n blocks of a page.

They lie column by column in memory, since operations work on columns of all blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.floating]


def stack(columns: Sequence[NDArray[Any]]) -> Floats:
    """Put columns (n,) side by side."""
    return np.array(columns, np.float32).T


def stack_levels(columns: Sequence[NDArray[Any]]) -> Floats:
    """Put columns (n, levels) side by side, level by level: (n, levels x columns)."""
    levels = np.array([column.T for column in columns], np.float32).swapaxes(0, 1)
    return levels.reshape(-1, levels.shape[-1]).T
