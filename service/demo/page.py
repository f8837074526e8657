"""An article of the sample site as an HTML page: masthead, menus, related articles, comments and all."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from html import escape
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from service.demo.article import SAMPLE, Article, parts, slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

#: How many articles have the first design; all later ones have the second.
REDESIGN = 20

FIGURE = Template(
    '<figure><svg viewBox="0 0 16 7"><rect width="16" height="7" fill="hsl($hue 45% 78%)"/>'
    '<circle cx="12" cy="2" r="1" fill="hsl($hue 70% 92%)"/>'
    '<path d="M0 2.6 Q3 2.2 5 3.6 T9 4.6 H0 Z" fill="hsl($hue 25% 45%)"/>'
    '<path d="M0 4.5 H16 V7 H0 Z" fill="hsl($hue 40% 28%)"/></svg>'
    '<figcaption>$caption</figcaption><div class="credit">Picture: Harbour Post</div></figure>'
)
PART = Template("<$tag>$text</$tag>")
TOPIC = Template('<li><a href="/topic/$path/">$name</a></li>')
LINK = Template('<li><a href="$path">$title</a></li>')
CARD = Template('<li><a href="$path">$title</a><p>$standfirst</p></li>')
COMMENT = Template("<li><b>$by</b><p>$text</p></li>")
NO_COMMENT = "<li>Nobody has said anything yet.</li>"


class Teaser(NamedTuple):
    """What a box of links shows of another article."""

    section: str
    title: str
    path: str
    standfirst: str = ""


def page(article: Article, earlier: Sequence[Article]) -> str:
    """Lay out an article of a site that has published the earlier ones, oldest first."""
    number, past = len(earlier), [*_archive(), *map(_teaser, earlier)]
    design, teaser = ("first.html", LINK) if number < REDESIGN else ("second.html", CARD)
    related = [one for one in past if one.section == article.section][-3:]
    most_read = past[number % 7 :: 7][-5:]
    return _template(design).substitute(
        _own_fields(article),
        number=number,
        weather=site()["weather"][number % 7],
        figure=_fill(FIGURE, hue=number * 47 % 360, caption=article.caption) if article.caption else "",
        related=_fill_all(teaser, (one._asdict() for one in related)),
        most_read=_fill_all(LINK, (one._asdict() for one in most_read)),
    )


@cache
def site() -> dict[str, Any]:
    """Read what the site shows around its articles."""
    return tomllib.loads((SAMPLE / "site.toml").read_text("utf-8"))


@cache
def _template(name: str) -> Template:
    return Template((SAMPLE / name).read_text("utf-8"))


@cache
def _archive() -> tuple[Teaser, ...]:
    named = site()["archive"]
    return tuple(Teaser(section, title, f"/{section}/archive/{slug(title)}/") for section, title in named)


def _teaser(article: Article) -> Teaser:
    return Teaser(article.section, article.title, article.path, article.standfirst)


def _own_fields(article: Article) -> dict[str, str]:
    day = article.published
    topics = ({"name": name, "path": slug(name)} for name in site()["sections"][article.section])
    return {
        "section": article.section,
        "section_name": article.section.title(),
        "title": escape(article.title),
        "standfirst": escape(article.standfirst),
        "author": escape(article.author),
        "author_slug": slug(article.author),
        "month": f"{day:%B %Y}",
        "date": f"{day:%A} {day.day} {day:%B %Y}, {day:%H:%M}",
        "topics": _fill_all(TOPIC, topics),
        "body": _lists(_fill_all(PART, (part._asdict() for part in parts(article.body)))),
        "comments": _fill_all(COMMENT, article.comments) or NO_COMMENT,
    }


def _fill_all(template: Template, items: Iterable[Mapping[str, str]]) -> str:
    return "\n".join(_fill(template, **item) for item in items)


def _fill(template: Template, **fields: object) -> str:
    return template.substitute({name: escape(str(value)) for name, value in fields.items()})


def _lists(html: str) -> str:
    return re.sub(r"(<li>.*?</li>(?:\n|$))+", r"<ul>\n\g<0></ul>\n", html)
