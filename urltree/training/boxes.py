"""Insert boxes into pages, as sites have them beside their text: teasers of other articles, and comments.

Few of the sites that we learn from show teasers as long as paragraphs, so a network takes such teasers for
text. Inserted boxes are made of the page's own words, in markup drawn at random for each box: they teach how
boxes are built, and nothing about what they say.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from urltree.blocks import parse_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from urltree.models import TextBlock

#: Texts of boxes are cut from blocks of at least so many characters; blocks of at most so many are headings.
_LONG, _SHORT = 60, 40

#: Probability that an element of a box has a class.
_NAMED = 0.75

#: Probability that teasers are inserted below a random block of content, not below the last.
_BETWEEN = 0.1

_TEASER_NAMES = """
    also-like block box card cards col entry hentry item latest list more-stories popular post post-preview
    read-next recent-posts recommended related related-item related-posts section similar story teaser widget
""".split()
_COMMENT_NAMES = """
    block comment comment-body comment-list commentlist comments discussion entry item list message post
    replies reply response responses thread
""".split()

#: Probability that there are comments too.
_COMMENTS = 0.25

# Markup to choose from; likelier choices come twice.
_BOXES = ("div", "div", "section", "aside")
_LISTS = ("", "ul", "ul", "div")
_ITEMS = ("div", "div", "article", "section")
_HEADINGS = ("", "<h2>{short}</h2>", "<h3>{short}</h3>", "<h4>{short}</h4>", "<div>{short}</div>")
_DATES = ("", "<div>{date}</div>", "<p>{date}</p>", "<span>{date}</span> ")
_TITLES = tuple(
    f"<{tag}><a href='/'>{{title}}</a></{tag}> "
    for tag in ("h1", "h2", "h2", "h3", "h3", "h4", "div", "p", "b")
)
_OPENINGS = ("<p>{text}</p>", "<p>{text}</p>", "<div>{text}</div>", "<span>{text}</span>")
_AUTHORS = (
    "<div>{name}</div>",
    "<h4>{name}</h4>",
    "<p>{name}</p>",
    "<b>{name}</b> ",
    "<a href='/'>{name}</a> ",
)
_REMARKS = (
    "<p>{text}</p>",
    "<p>{text}</p><p>{more}</p>",
    "<div><p>{text}</p></div>",
    "<div>{text}</div>",
    "{text}",
)
_LINKS = ("", "", "<p><a href='/'>{short}</a></p>", "<div><a href='#'>{short}</a></div>")
_TEASER_SIZES, _COMMENT_SIZES = (1, 2, 3, 3, 4, 5, 6), (2, 3, 4, 6, 8, 12, 18)
_TEASER_LENGTHS, _COMMENT_LENGTHS = (60, 100, 150, 200, 300, 500), (60, 120, 250, 500)
_ENDS = ("…", "...", " [...]", "", ".")


class Boxed(NamedTuple):
    """A page with inserted boxes."""

    blocks: list[TextBlock]
    #: For each block its place in the original page; -1 for blocks of boxes.
    origins: list[int]


def boxed(
    blocks: Sequence[TextBlock], content: Sequence[int], random: Random, *, named: bool
) -> Boxed | None:
    """Insert boxes below blocks of content, given by their places; None for a page with too little text.

    With `named` most elements of boxes have classes.
    """
    long = [blocks[place].text for place in content if len(blocks[place].text) >= _LONG]
    if not long:
        return None
    page = Boxed(list(blocks), list(range(len(blocks))))
    short = [block.text for block in blocks if len(block.text) <= _SHORT] or long
    writer = _Writer(long, short, random, named=named)
    if random.random() < _COMMENTS:
        _set_in(page, content[-1], writer.comments(), random)
    place = random.choice(content) if random.random() < _BETWEEN else content[-1]
    _set_in(page, place, writer.teasers(), random)
    return page


def _set_in(page: Boxed, place: int, box: str, random: Random) -> None:
    """Insert a box into the element one to three steps above a block, below its child with the block."""
    steps = page.blocks[place].path.split("/")
    above = steps[: max(len(steps) - random.randint(1, 3), 1)]
    end = place + 1
    while end < len(page.blocks) and page.blocks[end].shared > len(above):
        end += 1
    cut = _cut(box, above)
    page.blocks[end:end] = cut
    page.origins[end:end] = [-1] * len(cut)


def _cut(box: str, above: Sequence[str]) -> list[TextBlock]:
    """Cut a box into blocks, as if it were in the element whose path is `above`."""
    around = ("html", "body")
    return [
        block._replace(
            path="/".join((*above, *block.path.split("/")[len(around) :])),
            shared=len(above) + max(block.shared - len(around), 0),
        )
        for block in parse_page(f"<html><body>{box}").blocks
    ]


class _Writer:
    """Draws markup at random, and fills it with pieces of a page's text."""

    def __init__(self, long: Sequence[str], short: Sequence[str], random: Random, *, named: bool) -> None:
        self._long = long
        self._short = short
        self._random = random
        self._named = _NAMED if named else 0

    def teasers(self) -> str:
        """Write teasers: for each article a linked title and an opening."""
        pick = self._random.choice
        title = [pick(_DATES), pick(_TITLES)]
        self._random.shuffle(title)
        item = "".join((*title, pick(_OPENINGS), pick(_LINKS)))
        return self._box(item, _TEASER_NAMES, pick(_TEASER_SIZES), pick(_TEASER_LENGTHS), pick(_ENDS))

    def comments(self) -> str:
        """Write comments: who, when, what, and perhaps a link to answer."""
        pick = self._random.choice
        item = "".join((pick(_AUTHORS), pick(_DATES), pick(_REMARKS), pick(_LINKS)))
        return self._box(item, _COMMENT_NAMES, pick(_COMMENT_SIZES), pick(_COMMENT_LENGTHS), "")

    def _box(self, item: str, names: Sequence[str], size: int, length: int, end: str) -> str:
        pick = self._random.choice
        inner = pick(_LISTS)
        item = self._element("li" if inner == "ul" else pick(_ITEMS), names, item)
        heading = pick(_HEADINGS).format_map(self._pieces(length, end))
        items = "".join(item.format_map(self._pieces(length, end)) for _ in range(size))
        return self._element(pick(_BOXES), names, heading + self._element(inner, names, items))

    def _element(self, tag: str, names: Sequence[str], inside: str) -> str:
        if not tag:
            return inside
        name = f" class='{self._random.choice(names)}'" if self._random.random() < self._named else ""
        return f"<{tag}{name}>{inside}</{tag}>"

    def _pieces(self, length: int, end: str) -> Mapping[str, str]:
        pieces = {
            "title": self._start(self._random.randint(20, 80)),
            "name": self._start(self._random.randint(5, 20)),
            "text": self._start(length) + end,
            "more": self._start(length),
            "short": self._random.choice(self._short),
            "date": self._date(),
        }
        return {name: escape(piece) for name, piece in pieces.items()}

    def _start(self, most: int) -> str:
        """Return the start of a random text, at most `most` characters, of whole words if possible."""
        text = self._random.choice(self._long)
        return text if len(text) <= most else text[:most].rpartition(" ")[0] or text[:most]

    def _date(self) -> str:
        draw = self._random.randint
        day, month, year = draw(1, 28), draw(1, 12), draw(2000, 2030)
        word = self._random.choice(self._short)[:8]
        return self._random.choice(
            (f"{day}.{month}.{year}", f"{day} {word} {year}", f"{year}-{month}-{day} {month}:{day}")
        )
