"""Inline Markdown: a line of runs to a line of CommonMark, with the strikethrough of GFM; pure.

No text of a page may become markup, and no markup may show as text. So emphasis that Markdown cannot express,
such as that of a quotation mark within a word, is left out.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import groupby
from string import punctuation
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from urltree.output.passages import Run

#: What may be markup within a line, whatever stands before this part of it. The last character is what
#: follows the part: it may complete markup, but is none itself. ``[a]`` is none where nothing defines ``a``.
_MARKUP = re.compile(
    r"(?!.$)(?:[\\`]|(?<! )\*|\*(?! .)|(?<! )~|~(?!..)|(?<![^\W_])_|_(?![^\W_].)|\](?=\()|!(?=\[$)"
    r"|<(?=[A-Za-z/!?]|[^\s<>]*(?:@|$))|&(?=#?\w+;|#?\w*$))"
)
_MARKUP_IN_LINK = re.compile(rf"(?!.$)[\[\]]|{_MARKUP.pattern}")

#: What may be markup at the start of a paragraph's line: bullet, heading, quote; a box to tick, a definition,
#: whose end may be in code or on another line; underline, rule or head of a table.
_MARKUP_AT_START = re.compile(
    r"[-+](?:\s|$)|#{1,6}(?:\s|$)|>|\[[ xX]\](?:\s|$)|\[(?:\\.|[^][\\])*(?:\]:|$)|[-=:|][-=:| ]*$"
)
_ITEM_NUMBER = re.compile(r"^(\d{1,9})(?=[.)](?:\s|$))", re.ASCII)

#: An address in a text. GitHub and others make it a link, and all up to the next space a part of it, even the
#: backslashes that stand before markup or end the line.
_ADDRESS = re.compile(r"(?<!(?-i:[A-Za-z]))(?:https?|ftp|www)(?:://|\.)\S*", re.IGNORECASE)
_UP_TO_LINK = re.compile(r"^.*\]\([^()]*\)")
_BEGINNING = re.compile(r"((?:https?|ftp)(?=://)|(?<!/)www(?=\.))", re.IGNORECASE)

_UNSAFE_IN_URL = re.compile(r"[\s()<>\\|`]")
_ENTITY_IN_URL = re.compile(r"&(?=#?\w+;)")

#: Characters beside which markup is certainly read as such: none (the ends of the line), a space, and ASCII
#: punctuation.
_EDGES = {"", " ", *punctuation}

_CODE = {"code", "kbd", "samp"}

#: What text that is struck out, or stressed, stands between.
_STRUCK = "~~"
_STRESSED = "_"


class _Styles(NamedTuple):
    """The styles of a text in the order of `_WRITERS`: the outermost markup first."""

    #: URL of its link; None if it is in none.
    link: str | None
    is_code: bool
    is_strong: bool
    is_struck: bool
    is_stressed: bool


class _Span(NamedTuple):
    """Text of one style, and the characters beside it, empty at an end of the line."""

    text: str
    before: str
    after: str
    styles: _Styles


def line_of(runs: Iterable[Run]) -> str:
    """Write runs without line breaks as one line of a heading or cell."""
    return _write(_spans(list(runs)), 0)


def paragraph_line(runs: Iterable[Run]) -> str:
    """Write runs without line breaks as one line of a paragraph: a bullet, for one, is no markup there."""
    line = line_of(runs)
    if _MARKUP_AT_START.match(line):
        return f"\\{line}"
    return _ITEM_NUMBER.sub(r"\1\\", line)


def broken_line(line: str) -> str:
    """End a line with a line break, a space away from an address."""
    last = _UP_TO_LINK.sub("", line.rpartition(" ")[2])
    space = " " if _ADDRESS.search(last) else ""
    return f"{line}{space}\\"


def code_fence(code: str, least: int) -> str:
    """Return at least `least` backticks, and more in a row than the code has."""
    return "`" * max([least, *(len(found) + 1 for found in re.findall("`+", code))])


def _spans(runs: Sequence[Run]) -> list[_Span]:
    line = "".join([run.text for run in runs])
    spans: list[_Span] = []
    start = 0
    for run in runs:
        end = start + len(run.text)
        marks = {mark.tag: mark for mark in run.marks}
        link = marks["a"].attributes["href"] if "a" in marks else None
        styles = _Styles(link, not _CODE.isdisjoint(marks), "strong" in marks, "s" in marks, "em" in marks)
        if link and spans and spans[-1].styles.link != link and run.text[0] != " ":
            spans[-1] = spans[-1]._replace(after="[")  # what the link will begin with
        spans.append(_Span(run.text, line[max(start - 1, 0) : start], line[end : end + 1], styles))
        start = end
    return spans


def _write(spans: Iterable[_Span], depth: int) -> str:
    if depth == len(_WRITERS):
        return "".join(map(_escape, spans))
    groups = ((style, list(group)) for style, group in groupby(spans, lambda span: span.styles[depth]))
    return _joined(_styled(group, depth) if style else _write(group, depth + 1) for style, group in groups)


def _joined(parts: Iterable[str]) -> str:
    """Join parts of a line; make one of two in a row that are struck out or stressed.

    Their markup in a row would be text to GFM, or mean something else.
    """
    line: list[str] = []
    for part in parts:
        mark = _shared_mark(line[-1], part) if line else ""
        if mark:
            line[-1] = line[-1].removesuffix(mark)
        line.append(part.removeprefix(mark))
    return "".join(line)


def _shared_mark(before: str, part: str) -> str:
    """Return the markup that ends one part and begins the next; empty if there is none."""
    marks = (mark for mark in (_STRUCK, _STRESSED) if before.endswith(mark) and part.startswith(mark))
    return "" if before.endswith(r"\_") else next(marks, "")


def _styled(spans: list[_Span], depth: int) -> str:
    """Write spans of one style, with the spaces at their ends outside of its markup."""
    text = "".join(span.text for span in spans)
    inner = _strip(spans) if spans else []
    if not inner:
        return text
    written = _WRITERS[depth](inner, depth)
    return f"{' ' * text.startswith(' ')}{written}{' ' * text.endswith(' ')}"


def _strip(spans: list[_Span]) -> list[_Span]:
    first, *rest = spans
    if first.text.startswith(" "):
        spans = [first._replace(text=first.text[1:], before=" "), *rest]
    *rest, last = spans
    if last.text.endswith(" "):
        last = last._replace(text=last.text[:-1], after=" ")
    return [span for span in (*rest, last) if span.text]


def _link(spans: Sequence[_Span], depth: int) -> str:
    code = "".join(span.text if span.styles.is_code else " " for span in spans)
    if "]:" in code:  # the bracket that opens the link would begin a definition
        spans = [span._replace(styles=span.styles._replace(is_code=False)) for span in spans]
    url = _UNSAFE_IN_URL.sub(lambda found: quote(found[0]), str(spans[0].styles.link))
    return f"[{_write(spans, depth + 1)}]({_ENTITY_IN_URL.sub('&amp;', url)})"


def _code(spans: Sequence[_Span], _: int) -> str:
    code = "".join(span.text for span in spans)
    fence = code_fence(code, 1)
    pad = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{fence}{pad}{code}{pad}{fence}"


def _delimited(delimiter: str, *, in_words: bool) -> Callable[[Sequence[_Span], int], str]:
    """Make a writer of emphasis as far as CommonMark's flanking rules certainly allow it.

    A punctuation mark at an end may have to stand outside; other emphasis that they forbid is left out.
    """

    def write(spans: Sequence[_Span], depth: int) -> str:
        inner = _write(spans, depth + 1)
        first, last = spans[0], spans[-1]
        opens = _is_edge(first.before) or (in_words and inner[0].isalnum())
        closes = _is_edge(last.after) or (in_words and inner[-1].isalnum())
        if opens and closes:
            return f"{delimiter}{inner}{delimiter}"
        if not opens and _is_edge(first.text[0]):
            mark, others = _first_apart(spans)
            return f"{_write([mark], depth + 1)}{_styled(others, depth)}"
        if not closes and _is_edge(last.text[-1]):
            mark, others = _last_apart(spans)
            return f"{_styled(others, depth)}{_write([mark], depth + 1)}"
        return inner

    return write


def _first_apart(spans: Sequence[_Span]) -> tuple[_Span, list[_Span]]:
    """Take the first character off spans."""
    first, *others = spans
    mark, text = first.text[0], first.text[1:]
    rest = [first._replace(text=text, before=mark)] if text else []
    return first._replace(text=mark, after=(text + first.after)[:1]), rest + others


def _last_apart(spans: Sequence[_Span]) -> tuple[_Span, list[_Span]]:
    """Take the last character off spans."""
    *others, last = spans
    text, mark = last.text[:-1], last.text[-1]
    rest = [last._replace(text=text, after=mark)] if text else []
    return last._replace(text=mark, before=(last.before + text)[-1:]), others + rest


def _is_edge(beside: str) -> bool:
    # Punctuation of all scripts is an edge, too; symbols such as € are only since CommonMark 0.31.
    return beside in _EDGES or category(beside).startswith("P")


def _escape(span: _Span) -> str:
    text = f"{span.text}{span.after or ' '}"
    escaped = (_MARKUP_IN_LINK if span.styles.link else _MARKUP).sub(r"\\\g<0>", text)[:-1]
    if span.styles.is_struck:
        escaped = escaped.replace(" ~", r" \~")  # GFM would look for its end first
    return escaped if span.styles.link else _ADDRESS.sub(partial(_unlinked, span.after), escaped)


def _unlinked(after: str, address: re.Match[str]) -> str:
    """Keep an address from becoming a link if it holds markup, or what follows its span may be some."""
    runs_on = address.end() == len(address.string) and after not in {"", " "}
    return _BEGINNING.sub(r"\1\\", address[0]) if runs_on or "\\" in address[0] else address[0]


_WRITERS = (
    _link,
    _code,
    _delimited("**", in_words=True),
    _delimited(_STRUCK, in_words=True),
    _delimited(_STRESSED, in_words=False),
)
