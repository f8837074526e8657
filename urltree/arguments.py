"""Arguments as they were declared: what a type checker says, said to those who have none."""

from __future__ import annotations

from urltree.errors import InputError


def expect(name: str, value: object, *kinds: type) -> None:
    """Raise `InputError` unless an argument is of one of some types; `NoneType` stands for None."""
    if not isinstance(value, kinds):
        wanted = " or ".join(kind.__name__.replace("NoneType", "None") for kind in kinds)
        raise InputError(f"{name} is of type {type(value).__name__}: give {wanted}")
