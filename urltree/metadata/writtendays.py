"""Days as pages write them for people, to ISO 8601; pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from urltree.metadata.dates import iso_date

#: January to December, by month: in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish,
#: Danish, Norwegian, Polish, Czech and Russian; then in Turkish, Greek, Ukrainian, Hebrew, Arabic, Romanian,
#: Hungarian, Indonesian, Slovak and Slovene; last those of the Levant that are one word. Many write some of
#: them otherwise after a day.
_MONTHS = """
january januar jänner janvier enero gennaio janeiro januari stycznia styczeń ledna leden января январь
ocak ιανουαρίου ιανουάριος січня ינואר בינואר يناير ianuarie január januára januarja

february februar februari février febrero febbraio fevereiro lutego luty února únor февраля февраль
şubat φεβρουαρίου φεβρουάριος лютого פברואר בפברואר فبراير februarie február februára februarja شباط

march märz mars marzo março maart mrt marts marca marzec března březen марта март mart μαρτίου μάρτιος
березня מרץ במרץ מרס במרס مارس martie maret március marec آذار

april avril abril aprile kwietnia kwiecień dubna duben апреля апрель nisan απριλίου απρίλιος квітня
אפריל באפריל أبريل ابريل إبريل aprilie április apríla aprila نيسان

may mai mayo maggio maio mei maj maja května květen мая май mayıs μαΐου μάιος μαίου травня מאי במאי مايو
május mája أيار

june juni juin junio giugno junho czerwca czerwiec června červen июня июнь haziran ιουνίου ιούνιος
червня יוני ביוני يونيو يونيه iunie június júna junija حزيران

july juli juillet julio luglio julho lipca lipiec července červenec июля июль temmuz ιουλίου ιούλιος
липня יולי ביולי يوليو يوليه iulie július júla julija تموز

august août agosto augustus augusti sierpnia sierpień srpna srpen августа август ağustos αυγούστου
αύγουστος серпня אוגוסט באוגוסט أغسطس اغسطس agustus augusztus augusta avgusta آب

september septembre septiembre settembre setembro września wrzesień září сентября сентябрь eylül
σεπτεμβρίου σεπτέμβριος вересня ספטמבר בספטמבר سبتمبر septembrie szeptember septembra أيلول

october oktober octobre octubre ottobre outubro października październik října říjen октября октябрь
ekim οκτωβρίου οκτώβριος жовтня אוקטובר באוקטובר أكتوبر اكتوبر octombrie október októbra oktobra

november novembre noviembre novembro listopada listopad listopadu ноября ноябрь kasım νοεμβρίου
νοέμβριος листопада נובמבר בנובמבר نوفمبر noiembrie novembra

december décembre dezember diciembre dicembre dezembro desember grudnia grudzień prosince prosinec
декабря декабрь aralık δεκεμβρίου δεκέμβριος грудня דצמבר בדצמבר ديسمبر decembrie decembra
"""  # noqa: RUF001 -- Turkish has an i without a dot
_NUMBERS = {name: number for number, names in enumerate(_MONTHS.split("\n\n"), 1) for name in names.split()}

#: A digit of another script than ours.
_DIGIT = re.compile(r"[^\D0-9]")

#: Years that are counted from the start of an era -> the year before it. The first may be called *origin*.
_ERAS = {"令和": 2018, "平成": 1988, "民國": 1911}
_FIRST_YEAR = "元"

#: A year of our era, or in Thailand of the Buddha's (see `iso_date`).
_YEAR = r"(?P<year>(?:19|20|25)[0-9]{2})(?![0-9])"
_MONTH = r"(?P<month>[0-9]{1,2})"
_DAY = r"(?P<day>[0-9]{1,2})"
#: Not of any length: each letter of a long run would be tried as the start of a name.
_NAME = r"(?P<month>[^\W\d_]{3,20})"
_FORMS = [
    re.compile(rf"(?<![0-9])(?<![0-9][.,/-]){form}", re.IGNORECASE)
    for form in (
        rf"{_YEAR}([-/.]|\. ){_MONTH}\2{_DAY}(?![0-9])",
        rf"(?P<era>{'|'.join(_ERAS)}) ?(?P<year>[0-9]{{1,3}}|{_FIRST_YEAR}) ?年 ?{_MONTH} ?月 ?{_DAY} ?日",
        rf"{_YEAR} ?[年년] ?{_MONTH} ?[月월] ?{_DAY} ?[日일]",
        rf"{_DAY}\. ?{_MONTH}\. ?{_YEAR}",
        rf"{_DAY}(?:st|nd|rd|th|er|[.ºª])?[ -](?:of |de )?{_NAME}[.,،]{{0,2}}[ -](?:del? )?{_YEAR}",
        rf"{_NAME}\.? {_DAY}(?:st|nd|rd|th)? ?,? {_YEAR}",
        rf"{_YEAR}\.? {_NAME}\.? {_DAY}(?![0-9])",
        rf"(?P<first>[0-9]{{1,2}})([/-])(?P<second>[0-9]{{1,2}})\2{_YEAR}",
    )
]

#: Whether the day is written before the month in English, where Canada writes both, and in Chinese.
_DAY_FIRST = {
    "en-US": False,
    **dict.fromkeys(("en-AU", "en-GB", "en-IE", "en-IN", "en-NZ", "zh-HK"), True),
}

#: Languages that leave it open: English without a country, and those that begin with the year. All others
#: write the day first.
_OPEN = ("", "en", "hu", "ja", "ko", "lt", "zh")


class WrittenDay(NamedTuple):
    """A day, and where in a text it is written."""

    start: int
    end: int
    #: None for a day that does not exist, or that may be either of two.
    iso: str | None


def written_days(text: str, language: str | None) -> list[WrittenDay]:
    """Return the days that are written in a text with their year, in order.

    The language of the text, in BCP 47, tells which day 03/04/2017 is; ``en`` alone does not.
    """
    text = _DIGIT.sub(lambda digit: str(int(digit[0])), text)
    found = (match for form in _FORMS for match in form.finditer(text))
    return sorted(
        (WrittenDay(*match.span(), _iso(match.groupdict(), language)) for match in found),
        key=lambda day: day.start,
    )


def written_day(text: str) -> str | None:
    """Return the first day in a text that is the same in every language."""
    return next((day.iso for day in written_days(text, None) if day.iso), None)


def _iso(parts: dict[str, str], language: str | None) -> str | None:
    if "first" in parts:
        first, second = int(parts["first"]), int(parts["second"])
        is_day_first = _is_day_first(first, second, language)
        if is_day_first is None:
            return None
        day, month = (first, second) if is_day_first else (second, first)
    else:
        day, month = int(parts["day"]), _month(parts["month"].lower())
    return iso_date(f"{_year(parts)}-{month:02}-{day:02}")


def _year(parts: dict[str, str]) -> int:
    year = parts["year"].replace(_FIRST_YEAR, "1")
    return int(year) + _ERAS.get(parts.get("era", ""), 0)


def _is_day_first(first: int, second: int, language: str | None) -> bool | None:
    """Say whether the day comes before the month; None if that cannot be told."""
    if max(first, second) > _NUMBERS["december"]:
        return first > second
    language = language or ""
    return _DAY_FIRST.get(language, None if language.partition("-")[0] in _OPEN else True)


def _month(name: str) -> int:
    """Return the number of a month by its name or the start of it; 0 if there is none, or several."""
    if name.isdecimal():
        return int(name)
    if name in _NUMBERS:
        return _NUMBERS[name]
    numbers = {number for month, number in _NUMBERS.items() if month.startswith(name)}
    return numbers.pop() if len(numbers) == 1 else 0
