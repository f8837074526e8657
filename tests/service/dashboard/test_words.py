"""Figures in words."""

from __future__ import annotations

import pytest

from service.dashboard.words import (
    ago,
    duration,
    figure,
    isolated,
    moment,
    plural,
    published,
    share,
    size,
    span,
)

NONE = "\N{EN DASH}"


@pytest.mark.parametrize(
    ("actual", "words"),
    [
        (span(0), "0 s"),
        (span(59.9), "59 s"),
        (span(3_600), "1 h"),
        (span(200_000), "2 d"),
        (span(-5), "0 s"),
        (ago(8.5, 9), "now"),
        (ago(0, 90), "1 min ago"),
        (moment("2026-01-02"), "2 January 2026"),
        (moment("2026-01-02T03:04:05"), "2 January 2026, 03:04"),
        (moment("2026-01-02T03:04:05+00:00"), "2 January 2026, 03:04 UTC"),
        (moment("2026-11-12T13:04:00+02:00"), "12 November 2026, 13:04 UTC+02:00"),
        (share(None), NONE),
        (share(0.376), "38%"),
        (figure(None), NONE),
        (figure(12_345.6), "12,346"),
        (figure(1.25, 1), "1.2"),
        (duration(None), NONE),
        (duration(0.0304), "30 ms"),
        (duration(4.06), "4.1 s"),
        (duration(90), "1 min"),
        (size(0), "0 B"),
        (size(999), "999 B"),
        (size(6_400), "6.4 kB"),
        (size(1_000_000), "1.0 MB"),
        (size(2.5e13), "25,000.0 GB"),
        (published(1_200, 0, "in the last hour"), "1,200 in the last hour"),
        (published(1_200, 89, "in the last hour"), "1,200 in the last hour, 89 published again"),
        (isolated("News"), "News"),
        (isolated("ニュース"), "\u2068ニュース\u2069"),
        (plural(1, "feed"), "1 feed"),
        (plural(1_200, "feed"), "1,200 feeds"),
    ],
)
def test_figures_are_put_in_words(actual, words):
    assert actual == words
