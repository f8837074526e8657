"""Lua scripts of the service: each verb is one script, so it is atomic and takes one round trip."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.commands.core import AsyncScript


def load_script(redis: Redis, *parts: str, **constants: int | str) -> AsyncScript:
    """Load what `read_script` reads."""
    return redis.register_script(read_script(*parts, **constants))


def read_script(*parts: str, **constants: int | str) -> str:
    """Join the files ``lua/PART.lua`` to one script that begins with the constants, written as Lua values."""
    folder = files("service.state") / "lua"
    lines = [f"local {name} = {value}" for name, value in constants.items()]
    return "\n".join([*lines, *((folder / f"{part}.lua").read_text("utf-8") for part in parts)])
