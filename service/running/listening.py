"""The socket that a server listens on."""

from __future__ import annotations

import socket

from urltree.errors import InputError

#: Connections that may wait to be accepted.
_BACKLOG = 2048


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address, or on any free port for port 0. Raises `InputError` if that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, TypeError) as error:  # TypeError: no host can have that name
        # Python adds the address to what the system says, as its own tuple.
        reason = str(error.strerror if isinstance(error, OSError) else error).partition(" (while ")[0]
        raise InputError(f"cannot listen on {host} port {port}: {reason}; choose another") from error
