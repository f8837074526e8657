"""Text of strangers' pages, made safe for a terminal."""

#: All control characters except tab and line feed: a terminal would obey those that a page hides in its text.
_CONTROLS = dict.fromkeys([*range(ord("\t")), *range(ord("\n") + 1, ord(" ")), *range(0x7F, 0xA0)])

#: Invisible, but emoji and words of Persian and Indic languages are spelt with them.
_JOINERS = "\u200c\u200d"


def printable(text: str) -> str:
    """Drop the control characters; tabs and line feeds stay."""
    return text.translate(_CONTROLS)


def printable_line(text: str) -> str:
    """Put spaces in place of characters that are invisible, turn others round, or cannot be written."""
    return "".join(each if each.isprintable() or each in _JOINERS else " " for each in text)
