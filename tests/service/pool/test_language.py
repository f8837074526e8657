"""Languages of texts: what is stated, and what the texts themselves tell."""

from __future__ import annotations

import pytest

from service.pool.language import language_of

GERMAN = "Die Brücke ist seit gestern wieder offen, und die Züge fahren nach dem alten Fahrplan."
PERSIAN = "پل دیروز دوباره باز شد و قطارها طبق برنامهٔ قدیمی حرکت می‌کنند."
ENGLISH = "A bridge opened yesterday, and trains run on time again, as the mayor had promised."


@pytest.mark.parametrize(("text", "language"), [(GERMAN, "de"), (PERSIAN, "fa"), (ENGLISH, "en")])
async def test_text_tells_its_language_where_none_is_stated(text: str, language: str) -> None:
    assert await language_of(text, None) == language


@pytest.mark.parametrize("stated", ["en", "en-US"])
async def test_stated_english_is_not_believed_of_another_language(stated: str) -> None:
    assert await language_of(GERMAN, stated) == "de"


async def test_an_english_name_in_a_text_does_not_make_it_english() -> None:
    assert await language_of(f"The Matrix. {GERMAN}", "en") == "de"


async def test_a_short_chinese_text_tells_its_language() -> None:
    assert await language_of("昨天新橋通車了。市長說火車準時開。", "en") == "zh"


@pytest.mark.parametrize("text", [ENGLISH, "Photos.", "", "12:0 3:4 17 18 19 " * 5, "Lorem ipsum dolor"])
async def test_stated_english_is_believed_unless_the_text_is_clearly_in_another_language(text: str) -> None:
    assert await language_of(text, "en-GB") == "en-GB"


async def test_any_other_stated_language_is_believed() -> None:
    assert await language_of(ENGLISH, "pt-BR") == "pt-BR"


@pytest.mark.parametrize("text", ["", "Die Brücke", "12:0 3:4 17 18 19 " * 5])
async def test_text_that_tells_nothing_has_no_language(text: str) -> None:
    assert await language_of(text, None) is None


async def test_language_is_told_by_the_beginning_of_a_text() -> None:
    assert await language_of(GERMAN * 10 + ENGLISH * 1_000, None) == "de"
