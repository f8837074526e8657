"""Pages that no browser has connected to: most of them never will be, as those sent to curl or a crawler."""

from __future__ import annotations

import gc
from time import time

from nicegui import Client

#: As many are kept. Each takes more than half a megabyte, and NiceGUI would keep all for over a minute.
MANY = 100


def forget_surplus() -> None:
    """Forget the older half once there are more than `MANY`, and those that were forgotten before."""
    times = sorted(each.created for each in Client.instances.values() if not each.has_socket_connection)
    if len(times) > MANY:
        Client.prune_instances(client_age_threshold=time() - times[-1 - MANY // 2])
        gc.collect()  # a page is a cycle, and nothing else here leaves so much garbage
