"""Streaming content extraction: learns each site's template from its own stream of pages."""

from urltree.extract import Extractor
from urltree.models import Extraction, Label, Retention, Status

__all__ = ["Extraction", "Extractor", "Label", "Retention", "Status"]
