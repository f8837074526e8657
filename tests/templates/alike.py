"""Fingerprints made to be alike, with the help of hypothesis."""

from hypothesis import strategies as st

from urltree.templates.fingerprint import LENGTH, same_template
from urltree.templates.index import SPLIT

#: Places on both sides of the split and beside it, where values are few, so that many are alike.
PLACES = (0, SPLIT - 1, SPLIT, LENGTH - 1)

FINGERPRINTS = st.tuples(*(st.integers(0, 2) for _ in PLACES)).map(
    lambda values: bytes(dict(zip(PLACES, values, strict=True)).get(place, 0) for place in range(LENGTH))
)


def vary(fingerprint, place, value=99):
    """Change one place."""
    return fingerprint[:place] + bytes([value]) + fingerprint[place + 1 :]


def connected(fingerprints):
    """Group what is alike, the slow way: compare all pairs until no two groups have an alike pair."""
    groups = []
    for each in set(fingerprints):
        near = [group for group in groups if any(same_template(each, other) for other in group)]
        groups = [group for group in groups if group not in near] + [{each}.union(*near)]
    return {frozenset(group) for group in groups}
