"""TLS settings of connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.fetching.poster import Poster
from service.fetching.values import FetchSettings
from urltree.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("content", [None, b"", b"no certificate"])
def test_invalid_certificate_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    file = tmp_path / "authority.pem"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with pytest.raises(InputError, match=rf"SSL_CERT_FILE: .*{file}: "):
        Poster(FetchSettings())
