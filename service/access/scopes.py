"""What a key may be good for, and what each request needs."""

from __future__ import annotations

from enum import StrEnum

#: Methods that change nothing.
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

#: What probes and people need before they have a key.
_OPEN = frozenset({"/health/live", "/health/ready", "/login", "/logout"})

#: Where the dashboard's pages have their assets, and hold a socket open.
_ASSETS = ("/dashboard/_nicegui/", "/dashboard/static/")
_SOCKET = "/dashboard/_nicegui_ws/"


class Scope(StrEnum):
    """A kind of thing to do; admin may do all."""

    READ = "read"
    EXTRACT = "extract"
    ADMIN = "admin"


def needed_scope(method: str, path: str) -> Scope | None:
    """Tell which scope a request needs; none: anybody may send it.

    What is not known here is read where the method changes nothing, else admin.
    """
    if path in _OPEN:
        return None
    noun = path.removeprefix("/").partition("/")[0]
    if noun == "websub":
        return None  # hubs have no keys: nobody else can guess the paths that they are told
    if is_of_dashboard(path):
        return Scope.READ
    if noun == "extract" and method == "POST":
        return Scope.EXTRACT
    # Webhooks are told with their URLs, which often are secrets.
    return Scope.READ if method in _SAFE and noun != "webhooks" else Scope.ADMIN


def may_change(method: str, path: str) -> bool:
    """Tell whether a request can change anything; a socket can, whatever it is opened with."""
    return method not in _SAFE or path.startswith(_SOCKET)


def is_of_dashboard(path: str) -> bool:
    """Tell whether a path is of the assets of pages, or their socket, whose events ask `Caller.may`."""
    return path.startswith((*_ASSETS, _SOCKET))


def is_fulltext(path: str) -> bool:
    """Tell whether a path is of a full-text feed, whose readers know passwords alone."""
    return path.startswith(("/feeds/", "/labels/")) and path.rpartition("/")[2].startswith("fulltext.")
