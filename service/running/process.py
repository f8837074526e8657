"""What a process of ours asks of its Python and its system before it begins to work."""

from __future__ import annotations

import gc
import resource

#: Objects allocated and not yet freed after which a process collects cyclic garbage, while all else stands
#: still: a few pages' worth. With Python's default of 700 it would collect several times a page, a tenth of
#: the time of a process that extracts.
_ALLOCATIONS = 20_000

#: Files, connections among them, that a process may have open; the most that macOS allows.
_FILES = 10_240


def freeze_loaded_objects() -> None:
    """Exempt all present objects from collection, and collect the rest seldom; call it in a ready process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS)


def allow_files() -> None:
    """Raise the limit: with 256 or 1,024, as in most shells, readers are cut off and pages not fetched."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
