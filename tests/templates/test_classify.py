"""The classifier of known templates."""

from alike import vary

from urltree.templates.classify import TemplateClassifier

ONE = bytes(range(25))
NEAR, FAR = vary(ONE, 3), vary(vary(ONE, 3), 20)


def classifier(*examples):
    made = TemplateClassifier()
    for fingerprint, template in examples:
        made.learn(fingerprint, template)
    return made


def test_a_page_gets_the_template_of_a_similar_example():
    assert classifier((ONE, "news"), (bytes(25), "shop")).classify(NEAR) == "news"


def test_a_page_unlike_all_examples_gets_no_template():
    assert classifier((ONE, "news")).classify(FAR) is None


def test_no_page_gets_a_template_without_examples():
    assert classifier().classify(ONE) is None


def test_the_same_fingerprint_counts_more_than_similar_ones():
    assert classifier((NEAR, "news"), (NEAR, "news"), (ONE, "shop")).classify(ONE) == "shop"


def test_more_examples_win():
    assert classifier((ONE, "news"), (ONE, "shop"), (ONE, "shop")).classify(ONE) == "shop"


def test_examples_of_several_similar_fingerprints_add_up():
    like = [(vary(ONE, place), "shop") for place in (1, 2)]
    assert classifier((vary(ONE, 3), "news"), *like).classify(ONE) == "shop"


def test_three_similar_fingerprints_outweigh_two_examples_of_one():
    like = [(vary(ONE, place), "shop") for place in (1, 2, 3)]
    twice = [(vary(ONE, 4), "news")] * 2
    assert classifier(*like, *twice).classify(ONE) == "shop"


def test_a_tie_goes_to_the_alphabetically_first_template():
    assert classifier((ONE, "shop"), (ONE, "news")).classify(ONE) == "news"
