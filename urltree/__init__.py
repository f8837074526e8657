"""Streaming content extraction: learns each site's template from its own stream of pages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from urltree.errors import InputError, PageError, StoreError, UrlError, UrlTreeError
from urltree.metadata.values import Metadata
from urltree.models import Decision, Evidence, Label, LabelledBlock, Retention, Status, TextBlock

if TYPE_CHECKING:
    from urltree.extract import Extractor
    from urltree.extraction import Extraction
    from urltree.output.clean import to_html
    from urltree.output.markdown import to_markdown
    from urltree.rules import load_rules
else:
    # Imported on first access, so that `urltree --help` need not wait for lxml and numpy.
    _LATER = {
        "Extraction": "urltree.extraction",
        "Extractor": "urltree.extract",
        "load_rules": "urltree.rules",
        "to_html": "urltree.output.clean",
        "to_markdown": "urltree.output.markdown",
    }

    def __getattr__(name: str) -> Any:
        if name in _LATER:
            return getattr(import_module(_LATER[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *_LATER})


__all__ = [
    "Decision",
    "Evidence",
    "Extraction",
    "Extractor",
    "InputError",
    "Label",
    "LabelledBlock",
    "Metadata",
    "PageError",
    "Retention",
    "Status",
    "StoreError",
    "TextBlock",
    "UrlError",
    "UrlTreeError",
    "load_rules",
    "to_html",
    "to_markdown",
]
