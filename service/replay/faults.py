"""What goes wrong on the replayed web, drawn from a seed: two runs have the same faults at the same pages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING

from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Fault(StrEnum):
    """What can go wrong."""

    #: The feed's link leads to the page by a redirect, permanent or temporary.
    MOVED = "301"
    FOUND = "302"
    #: The page can never be fetched.
    MISSING = "404"
    GONE = "410"
    #: The first request fails.
    TOO_MANY = "429"
    BROKEN = "500"
    TRUNCATED = "truncated"
    #: The first answer halts half way.
    SLOW = "slow"


REDIRECTS = {Fault.MOVED, Fault.FOUND}
LASTING = {Fault.MISSING, Fault.GONE}
PASSING = {Fault.TOO_MANY, Fault.BROKEN, Fault.TRUNCATED, Fault.SLOW}


@dataclass(frozen=True, slots=True)
class Faults:
    """The share of pages that each fault has."""

    shares: Mapping[Fault, float]
    seed: int = 0

    def of(self, what: str) -> Fault | None:
        """Draw the fault of something; it is the same every time."""
        left = Random(f"{self.seed} {what}").random()  # noqa: S311 -- no secret
        for fault, share in self.shares.items():
            left -= share
            if left < 0:
                return fault
        return None


def read_shares(text: str) -> dict[Fault, float]:
    """Read ``404=0.01,slow=0.1``. Raises `InputError`."""
    shares = dict(map(_share, text.replace(",", " ").split()))
    if sum(shares.values()) > 1:
        raise InputError(f"--faults {text!r}: the shares add up to more than 1; lower them")
    return shares


def _share(pair: str) -> tuple[Fault, float]:
    name, _, share = pair.partition("=")
    try:
        if 0 <= float(share) <= 1:
            return Fault(name), float(share)
    except ValueError:
        pass
    raise InputError(
        f"--faults {pair!r} is not valid; "
        f"use NAME=SHARE, a share from 0 to 1 and one of the names {', '.join(Fault)}"
    )
