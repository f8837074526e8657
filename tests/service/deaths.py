"""Processes that die in the middle of their work."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


class Died(BaseException):
    """The process has died."""


#: Whether the step at which a process dies is done by then.
DONE = pytest.mark.parametrize("done", [False, True], ids=["before", "after"])


@contextmanager
def dying(owner: type, verb: str, *, done: bool = False) -> Iterator[None]:
    """Let what is done here end with a death at any call of a verb, before it or once it is done."""
    step = getattr(owner, verb)

    async def die(*args: Any, **more: Any) -> None:
        if done:
            await step(*args, **more)
        raise Died

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, verb, die)
        with pytest.raises(Died):
            yield
