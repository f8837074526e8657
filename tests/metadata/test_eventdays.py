"""The days of the events that a page states, which are not that of its publication."""

import pytest

from urltree.blocks import parse_page
from urltree.metadata.metadata import page_metadata

HEADLINE = "<h1>The bridge is open again</h1>"
LINE = "<div class=info>Posted on March 12, 2017 by Ann Lee</div>"


def published(body: str, head: str) -> str | None:
    page = parse_page(f"<html lang=en>{head}<body>{body}</body></html>")
    return page_metadata(page, "https://example.com/bridge", None).published


EVENT = """<title>Night of the Foghorns</title><script type="application/ld+json">
{"@type": ["Thing", "MusicEvent"], "startDate": "2026-06-12T21:30", "endDate": "2026-06-13"}</script>"""


@pytest.mark.parametrize(
    "when",
    ["Friday 12 June 2026, 9.30 pm", "Saturday 13 June 2026", "<time datetime=2026-06-12T21:30>now</time>"],
)
def test_the_day_of_an_event_is_not_that_of_publication(when):
    assert published(f"<h1>Night of the Foghorns</h1><dl><dt>When<dd>{when}</dl>", EVENT) is None


@pytest.mark.parametrize(
    "stated",
    [
        '"@type": "TheaterEvent", "startDate": "2026-06-12T21:30:00-04:00"',
        '"@type": "http://schema.org/Festival", "startDate": "2026-06-13"',
        '"@type": "EventSeries", "startDate": "June 13, 2026"',
        '"@type": "Play", "event": [{"@type": "TheaterEvent", "startDate": "2026-06-13"}]',
        '"@type": "Event", "subEvent": [{"@type": "Event", "startDate": "2026-06-13"}]',
    ],
)
def test_the_day_of_an_event_may_be_stated_in_other_ways(stated):
    head = f'<title>Hamlet</title><script type="application/ld+json">{{{stated}}}</script>'
    assert published("<h1>Hamlet</h1><time datetime=2026-06-13T01:30Z>now</time>", head) is None


def test_the_day_of_an_event_that_is_not_over_in_the_last_year_is_left_out():
    head = (
        '<script type="application/ld+json">{"@type": "Event", "endDate": "9999-12-31T23:59-05:00"}</script>'
    )
    assert published(HEADLINE + LINE, f"<title>The bridge is open again</title>{head}") == "2017-03-12"


def test_a_page_on_an_event_may_show_another_day():
    assert published(f"<h1>Night of the Foghorns</h1>{LINE}", EVENT) == "2017-03-12"
