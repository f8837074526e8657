"""What the pages show and do: the service's own objects, as `service.app` holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from service.feeds.parsing import Parsing
    from service.feeds.subscriptions import Subscriptions
    from service.fetching import Fetcher
    from service.fulltext.newest import Newest
    from service.publish import DocumentStream
    from service.queue import WorkQueue
    from service.reading import Answers
    from service.settings import Settings
    from service.statistics.statistics import Statistics
    from urltree.store import Store


class Parts(Protocol):
    """The state of the app, once its lifespan has begun."""

    settings: Settings
    store: Store
    pool: Answers
    queue: WorkQueue
    stream: DocumentStream
    newest: Newest
    fetcher: Fetcher
    parsing: Parsing
    subscriptions: Subscriptions
    statistics: Statistics
