from hypothesis import given
from hypothesis import strategies as st
from listings import DOC1, DOC2

from urltree.archive.layers import layers, tokens


def names(html):
    """Give the layers as the thesis prints them: names only, and no empty groups."""
    return [
        [[element[0] for element in group] for group in groups if group]
        for groups in layers(html)
        if any(groups)
    ]


def test_the_layers_of_the_first_example_are_those_of_listing_2_3():
    # Listing 2.6 inserts at the front, so that head and body are the other way round than printed.
    assert names(DOC1) == [[["html"]], [["body", "head"]], [["span"]], [["ul"]], [["li", "li"]]]


def test_the_second_example_has_one_more_element_in_the_fourth_layer():
    assert names(DOC2) == [[["html"]], [["body", "head"]], [["span"]], [["i", "ul"]], [["li", "li"]]]


def test_a_token_is_written_as_in_the_example_of_the_thesis():
    assert "0_0_2_ul/0_0_2_body/0_0_2_html/0_0_2_[document]" in tokens(layers(b"<body><ul></ul></body>"))


def test_elements_and_groups_are_numbered_from_last_to_first():
    found = list(tokens(layers(b"<body><ul><li></li></ul><ol><li></li><li></li></ol></body>")))
    assert [token.partition("/")[0] for token in found] == [
        "0_0_0_html",
        "0_0_1_body",
        "0_0_2_ol",
        "1_0_2_ul",
        "0_0_3_li",
        "1_0_3_li",
        "0_1_3_li",
    ]


def test_elements_without_children_count_as_groups():
    found = list(tokens(layers(b"<body><p><b></b></p><p></p></body>")))
    assert found[-1].startswith("0_1_3_b/0_1_3_p/")


def test_text_and_attributes_do_not_matter():
    assert layers(b"<body class='a'><p>one two</body>") == layers(b"<body><p id='b'>three</body>")


def test_scripts_frames_and_comments_are_ignored():
    html = (
        b"<body><p></p><script>document.write('<b>')</script><iframe><b>x</b></iframe><!-- <i> --><ul></body>"
    )
    assert layers(html) == layers(b"<body><p></p><ul></body>")


def test_the_number_of_layers_is_bounded():
    assert len(layers(b"<div>" * 100_000)) < 200


def test_the_number_of_tokens_is_bounded():
    assert sum(1 for _ in tokens(layers(b"<p>" * 110_000))) == 100_000


@given(
    st.lists(st.sampled_from(["<div>", "</div>", "<p>", "<script>", "</script>", "<br>", "x", "</b>", "<b>"]))
)
def test_every_element_has_its_own_token(parts):
    found = list(tokens(layers("".join(["<body>", *parts]).encode())))
    assert len(set(found)) == len(found) > 0
