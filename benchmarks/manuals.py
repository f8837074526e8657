"""Makes a data set of manuals: pages of documentation, as some twenty programs write them.

On Debian 12, whose packages of manuals are listed in ``manuals.txt``:

    xargs apt-get download < benchmarks/manuals.txt && mkdir manuals
    for package in *.deb; do dpkg -x "$package" "manuals/${package%%_*}"; done
    python -m benchmarks.manuals manuals manuals.jsonl.xz
    urltree evaluate manuals.jsonl.xz --baselines

The gold text of a page is that of the element in which its program puts what the author has written.
"""

from __future__ import annotations

import json
import lzma
from itertools import islice
from pathlib import Path  # noqa: TC003 -- typer reads it
from random import Random
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from lxml import etree, html

from urltree.blocks import parse_page
from urltree.charset import to_utf8

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Pages of a manual at most, drawn at random, and at least.
MOST, LEAST = 40, 12

#: Bytes of a page, and words of its text.
BYTES, WORDS = range(1_000, 400_000), range(60, 6_000)

#: A page is a table of contents if more than this share of its text is in links.
LINKED = 0.5


def _has_class(*names: str) -> str:
    return " or ".join(f"contains(concat(' ', normalize-space(@class), ' '), ' {name} ')" for name in names)


def _has_id(*names: str) -> str:
    return " or ".join(f"@id='{name}'" for name in names)


#: Elements with the text, by the program that wrote the page; the first that are there are taken.
_TEXTS = (
    f"//*[{_has_id('apicontent', 'page-content', 'main-content', 'mainContent')}]",  # Node.js, Apache
    "//main | //*[@role='main']",  # javadoc, mdBook, MkDocs, newer themes of Sphinx
    f"//div[{_has_class('body', 'contents', 'contentContainer', 'maincolumn')}]",  # Sphinx, Doxygen, Scribble
    f"//*[{_has_id('content', 'doc-content', 'documentation')}]",  # Haddock, AsciiDoc, Nim
    "//body/*["  # DocBook, gtk-doc
    + _has_class(*("refentry", "reference", "section", "sect1", "chapter", "article", "appendix", "preface"))
    + "]",
    f"//body[.//div[{_has_class('header', 'nav-panel', 'node')}]]",  # Texinfo
)

#: What the author has not written, in such an element.
_OTHERS = " | ".join(
    (
        ".//nav | .//footer | .//script | .//style",
        f".//*[{_has_id('quickview', 'top', 'toc', 'toc-list', 'table-of-contents', 'footer')}]",
        f".//*[{_has_class('header')}][not(.//h1)]",
        f".//*[{_has_class('nav-panel', 'navheader', 'navfooter', 'navigation', 'toc', 'footer')}]",
        f".//*[{_has_class('headerlink', 'anchor', 'mark', 'toplang', 'bottomlang', 'related', 'sub-nav')}]",
        f".//*[{_has_class('prev-next-area', 'summary-mirror')}]",
    )
)


class ManualPage(NamedTuple):
    """A page of a manual, as a line of a data set."""

    site: str
    url: str
    gold: str
    html: str


def manuals(folder: Path) -> Iterator[ManualPage]:
    """Yield the pages of the manuals in a folder, each manual in a folder of its own, in random order."""
    for manual in sorted(folder.iterdir()):
        files = sorted(path for path in manual.rglob("*.html") if path.is_file())
        Random(manual.name).shuffle(files)
        pages = list(islice(filter(None, (_page(manual, file) for file in files)), MOST))
        if len(pages) >= LEAST:
            yield from pages


def _page(manual: Path, file: Path) -> ManualPage | None:
    body = file.read_bytes()
    gold = gold_text(body) if len(body) in BYTES else None
    if not gold:
        return None
    site = manual.name.replace(".", "-") + ".example"
    path = file.relative_to(manual).as_posix().removeprefix("usr/share/")
    return ManualPage(site, f"https://{site}/{path}", gold, to_utf8(body).decode())


def gold_text(page: bytes) -> str | None:
    """Return what the author has written; None if that is not known, too little, or mostly links."""
    root = html.document_fromstring(to_utf8(page), html.HTMLParser(encoding="utf-8"))
    found = next((elements for rule in _TEXTS if (elements := root.xpath(rule))), [])
    for element in found:
        for other in element.xpath(_OTHERS):
            other.drop_tree()
    outermost = [element for element in found if not any(above in found for above in element.iterancestors())]
    inner = b"".join(etree.tostring(element, encoding="utf-8", method="html") for element in outermost)
    if not inner.strip():
        return None
    blocks = parse_page(b"<meta charset=utf-8>" + inner).blocks
    gold = "\n".join(block.text for block in blocks)
    linked = sum(block.link_chars for block in blocks)
    return gold if len(gold.split()) in WORDS and linked <= LINKED * len(gold) else None


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of manuals.")],
    out: Annotated[Path, typer.Argument(help="File to write.")],
) -> None:
    """Write the data set."""
    with lzma.open(out, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(page._asdict()) + "\n" for page in manuals(folder))


if __name__ == "__main__":
    typer.run(main)
