"""Made-up hosts of which it is known what identifies their documents, for the miner of rules.

Each kind of host is a function: how its URLs are made of its articles, and the answer. What streams do to all
of them comes on top: titles that are missing or repeated, links of aggregators, articles that are rewritten,
pages that could not be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from urltree.sightings import Sighting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

#: Names and scripts for which no rule comes with urltree.
_NAMES = ("n", "nr", "kod", "beitrag", "clanek", "x", "num", "ch", "ausgabe")
_SCRIPTS = ("/read.php", "/show.asp", "/lees", "/detalle.cfm", "/", "/aktuell/text", "/cgi-bin/zeig.pl")

_WORDS = [first + middle + last for first in "bdgkmprst" for middle in "aeiou" for last in "lnrsx"]

_SECTIONS = ("sport", "politics", "culture", "economy", "local")


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


@dataclass(frozen=True)
class Answer:
    """What identifies the documents of a script."""

    #: One URL for each folder that the script is in.
    urls: tuple[str, ...]
    #: Sets of parameters, any of which is right.
    keep: tuple[set[str], ...]


@dataclass(frozen=True)
class Host:
    """What was seen of a host, and what should be learnt of it."""

    kind: str
    sightings: list[Sighting]
    answers: list[Answer]


class Made(NamedTuple):
    """What a kind of host makes."""

    pages: list[Page]
    #: URLs of each script, and the sets of parameters any of which is right; empty: nothing is to be learnt.
    answers: list[tuple[tuple[str, ...], tuple[set[str], ...]]]
    #: Each visit finds another text.
    changes: bool = False


def hosts(random: Random, each: int) -> Iterator[Host]:
    """Make `each` hosts of every kind."""
    for kind, make in KINDS.items():
        for number in range(each):
            made = make(random)
            host = f"http://www.{kind.replace('_', '-')}-{number}.example"
            yield Host(
                kind,
                [Sighting.of(host + page.url, page.title, page.text) for page in _noisy(random, made)],
                [Answer(tuple(host + url for url in urls), keep) for urls, keep in made.answers],
            )


def _noisy(random: Random, made: Made) -> Iterator[Page]:
    """Do to the pages what happens to them on their way."""
    for page in made.pages:
        yield _spoilt(random, page)
        if _happens(random, 0.15):
            copy = _from_aggregator(random, page)
            yield copy._replace(text=_words(random, 12)) if made.changes else copy
        if _happens(random, 0.03):
            yield page._replace(title=f"{page.title}, updated", text=f"{page.text} and what is new")


def _spoilt(random: Random, page: Page) -> Page:
    if _happens(random, 0.05):
        return page._replace(title="")
    if _happens(random, 0.05):
        return page._replace(title="Letters to the editor")
    if _happens(random, 0.02):
        return page._replace(text="Please allow cookies to read on.")
    return page


def _from_aggregator(random: Random, page: Page) -> Page:
    mark = f"utm_source=agg{random.randrange(3)}&utm_medium=rss"
    title = f"{page.title} - The Paper" if _happens(random, 0.3) else page.title
    return page._replace(url=f"{page.url}{'&' if '?' in page.url else '?'}{mark}", title=title)


def _happens(random: Random, share: float) -> bool:
    return random.random() < share


def _articles(random: Random, least: int = 40, most: int = 100) -> list[Article]:
    count = random.randint(least, most)
    numbers = sorted(random.sample(range(1_000, 99_999), count))
    return [
        Article(number, random.choice(_SECTIONS), f"{_words(random, 5)} {number}", _words(random, 12))
        for number in numbers
    ]


def _words(random: Random, count: int) -> str:
    return " ".join(random.choices(_WORDS, k=count))


def _token(random: Random) -> str:
    return f"{random.getrandbits(128):032x}"


def _page(url: str, article: Article) -> Page:
    return Page(url, article.title, article.text)


def _again(
    random: Random, share: float, make: Callable[[Article], Page], articles: list[Article]
) -> list[Page]:
    """Make a page of each article, of a share two."""
    return [make(article) for article in articles for _ in range(1 + _happens(random, share))]


def _names(random: Random, count: int) -> list[str]:
    return random.sample(_NAMES, count)


def _script_and_name(random: Random) -> tuple[str, str]:
    return random.choice(_SCRIPTS), random.choice(_NAMES)


def _identified(script: str, *keep: set[str]) -> tuple[tuple[str, ...], tuple[set[str], ...]]:
    query = "&".join(f"{name}=1" for name in sorted(keep[0]))
    return (f"{script}?{query}",), keep


def _with(random: Random, share: float, more: Callable[[Article], str], *, least: int = 40) -> Made:
    """Make a script whose one parameter identifies, beside others that do not."""
    script, name = _script_and_name(random)
    pages = _again(
        random,
        share,
        lambda article: _page(f"{script}?{name}={article.number}{more(article)}", article),
        _articles(random, least),
    )
    return Made(pages, [_identified(script, {name})])


def _only_id(random: Random) -> Made:
    return _with(random, 0, lambda _: "")


def _section_too(random: Random) -> Made:
    return _with(random, 0, lambda article: f"&ressort={article.section}")


def _constant_too(random: Random) -> Made:
    return _with(random, 0, lambda _: "&site=7&tpl=full")


def _session(random: Random) -> Made:
    return _with(random, 0.15, lambda _: f"&s={_token(random)}")


def _session_once(random: Random) -> Made:
    return _with(random, 0, lambda _: f"&s={_token(random)}")


def _time_too(random: Random) -> Made:
    return _with(random, 0.1, lambda article: f"&ts={1_700_000_000 + article.number * 61}")


def _nonce(random: Random) -> Made:
    return _with(random, 0.2, lambda _: f"&r={random.randrange(100_000)}")


def _nonce_once(random: Random) -> Made:
    """Nothing but the length of its numbers tells the id from the nonce."""
    return _with(random, 0, lambda _: f"&r={random.randrange(10_000_000)}")


def _origin(random: Random) -> Made:
    return _with(random, 0.3, lambda _: f"&von={random.choice(('rss', 'start', 'mail'))}")


def _print(random: Random) -> Made:
    return _with(random, 0.3, lambda _: random.choice(("", "", "&druck=1", "&amp=1")))


def _attacked(random: Random) -> Made:
    return _with(random, 0.3, lambda _: f"&{_token(random)[:6]}={_token(random)}")


def _just_enough(random: Random) -> Made:
    return _with(random, 0, lambda _: "", least=60)


def _slug(random: Random) -> Made:
    script, (name, slug) = random.choice(_SCRIPTS), _names(random, 2)
    pages = _again(
        random,
        0.15,
        lambda article: _page(
            f"{script}?{name}={article.number}&{slug}={article.title.replace(' ', '-')}"
            f"{random.choice(('', '&von=rss'))}",
            article,
        ),
        _articles(random),
    )
    return Made(pages, [_identified(script, {name}, {slug})])


def _slug_alone(random: Random) -> Made:
    script, name = _script_and_name(random)
    pages = [
        _page(f"{script}?{name}={article.title.replace(' ', '-')}", article) for article in _articles(random)
    ]
    return Made(pages, [_identified(script, {name})])


def _token_alone(random: Random) -> Made:
    script, name = _script_and_name(random)
    tokens: dict[int, str] = {}
    pages = _again(
        random,
        0.3,
        lambda article: _page(
            f"{script}?{name}={tokens.setdefault(article.number, str(UUID(int=random.getrandbits(128))))}"
            f"&von={random.choice(('rss', 'start'))}",
            article,
        ),
        _articles(random),
    )
    return Made(pages, [_identified(script, {name})])


def _paging(random: Random) -> Made:
    script, name = _script_and_name(random)
    pages = []
    for article in _articles(random):
        pages.append(_page(f"{script}?{name}={article.number}", article))
        pages += [
            Page(f"{script}?{name}={article.number}&seite={number}", article.title, _words(random, 9))
            for number in range(2, random.choice((2, 2, 2, 3, 4)))
        ]
    return Made(pages, [_identified(script, {name})])


def _sorted(random: Random) -> Made:
    script, name = _script_and_name(random)
    pages = [
        Page(f"{script}?{name}={article.number}&sort={order}", article.title, f"{article.text} {order}")
        for article in _articles(random)
        for order in random.sample(("new", "old", "best"), random.randint(1, 2))
    ]
    return Made(pages, [_identified(script, {name})])


def _languages(random: Random) -> Made:
    script, name = _script_and_name(random)
    pages = [
        Page(f"{script}?{name}={article.number}&l={language}", f"{language} {title}", f"{language} {text}")
        for article in _articles(random)
        for language in random.sample(("en", "de", "fr"), random.randint(1, 3))
        for title, text in [(_words(random, 4), article.text)]
    ]
    return Made(pages, [_identified(script, {name, "l"})])


def _one_language(random: Random) -> Made:
    languages = dict.fromkeys(_SECTIONS, "de") | {"sport": "en"}
    return _with(random, 0, lambda article: f"&l={languages[article.section]}")


def _issue_and_page(random: Random) -> Made:
    script, (issue, number) = random.choice(_SCRIPTS), _names(random, 2)
    pages = [
        _page(f"{script}?{issue}={nth // 9}&{number}={nth % 9}", article)
        for nth, article in enumerate(_articles(random, least=60))
    ]
    return Made(pages, [_identified(script, {issue, number})])


def _date_and_number(random: Random) -> Made:
    script, (year, month, number) = random.choice(_SCRIPTS), _names(random, 3)
    places = random.sample([(y, m, n) for y in range(4) for m in range(12) for n in range(9)], 200)
    pages = [
        _page(f"{script}?{year}={2020 + y}&{month}={m + 1}&{number}={n}&von=rss", article)
        for article, (y, m, n) in zip(_articles(random, least=90), places, strict=False)
    ]
    return Made(pages, [_identified(script, {year, month, number})])


def _two_scripts(random: Random) -> Made:
    one, other = random.sample(_SCRIPTS, 2)
    first, second = _names(random, 2)
    pages = [_page(f"{one}?{first}={article.number}", article) for article in _articles(random)]
    pages += [_page(f"{other}?{second}={article.number}", article) for article in _articles(random)]
    random.shuffle(pages)
    return Made(pages, [_identified(one, {first}), _identified(other, {second})])


def _two_modes(random: Random) -> Made:
    """Let one script show articles by one parameter and dates by another."""
    script, (first, second) = random.choice(_SCRIPTS), _names(random, 2)
    pages = [_page(f"{script}?{first}={article.number}", article) for article in _articles(random)]
    pages += [_page(f"{script}?{second}={article.number}&von=rss", article) for article in _articles(random)]
    random.shuffle(pages)
    return Made(pages, [_identified(script, {first}), _identified(script, {second})])


def _folders(random: Random) -> Made:
    name = random.choice(_NAMES)
    pages = [_page(f"/{each.section}/lees?{name}={each.number}", each) for each in _articles(random)]
    return Made(pages, [(tuple(f"/{section}/lees?{name}=1" for section in _SECTIONS), ({name},))])


def _sections_as_titles(random: Random) -> Made:
    script, name = _script_and_name(random)
    pages = _again(
        random,
        0.3,
        lambda article: Page(
            f"{script}?{name}={article.number}&von={random.choice(('rss', 'start'))}",
            article.section,
            article.text,
        ),
        _articles(random),
    )
    return Made(pages, [_identified(script, {name})])


def _many_sections_as_titles(random: Random) -> Made:
    script, name = _script_and_name(random)
    sections = [f"Section {_words(random, 3)}" for _ in range(25)]
    pages = []
    for article in _articles(random, least=90):
        section = random.randrange(25)
        for _ in range(1 + _happens(random, 0.3)):
            origin = random.choice(("rss", "start"))
            url = f"{script}?{name}={article.number}&ressort={section}&von={origin}"
            pages.append(Page(url, sections[section], article.text))
    return Made(pages, [_identified(script, {name})])


def _rewritten(random: Random) -> Made:
    script, name = _script_and_name(random)
    pages = []
    for article in _articles(random):
        url = f"{script}?{name}={article.number}"
        pages.append(_page(url, article))
        if _happens(random, 0.4):
            pages.append(Page(url, f"{article.title} now", _words(random, 12)))
    return Made(pages, [_identified(script, {name})])


def _by_path(random: Random, query: Callable[[Article], str]) -> Made:
    pages = _again(
        random,
        0.3,
        lambda article: _page(f"/{article.section}/{article.number}.html{query(article)}", article),
        _articles(random),
    )
    return Made(pages, [])


def _paths_only(random: Random) -> Made:
    return _by_path(random, lambda _: "")


def _paths_and_tracking(random: Random) -> Made:
    return _by_path(random, lambda _: random.choice(("", "?utm_campaign=a", f"?fbclid={_token(random)}")))


def _paths_and_sessions(random: Random) -> Made:
    return _by_path(random, lambda _: f"?s={_token(random)}")


def _paths_and_numbers(random: Random) -> Made:
    return _by_path(random, lambda article: f"?n={article.number}")


def _index_of_paths(random: Random) -> Made:
    """One name of a script in all folders, but the folder is the document."""
    pages = _again(
        random,
        0.3,
        lambda each: _page(f"/{each.section}/{each.number}/index.html?r={random.randrange(9_999)}", each),
        _articles(random),
    )
    return Made(pages, [])


def _consent(random: Random) -> Made:
    """Every link ends at one page that asks for consent."""
    pages = [
        Page(f"/consent?back=%2Fnews%2F{article.number}", article.title, "We value your privacy.")
        for article in _articles(random)
    ]
    return Made(pages, [])


def _live(random: Random) -> Made:
    pages = [
        Page(f"/live?t={random.randrange(100_000)}", "Live: the storm", article.text)
        for article in _articles(random)
    ]
    return Made(pages, [], changes=True)


def _front_page(random: Random) -> Made:
    """Make a page that is another at every visit, and is told the time so that no cache answers."""
    pages = [
        _page(f"/aktuell?t={1_700_000_000_000 + article.number}", article) for article in _articles(random)
    ]
    return Made(pages, [], changes=True)


def _ruled(random: Random) -> Made:
    """Make a script that a rule of urltree's is there for."""
    pages = [
        _page(f"/story.php?id={article.number}&n={article.number * 7}", article)
        for article in _articles(random)
    ]
    return Made(pages, [])


def _partly_ruled(random: Random) -> Made:
    """Leave documents without a rule, but none that would not change keys of the others."""
    pages = [
        _page(f"/story.php?{query}", article)
        for nth, article in enumerate(_articles(random, least=90))
        for query in [f"id={article.number}&n=5" if nth % 2 else f"n={article.number}"]
    ]
    return Made(pages, [])


def _few(random: Random) -> Made:
    made = _with(random, 0.5, lambda _: f"&von={random.randrange(3)}")
    urls = list(dict.fromkeys(page.title for page in made.pages))[:19]
    return Made([page for page in made.pages if page.title in urls], [])


def _same_for_all(random: Random) -> Made:
    """One article that somebody links to with ever new parameters."""
    article = _articles(random)[0]
    return Made([_page(f"/read.php?n={random.getrandbits(30)}", article) for _ in range(300)], [])


KINDS: dict[str, Callable[[Random], Made]] = {
    make.__name__.strip("_"): make
    for make in (
        _only_id, _section_too, _constant_too, _session, _session_once, _time_too, _nonce, _nonce_once,
        _origin, _print, _attacked, _just_enough, _slug, _slug_alone, _token_alone, _paging, _sorted,
        _languages, _one_language, _issue_and_page, _date_and_number, _two_scripts, _two_modes, _folders,
        _sections_as_titles, _many_sections_as_titles, _rewritten, _paths_only, _paths_and_tracking,
        _paths_and_sessions, _paths_and_numbers, _index_of_paths, _consent, _live, _front_page, _ruled,
        _partly_ruled, _few, _same_for_all,
    )
}  # fmt: skip
