"""Days as they are written for people."""

from datetime import date
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.metadata.writtendays import written_days


def days(text: str, language: str | None = None) -> list[str | None]:
    return [day.iso for day in written_days(text, language)]


@pytest.mark.parametrize(
    "text",
    [
        "2017-03-12",
        "2017/3/12",
        "2017.03.12",
        "12.03.2017",
        "12. 3. 2017",
        "12 March 2017",
        "12th of March, 2017",
        "12-Mar-2017",
        "March 12, 2017",
        "March 12th , 2017",
        "Mar. 12 2017",
        "MARCH 12, 2017",
        "2017 Mar 12",
        "12. März 2017",
        "12 mars 2017",
        "12 de marzo de 2017",
        "12 de marzo del 2017",
        "12 marzo 2017",
        "12 de março de 2017",
        "12 maart 2017",
        "12 mrt. 2017",
        "12 marts 2017",
        "12 marca 2017",
        "12. března 2017",
        "12 Březen, 2017",
        "12 марта 2017",
        "12 Μαρτίου 2017",
        "12 березня 2017",
        "12 במרץ 2017",
        "12 مارس 2017",
        "12 آذار 2017",
        "١٢ مارس، ٢٠١٧",
        "12 martie 2017",
        "2017. március 12.",
        "12. marec 2017",
        "12 Maret 2017",
        "2017年3月12日",
        "2017년 3월 12일",
        "2017. 3. 12.",
        "２０１７年３月１２日",
        "平成29年3月12日",
        "民國 106 年 3 月 12 日",
        "٢٠١٧/٠٣/١٢",
        "१२.०३.२०१७",
        "by admin12 March 2017",
    ],
)
def test_forms_that_can_be_read_in_one_way(text: str):
    assert days(text) == ["2017-03-12"]


@pytest.mark.parametrize(
    "text",
    [
        "12 Monday 2017",
        "12 Market 2017",
        "12 m 2017",
        "March 2017",
        "12 March",
        "12 March 20175",
        "version 1.12.3.2017",
        "112 March 2017",
        "12.03.17",
        "12 فروردین 1389",
    ],
)
def test_what_is_no_day_with_its_year_is_not_read(text: str):
    assert not any(days(text))


@pytest.mark.parametrize("text", ["31.02.2017", "2017-13-01", "13/13/2017", "1 January 1970"])
def test_days_that_cannot_be_are_none(text: str):
    assert days(text) == [None]


@pytest.mark.parametrize(
    ("language", "iso"),
    [
        ("en-US", "2017-03-04"),
        ("en-GB", "2017-04-03"),
        ("pt-BR", "2017-04-03"),
        ("de", "2017-04-03"),
        ("zh-HK", "2017-04-03"),
        ("en", None),
        ("en-CA", None),
        ("ja", None),
        (None, None),
    ],
)
def test_the_language_tells_day_and_month_apart(language: str | None, iso: str | None):
    assert days("03/04/2017", language) == [iso]


def test_the_first_year_of_an_era_has_a_name():
    assert days("令和元年5月1日") == ["2019-05-01"]


def test_thai_years_are_counted_from_the_death_of_the_buddha():
    assert days("12/03/2560", "th") == ["2017-03-12"]


@pytest.mark.parametrize("text", ["13/04/2017", "04/13/2017", "04-13-2017"])
def test_a_number_over_twelve_is_the_day_in_any_language(text: str):
    assert days(text, "en") == ["2017-04-13"]


@pytest.mark.parametrize(
    ("name", "iso"), [("jui", None), ("červen", "2017-06-12"), ("červenec", "2017-07-12")]
)
def test_the_start_of_a_name_counts_if_one_month_alone_has_it(name: str, iso: str | None):
    assert days(f"12 {name} 2017") == [iso]


def test_a_name_may_have_an_i_without_a_dot():
    assert days("12 Aralık 2017") == ["2017-12-12"]  # noqa: RUF001


def test_days_are_in_the_order_of_the_text():
    assert days("March 12, 2017 (updated 14.03.2017)") == ["2017-03-12", "2017-03-14"]


def test_the_place_of_a_day_is_known():
    assert written_days("On 12 March 2017!", None)[0][:2] == (3, 16)


def test_a_long_run_of_letters_takes_linear_time():
    started = process_time()
    assert days("x" * 30_000) == []
    assert process_time() - started < 3  # it would take ten if any run could be the name of a month


PIECES = ["31.2.", "2017-1-", "12 March ", "mai 31, ", "1/2/", "1999", "2017", "年2月", "31日", "de", " "]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_days_read_from_any_text_exist_and_are_within_it(text: str):
    for day in written_days(text, "en-US"):
        assert 0 <= day.start < day.end <= len(text)
        assert day.iso is None or date.fromisoformat(day.iso)
