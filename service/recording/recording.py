"""The recording of what the workers of one process fetch."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from functools import partial
from typing import TYPE_CHECKING

from service.recording.files import Files
from service.recording.warc import head, records
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from service.fetching.fetcher import Fetcher
    from service.fetching.values import Exchange, Fetch
    from service.settings.settings import Settings

_logger = logging.getLogger(__name__)


class Recording:
    """Writes in a thread of its own, one exchange after another.

    A page that cannot be written is processed all the same; `missed` is called for each.
    """

    def __init__(self, files: Files, missed: Callable[[], None]) -> None:
        self._files = files
        self._missed = missed
        self._thread = ThreadPoolExecutor(1, "recording")
        self._fails = False

    async def record(self, exchange: Exchange) -> None:
        """Write an exchange, and return once the operating system has it."""
        if not await asyncio.get_running_loop().run_in_executor(self._thread, self._write, exchange):
            self._missed()

    def close(self) -> None:
        """Write what is left to write."""
        self._thread.shutdown()
        self._files.close()

    def _write(self, exchange: Exchange) -> bool:
        """Write an exchange; return whether that worked, and log when it begins to fail or works again."""
        try:
            self._files.append(records(exchange))
        except OSError as error:
            if not self._fails:
                _logger.error("pages are not recorded until this is fixed: %s", error)  # noqa: TRY400
            self._fails = True
        else:
            if self._fails:
                _logger.warning("pages are recorded again")
            self._fails = False
        return not self._fails


@asynccontextmanager
async def recorded(fetcher: Fetcher, settings: Settings, missed: Callable[[], None]) -> AsyncIterator[Fetch]:
    """Yield what fetches pages and, if the settings ask for it, records them.

    `missed` is called for each page that could not be. Raises `InputError` if the folder is not writable.
    """
    if settings.record is None:
        yield fetcher.page
        return
    try:
        files = Files(settings.record, settings.record_max, head)
    except OSError as error:
        raise InputError(
            f"cannot record to {settings.record}: {error.strerror}; choose another folder"
        ) from error
    with closing(Recording(files, missed)) as recording:
        yield partial(fetcher.page, record=recording.record)
