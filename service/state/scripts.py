"""Lua scripts of the service: each verb is one script, so it is atomic and takes one round trip.

A folder of ``lua`` holds those of one part of the service; what several parts run is beside the folders.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from redis.asyncio import Redis
    from redis.commands.core import AsyncScript

    #: A constant of a script; a mapping and a tuple become tables, and a string holds no quotes.
    LuaValue: TypeAlias = int | str | tuple[int | str, ...] | Mapping[int, int]


def load_script(redis: Redis, *parts: str, **constants: LuaValue) -> AsyncScript:
    """Load what `read_script` reads."""
    return redis.register_script(read_script(*parts, **constants))


def read_script(*parts: str, **constants: LuaValue) -> str:
    """Join the files ``lua/PART.lua`` to one script that begins with the constants."""
    folder = files("service.state") / "lua"
    lines = [f"local {name} = {_in_lua(value)}" for name, value in constants.items()]
    return "\n".join([*lines, *((folder / f"{part}.lua").read_text("utf-8") for part in parts)])


def _in_lua(value: LuaValue) -> str:
    match value:
        case int():
            return str(value)
        case str():
            return f"'{value}'"
        case tuple():
            return f"{{{', '.join(map(_in_lua, value))}}}"
    return f"{{{', '.join(f'[{key}] = {each}' for key, each in value.items())}}}"
