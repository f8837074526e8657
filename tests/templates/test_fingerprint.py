"""The fingerprint of a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from urltree.templates.fingerprint import FILLER, LENGTH, fingerprint, references, same_template, tags

#: The worked example of the paper (§3.1): the tags of its page and their fingerprint.
EXAMPLE = """
html body p b b p p strong strong p p big big p p em em p p i i p p small small p p sub sub sup sup p
body html
""".split()
EXAMPLES_REFERENCES = [0, 0, 0, 0, 4, 3, 0, 3, 0, 9, 3, 0, 8, 0, 8, 0, 8, 0, 0, 19, 2]

FINGERPRINTS = st.binary(min_size=LENGTH, max_size=LENGTH)


def names(html):
    return list(map(bytes.decode, tags(html.encode())))


def test_the_papers_example_has_the_papers_references():
    assert list(references(EXAMPLE)) == EXAMPLES_REFERENCES


def test_the_papers_example_as_a_page_has_the_papers_references_filled_up():
    page = "".join(f"<{tag}> text" for tag in EXAMPLE).encode()
    assert list(fingerprint(page)) == [*EXAMPLES_REFERENCES, 255, 255, 255, 255]


def test_reading_stops_with_the_last_entry():
    tag = iter(range(1_000))
    references(tag)
    assert next(tag) == LENGTH


def test_what_follows_the_last_entry_does_not_matter():
    start = "".join(f"<t{number}>" for number in range(LENGTH)).encode()
    assert fingerprint(start + b"<p></p>" * 100) == fingerprint(start)


@given(st.lists(st.sampled_from("abc"), max_size=200))
def test_references_never_point_ahead(sequence):
    found = references(sequence)
    assert len(found) <= LENGTH
    assert all(reference <= place for place, reference in enumerate(found))


def test_a_page_without_tags_is_all_filler():
    assert fingerprint(b"no tags < here >") == b"\xff" * LENGTH


@pytest.mark.parametrize(
    "html",
    [
        "<p>text</p>",
        "<P CLASS=a id='b'>a < b<!-- <b> --></p >",
        "<!doctype html><p><!-- a --- <i> --></p>",
        "<?xml version='1.0'?><p/><p title='a > b <i>'>",
        '<p title="<b>">\n</p\n>',
        '<p title = "<b>"></p>',
        '<p title=""said" he said"></p>',
        "<p title=it's></p>",
        "<!--><p></p><!--[if IE]><b><![endif]-->",
        "<!---><p></p><!----><!-- <b> -->",
        "<p><!-- <b> --!></p><!-- <i> -->",
        "<p></p><!-- never closed <b>",
        "<p></p><",
        "<p></p></",
        "<p></p",
    ],
)
def test_only_tags_count(html):
    assert names(html) == ["p", "p"]


@pytest.mark.parametrize(
    "raw", ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"]
)
def test_tags_within_raw_text_do_not_count(raw):
    assert names(f"<p><{raw} a=1><b></i></{raw}x></{raw.upper()} ><p>") == ["p", raw, raw, "p"]


def test_unclosed_raw_text_runs_to_the_end():
    assert names("<p><script><b>") == ["p", "script"]


def test_a_tag_whose_name_begins_like_one_of_raw_text_is_an_ordinary_tag():
    assert names("<titles><b></titles>") == ["titles", "b", "titles"]


def test_an_unclosed_quote_hides_no_tags():
    assert names('<p title="never closed><b>') == ["p", "b"]


def test_meta_and_link_are_left_out():
    html = b"<HEAD><META a='<b>'></meta><link rel=next /><metadata><links></head>"
    assert fingerprint(html) == references(["head", "metadata", "links", "head"]).ljust(LENGTH, FILLER)


def test_a_description_does_not_change_the_fingerprint():
    head, body = b"<head><title>a</title>", b"<p><b></b></p>" * 30
    assert fingerprint(head + b"<meta name=description content='b'>" + body) == fingerprint(head + body)


@given(st.binary())
def test_any_bytes_have_a_fingerprint(html):
    assert len(fingerprint(html)) == LENGTH


@pytest.mark.parametrize(
    "hostile", [b"<!--", b"<a ", b'<a b="', b"<a b='", b"<script ", b"<script>", b"<a=", b"<"]
)
def test_a_hostile_page_is_read_in_linear_time(hostile):
    assert len(fingerprint(hostile * 300_000)) == LENGTH


@given(FINGERPRINTS, FINGERPRINTS)
def test_a_template_has_fingerprints_within_a_levenshtein_distance_of_1(one, other):
    assert same_template(one, other) == (Levenshtein.distance(one, other) <= 1)


@given(FINGERPRINTS, st.integers(0, LENGTH - 1), st.integers(0, 255))
def test_fingerprints_that_differ_in_one_place_are_of_one_template(one, place, value):
    other = bytearray(one)
    other[place] = value
    assert same_template(one, bytes(other))
    assert Levenshtein.distance(one, bytes(other)) <= 1
