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


def test_a_page_is_of_the_template_of_its_like():
    assert classifier((ONE, "news"), (bytes(25), "shop")).classify(NEAR) == "news"


def test_a_page_unlike_all_examples_is_of_none():
    assert classifier((ONE, "news")).classify(FAR) is None


def test_without_examples_every_page_is_of_none():
    assert classifier().classify(ONE) is None


def test_the_very_fingerprint_counts_more_than_similar_ones():
    assert classifier((NEAR, "news"), (NEAR, "news"), (ONE, "shop")).classify(ONE) == "shop"


def test_more_examples_win():
    assert classifier((ONE, "news"), (ONE, "shop"), (ONE, "shop")).classify(ONE) == "shop"


def test_examples_of_several_similar_fingerprints_add_up():
    like = [(vary(ONE, place), "shop") for place in (1, 2)]
    assert classifier((vary(ONE, 3), "news"), *like).classify(ONE) == "shop"


def test_examples_of_one_fingerprint_count_once_each():
    like = [(vary(ONE, place), "shop") for place in (1, 2, 3)]
    twice = [(vary(ONE, 4), "news")] * 2
    assert classifier(*like, *twice).classify(ONE) == "shop"


def test_a_tie_goes_to_the_first_name():
    assert classifier((ONE, "shop"), (ONE, "news")).classify(ONE) == "news"
