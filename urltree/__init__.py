"""Streaming content extraction: learns each site's template from its own stream of pages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from urltree.models import Label, Metadata, Retention, Status

if TYPE_CHECKING:
    from urltree.clean import to_html
    from urltree.extract import Extractor
    from urltree.extraction import Extraction
    from urltree.markdown import to_markdown
else:
    # Not before they are asked for: `urltree --help` need not wait for lxml and numpy.
    _LATER = {
        "Extraction": "urltree.extraction",
        "Extractor": "urltree.extract",
        "to_html": "urltree.clean",
        "to_markdown": "urltree.markdown",
    }

    def __getattr__(name: str) -> Any:
        if name in _LATER:
            return getattr(import_module(_LATER[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Extraction", "Extractor", "Label", "Metadata", "Retention", "Status", "to_html", "to_markdown"]
