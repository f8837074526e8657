"""Pages that stand alone."""

from urltree.output.standalone import standalone_page


def test_the_title_is_escaped():
    assert "<title>&lt;b&gt; &amp; c</title>" in standalone_page("<b> & c", "", "")


def test_a_dollar_sign_is_no_placeholder():
    assert "$title costs $5" in standalone_page("", "", "$title costs $5")


def test_nothing_may_be_loaded_or_run():
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in standalone_page("", "", "")


def test_colours_fit_light_and_dark():
    page = standalone_page("", "", "")
    assert page.count("--boilerplate:") == 2
    assert "prefers-color-scheme: dark" in page


def test_what_is_left_out_is_told_by_more_than_a_colour():
    assert "--struck: line-through" in standalone_page("", "", "")
