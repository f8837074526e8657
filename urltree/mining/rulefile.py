"""Accepted proposals -> ``learnt.toml`` in a folder of rules."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from urltree.errors import InputError, RuleError
from urltree.rules import is_rule_file, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urltree.mining.rulemining import Proposal

#: The file that accepted rules are added to.
NAME = "learnt.toml"

_HEAD = "# Rules that `urltree rules accept` has added. They may be changed, moved and deleted.\n"


def accept(proposals: Iterable[Proposal], folder: Path) -> Path:
    """Add rules to `folder`, which is made if missing, and return the file that they were added to.

    Raises `RuleError` if the folder would not load with them, `InputError` if it cannot be written. In both
    cases the rules stay as they were.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target = (folder / NAME).resolve()  # a link to a file elsewhere stays one
        with TemporaryDirectory(prefix="trial-", dir=target.parent) as trial:
            for file in folder.iterdir():
                if is_rule_file(file.name):
                    shutil.copy(file, trial)
            added = Path(trial, NAME)
            before = added.read_bytes() if added.exists() else _HEAD.encode()
            added.write_bytes(b"\n".join([before, *(each.toml.encode() for each in proposals)]))
            _check(trial, folder)
            added.replace(target)
            return folder / NAME
    except OSError as error:
        raise InputError(
            f"rules cannot be written to {folder}: {error.strerror}; choose another folder"
        ) from error


def _check(trial: str, folder: Path) -> None:
    try:
        load_rules(trial)
    except RuleError as error:
        raise RuleError(str(error).replace(trial, str(folder))) from error
