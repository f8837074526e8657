"""Four styles of markup around made-up pages: a blog's, a news site's, an application's, and tables.

Where a style's classes have other names than are written here, they are changed once a page is whole. No text
is taken for a class, since quotation marks in it are escaped.
"""

from __future__ import annotations

import re
from html import escape
from string import Template
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from benchmarks.shapes.sections import linked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from benchmarks.shapes.pages import Page, Site

_CLASS = re.compile(r' class="([\w -]+)"')


class Style(NamedTuple):
    """How pages are marked up."""

    #: The page, with names from `_values` in place of what differs between pages.
    frame: Template
    headline: str
    #: Formats of links in menus, and of links to stories.
    choice: str
    story: str
    #: Returns the attribute for the plain name of a class and the name of the site.
    named: Callable[[str, str], str]


def framed(page: Page, site: Site) -> str:
    """Put a page into its site's frame."""
    style = STYLES[page.style]
    html = style.frame.substitute(_values(page, site, style))
    return _CLASS.sub(lambda match: style.named(match[1], site.name), html)


def _values(page: Page, site: Site, style: Style) -> dict[str, str]:
    texts = {
        "title": f"{page.title} - {site.name}",
        "site": site.name,
        "author": page.author,
        "date": page.date,
        "topic": page.topic,
        "notice": site.notice,
        "rights": site.rights,
        "invitation": site.invitation,
        "promise": site.promise,
    }
    return {name: escape(text) for name, text in texts.items()} | {
        "headline": style.headline.format(escape(page.title)) if page.headline else "",
        "menu": _links(site.menu, style.choice),
        "latest": _links(page.latest, style.story),
        "top": page.top.html,
        "body": page.body.html,
        "after": page.after.html,
    }


def _links(titles: Iterable[str], element: str) -> str:
    return "".join(element.format(linked(title)) for title in titles)


def _plain(name: str, _site: str) -> str:
    return f' class="{name}"'


def _blocks_and_elements(name: str, _site: str) -> str:
    return f' class="c-{name} l-{name}__wrap"'


def _made_up(name: str, site: str) -> str:
    digest = xxhash.xxh64_hexdigest(f"{site} {name}".encode())
    return f' class="sc-{digest[:7]} {digest[7:13]}"'


def _none(_name: str, _site: str) -> str:
    return ""


_BLOG = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>$title</title></head><body>
<div id="page" class="site"><header id="masthead" class="site-header">
<div class="site-branding"><p class="site-title"><a href="/">$site</a></p></div>
<nav id="site-navigation" class="main-navigation"><ul class="menu">$menu</ul></nav></header>
$top
<div id="content" class="site-content"><main id="main" class="site-main">
<article class="post type-post hentry"><header class="entry-header">$headline
<div class="entry-meta">Posted on <a href="/archive">$date</a> by <a href="/author">$author</a></div></header>
<div class="entry-content">
$body
</div>
<footer class="entry-footer"><span class="cat-links">Posted in <a href="/topic">$topic</a></span></footer>
</article>
$after
</main><aside id="secondary" class="widget-area">
<section class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2>
<ul>$latest</ul></section>
<section class="widget"><h2 class="widget-title">Newsletter</h2><p>$promise</p></section></aside></div>
<footer id="colophon" class="site-footer"><p>$rights</p><p>$notice</p></footer></div></body></html>"""

_NEWS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>$title</title></head><body>
<header class="header" role="banner"><a class="logo" href="/">$site</a>
<nav class="nav" role="navigation"><ul class="nav-list">$menu</ul></nav></header>
$top
<main class="main" role="main"><article class="article"><header class="article-header">
<p class="kicker"><a href="/topic">$topic</a></p>$headline
<div class="byline"><span>By $author</span><time>$date</time></div>
<div class="share"><ul><li><a href="#">Facebook</a></li><li><a href="#">Twitter</a></li>
<li><a href="#">Email</a></li></ul></div></header>
<div class="article-body">
$body
</div><div class="tags"><ul><li><a href="/topic">$topic</a></li></ul></div></article>
$after
<section class="signup"><h2>$invitation</h2><p>$promise</p></section>
<section class="related"><h2>More stories</h2><ul class="related-list">$latest</ul></section></main>
<footer class="footer" role="contentinfo"><ul>$menu</ul><p>$notice</p><p>$rights</p></footer></body></html>"""

_APPLICATION = """<!doctype html><html><head><meta charset="utf-8"><title>$title</title></head><body>
<div id="root"><div class="shell"><div class="head"><a class="logo" href="/">$site</a>
<div class="nav">$menu</div></div>
$top
<div class="main"><div class="column">$headline
<div class="meta"><div class="author">$author</div><div class="date">$date</div></div>
<div class="body">
$body
</div>
$after
<div class="more"><h3 class="more-head">Keep reading</h3>$latest</div></div></div>
<div class="foot"><div class="notice">$notice</div><div class="rights">$rights</div></div></div></div>
</body></html>"""

_TABLES = """<html><head><meta charset="utf-8"><title>$title</title></head><body><table width="100%">
<tr><td colspan="3"><b><a href="/">$site</a></b></td></tr>
<tr><td width="150" valign="top">$menu</td><td valign="top">
$top
$headline<p><i>$author, $date</i></p>
$body
<hr>
$after
</td><td width="180" valign="top"><b>Latest</b><ul>$latest</ul></td></tr></table>
<p align="center"><font size="1">$notice $rights</font></p></body></html>"""

_ITEM, _HEADING = "<li>{}</li>", "<li><h3>{}</h3></li>"

STYLES = {
    "blog": Style(Template(_BLOG), '<h1 class="entry-title">{}</h1>', _ITEM, _ITEM, _plain),
    "news": Style(Template(_NEWS), '<h1 class="title">{}</h1>', _ITEM, _HEADING, _blocks_and_elements),
    "application": Style(
        Template(_APPLICATION),
        '<h1 class="title">{}</h1>',
        '<div class="choice">{}</div>',
        '<div class="story">{}</div>',
        _made_up,
    ),
    "tables": Style(Template(_TABLES), "<h2>{}</h2>", "<p>{}</p>", _ITEM, _none),
}
