"""Kinds of made-up hosts: each function makes pages at URLs, and states which parameters identify them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from benchmarks.rules.made_up import (
    NAMES,
    SCRIPTS,
    SECTIONS,
    Made,
    Page,
    again,
    articles,
    happens,
    names,
    page,
    script_and_name,
    token,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from benchmarks.rules.made_up import Article


def _identified(script: str, *keep: set[str]) -> tuple[tuple[str, ...], tuple[set[str], ...]]:
    query = "&".join(f"{name}=1" for name in sorted(keep[0]))
    return (f"{script}?{query}",), keep


def _with(random: Random, share: float, more: Callable[[Article], str], *, least: int = 40) -> Made:
    """Make a script with one parameter that identifies, and with others that do not."""
    script, name = script_and_name(random)
    pages = again(
        random,
        share,
        lambda article: page(f"{script}?{name}={article.number}{more(article)}", article),
        articles(random, least),
    )
    return Made(pages, [_identified(script, {name})])


def _only_id(random: Random) -> Made:
    return _with(random, 0, lambda _: "")


def _section_too(random: Random) -> Made:
    return _with(random, 0, lambda article: f"&ressort={article.section}")


def _constant_too(random: Random) -> Made:
    return _with(random, 0, lambda _: "&site=7&tpl=full")


def _session(random: Random) -> Made:
    return _with(random, 0.15, lambda _: f"&s={token(random)}")


def _session_once(random: Random) -> Made:
    return _with(random, 0, lambda _: f"&s={token(random)}")


def _time_too(random: Random) -> Made:
    return _with(random, 0.1, lambda article: f"&ts={1_700_000_000 + article.number * 61}")


def _nonce(random: Random) -> Made:
    return _with(random, 0.2, lambda _: f"&r={random.randrange(100_000)}")


def _nonce_once(random: Random) -> Made:
    """Make a script whose id differs from the nonce only in the length of its numbers."""
    return _with(random, 0, lambda _: f"&r={random.randrange(10_000_000)}")


def _origin(random: Random) -> Made:
    return _with(random, 0.3, lambda _: f"&von={random.choice(('rss', 'start', 'mail'))}")


def _print(random: Random) -> Made:
    return _with(random, 0.3, lambda _: random.choice(("", "", "&druck=1", "&amp=1")))


def _under_attack(random: Random) -> Made:
    return _with(random, 0.3, lambda _: f"&{token(random)[:6]}={token(random)}")


def _barely_enough(random: Random) -> Made:
    return _with(random, 0, lambda _: "", least=60)


def _slug(random: Random) -> Made:
    script, (name, slug) = random.choice(SCRIPTS), names(random, 2)
    pages = again(
        random,
        0.15,
        lambda article: page(
            f"{script}?{name}={article.number}&{slug}={article.title.replace(' ', '-')}"
            f"{random.choice(('', '&von=rss'))}",
            article,
        ),
        articles(random),
    )
    return Made(pages, [_identified(script, {name}, {slug})])


def _slug_alone(random: Random) -> Made:
    script, name = script_and_name(random)
    pages = [
        page(f"{script}?{name}={article.title.replace(' ', '-')}", article) for article in articles(random)
    ]
    return Made(pages, [_identified(script, {name})])


def _token_alone(random: Random) -> Made:
    script, name = script_and_name(random)
    tokens: dict[int, str] = {}
    pages = again(
        random,
        0.3,
        lambda article: page(
            f"{script}?{name}={tokens.setdefault(article.number, str(UUID(int=random.getrandbits(128))))}"
            f"&von={random.choice(('rss', 'start'))}",
            article,
        ),
        articles(random),
    )
    return Made(pages, [_identified(script, {name})])


def _paging(random: Random) -> Made:
    script, name = script_and_name(random)
    pages = []
    for article in articles(random):
        pages.append(page(f"{script}?{name}={article.number}", article))
        pages += [
            Page(f"{script}?{name}={article.number}&seite={number}", article.title, words(random, 9))
            for number in range(2, random.choice((2, 2, 2, 3, 4)))
        ]
    return Made(pages, [_identified(script, {name})])


def _sorted(random: Random) -> Made:
    script, name = script_and_name(random)
    pages = [
        Page(f"{script}?{name}={article.number}&sort={order}", article.title, f"{article.text} {order}")
        for article in articles(random)
        for order in random.sample(("new", "old", "best"), random.randint(1, 2))
    ]
    return Made(pages, [_identified(script, {name})])


def _languages(random: Random) -> Made:
    script, name = script_and_name(random)
    pages = [
        Page(f"{script}?{name}={article.number}&l={language}", f"{language} {title}", f"{language} {text}")
        for article in articles(random)
        for language in random.sample(("en", "de", "fr"), random.randint(1, 3))
        for title, text in [(words(random, 4), article.text)]
    ]
    return Made(pages, [_identified(script, {name, "l"})])


def _one_language(random: Random) -> Made:
    languages = dict.fromkeys(SECTIONS, "de") | {"sport": "en"}
    return _with(random, 0, lambda article: f"&l={languages[article.section]}")


def _issue_and_page(random: Random) -> Made:
    script, (issue, number) = random.choice(SCRIPTS), names(random, 2)
    pages = [
        page(f"{script}?{issue}={nth // 9}&{number}={nth % 9}", article)
        for nth, article in enumerate(articles(random, least=60))
    ]
    return Made(pages, [_identified(script, {issue, number})])


def _date_and_number(random: Random) -> Made:
    script, (year, month, number) = random.choice(SCRIPTS), names(random, 3)
    places = random.sample([(y, m, n) for y in range(4) for m in range(12) for n in range(9)], 200)
    pages = [
        page(f"{script}?{year}={2020 + y}&{month}={m + 1}&{number}={n}&von=rss", article)
        for article, (y, m, n) in zip(articles(random, least=90), places, strict=False)
    ]
    return Made(pages, [_identified(script, {year, month, number})])


def _two_scripts(random: Random) -> Made:
    one, other = random.sample(SCRIPTS, 2)
    first, second = names(random, 2)
    pages = [page(f"{one}?{first}={article.number}", article) for article in articles(random)]
    pages += [page(f"{other}?{second}={article.number}", article) for article in articles(random)]
    random.shuffle(pages)
    return Made(pages, [_identified(one, {first}), _identified(other, {second})])


def _two_modes(random: Random) -> Made:
    """Let one script show articles by one parameter and dates by another."""
    script, (first, second) = random.choice(SCRIPTS), names(random, 2)
    pages = [page(f"{script}?{first}={article.number}", article) for article in articles(random)]
    pages += [page(f"{script}?{second}={article.number}&von=rss", article) for article in articles(random)]
    random.shuffle(pages)
    return Made(pages, [_identified(script, {first}), _identified(script, {second})])


def _folders(random: Random) -> Made:
    name = random.choice(NAMES)
    pages = [page(f"/{each.section}/lees?{name}={each.number}", each) for each in articles(random)]
    return Made(pages, [(tuple(f"/{section}/lees?{name}=1" for section in SECTIONS), ({name},))])


def _sections_as_titles(random: Random) -> Made:
    script, name = script_and_name(random)
    pages = again(
        random,
        0.3,
        lambda article: Page(
            f"{script}?{name}={article.number}&von={random.choice(('rss', 'start'))}",
            article.section,
            article.text,
        ),
        articles(random),
    )
    return Made(pages, [_identified(script, {name})])


def _many_sections_as_titles(random: Random) -> Made:
    script, name = script_and_name(random)
    sections = [f"Section {words(random, 3)}" for _ in range(25)]
    pages = []
    for article in articles(random, least=90):
        section = random.randrange(25)
        for _ in range(1 + happens(random, 0.3)):
            origin = random.choice(("rss", "start"))
            url = f"{script}?{name}={article.number}&ressort={section}&von={origin}"
            pages.append(Page(url, sections[section], article.text))
    return Made(pages, [_identified(script, {name})])


def _rewritten(random: Random) -> Made:
    script, name = script_and_name(random)
    pages = []
    for article in articles(random):
        url = f"{script}?{name}={article.number}"
        pages.append(page(url, article))
        if happens(random, 0.4):
            pages.append(Page(url, f"{article.title} now", words(random, 12)))
    return Made(pages, [_identified(script, {name})])


def _by_path(random: Random, query: Callable[[Article], str]) -> Made:
    pages = again(
        random,
        0.3,
        lambda article: page(f"/{article.section}/{article.number}.html{query(article)}", article),
        articles(random),
    )
    return Made(pages, [])


def _paths_only(random: Random) -> Made:
    return _by_path(random, lambda _: "")


def _paths_and_tracking(random: Random) -> Made:
    return _by_path(random, lambda _: random.choice(("", "?utm_campaign=a", f"?fbclid={token(random)}")))


def _paths_and_sessions(random: Random) -> Made:
    return _by_path(random, lambda _: f"?s={token(random)}")


def _paths_and_numbers(random: Random) -> Made:
    return _by_path(random, lambda article: f"?n={article.number}")


def _index_of_paths(random: Random) -> Made:
    """Make scripts of one name in all folders, where the folder identifies the document."""
    pages = again(
        random,
        0.3,
        lambda each: page(f"/{each.section}/{each.number}/index.html?r={random.randrange(9_999)}", each),
        articles(random),
    )
    return Made(pages, [])


def _consent(random: Random) -> Made:
    """Make links that all lead to one page that asks for consent."""
    pages = [
        Page(f"/consent?back=%2Fnews%2F{article.number}", article.title, "We value your privacy.")
        for article in articles(random)
    ]
    return Made(pages, [])


def _live(random: Random) -> Made:
    pages = [
        Page(f"/live?t={random.randrange(100_000)}", "Live: the storm", article.text)
        for article in articles(random)
    ]
    return Made(pages, [], changes=True)


def _front_page(random: Random) -> Made:
    """Make a page that changes with every visit, and has the time in its URL so that no cache answers."""
    pages = [
        page(f"/aktuell?t={1_700_000_000_000 + article.number}", article) for article in articles(random)
    ]
    return Made(pages, [], changes=True)


def _ruled(random: Random) -> Made:
    """Make a script for which urltree has a rule already."""
    pages = [
        page(f"/story.php?id={article.number}&n={article.number * 7}", article)
        for article in articles(random)
    ]
    return Made(pages, [])


def _partly_ruled(random: Random) -> Made:
    """Leave documents without a rule, but none that would not change keys of the others."""
    pages = [
        page(f"/story.php?{query}", article)
        for nth, article in enumerate(articles(random, least=90))
        for query in [f"id={article.number}&n=5" if nth % 2 else f"n={article.number}"]
    ]
    return Made(pages, [])


def _few(random: Random) -> Made:
    made = _with(random, 0.5, lambda _: f"&von={random.randrange(3)}")
    urls = list(dict.fromkeys(page.title for page in made.pages))[:19]
    return Made([page for page in made.pages if page.title in urls], [])


def _same_for_all(random: Random) -> Made:
    """Make one article that somebody links to with ever new parameters."""
    article = articles(random)[0]
    return Made([page(f"/read.php?n={random.getrandbits(30)}", article) for _ in range(300)], [])


KINDS: dict[str, Callable[[Random], Made]] = {
    make.__name__.strip("_"): make
    for make in (
        _only_id, _section_too, _constant_too, _session, _session_once, _time_too, _nonce, _nonce_once,
        _origin, _print, _under_attack, _barely_enough, _slug, _slug_alone, _token_alone, _paging, _sorted,
        _languages, _one_language, _issue_and_page, _date_and_number, _two_scripts, _two_modes, _folders,
        _sections_as_titles, _many_sections_as_titles, _rewritten, _paths_only, _paths_and_tracking,
        _paths_and_sessions, _paths_and_numbers, _index_of_paths, _consent, _live, _front_page, _ruled,
        _partly_ruled, _few, _same_for_all,
    )
}  # fmt: skip
