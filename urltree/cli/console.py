"""Standard output as rich writes to it."""

from rich.console import Console

#: Characters that no line has.
_FILE_WIDTH = 1_000_000


def console() -> Console:
    """Write for a terminal, whose width bounds the lines, or for a file, where no line is cut or broken."""
    made = Console(highlight=False)
    if not made.is_terminal:
        made.width = _FILE_WIDTH
    return made
