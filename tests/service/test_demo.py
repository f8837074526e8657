import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from html import unescape
from io import StringIO

import httpx
import pytest
from rich.console import Console

from service.demo.live import view, watch
from service.demo.outcome import Outcome, Verdict, judge
from service.demo.site import Delivery, deliveries, latest, top_stories
from urltree.blocks import parse_page

DEMO = [sys.executable, "-m", "service.demo"]


def block_texts(html):
    return [block.text for block in parse_page(html).blocks]


class TestSite:
    @pytest.mark.parametrize("delivery", deliveries(), ids=lambda delivery: delivery.title)
    def test_every_line_of_the_gold_text_is_a_block_of_its_page(self, delivery):
        assert set(delivery.gold.splitlines()) <= set(block_texts(delivery.html))

    def test_pages_hold_more_than_their_articles(self):
        assert all(len(block_texts(one.html)) > len(one.gold.splitlines()) + 20 for one in deliveries())

    def test_two_processes_make_the_same_bytes(self):
        code = "from service.demo.site import deliveries; print(deliveries())"
        first, second = (
            subprocess.run(
                [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
            )
            for seed in "12"
        )
        assert first.stdout == second.stdout

    def test_the_designs_share_no_class(self):
        old, new = (
            {
                name
                for one in deliveries()
                if one.design == design
                for name in re.findall(r'class="([^"]+)"', one.html)
            }
            for design in ("old", "new")
        )
        assert old & new == {"credit"}

    def test_the_feeds_lead_to_all_that_was_written(self):
        written = sorted((*latest(), *top_stories()), key=lambda entry: entry.time)
        assert [one.url for one in deliveries()] == [entry.url for entry in written]

    def test_the_second_feed_marks_the_links_of_articles_in_the_first(self):
        plain = {one.url for one in deliveries() if "?" not in one.url}
        marked = {one.url for one in deliveries() if "?" in one.url}
        assert marked
        assert all(re.sub(r"\?utm_.*", "", url) in plain for url in marked)

    def test_an_updated_page_is_an_earlier_one_with_more_text(self):
        pages = {}
        for one in deliveries():
            pages.setdefault(one.url, []).append(one)
        ((first, later),) = (both for both in pages.values() if len(both) > 1)
        assert later.gold.startswith(first.gold)
        assert len(later.gold) > len(first.gold) + 100


PAGE = Delivery("https://www.harbourpost.example/a", "Title", "old", "", "Title\nThe text.")


def answer(**labels):
    blocks = [{"text": text, "label": label} for text, label in labels.items()]
    kept = "\n".join(block["text"] for block in blocks if block["label"] == "content")
    return {"status": "new", "evidence": {"support": 7}, "blocks": blocks, "text": kept}


class TestJudge:
    def test_template_that_was_kept_is_wrong(self):
        assert judge(PAGE, answer(Menu="content", Title="content", Footer="boilerplate")).wrong == 1

    def test_the_gold_text_alone_scores_one(self):
        assert judge(PAGE, answer(**{"Title": "content", "The text.": "content"})).f1 == 1

    def test_a_lost_line_is_a_wanted_block_that_was_not_kept(self):
        assert judge(PAGE, answer(Title="boilerplate")).verdicts == (
            Verdict("Title", kept=False, wanted=True),
        )


OUTCOME = Outcome(
    title="A title",
    design="old",
    status="new",
    support=7,
    verdicts=(
        Verdict("Menu", kept=True, wanted=False),
        Verdict("Words.", kept=True, wanted=True),
        Verdict("Gone", kept=False, wanted=False),
    ),
    f1=0.75,
)


def drawn(renderable):
    console = Console(file=StringIO(), force_terminal=True, width=120)
    return [segment for line in console.render_lines(renderable) for segment in line]


class TestView:
    def test_template_kept_wrongly_is_red(self):
        (menu,) = (segment for segment in drawn(view([OUTCOME])) if segment.text == "Menu")
        assert menu.style.color.name == "red"

    def test_dropped_template_is_not_shown(self):
        assert not any("Gone" in segment.text for segment in drawn(view([OUTCOME])))

    def test_the_mean_is_over_all_pages(self):
        text = "".join(segment.text for segment in drawn(view([OUTCOME, OUTCOME, OUTCOME])))
        assert text.count("0.750") == 6

    def test_watch_gives_every_outcome(self):
        console = Console(file=StringIO(), force_terminal=True)
        assert watch(console, iter([OUTCOME] * 20), pause=0) == [OUTCOME] * 20


@pytest.fixture(scope="module")
def once():
    return subprocess.run(
        [*DEMO, "--once"], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )


class TestOnce:
    def test_it_ends_by_itself_without_complaint(self, once):
        assert (once.returncode, once.stderr) == (0, "")

    def test_it_counts_new_pages_duplicates_and_revisions(self, once):
        assert "50 pages: 39 new, 10 duplicates, 1 revision." in once.stdout

    def test_the_text_gets_cleaner(self, once):
        first, last = map(
            float, re.search(r"first page (\S+), of the last ten (\S+), by counting", once.stdout).groups()
        )
        assert first < 0.8
        assert last > 0.85

    def test_its_output_is_plain(self, once):
        assert "\x1b" not in once.stdout


def test_on_a_terminal_the_view_holds_the_whole_page():
    master, slave = pty.openpty()
    size = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "60"}
    demo = subprocess.Popen([*DEMO, "--once"], stdout=slave, env=size)
    os.close(slave)
    # The cookie notice is the last block of the first page, on which nothing has been learnt.
    assert b"We use cookies" in read_all(master)
    assert demo.wait() == 0


def read_all(terminal):
    chunks = []
    # Linux ends a terminal that all have closed with an error, macOS with an empty read.
    with suppress(OSError):
        while chunk := os.read(terminal, 65536):
            chunks.append(chunk)
    os.close(terminal)
    return b"".join(chunks)


@pytest.fixture
def running(free_port_taken):
    demo = subprocess.Popen([*DEMO, "--port", str(free_port_taken)], stdout=subprocess.PIPE, text=True)
    lines = []
    for line in demo.stdout:
        lines.append(line.strip())
        if line.startswith("Ctrl-C"):
            break
    yield demo, lines
    demo.terminate()
    demo.communicate()


@pytest.fixture
def free_port_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def endpoint(lines):
    (line,) = (line for line in lines if line.startswith("In a browser"))
    return line.split()[-1].rstrip("/")


class TestUntilStopped:
    def test_it_takes_another_port_if_its_own_is_taken(self, running, free_port_taken):
        _, lines = running
        assert endpoint(lines) != f"http://127.0.0.1:{free_port_taken}"
        assert httpx.get(f"{endpoint(lines)}/docs").status_code == 200

    def test_it_leads_to_what_was_learnt(self, running):
        _, lines = running
        (line,) = (line for line in lines if line.startswith("What it learnt"))
        site = line.rpartition("/dashboard/sites/")[2]
        assert httpx.get(f"{endpoint(lines)}/domains/{site}/templates").json()

    @pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
    def test_the_curl_line_works_as_typed(self, running):
        _, lines = running
        (line,) = (line for line in lines if line.startswith("curl"))
        text = subprocess.run(line, shell=True, capture_output=True, text=True, check=True).stdout
        unseen = deliveries()[-1]
        assert unseen.gold.splitlines()[-1] in unescape(text)
        assert "cookie" not in unescape(text).lower()

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_a_signal_ends_it_cleanly(self, running, number):
        demo, _ = running
        demo.send_signal(number)
        rest, _ = demo.communicate(timeout=60)
        assert (demo.returncode, rest) == (0, "")
