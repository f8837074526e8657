"""What all services and workers of one store have to have in common.

Else a document's key, its text, and how long it is kept would depend on which process happens to take it.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from urltree.commandline.settingfiles import variable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.settings.settings import Settings
    from urltree.rules import RuleSet

#: Of the code that runs, which a later installation does not change.
_VERSION = version("urltree")

#: Settings that are to be the same everywhere.
_SHARED = (
    "heuristic", "max_documents", "max_age", "min_documents", "stream_documents", "stream_age",
    "stream_markdown", "queue_size", "lease", "host_rate", "robots",
)  # fmt: skip


def common(settings: Settings, rules: RuleSet) -> dict[str, str]:
    """Return name -> value: the version of urltree, and the settings; of rules a digest."""
    return {
        "version": _VERSION,
        variable("rules"): rules.digest,
        **{variable(name): str(getattr(settings, name)) for name in _SHARED},
    }


def differences(ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    """Return the names of what differs."""
    return sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
