"""Exemption of loaded objects from garbage collection."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from service.running.process import freeze_loaded_objects

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _restore_collector() -> Iterator[None]:
    """Restore the settings of the garbage collector after the test."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_objects_loaded_before_are_exempt_from_collection() -> None:
    loaded = [[]]
    freeze_loaded_objects()
    assert not any(each is loaded for each in gc.get_objects())


def test_objects_created_later_are_not_exempt() -> None:
    freeze_loaded_objects()
    made = [[]]
    assert any(each is made for each in gc.get_objects())
