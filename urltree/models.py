"""The values that cross a boundary, one type per boundary.

html → `Page` of `TextBlock`s → `UrlKey` → `Document` → `StoreAnswer` → `Observation` → `Decision`s → text
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from urltree.arguments import expect
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

#: The most documents that a domain can keep: the largest number in a counter of two bytes.
MAX_DOCUMENTS = 65_535

#: The most blocks of a page that are counted; later ones are treated as unseen. This bounds how long one
#: hostile page can make all others wait: 5,000 blocks keep Valkey busy for some 0.5 s.
MAX_BLOCKS = 5_000

#: Shows where a word may be broken. It is left out of all texts: nobody who searches for the word expects it.
SOFT_HYPHEN = "\xad"

#: The name of the root node, the parent of every domain.
ROOT = ""

#: A node with fewer documents is not asked (n_min of URL Tree §5.4); below the domain it has no counts.
MATURE = 5

#: What is summed over the documents that had a path: the documents themselves; their blocks on the path that
#: are not template, the words of each, and the squares of these; their new blocks, which next to no other
#: document of the domain holds, and the words of these; the new words times their score; the documents
#: whose new words on the path score over a half; and the share of each document's openings on the path that
#: the document before it had, too.
PATH_SUMS = ("documents", "blocks", "words", "squares", "new blocks", "new words", "score", "liked", "alike")

#: A path with more blocks than this on a page holds prose or a list, in which openings say nothing.
OPENINGS = 4


@dataclass(frozen=True, slots=True)
class UrlKey:
    """A near-unique identifier of a document (URL Tree §3) and where it hangs in the tree (§4)."""

    #: ``http://host/path[?query]``; http and https give one key.
    key: str
    #: Registered domain: public suffix + one label, private suffixes included.
    domain: str
    #: Names of the nodes from the domain to the deepest, each the parent of the next:
    #: ``("go.com", "abcnews.go.com", "abcnews.go.com/kabc", "abcnews.go.com/kabc/story")``.
    branch: tuple[str, ...]


class TextBlock(NamedTuple):
    """A chunk of text delimited by block-level tags (URL Tree §2)."""

    #: Never empty; every run of white space is one space.
    text: str
    #: 64-bit hash of the letters, lower case; None where there are no letters.
    hash: int | None
    #: The nearest block-level tag around the text.
    tag: str
    #: DOM path down to ``tag``, e.g. ``html/body/div#main/article.post/p``.
    path: str
    #: Characters of ``text`` inside links.
    link_chars: int
    #: How many steps of ``path``, from its start, are the same elements that also hold the block before.
    shared: int = 0
    #: Elements that start on the page before the end of the block: those that delimit, links, and others.
    boxes: int = 0
    links: int = 0
    inlines: int = 0


#: The tag and the attributes of an element that says something about the page.
Noted = tuple[str, "Mapping[str, str]"]


class DatedElement(NamedTuple):
    """An element that may have a date for machines: ``time``, or ``abbr`` (microformats.org/wiki/hatom)."""

    #: ``time``, too, for a custom element with such a date: ``relative-time``.
    tag: str
    attributes: Mapping[str, str]
    #: The end of the text that precedes it in its block.
    before: str
    #: DOM path of that block.
    path: str


class AuthorLink(NamedTuple):
    """A link of the type ``author`` (HTML, 4.6.7.2)."""

    #: As it is written on the page.
    href: str
    #: Never empty.
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """What one parse of one HTML document yields."""

    blocks: tuple[TextBlock, ...]
    #: Text of ``<title>``, None where there is none.
    title: str | None
    #: Its html, base, link and meta elements.
    noted: tuple[Noted, ...] = ()
    dated: tuple[DatedElement, ...] = ()
    #: Short text of a block -> its lines, if it has line breaks.
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Places of the blocks that end with a link back to the text which refers to them.
    footnotes: tuple[int, ...] = ()
    #: Texts of its JSON-LD scripts.
    linked_data: tuple[str, ...] = ()
    author_links: tuple[AuthorLink, ...] = ()
    #: For elements that are marked as an author, the bytes of the page from there on, up to a limit; UTF-8.
    author_marks: tuple[bytes, ...] = ()
    #: Public identifier of its doctype, empty for that of HTML 5; None where none is declared.
    doctype: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PagePaths:
    """The m DOM paths of a page, and its k blocks with letters as they are judged without their site.

    This is what the history of paths learns from a page. The paths are those of the blocks and all above
    them; the first is the empty path, which is above all others.
    """

    #: uint64 (m,): their hashes; a path comes after the one above it.
    hashes: NDArray[np.uint64]
    #: uint16 (m,): place of the path above.
    above: NDArray[np.uint16]
    #: Hash of each of the k blocks.
    blocks: tuple[int, ...]
    #: uint16 (k,): place of the block's own path.
    own: NDArray[np.uint16]
    #: uint16 (k,).
    words: NDArray[np.uint16]
    #: uint8 (k,): how likely each block is content, in 255ths.
    scores: NDArray[np.uint8]
    #: uint16 (m, OPENINGS): how the blocks on each path open, if there are at most `OPENINGS`; 0 for none.
    openings: NDArray[np.uint16]


class PathHistory(NamedTuple):
    """What the m paths of a page held in earlier documents."""

    #: float32 (m, len(PATH_SUMS)): newer documents count for more.
    sums: NDArray[np.float32]
    #: uint16 (m, OPENINGS): as in `PagePaths`, of the last document that had the path.
    openings: NDArray[np.uint16]

    def sum_of(self, name: str) -> NDArray[np.float32]:
        """Return one of the `PATH_SUMS` of each path, (m,)."""
        return self.sums[:, PATH_SUMS.index(name)]


class TemplateSample(NamedTuple):
    """What the templates of a site learn from a page."""

    #: `urltree.templates.fingerprint.LENGTH` bytes.
    fingerprint: bytes
    #: URL of the page, to be shown to people.
    url: str


@dataclass(frozen=True, slots=True)
class Document:
    """One page as the tree counts it."""

    domain: str
    #: 64-bit hash of the URL key.
    key: int
    #: Names of the nodes, domain first (``UrlKey.branch``).
    branch: tuple[str, ...]
    #: Distinct block hash -> characters of the block, in page order.
    blocks: Mapping[int, int]
    #: Seconds since the epoch.
    time: float
    #: What the history of paths is to learn; None leaves it as it is.
    paths: PagePaths | None = None
    #: What the templates are to learn; None leaves them as they are.
    sample: TemplateSample | None = None


class Status(StrEnum):
    """What a document is to the tree."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REVISION = "revision"


@dataclass(frozen=True, slots=True)
class NodeCounts:
    """What one node of the branch knows of a page."""

    #: The node's name; ``ROOT`` for the root.
    node: str
    #: Documents counted here.
    support: int
    #: Block hash -> documents here that contain it. Hashes that are not counted are left out; below the
    #: domain these are all while ``support`` is under `MATURE`.
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class StoreAnswer:
    """A store's answer for one document."""

    status: Status
    #: 0 when a URL key is seen for the first time, then one more for each revision.
    revision: int
    #: The nodes of the document's branch, the domain first.
    nodes: tuple[NodeCounts, ...]
    #: What the document's paths held before, and what itself added when it was new; None if the document came
    #: without paths.
    history: PathHistory | None = field(default=None, compare=False)
    #: True for the document that makes it certain that the site's template has changed.
    template_changed: bool = False
    #: Documents that have come since the URL key was first seen, its own included; 0 for a new one.
    age: int = 0
    #: When the URL key was first seen, in seconds since the epoch, as far as the store remembers.
    first_seen: float = field(default=0.0, compare=False)


class Branch(NamedTuple):
    """What the nodes above a page know of it."""

    root: NodeCounts
    domain: NodeCounts
    #: From the one below the domain down to the deepest.
    below: tuple[NodeCounts, ...] = ()

    @property
    def asked(self) -> NodeCounts:
        """The deepest node that has seen enough documents, else the domain."""
        return self.deepest(MATURE) or self.domain

    def deepest(self, support: int) -> NodeCounts | None:
        """Return the deepest node with at least so many documents, no higher than the domain."""
        return next((node for node in reversed((self.domain, *self.below)) if node.support >= support), None)


@dataclass(frozen=True, slots=True)
class Observation:
    """The tree's answer for one document."""

    status: Status
    #: 0 when a URL key is seen for the first time, then one more for each revision.
    revision: int
    branch: Branch
    #: What the document's paths held before; None if the document came without paths.
    history: PathHistory | None = field(default=None, compare=False)
    #: True for the document that makes it certain that the site's template has changed.
    template_changed: bool = False
    #: When the URL key was first seen, in seconds since the epoch, as far as the store remembers.
    first_seen: float = field(default=0.0, compare=False)


class Label(StrEnum):
    """What a text block is."""

    CONTENT = "content"
    BOILERPLATE = "boilerplate"


class Decision(NamedTuple):
    """The label of one text block and the evidence for it."""

    label: Label
    #: Documents at ``node`` that contain the block.
    count: int  # type: ignore[assignment]  # hides `tuple.count`, which nobody needs here
    #: Documents at ``node``.
    support: int
    #: The node that decided.
    node: str
    #: How likely the block is content; None from a heuristic that only counts.
    score: float | None = None


class LabelledBlock(NamedTuple):
    """A text block and its decision; what most callers ask of either can be read directly."""

    block: TextBlock
    decision: Decision

    @property
    def text(self) -> str:
        """The text of the block."""
        return self.block.text

    @property
    def label(self) -> Label:
        """See `Decision`."""
        return self.decision.label

    @property
    def count(self) -> int:  # type: ignore[override]  # hides `tuple.count`, which nobody needs here
        """See `Decision`."""
        return self.decision.count

    @property
    def support(self) -> int:
        """See `Decision`."""
        return self.decision.support

    @property
    def node(self) -> str:
        """See `Decision`."""
        return self.decision.node

    @property
    def score(self) -> float | None:
        """See `Decision`."""
        return self.decision.score


@dataclass(frozen=True, slots=True)
class NodeSummary:
    """One node of a domain as it stands in the store."""

    node: str
    support: int


class FingerprintSummary(NamedTuple):
    """A template fingerprint that documents of a domain have."""

    fingerprint: bytes
    #: Documents of the domain that have it.
    support: int
    #: URL of the newest of them.
    example: str


class FingerprintHolder(NamedTuple):
    """A domain and a template fingerprint that documents of it have."""

    domain: str
    fingerprint: bytes


@dataclass(frozen=True, slots=True)
class RepeatedBlock:
    """A block that many documents of a domain share."""

    hash: int
    #: Documents of the domain that contain it.
    count: int
    #: The start of its text; empty where no text was kept.
    text: str


@dataclass(frozen=True, slots=True)
class Retention:
    """How much of its past a domain keeps (URL Tree §6)."""

    #: The most documents that are kept.
    max_documents: int = 10_000
    #: Seconds that a document is kept, unless it is among the `min_documents` newest.
    max_age: float = 14 * 86_400.0
    #: How many of the newest documents are kept whatever their age, but `max_documents` at most.
    min_documents: int = 100

    def __post_init__(self) -> None:
        """Raise `InputError` for values of another type or out of range."""
        expect("max_documents", self.max_documents, int)
        expect("max_age", self.max_age, int, float)
        expect("min_documents", self.min_documents, int)
        if not 0 < self.max_documents <= MAX_DOCUMENTS:
            raise InputError(f"max_documents is {self.max_documents}; use 1 to {MAX_DOCUMENTS:,}")
        if not 0 <= self.min_documents <= MAX_DOCUMENTS:
            raise InputError(f"min_documents is {self.min_documents}; use 0 to {MAX_DOCUMENTS:,}")
        if not self.max_age >= 0:
            raise InputError(f"max_age is {self.max_age}; use a number of seconds, 0 or more")


@dataclass(frozen=True, slots=True)
class Evidence:
    """How much of the site the decision rests on."""

    #: The node that decided.
    node: str
    #: Documents at ``node``.
    support: int
    #: True if the domain has seen enough documents to judge by.
    warm: bool
    #: True for the document that makes it certain that the site's template has changed.
    template_changed: bool = False
