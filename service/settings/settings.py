"""The settings that an operator may choose; `service.settings.configuration` finds their values."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import SplitResult, urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ByteSize,
    Field,
    PositiveInt,
)
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from service.access.apikeys import ApiKey, parse_key
from service.access.values import AccessSettings
from service.fetching.addresses import AllowList
from service.fetching.values import FetchSettings
from service.stream.values import StreamRetention
from urltree import decide
from urltree.commandline.settingfiles import DOTENV, MOST_DAYS, PREFIX, toml_settings
from urltree.errors import StoreUrlError
from urltree.homes import default_data_dir, expanded
from urltree.models import MAX_DOCUMENTS, Retention
from urltree.store.client import check_url

_DAY = 86_400.0

#: What is set where nothing else is said.
_SITE, _STREAM, _FETCH = Retention(), StreamRetention(), FetchSettings()

# Bounded, because the integers of Redis have 63 bits and a sign.
_Days = Annotated[float, Field(gt=0, le=MOST_DAYS)]
_ASecond = Annotated[float, Field(ge=0.001, le=1_000_000)]


def _cores() -> int:
    """Return how many cores this process may use or, where the system does not tell, how many there are."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _server_url(url: str | None) -> str | None:
    if url is not None:
        try:
            check_url(url)
        except StoreUrlError as error:
            raise ValueError(str(error)) from None
    return url


def _proxy_url(url: str | None) -> str | None:
    if url:
        AllowList(
            [_place(url, "not a proxy's URL; use http://HOST:PORT or https://HOST:PORT").hostname or ""]
        )
    return url


def _public_url(url: str) -> str:
    form = "not a public URL; use https://HOST, with a path if the service is under one"
    _place(url, form)
    if "?" in url or "#" in url:
        raise ValueError(form)
    return url.rstrip("/")


def _place(url: str, form: str) -> SplitResult:
    """Split a URL of http or https. Raises `ValueError` with `form`: the URL itself may hold a password."""
    with suppress(ValueError):
        place = urlsplit(url)
        is_clean = url.isprintable() and " " not in url
        if is_clean and place.scheme in {"http", "https"} and place.hostname and place.port != 0:
            return place
    raise ValueError(form)


def _not_empty(path: object) -> object:
    if path == "":
        raise ValueError("the path is empty; use . for the working directory")
    return path


_Folder = Annotated[Path, BeforeValidator(_not_empty), AfterValidator(expanded)]


def _list(text: object) -> object:
    return text.replace(",", " ").split() if isinstance(text, str) else text


def _api_keys(given: object) -> object:
    entries = _list(given)
    if not isinstance(entries, list):
        return entries
    return tuple(parse_key(str(entry), number) for number, entry in enumerate(entries, 1))


def _hosts(entries: tuple[str, ...]) -> tuple[str, ...]:
    AllowList(entries)  # raises a `ValueError` that names the entry that is no host
    return entries


class Settings(BaseSettings):
    """Everything that can be set; each command makes one and passes it on."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        env_file=DOTENV,
        dotenv_filtering="match_prefix",
        frozen=True,
    )

    redis_url: Annotated[
        str | None,
        AfterValidator(_server_url),
        Field(description="Redis or Valkey to use; by default a private one."),
    ] = None
    data: Annotated[_Folder, Field(description="Directory for the private Valkey's data.")] = Field(
        default_factory=default_data_dir
    )
    fsync: Annotated[
        Literal["everysec", "always"],
        Field(description="When the private Valkey's writes are safe from a power cut."),
    ] = "everysec"
    host: Annotated[str, Field(min_length=1, description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535, description="Port to listen on; 0 picks a free one.")] = 8000
    open: Annotated[bool, Field(description="Require no key, even where other machines can connect.")] = False
    api_keys: Annotated[
        tuple[ApiKey, ...],
        NoDecode,
        BeforeValidator(_api_keys),
        Field(
            description="API keys in addition to those of urltree keys: KEY, or SCOPE+SCOPE:KEY.", repr=False
        ),
    ] = ()
    key_rate: Annotated[_ASecond, Field(description="Requests per second that a key may send.")] = 100.0
    public_url: Annotated[
        Annotated[str, AfterValidator(_public_url)] | None,
        Field(description="URL of the service as seen from outside, for hubs to push feeds to."),
    ] = None
    workers: Annotated[
        int, Field(gt=0, le=1_000, description="Number of processes that extract; by default one per core.")
    ] = Field(default_factory=_cores)
    max_body: Annotated[
        ByteSize, Field(gt=0, description="Maximum size in bytes of a body, or of a line of a batch.")
    ] = ByteSize(10 * 2**20)
    max_seconds: Annotated[float, Field(gt=0, le=86_400, description="Maximum CPU seconds for a page.")] = (
        20.0
    )
    heuristic: Annotated[str, Field(description="Heuristic for requests that name none.")] = decide.DEFAULT
    rules: Annotated[_Folder | None, Field(description="Folder of additional normalisation rules.")] = None
    max_documents: Annotated[
        int, Field(gt=0, le=MAX_DOCUMENTS, description="Maximum number of documents that a domain keeps.")
    ] = _SITE.max_documents
    max_age: Annotated[_Days, Field(description="Days that a document is kept ...")] = _SITE.max_age / _DAY
    min_documents: Annotated[
        int, Field(ge=0, le=MAX_DOCUMENTS, description="... but never fewer than these newest.")
    ] = _SITE.min_documents
    contact: Annotated[
        str | None,
        Field(pattern=r"^[!-'*-~]+$", description="URL or mail address to name in requests for pages."),
    ] = None
    allow_hosts: Annotated[
        tuple[str, ...],
        NoDecode,
        BeforeValidator(_list),
        AfterValidator(_hosts),
        Field(description="Hosts and networks that may be fetched from although they are not public."),
    ] = ()
    proxy: Annotated[
        str | None, AfterValidator(_proxy_url), Field(description="Proxy that pages are fetched through.")
    ] = None
    host_rate: Annotated[_ASecond, Field(description="Requests per second to one host.")] = _FETCH.rate
    robots: Annotated[bool, Field(description="Obey robots.txt.")] = _FETCH.respect_robots
    record: Annotated[
        _Folder | None, Field(description="Folder to record fetched pages in, as WARC files.")
    ] = None
    record_max: Annotated[
        ByteSize,
        Field(ge=2**20, description="Maximum size of that folder in bytes; the oldest files are removed."),
    ] = ByteSize(10 * 2**30)

    poll: Annotated[bool, Field(description="Poll the feeds; of several services, one does at a time.")] = (
        True
    )
    queue_size: Annotated[
        PositiveInt, Field(description="Maximum number of items that wait to be fetched.")
    ] = 10_000
    lease: Annotated[
        float, Field(ge=1, le=86_400, description="Seconds until a silent worker is taken for dead.")
    ] = 60.0
    stream_documents: Annotated[
        int, Field(gt=0, le=1_000_000_000, description="Maximum number of documents that the stream keeps.")
    ] = _STREAM.documents
    stream_age: Annotated[_Days, Field(description="Days that the stream keeps a document.")] = (
        _STREAM.age / _DAY
    )
    stream_markdown: Annotated[
        bool, Field(description="Publish the content of documents as Markdown too.")
    ] = False

    log: Annotated[
        Literal["json", "text"] | None,
        Field(description="Format of the log; by default text on a terminal, JSON elsewhere."),
    ] = None
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Field(description="Lowest level that is logged.")
    ] = "info"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 -- pydantic-settings passes it
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put TOML after all else."""
        return init_settings, env_settings, dotenv_settings, InitSettingsSource(settings_cls, toml_settings())

    @property
    def retention(self) -> Retention:
        """The retention of every domain, in the library's units."""
        return Retention(self.max_documents, self.max_age * _DAY, self.min_documents)

    @property
    def access(self) -> AccessSettings:
        """Who may come in."""
        return AccessSettings(self.host, self.open, self.api_keys, self.key_rate)

    @property
    def fetching(self) -> FetchSettings:
        """How to fetch."""
        return FetchSettings(
            contact=self.contact,
            allow_hosts=self.allow_hosts,
            proxy=self.proxy,
            rate=self.host_rate,
            respect_robots=self.robots,
        )

    @property
    def stream_retention(self) -> StreamRetention:
        """The retention of the stream, in its units."""
        return StreamRetention(self.stream_documents, self.stream_age * _DAY)
