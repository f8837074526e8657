"""How many files, connections among them, a process may have open."""

import resource

#: The most that macOS allows.
_FILES = 10_240


def allow_files() -> None:
    """Raise the limit: with 256 or 1,024, as in most shells, readers are cut off and pages not fetched."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
