"""The gate: who a request is from, and whether it may pass.

request ─► from a page of ours? ─► to us? ─► caller? ─► scope? ─► rate? ─► route
                    403              421        401        403       429
"""

from __future__ import annotations

from base64 import b64decode
from contextlib import suppress
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING

from starlette.requests import cookie_parser

from service.access.apikeys import ApiKeys
from service.access.caller import ANYBODY, STRANGER
from service.access.keyring import Keyring
from service.access.origins import is_embedded, is_foreign, is_loopback, names_loopback
from service.access.rate import RateLimit
from service.access.scopes import is_asset_or_socket, is_fulltext, may_change, needed_scope
from service.access.sessions import Sessions
from service.http.problems import Kind, Problem
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from redis.asyncio import Redis

    from service.access.caller import Caller
    from service.access.values import AccessSettings

#: The cookie that holds a session's token.
COOKIE = "urltree_session"

_FOREIGN_HOST = Kind(
    "foreign-host", HTTPStatus.MISDIRECTED_REQUEST, "The request was sent to another host name"
)
_FOREIGN_PAGE = Kind("foreign-page", HTTPStatus.FORBIDDEN, "A page of another site may only link here")
NO_KEY = Kind("no-key", HTTPStatus.UNAUTHORIZED, "A key is needed")
NO_SCOPE = Kind("no-scope", HTTPStatus.FORBIDDEN, "The key does not suffice")
_TOO_MANY = Kind("too-many", HTTPStatus.TOO_MANY_REQUESTS, "The key sends too many requests")


class Gate:
    """Decides which requests may pass. Raises `redis.RedisError` when Redis is away."""

    def __init__(self, settings: AccessSettings, redis: Redis) -> None:
        self._is_open = settings.is_open
        self._is_local = is_loopback(settings.host)
        self._rate = RateLimit(redis, settings.rate)
        self.keyring = Keyring(settings.keys, ApiKeys(redis))
        self.sessions = Sessions(redis)

    async def needs_key(self) -> bool:
        """Return whether requests need a key; a service bound to loopback needs none if no key exists."""
        return not self._is_open and (not self._is_local or bool(await self.keyring.all()))

    async def admit(self, method: str, path: str, headers: Mapping[str, str]) -> Caller:
        """Return the caller of a request that may pass, and count it. Raises `Problem` for any other."""
        caller = await self.judge(method, path, headers)
        if caller.id and not is_asset_or_socket(path):
            await self.count(caller)
        return caller

    async def judge(self, method: str, path: str, headers: Mapping[str, str]) -> Caller:
        """Judge a request as `admit` does, without counting it: for one in progress, counted before."""
        is_used = may_change(method, path) and is_foreign(headers)
        if is_used or (is_embedded(headers) and not is_fulltext(path)):  # feed readers may run in browsers
            detail = "send it from a page of this service (a proxy must pass Host on), or not from a browser"
            raise Problem(_FOREIGN_PAGE, detail)
        scope = needed_scope(method, path)
        if scope is None:
            return STRANGER
        caller = await self._caller(headers)
        if caller is None:
            detail = "send Authorization: Bearer KEY, with a key that has not been revoked"
            raise no_key(detail, "Basic" if is_fulltext(path) else "Bearer")
        if not caller.may(scope):
            raise Problem(NO_SCOPE, f"{method} {path} needs a key with the scope {scope}")
        return caller

    async def count(self, caller: Caller) -> None:
        """Count a request of the holder of a key. Raises `Problem` if it is one too many."""
        if seconds := await self._rate.wait(caller.id):
            detail = f"{caller.name} has sent too many; URLTREE_KEY_RATE sets how many it may send per second"
            raise Problem(_TOO_MANY, detail, {"Retry-After": str(ceil(seconds))})

    async def _caller(self, headers: Mapping[str, str]) -> Caller | None:
        if not await self.needs_key():
            if not self._is_open and not names_loopback(headers.get("host", "")):
                detail = "without keys this service answers only to localhost, 127.0.0.1 and [::1]"
                raise Problem(_FOREIGN_HOST, f"{detail}; create keys, or start it with --open")
            return ANYBODY
        key = await self.keyring.find(_shown_key(headers.get("authorization", "")))
        if key is None:
            key = await self.keyring.get(await self.sessions.key_of(session_token(headers)))
        return key.caller if key else None


async def open_gate(settings: AccessSettings, redis: Redis) -> Gate:
    """Make a gate. Raises `InputError` if strangers could get in and no setting says that they may."""
    gate = Gate(settings, redis)
    if await gate.needs_key() and not await gate.keyring.all():
        raise InputError(
            f"anyone who can reach {settings.host} could use and change this service; create a key "
            "(urltree keys add NAME --scope admin, or set URLTREE_API_KEYS), listen on 127.0.0.1, or "
            "pass --open if something else keeps strangers out"
        )
    return gate


def no_key(detail: str, scheme: str = "Bearer") -> Problem:
    """Return the problem that asks for a key, by an HTTP authentication scheme."""
    return Problem(NO_KEY, detail, {"WWW-Authenticate": f'{scheme} realm="urltree"'})


def _shown_key(authorization: str) -> str:
    """Read the key from an Authorization header; empty if there is none.

    Basic is taken too, with the key as password, because most feed readers can send nothing else.
    """
    scheme, _, text = authorization.partition(" ")
    match scheme.lower():
        case "bearer":
            return text.strip()
        case "basic":
            with suppress(ValueError):
                return b64decode(text).decode().partition(":")[2]
    return ""


def session_token(headers: Mapping[str, str]) -> str:
    """Read the token of a session from the cookies of a request; empty if there is none."""
    return cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
