import json
from collections import Counter

import pytest
from sitearchives import ARTICLES, MENU, TOPICS

from benchmarks.made_archives import aged, main, write_archive
from urltree.archive.warc import read
from urltree.evaluation.datasets import GoldPage
from urltree.training.labels import label

PASSES = 4


def gold_page(number):
    topic = number % 3
    text = f"{ARTICLES[topic]} This is story number {number} of all."
    menu = MENU + "".join(f"<p>A teaser of the site, with the letter {letter}</p>" for letter in "abcdefgh")
    html = (
        f"<html><body>{menu}<main><p>{text}</p></main><footer>Page seen 123456 times</footer></body></html>"
    )
    return GoldPage(
        "", "example.com", f"http://example.com/{number}", f"{TOPICS[topic]} {number}", text, html
    )


@pytest.fixture(scope="module")
def archive():
    return list(aged([gold_page(number) for number in range(9)], PASSES))


def texts(one):
    return one.snapshot.html.decode()


def test_each_page_is_captured_once_per_pass_at_increasing_times(archive):
    times = {}
    for one in archive:
        times.setdefault(one.snapshot.url, []).append(one.snapshot.time)
    assert len(times) == 9
    assert all(len(each) == PASSES and each == sorted(set(each)) for each in times.values())


def test_most_but_not_all_articles_stay_unchanged(archive):
    kept = sum(one.gold in texts(one) for one in archive)
    assert len(archive) / 2 < kept < len(archive)


def test_the_gold_text_still_labels_the_content(archive):
    for one in archive:
        assert label([one.gold, *TOPICS], one.gold).content.tolist() == [True, False, False, False]


def test_all_pages_of_a_pass_have_the_same_teasers_and_later_passes_fewer(archive):
    passes = [archive[start : start + 9] for start in range(0, len(archive), 9)]
    teasers = [{letter for letter in "abcdefgh" if f"the letter {letter}<" in texts(one)} for one in archive]
    for number, captures in enumerate(passes):
        of_pass = teasers[number * 9 : number * 9 + len(captures)]
        assert all(each == of_pass[0] for each in of_pass)
    assert teasers[-1] < teasers[0] == set("abcdefgh")


def test_the_added_counter_differs_on_nearly_every_capture(archive):
    counters = Counter(texts(one).partition("This page was read ")[2].partition(" ")[0] for one in archive)
    assert len(counters) > len(archive) * 0.9


def test_ageing_is_deterministic():
    pages = [gold_page(number) for number in range(3)]
    assert list(aged(pages, 2)) == list(aged(pages, 2))


def test_a_written_archive_can_be_read_back(archive, tmp_path):
    file = tmp_path / "a.warc.gz"
    write_archive(file, [one.snapshot for one in archive])
    assert [each.snapshot for each in read(file)] == [one.snapshot for one in archive]


def test_each_stream_becomes_an_archive_of_its_first_pages(tmp_path):
    for site in "ab":
        pages = (gold_page(number) for number in range(5))
        lines = (json.dumps({"url": page.url, "gold": page.gold, "html": page.html}) for page in pages)
        (tmp_path / f"{site}.jsonl").write_text("\n".join(lines))
    main([tmp_path], out=tmp_path / "archives", pages=3, passes=2)
    for site in "ab":
        captures = list(read(tmp_path / "archives" / f"{site}.warc.gz"))
        assert Counter(each.snapshot.url for each in captures) == dict.fromkeys(
            (gold_page(number).url for number in range(3)), 2
        )
