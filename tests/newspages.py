"""Pages of a site of short news, and an extractor that has learnt it."""

from __future__ import annotations

from urltree import Extractor

URL = "https://www.example.org/news/{}"


def page(number: int, title: str = "A title") -> str:
    return f"""<!doctype html><title>{title}</title><nav><a href=/>Home</a> <a href=/about>About us</a></nav>
    <p>Story number {"abcdefghijklmnopqrst"[number]} of the day is told here.</p>
    <footer>All rights reserved.</footer>"""


def learnt(**options: object) -> Extractor:
    extractor = Extractor(**options)
    for number in range(6):
        extractor.extract(page(number), URL.format(number))
    return extractor
