"""A page that is kept until its domain is warm, as stored in Redis: a line of JSON, then packed HTML."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import xxhash

from service.fetching.values import Fetched
from service.queue import Item, KeptPage

if TYPE_CHECKING:
    from service.stream.document import Reading

#: First pages of a domain that are kept. On the streams of our evaluation, judging these again gains .006 of
#: F1, later ones .0003.
FIRST = 20

#: A domain is warm when so many of its documents were published. Waiting for more gained nothing.
WARM = 50

#: Bytes of pages kept in all, and milliseconds for which those of a domain are kept after its last one. If
#: there are too many, the domain that has had no new one for longest goes first.
KEPT_BYTES = 256 * 2**20
KEPT_AGE = 14 * 86_400_000

#: Domains whose pages one publication drops at most: a large page may need the room of many small ones.
MOST_FORGOTTEN = 1_000

#: Bytes of a packed page; a larger one is not kept.
_PAGE_BYTES = 256 * 2**10


def key_of(url_key: str) -> bytes:
    """Hash a URL key to the 8 bytes that name its document in Redis."""
    return xxhash.xxh3_64_digest(url_key.encode())


def pack(item: Item, page: Fetched, reading: Reading) -> bytes:
    """Pack a page: the item that has it judged again, and its HTML. Empty if that would be too large."""
    key = key_of(reading.url_key).hex()
    kept = KeptPage(domain=reading.domain, key=key, charset=page.charset, received=page.received)
    again = item.model_copy(update={"id": f"again:{kept.domain}:{key}", "url": page.url, "kept": kept})
    packed = again.model_dump_json(exclude_defaults=True).encode() + b"\n" + zlib.compress(page.body)
    return packed if len(packed) <= _PAGE_BYTES else b""


def unpack(item: Item, kept: KeptPage, packed: bytes) -> Fetched:
    """Return the page of an item as it was fetched."""
    return Fetched(
        url=item.url,
        received=kept.received,
        body=zlib.decompress(packed.partition(b"\n")[2]),
        charset=kept.charset,
    )
