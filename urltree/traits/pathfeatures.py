"""What a DOM path says by itself: its tags and names, as numbers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from xxhash import xxh3_64_intdigest

from urltree.tags import HEADINGS
from urltree.traits.elements import CONTAINER_LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

#: Groups of tags for the block's own element. Text directly in an article or a section counts as text in
#: a `div`. So the group of sections is empty; networks still have its column.
OWN_TAGS: dict[str, tuple[str, ...]] = {
    "p": ("p",),
    "div": ("div", "center", "article", "main", "section"),
    "li": ("li",),
    "h1": ("h1",),
    "h2": ("h2",),
    "h3": ("h3",),
    "h4-6": ("h4", "h5", "h6"),
    "td": ("td", "th", "caption"),
    "blockquote": ("blockquote",),
    "pre": ("pre", "listing", "plaintext", "xmp"),
    "dl": ("dd", "dt", "dl"),
    "figcaption": ("figcaption", "figure"),
    "section": (),
    "root": ("html", "body", ""),
}

#: Groups of tags for all elements of a path.
TAGS: dict[str, tuple[str, ...]] = {
    "article": ("article",),
    "main": ("main",),
    "section": ("section",),
    "aside": ("aside",),
    "nav": ("nav", "menu"),
    "header": ("header", "hgroup"),
    "footer": ("footer",),
    "form": ("form", "fieldset"),
    "list": ("ul", "ol", "dir"),
    "definitions": ("dl",),
    "table": ("table",),
    "cell": ("td", "th"),
    "quote": ("blockquote",),
    "code": ("pre",),
    "figure": ("figure", "figcaption"),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "paragraph": ("p",),
    "address": ("address",),
    "details": ("details", "dialog"),
}

#: Groups of names that occur in ids, classes and tags of custom elements. Only this group of features depends
#: on words: English ones, and what sites in other languages call the same. Names of bbPress begin with
#: `bbp-`: in a forum replies are text.
NAMES: dict[str, str] = {
    "body": r"(?<!no)[ck]onten|article|entry|post(?!s|ed|-?meta)|(?<!hi)story|body|(?<![a-z])text|texto|prose"
    r"|(?<!p)artik[eu]l|(?<!p)artic[ou]l|artigo|inhalt|noticia(?!s)",
    "title": r"tit(?:le|[eo]l|ul|re)|head(?:line|ing)|(?<![a-z])hed(?![a-z])|schlagzeile",
    "comment": r"[ck]omm?ent|(?<!bbp-)repl(?:y|ies)|respond|response|disqus|discuss|feedback|thread|reactie"
    r"|yorum",
    "nav": r"nav|menu|breadcrumb|crumb|toolbar|(?<![a-z])tabs?(?![a-z])|skip",
    "sidebar": r"side-?bar|aside|(?<!elementor-)widget|(?<!t)rail|(?<![-_])column|(?<![a-z])col(?![a-z])"
    r"|secondary|(?<![a-z])right",
    "footer": r"foot(?!ball|age|note)|copyright|colophon|legal|disclaimer|imprint",
    "header": r"header|masthead|banner|logo(?!ut)|brand|(?<![a-z])top(?![a-z])",
    "related": r"relat(?!iv)|recommend|popular|trending|similar|suggest|also|most|further|(?<![a-z])more"
    r"|rela[ck]ion|recomend|verwandt|[aä]hnlich|weitere|meistgelesen|lire-?aussi|benzer|podobn|terkait",
    "social": r"shar(?:e|ing)|social|facebook|twitter|follow|like|(?<![a-z])icon|(?<![a-z])teilen"
    r"|compart[ei]r|partage",
    "author": r"author|by-?line|(?<![a-z])bio(?![a-z])|contributor|profile|avatar|vcard|user|(?<![a-z])auteur"
    r"|autor(?![a-z])",
    "date": r"(?<!vali)date|time|publi|stamp|meta|info|detail|datum|fecha|tarih",
    "tags": r"(?<![a-z])tags?(?![a-z])|[ck]ategor|etiqueta|schlagw|(?<!bbp-)topic|keyword|taxonom|label",
    "advert": r"(?<![a-z])ad(?:s|vert\w*)?(?![a-z])|sponsor|promo|dfp|outbrain|taboola|publici[dt](?!y)"
    r"|(?<!be)werbung|(?<![a-z])(?:werbe)?anzeige",
    "subscribe": r"subscri|newsletter|sign-?(?:up|in)|login|register|member|(?<!in)(?<!plat)form(?!at)"
    r"|(?<!re)search|contact",
    "caption": r"caption|photo|image|(?<![a-z])img|gallery|figure|media(?!-(?:body|text))|video|slide|credit"
    r"|thumb",
    "teaser": r"teaser|summary|excerpt|(?<![a-z])lead(?!er)|intro|abstract|standfirst|deck|sub-?title"
    r"|snippet",
    "hidden": r"hidden|hide|modal|pop-?up|cookie|consent|print|screen-reader|tooltip|overlay|alert|notice",
    "list": r"list|item|latest|recent|archive|feed|(?<!v)card|grid|(?<!wp-)block|box|module|(?<![a-z])row",
    "pager": r"pag(?:er|in)|prev(?!iew)|(?<!__)next|(?<![a-z])older|newer",
}

#: A name of one of these groups is not one of a body: `comment-content`, `related_post`, `article-footer`.
NOT_BODY = frozenset(("comment", "nav", "footer", "related", "social", "advert", "pager"))

#: A name of an element with one of these is not one of what is hidden: warnings in manuals are alerts.
_ADMONITION = re.compile(r"admonition|callout|markdown-alert")

#: Starlight puts such warnings into an `aside` of this name, amid the text.
_ADMONITION_ASIDE = "starlight-aside"

#: Names for how an element looks, or of what kind a post is, which say nothing of its text. Ids are kept
#: without digits, so `col-md-8` is `col-md-` here.
_LOOKS = re.compile(
    r".*:.*|-?text-(?:left|center|right|justify|start|end|white|black|muted|nowrap|base|[smdlgx]*|.*-)"
    r"|(?:.*-)?(?:items|content|self)-(?:start|center|end|between|around|evenly|stretch|baseline)"
    r"|(?:col|row|grid|top|right|bottom|left)-(?:(?:[smdlgx]+|span|start|cols)-)?"
    r"|(?:position-)?relative|(?:flex|inline|overflow|float|pull|leading|border|margin|padding)-.*"
    r"|hidden-(?:[smdlgx]*|print)|(?:has|status|format|single-format)-.*|hfeed"
)

#: Groups of marks that elements have: roles of ARIA, properties of microdata, or that they are hidden.
MARKS: dict[str, str] = {
    "hidden": r"\[hidden\]",
    "main": r"\[role=(?:main|article)\]",
    "landmark": r"\[role=(?!main|article|presentation|none)",
    "body": r"\[itemprop=(?:\w*body|text|blogposts?|mainentity\w*)\]",
    "property": r"\[itemprop=(?!\w*body\]|text\]|blogpost|mainentity)",
    "comment": r"\[itemprop=\w*comment",
}

#: Columns of a path's features.
WIDTH = len(OWN_TAGS) + len(TAGS) + len(NAMES) + len(MARKS)

#: Distances to an ancestor become 1 / (1 + slope x distance); 0 without one.
_TAG_SLOPE = 0.2
_NAME_SLOPE = 0.34

#: The most paths, and steps and names in them, of which is kept what they say; a path takes about 1 KB.
_MOST_KEPT = 30_000

_SLOPES = [_TAG_SLOPE] * len(TAGS) + [_NAME_SLOPE] * (len(NAMES) + len(MARKS))

#: A `div` around all that one of these holds says nothing. In a cell it may be a box of the layout.
_ITEMS = HEADINGS | {"li", "dd", "dt"}

_AFTER_TAG = re.compile(r"[#.\[]")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAMES = {group: re.compile(pattern) for group, pattern in NAMES.items()}
_MARKS = tuple(re.compile(pattern) for pattern in MARKS.values())


class PathFeatures(NamedTuple):
    """What the paths of n blocks say."""

    #: float32 (n, WIDTH): own tag (one-hot), then tags, names and marks by how near they are.
    features: NDArray[np.float32]
    #: uint64 (n, CONTAINER_LEVELS): hashes of a block's own path, of the one above it, ...; 0 above the root.
    containers: NDArray[np.uint64]
    #: (n,): steps of the paths.
    depths: NDArray[np.intp]


#: What is kept of a path; as bytes, which are joined several times as fast as arrays.
_ROW = np.dtype(
    [("features", np.float32, WIDTH), ("containers", np.uint64, CONTAINER_LEVELS), ("depth", np.intp)]
)


def unwrapped(paths: Sequence[str], shared: Sequence[int]) -> list[str]:
    """Return the paths of n blocks without a `div` around all that an item or a heading holds.

    `shared` (n,) says how many steps of its path each block shares with the block before.
    """
    return list(map(_item_of, paths, map(max, shared, (*shared[1:], 0))))


@lru_cache(maxsize=_MOST_KEPT)
def _item_of(path: str, held: int) -> str:
    """Drop the last steps of a path up to that of an item; the first `held` hold other blocks, too."""
    item, step = path, path.rpartition("/")[2]
    while tag_of(step) == "div" and "[role=list]" not in step and item.count("/") > held:
        item = item.rpartition("/")[0]
        step = item.rpartition("/")[2]
    return item if tag_of(step) in _ITEMS else path


def path_features(paths: Iterable[str]) -> PathFeatures:
    """Return what each of n paths says."""
    rows = np.frombuffer(b"".join(map(_row, paths)), _ROW)
    return PathFeatures(rows["features"], rows["containers"], rows["depth"])


@lru_cache(maxsize=_MOST_KEPT)
def _row(path: str) -> bytes:
    steps = path.split("/")
    row = np.zeros((), _ROW)
    row["features"] = _own_tag(steps[-1]) + _nearness(steps)
    row["depth"] = len(steps)
    for up in range(min(CONTAINER_LEVELS, len(steps))):
        row["containers"][up] = xxh3_64_intdigest(path.rsplit("/", up)[0].encode())
    return row.tobytes()


def _nearness(steps: Sequence[str]) -> list[float]:
    """Say how near the last step is the nearest of each group of tags, names and marks; 0 if none is."""
    near = [0.0] * len(_SLOPES)
    for distance, step in zip(reversed(range(len(steps))), steps, strict=True):
        for group in _groups(step):
            near[group] = 1 / (1 + _SLOPES[group] * distance)
    return near


def tag_of(step: str) -> str:
    """Return the tag with which a step of a path begins."""
    return _AFTER_TAG.split(step, 1)[0]


def _own_tag(step: str) -> list[float]:
    tag = tag_of(step)
    return [float(tag in tags) for tags in OWN_TAGS.values()]


@lru_cache(maxsize=_MOST_KEPT)
def _groups(step: str) -> tuple[int, ...]:
    """Find the groups of tags, names and marks to which a step belongs: their places among all."""
    element, bracket, marked = step.partition("[")
    tag, *names = _AFTER_TAG.split(element)
    if "-" in tag:
        names.append(tag)
    groups = frozenset[str]().union(*map(_groups_of_name, names))
    if _ADMONITION.search(element):
        groups -= {"hidden"}
    if _ADMONITION_ASIDE in names:
        groups -= {"sidebar"}
        tag = "div"
    belongs = (
        *(tag in tags for tags in TAGS.values()),
        *(name in groups for name in NAMES),
        *(bracket and mark.search(bracket + marked) for mark in _MARKS),
    )
    return tuple(group for group, member in enumerate(belongs) if member)


@lru_cache(maxsize=_MOST_KEPT)
def _groups_of_name(name: str) -> frozenset[str]:
    """Find the groups of names to which a name belongs."""
    if _LOOKS.fullmatch(name.lower()):
        return frozenset()
    words = _CAMEL.sub("-", name).lower()
    groups = frozenset(group for group, pattern in _NAMES.items() if pattern.search(words))
    return groups - {"body"} if groups & NOT_BODY else groups
