"""How often Python looks for garbage."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from service.running.garbage import spare_what_is_loaded

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def looks() -> Iterator[None]:
    """Have Python look as before once the test is over."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_is_loaded_is_not_looked_at() -> None:
    loaded = [[]]
    spare_what_is_loaded()
    assert not any(each is loaded for each in gc.get_objects())


def test_what_is_made_later_is_looked_at() -> None:
    spare_what_is_loaded()
    made = [[]]
    assert any(each is made for each in gc.get_objects())
