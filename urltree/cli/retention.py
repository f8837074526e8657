"""How much of its past a domain keeps, as `urltree serve` is told it: by the environment."""

import os

from urltree.errors import InputError
from urltree.models import Retention

_DAY = 86_400.0


def retention() -> Retention:
    """Read the retention. Raises `InputError` for one that no store can keep."""
    default = Retention()
    try:
        return Retention(
            int(_setting("URLTREE_MAX_DOCUMENTS", default.max_documents)),
            float(_setting("URLTREE_MAX_AGE", default.max_age / _DAY)) * _DAY,
            int(_setting("URLTREE_MIN_DOCUMENTS", default.min_documents)),
        )
    except ValueError as error:
        raise InputError(f"URLTREE_MAX_DOCUMENTS, _MAX_AGE or _MIN_DOCUMENTS cannot be: {error}") from error


def _setting(name: str, default: float) -> str | float:
    return os.environ.get(name) or default
