"""Secrets of webhooks."""

from __future__ import annotations

from base64 import b64encode

import pytest

from service.webhooks.delivery import check_secret, new_secret


def a_secret(size: int) -> str:
    return f"whsec_{b64encode(bytes(size)).decode()}"


@pytest.mark.parametrize("size", [24, 64])
def test_secret_has_24_to_64_bytes(size: int) -> None:
    assert check_secret(a_secret(size)) == a_secret(size)


def test_secret_that_we_make_is_one() -> None:
    secret = new_secret()
    assert check_secret(secret) == secret


@pytest.mark.parametrize("size", [23, 65])
def test_other_secrets_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="24 to 64 bytes"):
        check_secret(a_secret(size))
