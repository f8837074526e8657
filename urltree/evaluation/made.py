"""How a report was made, in words: versions of the systems, and the options that its scores depend on."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from urltree.evaluation.baselines import BASELINES

if TYPE_CHECKING:
    from urltree.evaluation.run import Plan


def made_with(plan: Plan) -> str:
    """Return a sentence that says with what the results of a plan were made."""
    packages = [BASELINES[name].package for name in plan.systems if name in BASELINES]
    versions = ", ".join(f"{package} {version(package)}" for package in dict.fromkeys(["urltree", *packages]))
    options = {"--limit": plan.limit, "--again": plan.again}
    given = [f"{name} {value}" for name, value in options.items() if value] + ["--cold"] * plan.cold
    return f"Made with {versions}{'; ' if given else ''}{' '.join(given)}."
