"""Streaming content extraction: learns each site's template from its own stream of pages."""

from typing import TYPE_CHECKING

from urltree.models import Extraction, Label, Retention, Status

if TYPE_CHECKING:
    from urltree.extract import Extractor
else:

    def __getattr__(name: str) -> type:
        # Not before it is asked for: `urltree --help` need not wait for lxml and numpy.
        if name == "Extractor":
            from urltree.extract import Extractor

            return Extractor
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Extraction", "Extractor", "Label", "Retention", "Status"]
