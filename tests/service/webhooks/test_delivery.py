"""Secrets and signatures of webhooks."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.webhooks.delivery import check_secret, new_secret, signed

#: The verification that docs/stream.md recommends to receivers.
Verify = Callable[[str, dict[str, str], bytes], bool]


def a_secret(size: int) -> str:
    return f"whsec_{b64encode(bytes(size)).decode()}"


@pytest.mark.parametrize("size", [24, 64])
def test_secret_has_24_to_64_bytes(size: int) -> None:
    assert check_secret(a_secret(size)) == a_secret(size)


def test_generated_secret_is_valid() -> None:
    secret = new_secret()
    assert check_secret(secret) == secret


@pytest.mark.parametrize(
    "secret",
    [a_secret(23), a_secret(65), a_secret(24) + "!", a_secret(24)[:-1] + "é", a_secret(24).partition("_")[2]],
)
def test_other_secrets_are_refused(secret: str) -> None:
    with pytest.raises(ValueError, match="24 to 64 bytes"):
        check_secret(secret)


def test_missing_secret_passes_the_check() -> None:
    assert check_secret(None) is None


@pytest.fixture(scope="module")
def is_ours() -> Verify:
    text = Path(__file__).parents[3].joinpath("docs/stream.md").read_text("utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    defined: dict[str, Verify] = {}
    exec(compile(example, "stream.md", "exec"), defined)
    return defined["is_ours"]


def test_documented_verification_accepts_our_signature(is_ours: Verify) -> None:
    secret = new_secret()
    assert is_ours(secret, signed(secret, "1-0", "Čas", datetime.now(UTC)), "Čas".encode())


@pytest.mark.parametrize(
    "forged",
    [{"webhook-id": "2-0"}, {"webhook-timestamp": "1"}, {"webhook-signature": "v1,é"}],
    ids=lambda forged: next(iter(forged)),
)
def test_documented_verification_rejects_a_forged_header(is_ours: Verify, forged: dict[str, str]) -> None:
    secret = new_secret()
    assert not is_ours(secret, signed(secret, "1-0", "Čas", datetime.now(UTC)) | forged, "Čas".encode())
