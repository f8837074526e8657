"""Names of sites and data sets, which may hold anything, as they are shown."""


def on_one_line(name: str) -> str:
    """Put a space in place of each character that would not be seen, or cannot be written."""
    return "".join(each if each.isprintable() else " " for each in name)
