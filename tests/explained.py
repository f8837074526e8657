"""A page to explain, and the site that it is on."""

from urltree.extract import Extractor

URL = "http://example.com/news/story-{}.html"
PROSE = "The bridge over the river was opened on Monday, after six years of work and three of rain. "
PAGE = """<title>A new {0} | Example News</title>
<nav><ul><li><a href=/>Home</a><li><a href=/x>Sport</a></ul></nav>
<div class=article><h1>A new {0}</h1><p>{1} The {0}.</p><p>{1}{1} So the {0}.</p></div>
<footer>Imprint</footer>"""


def explained_site(documents, heuristic="auto"):
    """Extract a page after so many others, without counting it."""
    with Extractor(heuristic) as extractor:
        for number in range(documents):
            extractor.extract(page("bridge" + "x" * number), URL.format(number))
        return extractor.extract(page("tunnel"), URL.format("new"), observe=False)


def page(subject):
    return PAGE.format(subject, PROSE)
