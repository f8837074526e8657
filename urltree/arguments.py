"""Checks of the types of arguments, for callers who use no type checker."""

from __future__ import annotations

from urltree.errors import InputError


def expect(name: str, value: object, *kinds: type) -> None:
    """Raise `InputError` unless the argument `name` is of one of the types; `NoneType` stands for None."""
    if not isinstance(value, kinds):
        wanted = " or ".join(kind.__name__.replace("NoneType", "None") for kind in kinds)
        raise InputError(f"{name} must be {wanted}, not {_name(type(value))}")


def _name(kind: type) -> str:
    """Return the name of a type, with its module: NumPy's bool is called ``bool``, too."""
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
