"""What a hub is asked to push, how it is asked, and how its pushes are told from forged ones; without I/O."""

from __future__ import annotations

import hmac
import secrets
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict

from service.feeds.schedule import DAY, MINUTE

if TYPE_CHECKING:
    from service.feeds.subscriptions import Subscription

#: Seconds for which a hub is asked to push, and the longest lease that we accept: we ask again before.
LEASE, LONGEST_LEASE = 10 * DAY, 30 * DAY

#: Digits at most of a number of seconds that makes sense.
_DIGITS = 9

#: Random bytes of a token and of a secret, so that nobody can guess them.
_TOKEN_BYTES, _SECRET_BYTES = 24, 32

#: Methods of `X-Hub-Signature` (WebSub §7.1).
_METHODS = frozenset({"sha1", "sha256", "sha384", "sha512"})


class Mode(StrEnum):
    """What a hub is asked for, and asks back (WebSub §5)."""

    SUBSCRIBE = "subscribe"
    UNSUBSCRIBE = "unsubscribe"
    #: Only the hub says this.
    DENIED = "denied"


class Push(BaseModel):
    """A topic that a hub is to push to a callback of ours."""

    model_config = ConfigDict(frozen=True)

    #: Names the push in the callback; nobody can guess it.
    token: str
    #: Id of the feed.
    feed: str
    hub: str
    topic: str
    callback: str
    secret: str


def new_push(feed: Subscription, public_url: str) -> Push | None:
    """Make a push of a feed; None if it names no hub."""
    if not (feed.hub and feed.topic):
        return None
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    return Push(
        token=token,
        feed=feed.id,
        hub=feed.hub,
        topic=feed.topic,
        callback=_callback(public_url, token),
        secret=secrets.token_hex(_SECRET_BYTES),
    )


def is_current(push: Push, feed: Subscription, public_url: str) -> bool:
    """Return whether a push has the hub, topic and callback that a new one of this feed would have."""
    wanted = (feed.hub, feed.topic, _callback(public_url, push.token))
    return (push.hub, push.topic, push.callback) == wanted


def form(push: Push, mode: Mode) -> bytes:
    """Write the request to a hub (WebSub §5.1)."""
    fields = {
        "hub.mode": mode.value,
        "hub.verify": "async",  # hubs of PubSubHubbub 0.3, such as PuSHPress, refuse a request without
        "hub.topic": push.topic,
        "hub.callback": push.callback,
        "hub.secret": push.secret,
        "hub.lease_seconds": str(int(LEASE)),
    }
    return urlencode(fields).encode()


def lease(seconds: str | None) -> float:
    """Read for how many seconds a hub agrees to push; if it does not say, for as long as we asked."""
    given = int(seconds) if seconds and seconds.isdecimal() and len(seconds) <= _DIGITS else LEASE
    return min(max(given, MINUTE), LONGEST_LEASE)


def is_signed(body: bytes, secret: str, signature: str) -> bool:
    """Return whether a body was signed with the secret (WebSub §7.1)."""
    method, _, digest = signature.strip().lower().partition("=")
    if method not in _METHODS:
        return False
    expected = hmac.digest(secret.encode(), body, method).hex()
    return hmac.compare_digest(expected.encode(), digest.encode())


def _callback(public_url: str, token: str) -> str:
    return f"{public_url}/websub/{token}"
