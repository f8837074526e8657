"""The scopes that a key may have, and the one that each request needs."""

from __future__ import annotations

from enum import StrEnum

#: Methods that change nothing.
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

#: What probes and people need before they have a key.
_OPEN = frozenset({"/health/live", "/health/ready", "/login", "/logout"})

#: Paths of the assets of the dashboard's pages, and of the socket that they hold open.
_ASSETS = ("/dashboard/_nicegui/", "/dashboard/static/")
_SOCKET = "/dashboard/_nicegui_ws/"


class Scope(StrEnum):
    """A kind of thing to do; admin may do all."""

    READ = "read"
    EXTRACT = "extract"
    ADMIN = "admin"


def needed_scope(method: str, path: str) -> Scope | None:
    """Return the scope that a request needs; None if anybody may send it.

    A path that is not listed here needs read if the method changes nothing, and admin otherwise.
    """
    if path in _OPEN:
        return None
    # Routes take a path that ends with a line feed for the same path without it: "$" matches before one.
    noun = path.removesuffix("\n").removeprefix("/").partition("/")[0]
    if noun == "websub":
        return None  # hubs have no keys; the paths given to them cannot be guessed by others
    if is_asset_or_socket(path):
        return Scope.READ if method in _SAFE or path.startswith(_SOCKET) else Scope.ADMIN  # it sends a file
    if noun == "extract" and method == "POST":
        return Scope.EXTRACT
    # Answers about webhooks contain their URLs, which are often secrets.
    return Scope.READ if method in _SAFE and noun != "webhooks" else Scope.ADMIN


def may_change(method: str, path: str) -> bool:
    """Return whether a request can change anything; a socket can, whatever method opens it."""
    return method not in _SAFE or path.startswith(_SOCKET)


def is_asset_or_socket(path: str) -> bool:
    """Return whether a path is one of the assets of the dashboard's pages, or their socket.

    Events on the socket are not judged one by one: a page has handlers for what those may do who opened it
    and for nothing else, and ends with their key, as the socket does with its own.
    """
    return path.startswith((*_ASSETS, _SOCKET))


def is_fulltext(path: str) -> bool:
    """Return whether a path is that of a full-text feed, whose readers can send nothing but passwords."""
    return path.startswith(("/feeds/", "/labels/")) and path.rpartition("/")[2].startswith("fulltext.")
