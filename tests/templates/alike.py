"""Fingerprints of which many are similar."""

from hypothesis import strategies as st

from urltree.templates.fingerprint import LENGTH, same_template
from urltree.templates.index import SPLIT

#: Places at both ends and at both sides of the split. Only they vary, so that many fingerprints are similar.
PLACES = (0, SPLIT - 1, SPLIT, LENGTH - 1)

FINGERPRINTS = st.tuples(*(st.integers(0, 2) for _ in PLACES)).map(
    lambda values: bytes(dict(zip(PLACES, values, strict=True)).get(place, 0) for place in range(LENGTH))
)


def vary(fingerprint, place, value=99):
    """Change one place."""
    return fingerprint[:place] + bytes([value]) + fingerprint[place + 1 :]


def connected(fingerprints):
    """Group similar fingerprints the slow way: merge all groups that hold one similar to the next."""
    groups = []
    for each in set(fingerprints):
        near = [group for group in groups if any(same_template(each, other) for other in group)]
        groups = [group for group in groups if group not in near] + [{each}.union(*near)]
    return {frozenset(group) for group in groups}
