"""Names of authors."""

import pytest

from urltree.metadata.names import author_names, given_first, without_site


def test_each_author_is_listed_once():
    assert author_names(["Ana  Horvat", "Bor", "Ana Horvat"]) == ("Ana Horvat", "Bor")


def test_a_name_that_is_written_again_as_part_of_an_address_is_left_out():
    assert author_names(["Ana Horvat", "ana-horvat"]) == ("Ana Horvat",)


def test_names_that_differ_in_vowel_signs_are_those_of_two_people():
    assert author_names(["कमल शर्मा", "कमला शर्मा"]) == ("कमल शर्मा", "कमला शर्मा")


def test_the_name_of_the_site_beside_that_of_a_person_is_left_out():
    assert without_site(("The post", "Ana Horvat"), "The Post") == ("Ana Horvat",)


def test_the_name_of_the_site_after_that_of_a_person_is_left_out():
    assert without_site(("Ana Horvat, The Post", "Ana Horvat"), "The Post") == ("Ana Horvat",)


@pytest.mark.parametrize("site", ["The Post", "Other Post", None])
def test_the_site_may_be_the_only_author(site):
    assert without_site(("The Post",), site) == ("The Post",)


@pytest.mark.parametrize(
    "author",
    [
        "HTTPS://example.com/ana",
        "//example.com/ana",
        "http://example.com/(ana)",
        "www.example.com",
        "ana@example.com",
        "x" * 101,
        " ",
        "- | -",
        "105092",
        "\u2013",
        "?",
        "\u200b",
        "12.5",
        "Admin",
        "View Profile",
        "False",
        "null",
        "name, email@example.com",
        "undefined",
        "About",
        "About me",
        "About Us",
        "About the author",
        "N/A",
        "Super User",
        "(Image: Ana Horvat)",
        "Photos: Ana Horvat",
        "© The Post",
    ],
)
def test_text_that_is_not_a_name_is_not_an_author(author):
    assert author_names([author]) == ()


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("By Ana Horvat", "Ana Horvat"),
        ("By: Ana Horvat", "Ana Horvat"),
        ("Written by Ana Horvat", "Ana Horvat"),
        ("author: Ana Horvat", "Ana Horvat"),
        ("Byron Horvat", "Byron Horvat"),
        ("Von Ana Horvat", "Ana Horvat"),
        ("por Ángela Horvat", "Ángela Horvat"),
        ("Von Horvat", "Von Horvat"),
        ("von der Horvat", "von der Horvat"),
        ("Editor Ana Horvat", "Editor Ana Horvat"),
        (", Ana Horvat |", "Ana Horvat"),
        ("Ana Horvat | ana@example.com", "Ana Horvat"),
        ("ana@example.com (Ana Horvat)", "Ana Horvat"),
        ("Ana Horvat <ana@example.com>", "Ana Horvat"),
        ("The Post (www.example.com)", "The Post"),
        ("Ana Horvat (The Post)", "Ana Horvat (The Post)"),
        ("Ana Hor\xadvat", "Ana Horvat"),
    ],
)
def test_what_stands_beside_a_name_is_left_out(author, name):
    assert author_names([author]) == (name,)


def test_a_name_may_have_100_characters():
    assert author_names(["x" * 100]) == ("x" * 100,)


@pytest.mark.parametrize(
    "joined",
    [
        "Ana Horvat and Bor van der Novak",
        "ANA HORVAT AND BOR VAN DER NOVAK",
        "By Ana Horvat & Bor van der Novak",
        "Ana Horvat und Bor van der Novak, dpa",
        "Ana Horvat og Bor van der Novak | The Post",
        "Ana Horvat y Bor van der Novak, Health and Science",
    ],
)
def test_full_names_that_are_joined_are_told_apart(joined):
    assert [name.lower() for name in author_names([joined])] == ["ana horvat", "bor van der novak"]


@pytest.mark.parametrize(
    "names", ["Ann Lee, Bo Ray, Cy Day and Di Elm", "Ann Lee, Bo Ray, Cy Day, and Di Elm"]
)
@pytest.mark.parametrize("work", ["", ", The Post", " | The Post"])
def test_commas_before_an_and_divide_full_names(names, work):
    assert author_names([names + work]) == ("Ann Lee", "Bo Ray", "Cy Day", "Di Elm")


def test_three_names_are_divided_if_a_comma_stands_before_the_and():
    assert author_names(["Ann Lee, Bo Ray, and Cy Day"]) == ("Ann Lee", "Bo Ray", "Cy Day")


def test_commas_alone_do_not_divide_names():
    assert author_names(["Ann Lee, Town Crier"]) == ("Ann Lee, Town Crier",)


@pytest.mark.parametrize(
    "name",
    [
        "Ministry for Water and Food Supply",
        "Ana and Bor",
        "José Ortega y Gasset",
        "Ana Mary E Horvat Novak",
        "Ana Horvat, Garden Editor and Town Clerk",
        "Ana Horvat, Garden Editor, Town Clerk & Art Critic",
        "Ana Horvat, Bor Novak, garden editor, and Town Clerk",
        "Ana Horvat and others",
    ],
)
def test_other_names_may_have_an_and_within(name):
    assert author_names([name]) == (name,)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Lee; Bo Ray", ("Ann Lee", "Bo Ray")),
        ("Lee, Ann;Ray, Bo", ("Lee, Ann", "Ray, Bo")),
        ("Lee A;Ray B;", ("Lee A", "Ray B")),
        ("; ".join(f"Ann {chr(65 + place)}. Lee" for place in range(20)), None),
        ("Ann O&#39;Neil Ray", ("Ann O'Neil Ray",)),
        ("Ann Lee; M.D.", ("Ann Lee; M.D.",)),
    ],
)
def test_names_that_semicolons_divide_are_told_apart(text, names):
    assert author_names([text]) == (names or tuple(text.split("; ")))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Lee, Ann", "Ann Lee"),
        ("Lee, A. M.", "A. M. Lee"),
        ("van der Ray, Bo", "Bo van der Ray"),
        ("Ray, Bo van der", "Bo van der Ray"),
        ("Lee, Ann;Ray, Bo", "Ann Lee;Bo Ray"),
    ],
)
def test_names_that_begin_with_the_family_are_turned_round(text, names):
    assert given_first(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee",
        "Lee, ",
        ", Ann",
        "Lee, Jr.",
        "Lee, Ph.D.",
        "Lee, Jr., Ann",
        "Ann Lee, Reuters",
        "Department of Tides, Harbour Town",
        "lee, ann",
        "Harbour, a town by the sea",
        "\u738b, \u5c0f\u660e",
    ],
)
def test_other_texts_with_a_comma_stay_as_they_are(text):
    assert given_first(text) == text
