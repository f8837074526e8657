"""The store in a data directory, for any number of processes.

The first process runs the Valkey server, the others connect to it. When that process leaves, the server ends,
and the first of the others that notices starts a new one.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from urltree.errors import StoreBusyError, StoreError, StoreRefusedError
from urltree.store.embedded import EmbeddedValkey
from urltree.store.redis import RedisStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: Seconds that the owner of the directory may take to start its server, or to end it, and that it waits for
#: those who need the server.
_PATIENCE = 10.0

#: Seconds between two checks of a server that starts or ends.
_LOOK = 0.01


class EmbeddedStore(RedisStore):
    """The `Store` of a data directory. `close` stops the server if this process runs it.

    Raises `StoreError` if no server runs and none can be started.
    """

    def __init__(self, data_dir: Path) -> None:
        self._valkey = EmbeddedValkey(data_dir)
        super().__init__(self._valkey.url)
        self._turn = threading.Lock()
        self._is_closed = False
        self._enter()

    @contextmanager
    def kept(self) -> Iterator[str]:
        """Yield where the server listens, for clients that cannot start it: its owner waits for them."""
        with self._valkey.guest():
            self.ping()
            yield self._valkey.url

    def ping(self) -> None:
        """See `Store.ping`."""
        self._served(super().ping)

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        self.ping()
        return super().domains()

    def close(self) -> None:
        """See `Store.close`."""
        with self._turn:  # from here on no call starts a server
            self._is_closed = True
        super().close()
        self._valkey.stop(_PATIENCE)

    def _run(self, verb: str, domain: str, *args: bytes | str) -> Any:
        return self._served(partial(super()._run, verb, domain, *args))

    def _served(self, ask: Callable[[], Any]) -> Any:
        """Call `ask`; if the server has ended, alone or with its owner, run it and call `ask` again.

        So something that was already done may be done twice.
        """
        self._check_open()
        try:
            return ask()
        except StoreRefusedError:
            raise
        except StoreError:
            self._enter()
            return ask()

    def _enter(self) -> None:
        """Run the server, unless another process does, and wait while an ended one is started again."""
        deadline = time.monotonic() + _PATIENCE
        with self._turn:
            self._check_open()
            while not self._valkey.is_owner:
                try:
                    self._valkey.start()
                except StoreBusyError as error:
                    if self._is_served():
                        break
                    if time.monotonic() > deadline:
                        raise StoreError(
                            f"{self._valkey.url} does not answer; wait, or restart process "
                            f"{self._valkey.owner()}, which runs it"
                        ) from error
                    time.sleep(_LOOK)
            while not self._is_served() and time.monotonic() < deadline:
                time.sleep(_LOOK)

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("the store is closed; open another")

    def _is_served(self) -> bool:
        try:
            super().ping()
        except StoreRefusedError:  # such as a ping while the disk is full
            return True
        except StoreError:
            return False
        return True
