"""A page with its text blocks marked, to be looked at in a browser: no scripts, no remote loads."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from urltree.output.follow import Follower, follow
from urltree.output.standalone import standalone_page
from urltree.tags import BLOCK_TAGS
from urltree.traits.whitespace import BREAK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
.urltree-content { background: var(--content); }
.urltree-boilerplate { background: var(--boilerplate); text-decoration: var(--struck); }
.urltree-cold, .urltree-uncertain { background: var(--uncertain); text-decoration: underline dotted; }
/* The direction that a page gives itself in its style sheets is lost with these. */
:is(blockquote, dd, div, dt, h1, h2, h3, h4, h5, h6, li, p, pre, td, th):not([dir], [dir] *) {
  unicode-bidi: plaintext;
}
.urltree-box { display: block; }
:is(h1, h2, h3, h4, h5, h6, p, pre) .urltree-box { display: inline; }
"""

_NOT_SHOWN = "body frameset head html listing optgroup option plaintext xmp".split()
_SHOWN_INLINE = "a b bdo br cite code del em i ins kbd mark q s small span strong sub sup u var".split()
#: Tags that are written again: not the frame of the page, which is replaced by ours, nor elements of raw
#: text, which would swallow marks.
_SHOWN_TAGS = BLOCK_TAGS.difference(_NOT_SHOWN).union(_SHOWN_INLINE)
_VOID_TAGS = frozenset(["br", "col", "hr"])
_SHOWN_ATTRIBUTES = ("class", "colspan", "dir", "id", "lang", "rowspan", "title")
_LINK_SCHEMES = ("http://", "https://")

#: Place in the output, text.
_Place = tuple[int, str]


def annotate(
    html: bytes | str, marks: Sequence[str], charset: str | None = None, hints: Sequence[str] | None = None
) -> str:
    """Write the page anew, with the text of block k in spans of class ``urltree-`` + ``marks[k]``.

    Only harmless elements of the page are kept, with harmless attributes. The marks that have a colour are
    content, boilerplate, uncertain and cold. ``hints[k]`` is shown while the mouse rests on block k.

    Raises `PageError` as `urltree.blocks.parse_page` does, `InputError` unless every block has one mark.
    """
    writer = _Writer()
    follow(writer, html, charset, len(marks))
    return writer.page(marks, hints or [""] * len(marks))


class _Writer(Follower[_Place]):
    """Writes the page, with a place for each text."""

    def __init__(self) -> None:
        super().__init__()
        self._output: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        super().start(tag, attributes)
        if tag in _SHOWN_TAGS:
            self._output.append(f"<{tag}{_shown_attributes(attributes)}>")
        elif "-" in tag:  # to the cutter, custom elements are blocks unless they are in a line
            self._output.append('<span class="urltree-box">')

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag in _SHOWN_TAGS and tag not in _VOID_TAGS:
            self._output.append(f"</{tag}>")
        elif "-" in tag:
            self._output.append("</span>")

    def piece(self, text: str) -> _Place:
        self._output.append("")
        return len(self._output) - 1, " " if text == BREAK else text

    def page(self, marks: Sequence[str], hints: Sequence[str]) -> str:
        for mark, hint, places in zip(marks, hints, self.blocks, strict=True):
            title = f' title="{escape(hint)}"' if hint else ""
            for place, text in places:
                self._output[place] = f'<span class="urltree-{escape(mark)}"{title}>{escape(text)}</span>'
        # Language and direction of a page are attributes of its html element.
        frame = next((attributes for tag, attributes in self.cutter.noted if tag == "html"), {})
        body = f"<div{_shown_attributes(frame)}>{''.join(self._output)}</div>"
        return standalone_page(self.cutter.title or "", _STYLE, body)


def _shown_attributes(attributes: Mapping[str, str]) -> str:
    shown = {name: attributes[name] for name in _SHOWN_ATTRIBUTES if name in attributes}
    if attributes.get("href", "").lower().startswith(_LINK_SCHEMES):
        shown["href"] = attributes["href"]
    return "".join(f' {name}="{escape(value)}"' for name, value in shown.items())
