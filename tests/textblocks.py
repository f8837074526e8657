"""Text blocks, each with letters of its own."""

from urltree.models import TextBlock


def blocks(*paths):
    return [TextBlock("text", number, "p", path, 0) for number, path in enumerate(paths, 1)]


def texts(*texts, path="p"):
    return [TextBlock(text, number, "p", path, 0) for number, text in enumerate(texts, 1)]
