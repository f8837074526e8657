"""Text of strangers' pages, made safe for a terminal."""

#: All control characters except tab and line feed: a terminal would obey those that a page hides in its text.
_CONTROLS = dict.fromkeys([*range(ord("\t")), *range(ord("\n") + 1, ord(" ")), *range(0x7F, 0xA0)])


def printable(text: str) -> str:
    """Drop the control characters; tabs and line feeds stay."""
    return text.translate(_CONTROLS)


def printable_line(text: str) -> str:
    """Drop the control characters, and put spaces in place of tabs and line feeds."""
    return printable(text).replace("\t", " ").replace("\n", " ")
