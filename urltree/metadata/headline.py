"""The headline in a page's title, which may have its site's name beside it; pure."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, islice
from typing import TYPE_CHECKING

from urltree.metadata.links import host_of, is_home
from urltree.url import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from urltree.models import Metadata, Page, TextBlock

#: What separates the headline from the site's name: ``&`` and ``+`` do not, they join words. Scripts without
#: spaces have none around it, either: \uff5c and the letter \u4e28 are their bars, and after one of their
#: characters a hyphen, dash or colon does not join words.
_SEPARATOR = (
    r"(?: [^\w\s&+]{1,2} | \u4e28 |[_|\uff5c\u4e28]|(?<=[\u3041-\u9fff])[-\u2013-\u2015\uff0d\uff1a]{1,2})"
)
_SEPARATOR_AFTER = re.compile(rf"(?<=\S){_SEPARATOR}$")
_SEPARATOR_BEFORE = re.compile(rf"{_SEPARATOR}(?=\S)")
_SEPARATOR_BETWEEN = re.compile(rf"(?<=\S){_SEPARATOR}(?=\S)")

#: Elements that may repeat the title: headings, but for those of the lowest levels.
TITLE_HEADINGS = ("h1", "h2", "h3", "h4")

#: Stands between the name of a blog and a headline.
_ARCHIVE = re.compile(" » (?:Blog[ -])?Archi(?:v|ve|ves) » ", re.IGNORECASE)

#: A reading of characters, as the cutter writes it behind them: titles have none.
_READING = re.compile("\uff08[^\uff08\uff09]+\uff09")

#: The most separators of a title, and the most h1, that are looked at.
_MOST_SEPARATORS = 7
_MOST_H1 = 3

#: Headings are not compared with longer titles by letters and digits.
_MOST_CHARS = 1_000

#: A heading in another spelling must be a larger share of the title if it is a lower one or in capitals.
_PART_SHARE = 0.5

#: Names with fewer letters and digits are part of a host by chance.
_NAME_CHARS = 3


def page_headline(page: Page) -> str | None:
    """Cut the site's name from the title of a page by the page's own texts; without these it stays."""
    title = page.title or ""
    return _by_blocks(title, _spelt_as(title, page.blocks)) or page.title


def headline(declared: Metadata, page: Page, url: str) -> str | None:
    """Cut the site's name from a title ``Headline - Site``.

    By that name, else by the page's own texts, else by the host of its URL. A title with neither stays.
    Where the site's name is declared as the title, or one that the page does not show, the headline is what
    both the ``<title>`` and a heading have, but not on the site's home page; where no title is, the only h1.
    """
    site = declared.site_name or ""
    names = _site_names(site, url)
    title = declared.title or ""
    if not title:
        return _only_h1(page, names)
    is_name = letters_and_digits(title) in names or _is_logo(title, page)
    if not is_home(url) and (is_name or not _is_shown(title, page)):
        shown = _headline_shown(page, site, names)
        if shown and (is_name or _may_replace(shown, title)):
            return shown
    return title if is_name else _without_site(title, site, names, page.blocks)


def _may_replace(shown: str, title: str) -> bool:
    """Say whether a title on the page has a word of that declared, or half as many: a section's does not."""
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
    return found if letters_and_digits(found) not in names and _is_heading(found, own) else None


def _is_logo(title: str, page: Page) -> bool:
    """Say whether a title is that of a linked h1 with which the ``<title>`` begins."""
    logos = (block for block in page.blocks if block.tag == "h1" and block.link_chars)
    return bool(_after(page.title or "", title)) and _is_heading(title, logos)


def _is_shown(title: str, page: Page) -> bool:
    """Say whether the ``<title>`` has a title, or a heading is it."""
    in_title = letters_and_digits(title) in letters_and_digits(page.title or "")
    return in_title or _is_heading(title, page.blocks)


def _headings(blocks: Iterable[TextBlock]) -> Iterator[TextBlock]:
    return (block for block in blocks if block.tag in TITLE_HEADINGS)


def _is_heading(title: str, blocks: Iterable[TextBlock]) -> bool:
    letters = letters_and_digits(title)
    return bool(letters) and letters in (letters_and_digits(block.text) for block in _headings(blocks))


def _without_site(title: str, site: str, names: Collection[str], blocks: Sequence[TextBlock]) -> str:
    if site and (cut := _before(title, site) or _after(title, site)):
        return cut
    blocks = _spelt_as(title, blocks)
    found = _below_logo(title, blocks) or _by_blocks(title, blocks, names)
    without = _before_name(title, names) or _after_name(title, names, blocks)
    return found or without or _after_colon(title, blocks) or title


def _only_h1(page: Page, names: Collection[str]) -> str | None:
    found = [block.text for block in page.blocks if block.tag == "h1"]
    return found[0] if len(found) == 1 and letters_and_digits(found[0]) not in names else None


def _below_logo(title: str, blocks: Iterable[TextBlock]) -> str | None:
    """Return the heading that ends a title, if longer than the linked h1 above it that begins the title.

    Such an h1 is the name of a blog: *Blog » Archive » A bridge*, where the heading may be the shorter one.
    """
    headings = _headings(blocks)
    logos = (each for each in headings if each.tag == "h1" and each.link_chars and _after(title, each.text))
    if not (logo := next(logos, None)):
        return None
    shortest = 1 if _ARCHIVE.match(title, len(logo.text)) else len(logo.text) + 1
    longer = (below.text for below in headings if len(below.text) >= shortest)
    return next((text for text in longer if _before(title, text)), None)


def _above_name(title: str, blocks: Iterable[TextBlock]) -> str | None:
    """Return what precedes the h1 that ends a title, if a heading below that h1 has its letters and digits.

    Such an h1 is the name of a book or site, above the headline that links to itself.
    """
    headings = _headings(blocks)
    ends = (_before(title, each.text) for each in headings if each.tag == "h1")
    first = next(filter(None, ends), "")
    return first if _is_heading(first, headings) else None


def _by_blocks(title: str, blocks: Sequence[TextBlock], names: Collection[str] = ()) -> str | None:
    """Return the part of a title that the page's own texts tell to be the headline; None if they do not."""
    headings = list(islice((block.text for block in blocks if block.tag == "h1"), _MOST_H1))
    if leading := [heading for heading in headings if _after(title, heading)]:
        longest = max(leading, key=len)
        below = headings[headings.index(longest) :]
        rest = _after(title, longest) or ""
        # The name of the site, as in a logo, is no headline.
        is_name = letters_and_digits(longest) in names and letters_and_digits(rest) not in names
        return rest if is_name or rest in below else longest
    if found := _above_name(title, blocks):
        return found
    # A heading at the end of the title is, as a rule, the site's name, provided it is the shorter part.
    cut = (first for heading in headings if len(first := _before(title, heading) or "") > len(heading))
    # A link is, as a rule, the site's name or leads to another page, unless it is all of the title.
    own = [block for block in blocks if not block.link_chars or block.text == title]
    return (
        _repeated_part(title, own, names)
        or _begun_by_h1(title, own, names)
        or _repeated_part(title, blocks, names)
        or next(cut, None)
    )


def _repeated_part(title: str, blocks: Iterable[TextBlock], names: Collection[str]) -> str | None:
    """Return the heading that begins a title, or else its longest part, if a block repeats that.

    None if a block repeats all of the title. The site's names do not count.
    """
    beside = dict(_runs(title))
    repeated = [each for each in blocks if each.text in beside and letters_and_digits(each.text) not in names]
    leading = [each.text for each in _headings(repeated) if title == each.text or _after(title, each.text)]
    longest = [each.text for each in repeated if len(each.text) > beside[each.text]]
    part = max(leading or longest, key=len, default=title)
    return None if part == title else part


def _begun_by_h1(title: str, blocks: Iterable[TextBlock], names: Collection[str]) -> str | None:
    """Return the part with which a title and the first h1 begin: *Winter - Poems* and *Winter 1931*.

    None if the h1 goes on with words of the title's rest, which is then no name of the site.
    """
    heading = next((block.text for block in blocks if block.tag == "h1"), "")
    for separator in islice(_SEPARATOR_BETWEEN.finditer(title), _MOST_SEPARATORS):
        part, rest = title[: separator.start()], title[separator.end() :]
        more = heading.removeprefix(part)
        goes_on = more == heading or more[:1].isalnum() or not _words(rest).isdisjoint(_words(more))
        if not goes_on and letters_and_digits(part) not in names:
            return part
    return None


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _runs(title: str) -> Iterator[tuple[str, int]]:
    """Yield each run of neighbouring parts of a title, with the length of the longest part beside it."""
    places = [found.span() for found in islice(_SEPARATOR_BETWEEN.finditer(title), _MOST_SEPARATORS)]
    starts = [0, *(end for _, end in places)]
    ends = [*(start for start, _ in places), len(title)]
    lengths = [end - start for start, end in zip(starts, ends, strict=True)]
    for first, last in combinations_with_replacement(range(len(lengths)), 2):
        yield title[starts[first] : ends[last]], max(lengths[:first] + lengths[last + 1 :], default=0)


def _site_names(site: str, url: str) -> set[str]:
    """Return what a site may be called, in letters and digits: its name, its host, and a label of that."""
    host = host_of(url, url).removeprefix("www.")
    names = map(letters_and_digits, (site, host, *host.split(".")))
    return {name for name in names if len(name) >= _NAME_CHARS}


def _before_name(title: str, names: Collection[str]) -> str | None:
    """Return what precedes the last separator of a title if a name of the site follows."""
    separators = list(_SEPARATOR_BETWEEN.finditer(title))
    if not separators:
        return None
    last = separators[-1]
    return title[: last.start()] if letters_and_digits(title[last.end() :]) in names else None


def _after_name(title: str, names: Collection[str], blocks: Iterable[TextBlock]) -> str | None:
    """Return what follows a name of the site and a colon, unless a block has both: *Tides: A bridge*."""
    name, _, rest = title.partition(": ")
    is_name = rest and letters_and_digits(name) in names
    return rest if is_name and all(block.text != title for block in blocks) else None


def _after_colon(title: str, blocks: Iterable[TextBlock]) -> str | None:
    """Return the lower heading after an h1 and a colon in a title, as blogs write them: *Post: A bridge*."""
    lower = {block.text for block in _headings(blocks) if block.tag != "h1"}
    names = islice((f"{block.text}: " for block in blocks if block.tag == "h1"), _MOST_H1)
    rests = (title.removeprefix(name) for name in names if title.startswith(name))
    return next((rest for rest in rests if rest in lower), None)


def _spelt_as(title: str, blocks: Sequence[TextBlock]) -> Sequence[TextBlock]:
    """Spell headings as a title does that have the letters and digits of a part of it.

    Not links and small headings that are lower ones or in capitals: in another spelling these are, as a rule,
    names of sites and sections.
    """
    blocks = without_readings(blocks, title)
    if len(title) > _MOST_CHARS:
        return blocks
    parts = {letters_and_digits(part): part for part, _ in _runs(title)}

    def spelt(block: TextBlock) -> TextBlock:
        if block.tag not in TITLE_HEADINGS or block.link_chars or title.startswith(block.text):
            return block
        text = parts.get(letters_and_digits(block.text), "")
        is_first = block.tag == "h1" and not block.text.isupper()
        is_alike = is_first or len(text) > _PART_SHARE * len(title)
        return block._replace(text=text) if text and is_alike else block

    return list(map(spelt, blocks))


def without_readings(blocks: Sequence[TextBlock], title: str) -> Sequence[TextBlock]:
    """Leave the readings of characters out of headings, unless a title has such brackets itself."""
    if _READING.search(title):
        return blocks
    return [
        block._replace(text=_READING.sub("", block.text)) if block.tag in TITLE_HEADINGS else block
        for block in blocks
    ]


def _before(title: str, part: str) -> str | None:
    """Return what precedes a separator and `part` at the end of a title; None without them."""
    found = _SEPARATOR_AFTER.search(title.removesuffix(part)) if title.endswith(part) else None
    return title[: found.start()] if found else None


def _after(title: str, part: str) -> str | None:
    """Return what follows `part` and a separator at the start of a title; None without them."""
    found = _SEPARATOR_BEFORE.match(title, len(part)) if title.startswith(part) else None
    return title[found.end() :] if found else None
