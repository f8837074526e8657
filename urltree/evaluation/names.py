"""Show names of sites and data sets, which may contain any characters."""


def visible(name: str) -> str:
    """Replace each character that is invisible or cannot be written by a space."""
    return "".join(each if each.isprintable() else " " for each in name)
