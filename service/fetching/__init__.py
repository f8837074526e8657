"""URLs in, pages and feeds out: politely, and never from an address that is not public."""

from service.fetching.errors import BusyError, FetchError, Reason
from service.fetching.fetcher import Fetcher
from service.fetching.values import Fetched, FetchSettings, NotModified

__all__ = ["BusyError", "FetchError", "FetchSettings", "Fetched", "Fetcher", "NotModified", "Reason"]
