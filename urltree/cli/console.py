"""Standard output, written by rich."""

from rich.console import Console

#: More characters than any line has.
_FILE_WIDTH = 1_000_000


def console() -> Console:
    """Return a console for a terminal, whose width bounds the lines, or a file, where no line is cut."""
    made = Console(highlight=False)
    if not made.is_terminal:
        made.width = _FILE_WIDTH
    return made
