"""Settings from the environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from bare import remove_settings
from documented import names_in_tables
from pydantic import ValidationError

from service.fetching.values import FetchSettings
from service.settings.settings import Settings
from urltree.models import Retention


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_settings(monkeypatch)


def test_default_retention_is_that_of_the_library() -> None:
    assert Settings().retention == Retention()


@pytest.mark.skipif(sys.platform != "linux", reason="cores are assigned on Linux only")
def test_one_process_extracts_where_only_one_core_may_be_used() -> None:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        assert Settings().workers == 1
    finally:
        os.sched_setaffinity(0, cores)


def test_max_age_is_in_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_MAX_AGE", "0.5")
    assert Settings().retention.max_age == 43_200


def test_default_body_limit_is_10_mib() -> None:
    assert Settings().max_body == 10_485_760


def test_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_REDIS_URL", "")
    assert Settings().redis_url is None


@pytest.mark.parametrize("folder", ["data", "record", "rules"])
def test_home_directory_is_expanded(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"URLTREE_{folder.upper()}", "~/there")
    assert getattr(Settings(), folder) == Path.home() / "there"


def test_allowed_hosts_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_ALLOW_HOSTS", "intranet.example, 10.0.0.0/8,::1")
    assert Settings().fetching.allow_hosts == ("intranet.example", "10.0.0.0/8", "::1")


@pytest.mark.parametrize("name", ["record_max", "max_body"])
def test_size_may_have_a_unit(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"URLTREE_{name.upper()}", "50 MiB")
    assert getattr(Settings(), name) == 50 * 2**20


def test_public_url_may_have_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_PUBLIC_URL", "https://news.example/urltree/")
    assert Settings().public_url == "https://news.example/urltree"


@pytest.mark.parametrize("url", ["http://squid_proxy:3128", "https://u:p@[::1]", "http://10.0.0.1:80"])
def test_proxy_may_be_any_host(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("URLTREE_PROXY", url)
    assert Settings().fetching.proxy == url


def test_default_fetch_settings_are_those_of_the_fetcher() -> None:
    assert Settings().fetching == FetchSettings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "http"),
        ("WORKERS", "0"),
        ("WORKERS", "1001"),
        ("MAX_BODY", "0"),
        ("MAX_BODY", "-1"),
        ("MAX_DOCUMENTS", "0"),
        ("MAX_DOCUMENTS", "65536"),
        ("MAX_AGE", "0"),
        ("MAX_AGE", "nan"),
        ("FSYNC", "never"),
        ("CONTACT", "a (comment)"),
        ("ALLOW_HOSTS", "http://intranet/"),
        ("ALLOW_HOSTS", "10.0.0.0/33"),
        ("MAX_AGE", "inf"),
        ("MAX_SECONDS", "inf"),
        ("LEASE", "inf"),
        ("LEASE", "0.9"),
        ("STREAM_AGE", "inf"),
        ("STREAM_DOCUMENTS", "99999999999999999999"),
        ("KEY_RATE", "1e-300"),
        ("HOST_RATE", "1e-300"),
        ("REDIS_URL", "redis://127.0.0.1:secret"),
        ("REDIS_URL", "redis://["),
        ("REDIS_URL", "redis://127.0.0.1?db=x"),
        ("REDIS_URL", "redis://127.0.0.1?timeout=5"),
        ("REDIS_URL", "redis://127.0.0.1/first"),
        ("REDIS_URL", "unix://"),
        ("PROXY", "socks5://127.0.0.1"),
        ("PROXY", "http://"),
        ("PROXY", "http://["),
        ("PROXY", "http://127.0.0.1:secret"),
        ("PROXY", "http://127.0.0.1:65536"),
        ("PROXY", "http://a b"),
        ("PROXY", "http://127.0.0.1\n"),
        ("HOST_RATE", "inf"),
        ("RECORD_MAX", "1000"),
        ("RECORD_MAX", "all"),
        ("PUBLIC_URL", "news.example"),
        ("PUBLIC_URL", "ftp://news.example"),
        ("PUBLIC_URL", "https:///path"),
        ("PUBLIC_URL", "https://news.example/?a=b"),
        ("PUBLIC_URL", "https://news.example/#a"),
        ("PUBLIC_URL", "https://news.example/?"),
        ("PUBLIC_URL", "https://news.example\n"),
        ("PUBLIC_URL", "https://news.example/a b"),
        ("PUBLIC_URL", "https://[news"),
        ("PUBLIC_URL", "https://news.example:secret"),
    ],
)
def test_invalid_value_is_refused_without_revealing_secrets(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"URLTREE_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()) as raised:
        Settings()
    (fault,) = raised.value.errors()
    assert "secret" not in fault["msg"]


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_documented_exactly_once(name: str) -> None:
    assert names_in_tables("docs/settings.md").count(f"URLTREE_{name.upper()}") == 1
