"""Delivery of one document to one webhook, signed as Standard Webhooks says (standardwebhooks.com)."""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from standardwebhooks import Webhook as Signer

if TYPE_CHECKING:
    from service.fetching.poster import Poster
    from service.stream.document import Document
    from service.webhooks.webhooks import Webhook

_PREFIX = "whsec_"

#: Bytes of a secret that we make, and of those that Standard Webhooks allows.
_SECRET_BYTES, _ALLOWED = 32, range(24, 65)


async def deliver(poster: Poster, webhook: Webhook, document: Document) -> None:
    """Send a document. Raises `FetchError` unless it was taken."""
    body = document.json_line()
    headers = signed(webhook.secret, document.id, body, datetime.now(UTC))
    await poster.post(webhook.url, body.encode(), {"Content-Type": "application/json", **headers})


def signed(secret: str, message: str, body: str, now: datetime) -> dict[str, str]:
    """Return the headers that prove who sent a body, and when."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(secret).sign(message, now, body),
    }


def check_secret(secret: str | None) -> str | None:
    """Return a secret unchanged. Raises `ValueError`, which does not quote it, if it is not one."""
    if secret is not None and len(_secret_bytes(secret)) not in _ALLOWED:
        raise ValueError("not a secret; use whsec_ and the base64 of 24 to 64 bytes, or none")
    return secret


def _secret_bytes(secret: str) -> bytes:
    try:
        return b64decode(secret.removeprefix(_PREFIX), validate=True) if secret.startswith(_PREFIX) else b""
    except ValueError:
        return b""


def new_secret() -> str:
    """Make a secret."""
    return _PREFIX + b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()
