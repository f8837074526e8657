"""Self-contained pages."""

from urltree.output.standalone import standalone_page


def test_the_title_is_escaped():
    assert "<title>&lt;b&gt; &amp; c</title>" in standalone_page("<b> & c", "", "")


def test_a_dollar_sign_in_the_body_is_not_a_placeholder():
    assert "$title costs $5" in standalone_page("", "", "$title costs $5")


def test_nothing_may_be_loaded_or_run():
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in standalone_page("", "", "")


def test_there_are_colours_for_light_and_dark_mode():
    page = standalone_page("", "", "")
    assert page.count("--boilerplate:") == 2
    assert "prefers-color-scheme: dark" in page


def test_text_left_out_is_struck_through_and_not_only_coloured():
    assert "--struck: line-through" in standalone_page("", "", "")
