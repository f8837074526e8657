"""What made-up hosts are made of: articles, the pages they are on, and draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

#: Names and scripts for which no rule comes with urltree.
NAMES = ("n", "nr", "kod", "beitrag", "clanek", "x", "num", "ch", "ausgabe")
SCRIPTS = ("/read.php", "/show.asp", "/lees", "/detalle.cfm", "/", "/aktuell/text", "/cgi-bin/zeig.pl")

_WORDS = [first + middle + last for first in "bdgkmprst" for middle in "aeiou" for last in "lnrsx"]

SECTIONS = ("sport", "politics", "culture", "economy", "local")


class Article(NamedTuple):
    """A document of a host."""

    number: int
    section: str
    title: str
    text: str


class Page(NamedTuple):
    """A document at a URL; paths and queries alone, without the host."""

    url: str
    title: str
    text: str


class Made(NamedTuple):
    """What a kind of host makes."""

    pages: list[Page]
    #: URLs of each script, and the sets of parameters any of which is right; empty: nothing is to be learnt.
    answers: list[tuple[tuple[str, ...], tuple[set[str], ...]]]
    #: Whether each visit finds another text.
    changes: bool = False


def happens(random: Random, share: float) -> bool:
    """Draw whether a thing happens."""
    return random.random() < share


def articles(random: Random, least: int = 40) -> list[Article]:
    """Make up to 100 articles, each with a title of its own, in the order of their numbers."""
    count = random.randint(least, 100)
    numbers = sorted(random.sample(range(1_000, 99_999), count))
    return [
        Article(number, random.choice(SECTIONS), f"{words(random, 5)} {number}", words(random, 12))
        for number in numbers
    ]


def words(random: Random, count: int) -> str:
    """Make up a text."""
    return " ".join(random.choices(_WORDS, k=count))


def token(random: Random) -> str:
    """Make up 128 bits in hexadecimal."""
    return f"{random.getrandbits(128):032x}"


def page(url: str, article: Article) -> Page:
    """Put an article on a page."""
    return Page(url, article.title, article.text)


def again(
    random: Random, share: float, make: Callable[[Article], Page], articles: list[Article]
) -> list[Page]:
    """Make a page of each article, and two of a share of them."""
    return [make(article) for article in articles for _ in range(1 + happens(random, share))]


def names(random: Random, count: int) -> list[str]:
    """Draw different names of parameters."""
    return random.sample(NAMES, count)


def script_and_name(random: Random) -> tuple[str, str]:
    """Draw a script and the name of its parameter."""
    return random.choice(SCRIPTS), random.choice(NAMES)
