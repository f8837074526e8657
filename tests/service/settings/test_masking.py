"""Masking of secrets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.settings.masking import masked


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("redis://:secret@host:6379/0", "redis://…@host:6379/0"),
        ("cannot reach https://user:se@cret@host/path", "cannot reach https://…@host/path"),
        ("unix:///v.sock?db=2&password=se%26cret&db=3", "unix:///v.sock?db=2&password=…&db=3"),
        ('{"event": "redis://host/0?password=secret"}', '{"event": "redis://host/0?password=…"}'),
        (f"Bearer urltree_{'a' * 43}", "Bearer urltree_…"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_…"),
        (f"POST /websub/-{'a' * 31}: 204", "POST /websub/…: 204"),
        ("http://host/websub/news", "http://host/websub/news"),
        ("http://host/a@b", "http://host/a@b"),
        ("urltree_config", "urltree_config"),
        ("somebody@example.com", "somebody@example.com"),
    ],
)
def test_secrets_are_masked_and_nothing_else(text: str, shown: str) -> None:
    assert masked(text) == shown


@given(
    st.text(st.characters(exclude_characters="/ \t\n\r\x0b\x0c", exclude_categories=["Z", "C"]), min_size=1)
)
def test_password_of_a_url_is_always_masked(password: str) -> None:
    assert masked(f"redis://u:{password}@host") == "redis://…@host"
