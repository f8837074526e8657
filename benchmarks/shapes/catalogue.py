"""All shapes of made-up sites by name, first those whose articles repeat text of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.shapes import again, records, repeats, surroundings, threads
from benchmarks.shapes.pages import Page, Site

#: Writes the pages of a site in the order in which they are read.
Shape = Callable[[Site], Iterator[Page]]

SHAPES: dict[str, Shape] = {
    shape.__name__.replace("_", " "): shape
    for shape in (
        repeats.control,
        repeats.newsletter,
        repeats.podcast,
        repeats.press,
        repeats.interview,
        repeats.obituaries,
        repeats.lyrics,
        repeats.legal_terms,
        repeats.advisories,
        repeats.minutes,
        repeats.faq,
        repeats.changelog,
        repeats.status,
        repeats.microblog,
        repeats.captions,
        records.recipes,
        records.jobs,
        records.events,
        records.sports,
        records.api,
        records.products,
        records.menu_of_the_day,
        records.playlist,
        threads.questions,
        threads.forum,
        again.liveblog,
        again.docs_in_versions,
        again.amp_copies,
        again.redesign,
        surroundings.series_box,
        surroundings.authors_boxes,
        surroundings.banner,
        surroundings.cookies,
        surroundings.teasers_forward,
        surroundings.teasers_backward,
        surroundings.teasers_latest,
        surroundings.infinite,
        # Those on which it is right to leave more out:
        threads.comments_under_short_posts,
        threads.photo_with_comments,
        surroundings.promos_in_articles,
        surroundings.video_pages,
        surroundings.ticker,
    )
}
