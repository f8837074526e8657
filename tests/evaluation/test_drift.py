"""News sites whose template is another each year, where they are at hand."""

from __future__ import annotations

import json
import lzma
from itertools import groupby
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import pytest

from urltree import Extractor
from urltree.evaluation.measures import Gold

NEWS = Path(__file__).parents[3] / "shared/data/pages/news-drift.jsonl.xz"

#: How many pages after a change are looked at: by the last it must be reported.
FIRST = 3

pytestmark = pytest.mark.skipif(not NEWS.is_file(), reason="no ../shared/data/pages/news-drift.jsonl.xz")


class Look(NamedTuple):
    """One of the first pages after a change of template."""

    #: F1 with what the site taught before the change, and without.
    known: float
    alone: float
    reported: bool


@pytest.fixture(scope="module")
def changes():
    """The first pages after each change of template."""
    with lzma.open(NEWS, "rt", encoding="utf-8") as lines:
        pages = sorted(map(json.loads, lines), key=lambda page: (page["site"], page["date"]))
    return [change for _, of_site in groupby(pages, lambda page: page["site"]) for change in looks(of_site)]


def looks(pages):
    with Extractor() as extractor:
        for place, (_, of_year) in enumerate(groupby(pages, lambda page: page["date"][:4])):
            seen = [(page, extracted(page, extractor)) for page in of_year]
            if place:
                yield [look(page, extraction) for page, extraction in seen[:FIRST]]


def extracted(page, extractor):
    url = f"http://www.{page['site']}/{len(page['html'])}-{page['date']}"
    return extractor.extract(page["html"], url, page["title"])


def look(page, extraction):
    score = Gold(page["gold"]).score
    with Extractor() as unknown:
        alone = extracted(page, unknown)
    return Look(score(extraction.text).f1, score(alone.text).f1, extraction.evidence.template_changed)


def test_each_change_of_template_is_reported(changes):
    assert [any(look.reported for look in change) for change in changes] == [True] * 27


def test_the_first_pages_of_a_new_template_are_judged_no_worse_than_those_of_a_new_site(changes):
    first = [look for change in changes for look in change]
    assert fmean(look.known for look in first) >= fmean(look.alone for look in first) - 0.0005
