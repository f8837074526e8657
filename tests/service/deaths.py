"""Processes that die in the middle of their work."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


class Died(BaseException):
    """The process has died."""


class Dying:
    """A part of a worker that dies just before or just after a given call, or a call of itself."""

    def __init__(self, part: Any, verb: str, moment: str) -> None:
        self._part = part
        self._verb = verb
        self._moment = moment

    async def __call__(self, *args: Any) -> Any:
        return await self.__getattr__("__call__")(*args)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._part, name)
        if name != self._verb:
            return method

        async def die(*args: Any, **more: Any) -> None:
            if self._moment == "after":
                await method(*args, **more)
            raise Died

        return die


@contextmanager
def dying(monkeypatch: pytest.MonkeyPatch, owner: type, verb: str, *, done: bool = False) -> Iterator[None]:
    """Let what is done here end with a death at any call of a verb, before it or once it is done."""
    step = getattr(owner, verb)

    async def die(*args: Any, **more: Any) -> None:
        if done:
            await step(*args, **more)
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr(owner, verb, die)
        with pytest.raises(Died):
            yield
