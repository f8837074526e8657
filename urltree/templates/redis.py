"""The templates of each domain in Redis or Valkey; `urltree.store.keys` draws the keys.

Every verb is one Lua script, so one round trip and atomic.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from redis import RedisError

from urltree.errors import StoreError
from urltree.store.keys import domain_prefix
from urltree.templates.clusters import Template, best_supported
from urltree.templates.fingerprint import LENGTH
from urltree.templates.index import SPLIT

if TYPE_CHECKING:
    from redis import Redis

#: Fingerprints of a domain at most. Those that came up last are kept, so that a site whose pages all differ
#: cannot keep a new template out.
FINGERPRINTS = 1_000

_VERBS = ("observe", "templates", "forget")
_PARTS = ("common", "index")
_CONSTANTS = {"LENGTH": LENGTH, "SPLIT": SPLIT, "FINGERPRINTS": FINGERPRINTS}


@cache
def _source(verb: str) -> str:
    folder = files("urltree.templates") / "lua"
    constants = (f"local {name} = {value}" for name, value in _CONSTANTS.items())
    parts = ((folder / f"{part}.lua").read_text("utf-8") for part in (*_PARTS, verb))
    return "\n".join([*constants, *parts])


class RedisTemplates:
    """`Clusters` of many domains, of each domain the `FINGERPRINTS` that came up last.

    Every method raises `StoreError` if the server cannot be reached or refuses.
    """

    def __init__(self, client: Redis) -> None:
        self._scripts = {verb: client.register_script(_source(verb)) for verb in _VERBS}

    def observe(self, domain: str, fingerprint: bytes, name: str) -> int:
        """See `Clusters.observe`."""
        number: int = self._run("observe", domain, fingerprint, name)
        return number

    def templates(self, domain: str) -> list[Template]:
        """See `Clusters.templates`."""
        return best_supported(
            Template(number, example.decode(), dict(zip(fingerprints, supports, strict=True)))
            for number, example, fingerprints, supports in self._run("templates", domain)
        )

    def forget(self, domain: str) -> None:
        """Drop all templates of a domain."""
        self._run("forget", domain)

    def _run(self, verb: str, domain: str, *args: bytes | str) -> Any:
        try:
            return self._scripts[verb](keys=[domain_prefix(domain)], args=args)
        except RedisError as error:
            raise StoreError(f"templates of {domain}: {error}") from error
