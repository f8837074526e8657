"""Streaming content extraction: learns each site's template from its own stream of pages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from urltree.errors import InputError, PageError, StoreError, UrlError, UrlTreeError
    from urltree.extract import Extractor
    from urltree.extraction import Extraction
    from urltree.metadata.values import Metadata
    from urltree.models import Decision, Evidence, Label, LabelledBlock, Retention, Status, TextBlock
    from urltree.output.clean import to_html
    from urltree.output.markdown import to_markdown
    from urltree.rules import load_rules
else:
    # Imported on first access, so that `urltree --help` need not wait for lxml and numpy, and that all but a
    # moment of the start of a command is in the hands of `urltree.__main__`, which ends it quietly at Ctrl-C.
    _MODULES = {
        "errors": ("InputError", "PageError", "StoreError", "UrlError", "UrlTreeError"),
        "extract": ("Extractor",),
        "extraction": ("Extraction",),
        "metadata.values": ("Metadata",),
        "models": ("Decision", "Evidence", "Label", "LabelledBlock", "Retention", "Status", "TextBlock"),
        "output.clean": ("to_html",),
        "output.markdown": ("to_markdown",),
        "rules": ("load_rules",),
    }
    _MODULE_OF = {name: f"urltree.{module}" for module, names in _MODULES.items() for name in names}

    def __getattr__(name: str) -> Any:
        if name in _MODULE_OF:
            return getattr(import_module(_MODULE_OF[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULE_OF})


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
