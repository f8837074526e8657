"""How much of its past a domain keeps, as `urltree serve` is told it: by the environment, else by files."""

import os

from urltree.cli.settingfiles import file_settings
from urltree.errors import InputError
from urltree.models import Retention

_DAY = 86_400.0


def retention() -> Retention:
    """Read the retention. Raises `InputError` for one that no store can keep."""
    default = Retention()
    told = file_settings() | {name: value for name, value in os.environ.items() if value}
    try:
        return Retention(
            int(told.get("URLTREE_MAX_DOCUMENTS", default.max_documents)),
            float(told.get("URLTREE_MAX_AGE", default.max_age / _DAY)) * _DAY,
            int(told.get("URLTREE_MIN_DOCUMENTS", default.min_documents)),
        )
    except (ValueError, InputError) as error:
        raise InputError(f"URLTREE_MAX_DOCUMENTS, _MAX_AGE or _MIN_DOCUMENTS cannot be: {error}") from error
