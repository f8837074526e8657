"""Titles and names, no longer than anybody reads."""

#: Characters of one.
LONGEST = 1_000


def clipped(text: str) -> str:
    """Cut a title or name where it is too long: pages show hundreds of them, whoever wrote them."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
