import pytest
from signatures import page
from warcs import at

from urltree.archive.catalogue import Capture
from urltree.archive.cross import Cross, crosses


def capture(name, days=0, paragraphs=5, scheme="http"):
    return Capture(f"{scheme}://example.com/{name}", at(days), None), page(paragraphs)


def cross(*captures):
    """Give the cross of the first capture."""
    return next(crosses(*zip(*captures, strict=True)))


def test_up_and_down_are_the_most_similar_pages_of_other_urls():
    found = cross(capture("a"), capture("b", 0, 8), capture("c", 0, 5), capture("d", 0, 6))
    assert found == Cross(0, up=2, down=3, prev=None, next=None)


def test_prev_and_next_are_the_nearest_in_time():
    found = cross(
        capture("a", 5),
        capture("b"),
        capture("a", 1),
        capture("a", 4),
        capture("a", 9),
        capture("a", 7),
    )
    assert found == Cross(0, up=1, down=None, prev=3, next=5)


def test_prev_and_next_are_of_the_same_template():
    found = cross(
        capture("a", 5),
        capture("b"),
        capture("a", 3),
        capture("a", 4, 60),
        capture("a", 6, 60),
        capture("a", 7),
    )
    assert found[3:] == (2, 5)


def test_prev_and_next_are_found_among_many_similar_pages(monkeypatch):
    monkeypatch.setattr("urltree.archive.similar.BUCKET", 2)
    captures = [capture(name, day) for name in "ab" for day in range(100)]
    found = list(crosses(*zip(*captures, strict=True)))[1:99]
    assert [each[3:] for each in found] == [(each.cur - 1, each.cur + 1) for each in found]


def test_prev_and_next_are_looked_for_only_among_the_nearest_captures(monkeypatch):
    monkeypatch.setattr("urltree.archive.cross.LOOKED_AT", 1)
    unlike, nearest = capture("a", 4, 60), capture("a", 6)
    assert cross(capture("a", 5), capture("b"), capture("a", 3), unlike, nearest)[3:] == (None, 4)
    unlike, nearest = capture("a", 6, 60), capture("a", 4)
    assert cross(capture("a", 5), capture("b"), capture("a", 7), unlike, nearest)[3:] == (4, None)


def test_captures_of_a_single_url_have_no_cross():
    assert cross(capture("a"), capture("a", 1)) == Cross(0, None, None, None, None)


def test_a_page_of_another_template_is_not_part_of_a_cross():
    assert cross(capture("a"), capture("b", 0, 60)) == Cross(0)


def test_urls_that_differ_in_the_query_are_different_pages():
    assert cross(capture("p?id=1"), capture("p?id=2")).up == 1


def test_http_and_https_urls_are_the_same_page():
    assert cross(capture("a"), capture("b"), capture("a", 1, scheme="https")).next == 2


@pytest.mark.parametrize("other", ["a?utm_source=x", "a?gclid=1", "a#x"])
def test_parameters_that_track_people_make_no_other_page(other):
    assert cross(capture("a"), capture("b"), capture(other, 1))[1:] == (1, None, None, 2)


def test_a_host_with_www_has_the_same_pages_as_without():
    other = capture("a", 1)
    other = other[0]._replace(url="http://www.example.com/a"), other[1]
    assert cross(capture("a"), capture("b"), other)[1:] == (1, None, None, 2)


def test_the_bits_of_a_cross_say_which_places_are_taken():
    assert Cross(0, 3, None, 1, None).bits == (1, 1, 0, 1, 0)


def test_map_keeps_each_page_in_its_place():
    assert Cross(0, 3, None, 1, None).map(str) == Cross("0", "3", None, "1", None)


def test_no_captures_have_no_crosses():
    assert list(crosses([], [])) == []
