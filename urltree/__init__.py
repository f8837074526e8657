"""Streaming content extraction: learns each site's template from its own stream of pages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from urltree.models import Extraction, Label, Retention, Status

if TYPE_CHECKING:
    from urltree.extract import Extractor
else:

    def __getattr__(name: str) -> Any:
        # Not before it is asked for: `urltree --help` need not wait for lxml and numpy.
        if name == "Extractor":
            return import_module("urltree.extract").Extractor
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Extraction", "Extractor", "Label", "Retention", "Status"]
