"""Streaming content extraction on a URL Tree."""
