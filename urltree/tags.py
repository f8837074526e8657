"""The tags of HTML, by what they mean for the text that they hold."""

from __future__ import annotations

#: The tags that delimit text, besides those of custom elements. All others are inline (docs/blocks.md).
BLOCK_TAGS = frozenset(
    """
    address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
    figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main
    menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp
    """.split(),
)

#: The tags whose content is not part of the page's text, but for formulas, some buttons and templates: see
#: `Cutter`. They do not delimit text. The content of ``title`` is kept as the page's title.
DROPPED_TAGS = frozenset(
    """
    applet audio button canvas datalist iframe math meter noembed noframes object progress rp script select
    style svg template textarea title video
    """.split(),
)

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

#: A button that begins one of these holds its text and opens what is below: an accordion (ARIA practices).
OPENABLE_TAGS = HEADINGS | {"dt", "summary"}

#: HTML allows no block-level elements in these, so custom elements in them are inline. The names of custom
#: elements have a hyphen (HTML, 4.13.3).
LINE_TAGS = HEADINGS | {"p", "pre"}
