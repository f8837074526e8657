"""Requests to hubs, and verification of what they push."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.feeds.schedule import DAY, MINUTE
from service.feeds.subscriptions import Subscription
from service.websub.push import (
    LEASE,
    LONGEST_LEASE,
    Mode,
    form,
    is_current,
    is_signed,
    lease,
    new_push,
)

PUBLIC = "https://news.example/urltree"
FEED = Subscription(
    id="a", url="https://example.org/feed", site="example.org", hub="https://hub.example/", topic="https://x/"
)

#: The second test case of RFC 2202 and RFC 4231.
SECRET, BODY = "Jefe", b"what do ya want for nothing?"
SIGNATURES = (
    "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
    "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    "sha384=af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
    (
        "sha512=164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
    ),
)


@pytest.mark.parametrize("signature", [*SIGNATURES, SIGNATURES[1].upper(), f" {SIGNATURES[1]} "])
def test_valid_signature_is_accepted(signature: str):
    assert is_signed(BODY, SECRET, signature)


@pytest.mark.parametrize("signature", SIGNATURES)
@pytest.mark.parametrize(("body", "secret"), [(BODY + b" ", SECRET), (b"", SECRET), (BODY, "jefe")])
def test_signature_of_another_body_or_secret_is_rejected(body: bytes, secret: str, signature: str):
    assert not is_signed(body, secret, signature)


@pytest.mark.parametrize(
    "signature",
    [
        "", "sha256", "sha256=", SIGNATURES[1][:-1], SIGNATURES[1] + "0", SIGNATURES[1].partition("=")[2],
        "md5=750c783e6ab0b503eaa86e310a5db738", SIGNATURES[0].replace("sha1", "sha256"), "sha256=é",
    ],
)  # fmt: skip
def test_malformed_signature_is_rejected(signature: str):
    assert not is_signed(BODY, SECRET, signature)


@given(st.text(), st.binary(), st.sampled_from(["", "sha1=", "sha512="]))
def test_arbitrary_signatures_are_rejected_without_an_error(signature: str, body: bytes, method: str):
    assert not is_signed(body, SECRET, method + signature)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("864000", 10 * DAY), ("1", MINUTE), ("0", MINUTE), ("999999999", LONGEST_LEASE),
        (None, LEASE), ("", LEASE), ("-1", LEASE), ("soon", LEASE), ("9" * 400, LEASE),
    ],
)  # fmt: skip
def test_lease_of_the_hub_is_taken_within_bounds(given: str | None, taken: float):
    assert lease(given) == taken


def test_callbacks_and_secrets_are_random():
    pushes = [new_push(FEED, PUBLIC) for _ in range(100)]
    assert len({push.callback for push in pushes}) == len({push.secret for push in pushes}) == 100
    assert all(len(bytes.fromhex(push.secret)) * 8 >= 160 for push in pushes)


def test_callback_is_under_the_public_url():
    push = new_push(FEED, PUBLIC)
    assert push.callback == f"{PUBLIC}/websub/{push.token}"


@pytest.mark.parametrize("missing", ["hub", "topic"])
def test_feed_without_a_hub_or_topic_has_no_push(missing: str):
    assert new_push(replace(FEED, **{missing: None}), PUBLIC) is None


@pytest.mark.parametrize(
    ("feed", "public_url", "still"),
    [
        (FEED, PUBLIC, True),
        (replace(FEED, hub="https://other.example/"), PUBLIC, False),
        (replace(FEED, topic="https://y/"), PUBLIC, False),
        (replace(FEED, hub=None), PUBLIC, False),
        (FEED, "https://elsewhere.example", False),
    ],
)
def test_push_is_outdated_once_hub_topic_or_public_url_differ(
    feed: Subscription, public_url: str, still: bool
):
    assert is_current(new_push(FEED, PUBLIC), feed, public_url) is still


def test_request_is_an_encoded_form():
    push = new_push(replace(FEED, topic="https://x/?a=b&c=ü"), PUBLIC)
    fields = {name: value for name, (value,) in parse_qs(form(push, Mode.SUBSCRIBE).decode()).items()}
    assert fields == {
        "hub.mode": "subscribe",
        "hub.verify": "async",
        "hub.topic": "https://x/?a=b&c=ü",
        "hub.callback": push.callback,
        "hub.secret": push.secret,
        "hub.lease_seconds": "864000",
    }


def test_secret_is_shorter_than_200_characters():
    assert len(new_push(FEED, PUBLIC).secret) < 200
