"""Arrays that grow."""

import numpy as np
import pytest

from urltree.store.grown import grown


@pytest.mark.parametrize("shape", [(3,), (3, 2), (0, 2)])
def test_rows_are_followed_by_zeros(shape):
    rows = np.ones(shape, np.uint16)
    longer = grown(rows, 5)
    assert longer.dtype == np.uint16
    assert np.array_equal(longer, np.pad(rows, [(0, 5 - shape[0])] + [(0, 0)] * (len(shape) - 1)))
