"""Content codings (RFC 9110 §8.4), undone in small steps, so that a bomb costs only what is read of it."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Protocol

import brotli  # type: ignore[import-untyped]

from urltree.charset import known_charset

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The codings to ask for. Deflate is undone but not asked for: servers disagree on what it is.
ACCEPTED = "gzip, br"

#: The most bytes that a step returns, or little more.
_STEP = 65_536

#: Has zlib tell gzip from deflate by its header.
_GZIP_OR_DEFLATE = zlib.MAX_WBITS | 32

#: How a member of a gzip file begins (RFC 1952 §2.3.1).
_MEMBER = b"\x1f\x8b"


class DecodingError(Exception):
    """A body is not compressed as its headers say."""


class Decoder:
    """Undoes a Content-Encoding. Raises `DecodingError` for one that is not known."""

    def __init__(self, coding: str) -> None:
        machine = _MACHINES.get(_compression(coding))
        if machine is None:
            raise DecodingError(f"Content-Encoding {coding[:100]!r} was not asked for")
        self._machine = machine()
        self._has_begun = False

    def decode(self, data: bytes) -> Iterator[bytes]:
        """Take the body's next bytes and yield what they decode to, in steps. Raises `DecodingError`."""
        self._has_begun = True
        try:
            while step := self._machine.step(data):
                yield step
                data = b""
        except (zlib.error, brotli.error) as error:
            raise DecodingError(f"the body cannot be decompressed: {error}") from error

    def finish(self) -> None:
        """Take the body's end. Raises `DecodingError` if it comes too early."""
        if self._has_begun and not self._machine.is_finished():
            raise DecodingError("the compressed body is cut short")


class _Machine(Protocol):
    def step(self, data: bytes) -> bytes:
        """Take more data and return some that is decoded; none if more data is needed first."""

    def is_finished(self) -> bool:
        """Return whether the data may end here."""


class _Identity:
    def step(self, data: bytes) -> bytes:
        return data

    def is_finished(self) -> bool:
        return True


class _Zlib:
    def __init__(self) -> None:
        self._inflater = zlib.decompressobj(_GZIP_OR_DEFLATE)

    def step(self, data: bytes) -> bytes:
        if not _MEMBER.startswith(self._inflater.unused_data[: len(_MEMBER)]):
            return b""  # no member follows: zlib would keep the rest, and copy it whole at each step
        # At a member's end zlib has what follows in both attributes: taken from both, it would come twice.
        rest = b"" if self._inflater.eof else self._inflater.unconsumed_tail
        step = self._inflater.decompress(rest + data, _STEP)
        while not step and self._inflater.unused_data.startswith(_MEMBER):
            member = self._inflater.unused_data
            self._inflater = zlib.decompressobj(_GZIP_OR_DEFLATE)
            step = self._inflater.decompress(member, _STEP)
        return step

    def is_finished(self) -> bool:
        return self._inflater.eof


class _Brotli:
    def __init__(self) -> None:
        self._decompressor = brotli.Decompressor()

    def step(self, data: bytes) -> bytes:
        step: bytes = self._decompressor.process(data, output_buffer_limit=_STEP)
        return step

    def is_finished(self) -> bool:
        finished: bool = self._decompressor.is_finished()
        return finished


def _compression(coding: str) -> str:
    """Name the codings that compress. Some servers also name what does not, such as the charset."""
    names = (each.strip().lower() for each in coding.split(","))
    return ", ".join(name for name in names if name not in _PLAIN and not known_charset(name))


#: Names that stand for no compression; the last is how files were uploaded to some stores, which repeat it.
_PLAIN = {"", "identity", "none", "aws-chunked"}

_MACHINES: dict[str, type[_Machine]] = {
    "": _Identity,
    "gzip": _Zlib,
    "x-gzip": _Zlib,
    "deflate": _Zlib,
    "br": _Brotli,
}
