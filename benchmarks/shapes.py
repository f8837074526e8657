"""All shapes of made-up sites by name, first those whose articles repeat text of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import shapes_again, shapes_records, shapes_surroundings, shapes_texts, shapes_threads
from benchmarks.shape_pages import Page, Site

#: Writes the pages of a site in the order in which they are read.
Shape = Callable[[Site], Iterator[Page]]

SHAPES: dict[str, Shape] = {
    shape.__name__.replace("_", " "): shape
    for shape in (
        shapes_texts.control,
        shapes_texts.newsletter,
        shapes_texts.podcast,
        shapes_texts.press,
        shapes_texts.interview,
        shapes_texts.obituaries,
        shapes_texts.lyrics,
        shapes_texts.legal_terms,
        shapes_texts.advisories,
        shapes_texts.minutes,
        shapes_texts.faq,
        shapes_texts.changelog,
        shapes_texts.status,
        shapes_texts.microblog,
        shapes_texts.captions,
        shapes_records.recipes,
        shapes_records.jobs,
        shapes_records.events,
        shapes_records.sports,
        shapes_records.api,
        shapes_records.products,
        shapes_records.menu_of_the_day,
        shapes_records.playlist,
        shapes_threads.questions,
        shapes_threads.forum,
        shapes_again.liveblog,
        shapes_again.docs_in_versions,
        shapes_again.amp_copies,
        shapes_again.redesign,
        shapes_surroundings.series_box,
        shapes_surroundings.authors_boxes,
        shapes_surroundings.banner,
        shapes_surroundings.cookies,
        shapes_surroundings.teasers_forward,
        shapes_surroundings.teasers_backward,
        shapes_surroundings.teasers_latest,
        shapes_surroundings.infinite,
        # Those on which it is right to leave more out:
        shapes_threads.comments_under_short_posts,
        shapes_threads.photo_with_comments,
        shapes_surroundings.promos_in_articles,
        shapes_surroundings.video_pages,
        shapes_surroundings.ticker,
    )
}
