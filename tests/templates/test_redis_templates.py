"""The templates of domains on a server."""

import pytest
from alike import FINGERPRINTS, vary
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from urltree.errors import StoreError
from urltree.store.keys import domain_prefix
from urltree.templates.clusters import Clusters
from urltree.templates.redis import FINGERPRINTS as MOST
from urltree.templates.redis import RedisTemplates

DOMAIN = "example.com"
ONE = bytes(range(25))


@pytest.fixture
def kept(valkey_client):
    return RedisTemplates(valkey_client)


def unlike(number):
    """Give each number a fingerprint that is like no other's."""
    return bytes([number // 256, number % 256, 0]) * 8 + b"\0"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(FINGERPRINTS))
def test_the_server_agrees_with_memory(kept, fingerprints):
    kept.forget(DOMAIN)
    memory = Clusters()
    for name, fingerprint in enumerate(fingerprints):
        assert kept.observe(DOMAIN, fingerprint, str(name)) == memory.observe(fingerprint, str(name))
    assert kept.templates(DOMAIN) == memory.templates()


def test_a_domain_that_was_never_observed_has_no_templates(kept):
    assert kept.templates(DOMAIN) == []


def test_domains_know_nothing_of_one_another(kept):
    kept.observe(DOMAIN, ONE, "http://example.com/a")
    kept.observe("other.org", ONE, "http://other.org/a")
    assert [template.example for template in kept.templates("other.org")] == ["http://other.org/a"]


def test_a_fingerprint_may_hold_any_byte(kept):
    kept.observe(DOMAIN, bytes(range(231, 256)), "b")
    assert kept.observe(DOMAIN, vary(bytes(range(231, 256)), 24, 10), "c") == 1


def test_a_name_may_hold_any_character(kept):
    kept.observe(DOMAIN, ONE, "http://example.com/стр\n%00")
    assert kept.templates(DOMAIN)[0].example == "http://example.com/стр\n%00"


def test_the_fingerprints_that_came_up_last_are_kept(kept):
    for number in [*range(MOST), 0, MOST]:
        kept.observe(DOMAIN, unlike(number), str(number))
    examples = {template.example for template in kept.templates(DOMAIN)}
    assert examples == {str(number) for number in range(MOST + 1)} - {"1"}


def test_a_fingerprint_that_was_dropped_is_like_none(kept):
    for number in range(MOST + 1):
        kept.observe(DOMAIN, unlike(number), "")
    assert kept.observe(DOMAIN, vary(unlike(0), 3), "") == MOST + 2


def test_a_template_outlives_its_first_fingerprint(kept):
    kept.observe(DOMAIN, ONE, "first")
    kept.observe(DOMAIN, vary(ONE, 3), "second")
    for number in range(MOST - 1):
        kept.observe(DOMAIN, unlike(number), "")
    oldest = min(kept.templates(DOMAIN), key=lambda template: template.number)
    assert (oldest.number, oldest.example, oldest.support) == (1, "first", 1)


def test_nothing_is_left_of_what_was_forgotten(kept, valkey_client):
    kept.observe(DOMAIN, ONE, "a")
    kept.forget(DOMAIN)
    assert valkey_client.keys("*") == []


def test_every_key_is_in_the_slot_of_its_domain(kept, valkey_client):
    kept.observe(DOMAIN, ONE, "a")
    assert all(key.startswith(domain_prefix(DOMAIN).encode()) for key in valkey_client.keys("*"))


def test_observing_is_one_round_trip(kept, valkey_client):
    kept.observe(DOMAIN, ONE, "the server learns the script")
    before = valkey_client.info("stats")["total_writes_processed"]
    kept.observe(DOMAIN, vary(ONE, 3), "b")
    # The answer to the first question is the other one.
    assert valkey_client.info("stats")["total_writes_processed"] - before == 2


@pytest.mark.parametrize(
    "verb",
    [
        lambda kept: kept.observe(DOMAIN, ONE, "a"),
        lambda kept: kept.templates(DOMAIN),
        lambda kept: kept.forget(DOMAIN),
    ],
)
def test_a_server_that_is_gone_is_a_store_error(tmp_path, verb):
    client = Redis(unix_socket_path=str(tmp_path / "gone"), retry=Retry(NoBackoff(), 0))
    with client, pytest.raises(StoreError, match=r"templates of example\.com: "):
        verb(RedisTemplates(client))
