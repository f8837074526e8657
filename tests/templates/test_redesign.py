"""The watch for redesigns."""

from urltree.templates.redesign import RedesignWatch

#: A site's first documents; all of the template of the first.
BEFORE = [1] * 10


def redesigns(templates):
    """Number the documents that made a redesign sure."""
    watch = RedesignWatch()
    return [number for number, template in enumerate(templates, 1) if watch.observe(template)]


def test_three_documents_of_a_new_template_make_a_redesign():
    assert redesigns([*BEFORE, 11, 11, 11, 11, 11]) == [13]


def test_the_new_documents_may_have_several_templates():
    assert redesigns([*BEFORE, 11, 12, 13]) == [13]


def test_a_document_of_a_known_template_begins_the_count_again():
    assert redesigns([*BEFORE, 11, 11, 1, 14, 14]) == []


def test_a_template_seen_before_the_count_is_known():
    assert redesigns([*BEFORE, 11, 1, 11, 11, 11]) == []


def test_a_template_that_merged_with_a_known_one_is_known():
    assert redesigns([*BEFORE, 11, 11, 1]) == []


def test_a_second_redesign_is_found_too():
    assert redesigns([*BEFORE, *[11] * 6, *[17] * 6]) == [13, 19]


def test_the_first_documents_of_a_site_are_no_redesign():
    assert redesigns([1, 2, 3, 4, 5, 5, 5]) == []
