"""The programming language of code, as its markup names it; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

#: So much of a class is read, since one element may be around thousands of ``pre``.
CLASS_CHARS = 1_000

#: The language in the class of code, as HTML suggests and as SyntaxHighlighter, MDN, highlight.js, pandoc and
#: rustdoc write it; and (`_WRAPPER`) in the class of an element around it, as documentation tools write it:
#: Sphinx and GitHub say `highlight`, MediaWiki `mw-highlight-lang`.
_CLASS = re.compile(
    r"(?:(?:^|\s)(?:lang(?:uage)?-|brush:\s*)"
    r"|^(?:hljs|sourceCode)\s+(?:lang(?:uage)?-)?(?=\S+$)"
    r"|^(?=rust\s+rust-example-rendered))"
    r"([\w+#.-]{1,50}?)(?:-nolint)?(?:[\s;]|$)",
    re.ASCII,
)
_WRAPPER = re.compile(
    r"(?:^|\s)(?:language|mw-highlight-lang|highlight(?:-source|-text(?=-))?)-(?!default|none)"
    r"([\w+#.-]{1,50})(?:\s|$)",
    re.ASCII,
)

#: Attributes of code that name its language: those of Hugo, Prism, and Enlighter, which writes `null` or
#: `generic` for none.
_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language")
#: That in which Confluence writes what SyntaxHighlighter has in classes.
_PARAMETERS = "data-syntaxhighlighter-params"
_NAME = re.compile(r"(?!(?:null|generic)$)([\w+#.-]{1,50})", re.ASCII)

#: Names that are a class by themselves: Octopress and GeSHi give code no other, Rouge and highlight.js one
#: beside theirs, and Hexo writes `highlight js` around it.
_NAMES = frozenset(
    """
    bash batch c c# c++ clojure cmake coffeescript cpp cs csharp css d dart diff dockerfile elixir elm
    erlang f# fsharp go golang graphql groovy haml handlebars haskell html http ini java javascript js
    json jsx julia kotlin latex less lisp lua make makefile markdown matlab nginx nim objc objective-c
    objectivec ocaml pascal perl php powershell prolog properties protobuf puppet py python r rb ruby rust
    sass scala scheme scss sh shell sql swift tcl tex toml ts tsx typescript vb vbnet vim xml yaml yml zsh
    """.split(),
)
_HIGHLIGHT = re.compile(r"(?:^|\s)highlight (\S+)")


def code_language(elements: Sequence[Mapping[str, str]], around: str) -> str:
    """Return the language of code by the attributes of ``pre`` and of the elements in it; empty if unknown.

    `around` are the classes of the elements around it, joined by spaces, the nearest first.
    """
    return next(_named(elements, around), "")


def _named(elements: Sequence[Mapping[str, str]], around: str) -> Iterator[str]:
    classes = [attributes.get("class", "")[:CLASS_CHARS] for attributes in elements]
    said = (
        *map(_CLASS.search, classes),
        *(_CLASS.search(each.get(_PARAMETERS, "")[:CLASS_CHARS]) for each in elements),
        *(_NAME.fullmatch(each.get(name, "")) for name in _ATTRIBUTES for each in elements),
        _WRAPPER.search(around),
    )
    yield from (found[1] for found in said if found)
    words = [*" ".join(classes).split(), *_HIGHLIGHT.findall(around)]
    yield from (word for word in words if word.lower() in _NAMES)
