"""Self-contained HTML pages: no scripts, nothing loaded, the colours of content and boilerplate."""

from __future__ import annotations

from html import escape
from string import Template

_PAGE = Template("""<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>
:root { color-scheme: light dark; --content: #c8f0c8; --boilerplate: #f6cccc; --uncertain: #fff0b8; }
:root { --struck: line-through color-mix(in srgb, currentColor 50%, transparent); }
@media (prefers-color-scheme: dark) {
  :root { --content: #1e4527; --boilerplate: #562a2d; --uncertain: #524616; }
}
$style
</style>
</head>
<body>
$body
</body>
</html>
""")


def standalone_page(title: str, style: str, body: str) -> str:
    """Write a page from its title, CSS, and the HTML of its body.

    The CSS may use the colours ``--content``, ``--boilerplate`` and ``--uncertain``, and ``--struck``, the
    line through what is left out.
    """
    return _PAGE.substitute(title=escape(title), style=style.strip(), body=body)
