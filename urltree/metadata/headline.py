"""The headline in a page's title, which may have its site's name beside it; pure."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from urltree.metadata.headings import h1_texts, is_heading, spelt_as, title_headings
from urltree.metadata.links import host_of, is_home
from urltree.metadata.metaelements import meta_facts
from urltree.metadata.titleparts import last_split, runs, splits, without_end, without_start
from urltree.url import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from urltree.metadata.values import Metadata
    from urltree.models import Page, TextBlock

#: Stands between the name of a blog and a headline.
_ARCHIVE = re.compile(" » (?:Blog[ -])?Archi(?:v|ve|ves) » ", re.IGNORECASE)

#: The number of a paper or an issue before its title, or the name of a wiki after that of a page.
_IN_BRACKETS = re.compile(r"^\[[^\[\]]+\] | \[[^\[\]]+\]$")

#: Goes on with a word: an underscore may be within one, *snake_case*.
_WITHIN_WORD = re.compile(r"\w")

#: End the attribute of a meta element that holds them unescaped.
_QUOTES = ('"', "'")

#: The most h1 that are looked at.
_MOST_H1 = 3

#: Names with fewer letters and digits are part of a host by chance.
_NAME_CHARS = 3


def page_headline(page: Page) -> str | None:
    """Cut the site's name from the title of a page by the page's own texts; without these it stays.

    If no block is what is left, the headline is a heading that Open Graph states as the title.
    """
    title = page.title or ""
    blocks = spelt_as(title, page.blocks)
    # An h1 that is no link is likely the headline, or its first part.
    logos = [block for block in blocks if block.tag != "h1" or block.link_chars]
    found = _by_blocks(title, blocks) or _after_colon(title, logos) or page.title
    is_shown = any(block.text == found for block in blocks) or is_heading(found or "", blocks)
    return found if is_shown else _stated_heading(page) or found


def _stated_heading(page: Page) -> str | None:
    headings = {letters_and_digits(block.text) for block in title_headings(page.blocks)} - {""}
    titles = next(meta_facts(page.noted))["title"]
    return next((title for title in titles if letters_and_digits(title) in headings), None)


def headline(stated: Metadata, page: Page, url: str) -> str | None:
    """Cut the site's name from a title ``Headline - Site``.

    By that name, else by the page's own texts, else by the host of its URL. A title with neither stays.
    Where the site's name is stated as the title, or one that the page does not show, the headline is what
    both the ``<title>`` and a heading have, but not on the site's home page; where no title is, the only h1.
    """
    site = stated.site_name or ""
    names = _site_names(site, url)
    title = _unbroken(stated.title or "", page.blocks)
    if not title:
        return _only_h1(page.blocks, names)
    is_name = letters_and_digits(title) in names or _is_logo(title, page)
    if not is_home(url) and (is_name or not _is_shown(title, page)):
        shown = _headline_shown(page, site, names)
        if shown and (is_name or _may_replace(shown, title)):
            return shown
    return title if is_name else _without_site(title, site, names, page.blocks)


def _unbroken(title: str, blocks: Iterable[TextBlock]) -> str:
    """Return the heading in which a quotation mark follows a title, since it ended the title's attribute."""
    headings = [block.text for block in title_headings(blocks)]
    if not title or title in headings:
        return title
    longer = (text for text in headings if text.startswith(title))
    return next((text for text in longer if text.removeprefix(title).lstrip().startswith(_QUOTES)), title)


def _may_replace(shown: str, title: str) -> bool:
    """Say whether a title on the page may replace the one declared, as the name of a section may not.

    They share a word, or it has at least half as many words.
    """
    words, declared = _words(shown), _words(title)
    return not words.isdisjoint(declared) or 2 * len(words) >= len(declared)


def _headline_shown(page: Page, site: str, names: Collection[str]) -> str | None:
    """Return the headline in the ``<title>`` if a heading repeats it and it is no name of the site.

    A heading that is a link may be such a name, too, unless it is most of the ``<title>``.
    """
    title = page.title or ""
    found = _without_site(title, site, names, page.blocks)
    is_most = 2 * len(found) > len(title)
    own = (block for block in page.blocks if is_most or not block.link_chars)
    return found if letters_and_digits(found) not in names and is_heading(found, own) else None


def _is_logo(title: str, page: Page) -> bool:
    """Say whether a title is that of a linked h1 with which the ``<title>`` begins."""
    logos = (block for block in page.blocks if block.tag == "h1" and block.link_chars)
    return bool(without_start(page.title or "", title)) and is_heading(title, logos)


def _is_shown(title: str, page: Page) -> bool:
    """Say whether the ``<title>`` has a title, or a heading is it."""
    in_title = letters_and_digits(title) in letters_and_digits(page.title or "")
    return in_title or is_heading(title, page.blocks)


def _without_site(title: str, site: str, names: Collection[str], blocks: Sequence[TextBlock]) -> str:
    """Cut the site's name from a title by the first rule that finds it; if none does, the title stays.

    Beside a site's name that is declared, that of a section may stand.
    """
    if site and (rest := without_end(title, site) or without_start(title, site)):
        return _only_heading(rest, blocks) or rest
    blocks = spelt_as(title, blocks)
    found = (
        _below_logo(title, blocks)
        or _by_blocks(title, blocks, names)
        or _before_name(title, names)
        or _after_name(title, names, blocks)
        or _after_colon(title, blocks)
        or title
    )
    return _beside_brackets(found, blocks) or found


def _only_heading(title: str, blocks: Sequence[TextBlock]) -> str | None:
    """Return the one part of a title that is a heading; of several one may be that of a section."""
    parts = {part for split in splits(title) for part in split}
    shown = [part for part in parts if is_heading(part, blocks)]
    return shown[0] if len(shown) == 1 else None


def _only_h1(blocks: Iterable[TextBlock], names: Collection[str] = ()) -> str | None:
    found = list(h1_texts(blocks))
    return found[0] if len(found) == 1 and letters_and_digits(found[0]) not in names else None


def _beside_brackets(title: str, blocks: Iterable[TextBlock]) -> str | None:
    """Return the only h1 if a title has it beside brackets: *[17] A bridge*, *news:a_bridge [The Wiki]*."""
    rest = _IN_BRACKETS.sub("", title)
    heading = _only_h1(blocks) if rest != title else None
    parts = (rest, last_split(rest)[0], rest.rpartition(":")[2])
    is_beside = heading and letters_and_digits(heading) in map(letters_and_digits, parts)
    return heading if is_beside else None


def _below_logo(title: str, blocks: Sequence[TextBlock]) -> str | None:
    """Return the heading that ends a title, if longer than the linked h1 above it that begins the title.

    Such an h1 is the name of a blog: *Blog » Archive » A bridge*, where the heading may be the shorter one.
    """
    headings = list(title_headings(blocks))
    for place, each in enumerate(headings):
        if each.tag == "h1" and each.link_chars and without_start(title, each.text):
            logo = len(each.text)
            shortest = 1 if _ARCHIVE.match(title, logo) else logo + 1
            below = (block.text for block in headings[place + 1 :] if len(block.text) >= shortest)
            return next((text for text in below if without_end(title, text)), None)
    return None


def _above_name(title: str, blocks: Iterable[TextBlock]) -> str | None:
    """Return what precedes the h1 that ends a title, if a heading below that h1 has its letters and digits.

    Such an h1 is the name of a book or site, above the headline that links to itself.
    """
    headings = list(title_headings(blocks))
    for place, each in enumerate(headings):
        if each.tag == "h1" and (rest := without_end(title, each.text)):
            return rest if is_heading(rest, headings[place + 1 :]) else None
    return None


def _by_blocks(title: str, blocks: Sequence[TextBlock], names: Collection[str] = ()) -> str | None:
    """Return the part of a title that the page's own texts tell to be the headline; None if they do not."""
    first = list(islice(h1_texts(blocks), _MOST_H1))
    # A link is, as a rule, the site's name or leads to another page, unless it is all of the title.
    own = [block for block in blocks if not block.link_chars or block.text == title]
    return (
        _by_leading_h1(title, first, names)
        or _above_name(title, blocks)
        or _repeated_part(title, own, names)
        or _start_of_h1(title, own, names)
        or _repeated_part(title, blocks, names)
        or _by_last_h1(title, first)
    )


def _by_leading_h1(title: str, headings: Sequence[str], names: Collection[str]) -> str | None:
    """Return the longest h1 that begins a title, or what follows it there.

    The latter if that h1 is the site's name, as in a logo, or if an h1 below it is what follows.
    """
    rests = {heading: rest for heading in headings if (rest := without_start(title, heading))}
    if not rests:
        return None
    longest = max(rests, key=len)
    rest = rests[longest]
    is_name = letters_and_digits(longest) in names and letters_and_digits(rest) not in names
    return rest if is_name or rest in headings[headings.index(longest) :] else longest


def _repeated_part(title: str, blocks: Iterable[TextBlock], names: Collection[str]) -> str | None:
    """Return the heading that begins a title, or else its longest part, if a block repeats that.

    None if a block repeats all of the title. The site's names do not count.
    """
    beside = dict(runs(title))
    repeated = [each for each in blocks if each.text in beside and letters_and_digits(each.text) not in names]
    headings = [each.text for each in title_headings(repeated)]
    leading = [heading for heading in headings if heading == title or without_start(title, heading)]
    longest = [each.text for each in repeated if len(each.text) > beside[each.text]]
    part = max(leading or longest, key=len, default=title)
    return None if part == title else part


def _start_of_h1(title: str, blocks: Iterable[TextBlock], names: Collection[str]) -> str | None:
    """Return the part with which a title and the first h1 begin: *Winter - Poems* and *Winter 1931*.

    None if the h1 goes on with words of the title's rest, which is then no name of the site.
    """
    heading = next(h1_texts(blocks), "")
    for part, rest in splits(title):
        more = heading.removeprefix(part)
        goes_on = more == heading or _WITHIN_WORD.match(more) or not _words(rest).isdisjoint(_words(more))
        if not goes_on and letters_and_digits(part) not in names:
            return part
    return None


def _by_last_h1(title: str, headings: Iterable[str]) -> str | None:
    """Return what precedes an h1 that ends a title and is the shorter part: as a rule the site's name."""
    rests = ((without_end(title, heading) or "", heading) for heading in headings)
    return next((rest for rest, heading in rests if len(rest) > len(heading)), None)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _site_names(site: str, url: str) -> set[str]:
    """Return what a site may be called, in letters and digits: its name, its host, and a label of that."""
    host = host_of(url, url).removeprefix("www.")
    names = map(letters_and_digits, (site, host, *host.split(".")))
    return {name for name in names if len(name) >= _NAME_CHARS}


def _before_name(title: str, names: Collection[str]) -> str | None:
    """Return what precedes the last separator of a title if a name of the site follows."""
    part, rest = last_split(title)
    return part if letters_and_digits(rest) in names else None


def _after_name(title: str, names: Collection[str], blocks: Iterable[TextBlock]) -> str | None:
    """Return what follows a name of the site and a colon, unless a block has both: *Tides: A bridge*."""
    name, _, rest = title.partition(": ")
    is_name = rest and letters_and_digits(name) in names
    return rest if is_name and all(block.text != title for block in blocks) else None


def _after_colon(title: str, blocks: Iterable[TextBlock]) -> str | None:
    """Return the lower heading after an h1 and a colon in a title, as blogs write them: *Post: A bridge*."""
    lower = {block.text for block in title_headings(blocks) if block.tag != "h1"}
    starts = (f"{heading}: " for heading in islice(h1_texts(blocks), _MOST_H1))
    rests = (title.removeprefix(start) for start in starts if title.startswith(start))
    return next((rest for rest in rests if rest in lower), None)
