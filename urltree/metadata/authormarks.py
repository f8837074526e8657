"""The author whom a page marks by microdata (schema.org), microformats (1 and 2) or a block of WordPress.

    <span itemprop="author" itemscope><a itemprop="url" href="…"><b itemprop="name">Ann Lee</b></a></span>
    <span class="author vcard"><a class="url fn" href="…">Ann Lee</a></span>
    <a class="p-author h-card" href="…">Ann Lee</a>
    <div class="wp-block-post-author-name">Ann Lee</div>

Few pages have such marks, so they are not looked for in the parser's callback for each element. They are
found in the page's bytes, and what follows each is parsed by itself when the author is asked for.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterable

#: How sites write the mark, Blogger with single quotes; and that of comments, which have authors, too.
_AUTHOR, _COMMENT = (
    re.compile(rb"""itemprop=["']?(?:\w+ )?%b(?=["'\s>])""" % name) for name in (b"author", b"comment")
)

#: Of hAtom, too, as Yahoo wrote it. What is marked so that has no name of class `fn` is a box.
_VCARD = re.compile(rb"""class=["']?(?:author|byline) vcard(?=["'\s>])""")

#: Of microformats 2, among other classes. Without the second one the element may hold other words.
_HCARD = re.compile(
    rb"""class=["'](?=[^"'<>]*?(?<![\w-])h-card(?=["'\s]))[^"'<>]*?(?<![\w-])p-author(?=["'\s])"""
)

#: Of the blocks of WordPress, among other classes; style sheets name the class, too.
_WORDPRESS = re.compile(rb"""class=["'][^"'<>]*?wp-block-post-author(?:-|__)name(?=["'\s])""")

#: What has authors of its own in microformats 2.
_CITED = re.compile(rb"""class=["'][^"'<>]*?(?<![\w-])(?:h-cite|[pu]-comment)(?=["'\s])""")

#: Kinds of marks, the best first: a part that all have, and what marks comments beside them.
_KINDS = (
    (_AUTHOR, b"itemprop=", _COMMENT),
    (_VCARD, b" vcard", _COMMENT),
    (_HCARD, b"p-author", _CITED),
    (_WORDPRESS, b"wp-block-post-author", _COMMENT),
)

#: Bytes from the start of an author's element within which its name must end, and the most elements looked
#: at.
_REACH = 2_000
_MOST = 5


def _marked(word: str) -> str:
    return f"*[contains(concat(' ', normalize-space(@itemprop), ' '), ' {word} ')]"


def _of_class(word: str) -> str:
    return f"*[contains(concat(' ', normalize-space(@class), ' '), ' {word} ')]"


_PERSON = etree.XPath(
    f"(//{_marked('author')} | //{_of_class('fn')}"
    f" | //{_of_class('p-author')}[self::a or self::span or .//{_of_class('p-name')}]"
    " | //*[contains(@class, 'wp-block-post-author')])[1]"
)
_NAME = etree.XPath(f".//{_marked('name')} | .//{_of_class('p-name')}")


def author_marks(page: bytes) -> list[bytes]:
    """Return the bytes of a page in UTF-8 from the start of each of the first elements marked as an author.

    Of marks of several kinds the first kind counts. Elements from the first comment on are left out.
    """
    for mark, part, comments in _KINDS:
        if marks := _starts(mark, page, part):
            comment = comments.search(page, 0, marks[-1])
            starts = [page.rfind(b"<", 0, at) for at in marks if not comment or at < comment.start()]
            return [page[start : start + _REACH] for start in starts if start >= 0]
    return []


def _starts(mark: re.Pattern[bytes], page: bytes, part: bytes) -> list[int]:
    """Return where the first marks start; only a page with a part that all of them have is searched."""
    return [found.start() for found in islice(mark.finditer(page), _MOST)] if part in page else []


def marked_author(marks: Iterable[bytes]) -> list[str]:
    """Return a list of the one name in these marks; empty if there are none or several.

    Several names are, as a rule, those of other articles or of the posts of a forum.
    """
    names = set(map(_name, marks)) - {""}
    return list(names) if len(names) == 1 else []


def _name(fragment: bytes) -> str:
    """Return the name of the author with whose element a fragment begins; empty if it has none."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True)
    root = etree.fromstring(b"<body>" + fragment, parser)  # without any element the root would be None
    for person in _PERSON(root):
        etree.strip_elements(person, "script", "style", with_tail=False)
        named = next(iter(_NAME(person)), person)
        return " ".join((named.get("content") or "".join(named.itertext())).split())
    return ""
