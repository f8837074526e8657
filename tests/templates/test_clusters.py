"""Pages grouped by template."""

from itertools import permutations

from alike import FINGERPRINTS, connected, vary
from hypothesis import given
from hypothesis import strategies as st

from urltree.templates.clusters import Clusters

ONE = bytes(range(25))
#: Different from `ONE` in one place, and in two.
NEAR, FAR = vary(ONE, 3), vary(vary(ONE, 3), 20)
OTHER = bytes(25)


def clusters(*fingerprints):
    made = Clusters()
    for number, each in enumerate(fingerprints, 1):
        made.observe(each, f"page {number}")
    return made


def partition(made):
    return {frozenset(template.fingerprints.items()) for template in made.templates()}


@given(st.lists(FINGERPRINTS), st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_change_the_templates(fingerprints, random):
    shuffled = random.sample(fingerprints, len(fingerprints))
    assert partition(clusters(*shuffled)) == partition(clusters(*fingerprints))


@given(st.lists(FINGERPRINTS))
def test_a_template_is_a_connected_group_of_fingerprints(fingerprints):
    found = {frozenset(template.fingerprints) for template in clusters(*fingerprints).templates()}
    assert found == connected(fingerprints)


def test_a_long_chain_is_one_template():
    chain = [bytes(range(25))]
    for place in (3, 20, 5, 12, 8):
        chain.append(vary(chain[-1], place))
    for order in permutations(chain):
        assert len(clusters(*order).templates()) == 1


@given(st.lists(FINGERPRINTS))
def test_every_document_counts_once(fingerprints):
    templates = clusters(*fingerprints).templates()
    assert sum(template.support for template in templates) == len(fingerprints)


def test_a_document_similar_to_two_templates_merges_them():
    apart, together = clusters(ONE, FAR), clusters(ONE, FAR, NEAR)
    assert (len(apart.templates()), len(together.templates())) == (2, 1)


def test_a_template_has_the_number_of_its_first_document():
    made = Clusters()

    def number(fingerprint: bytes) -> int:
        made.observe(fingerprint, "")
        return made.number(fingerprint)

    assert list(map(number, (OTHER, ONE, ONE, FAR, NEAR, FAR))) == [1, 2, 2, 4, 2, 2]


def test_the_example_of_a_template_is_its_first_document():
    assert [template.example for template in clusters(OTHER, FAR, NEAR, ONE).templates()] == [
        "page 2",
        "page 1",
    ]


def test_templates_are_sorted_by_support_then_age():
    numbers = [template.number for template in clusters(OTHER, ONE, ONE, bytes([5] * 25)).templates()]
    assert numbers == [2, 1, 4]


def test_documents_may_be_counted_together():
    together, apart = Clusters(), clusters(ONE, ONE, ONE, OTHER)
    together.observe(ONE, "page 1", 3)
    together.observe(OTHER, "page 4")
    assert [together.number(ONE), together.number(OTHER)] == [1, 4]
    assert together.templates() == apart.templates()


def test_there_are_no_templates_without_documents():
    assert clusters().templates() == []
