import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from html import unescape
from io import StringIO

import httpx
import pytest
from rich.console import Console

from service.demo.command import demo
from service.demo.live import view, watch
from service.demo.newsstand import RSS, Newsstand, subscribe
from service.demo.outcome import Outcome, Verdict, judge
from service.demo.site import ADDRESS, Delivery, deliveries
from service.replay.answer import Request
from urltree.blocks import parse_page
from urltree.errors import InputError

DEMO = [sys.executable, "-m", "urltree", "demo"]


def block_texts(html):
    return [block.text for block in parse_page(html).blocks]


class TestSite:
    @pytest.mark.parametrize("delivery", deliveries(), ids=lambda delivery: delivery.title)
    def test_every_line_of_the_gold_text_is_a_block_of_its_page(self, delivery):
        assert set(delivery.gold.splitlines()) <= set(block_texts(delivery.html))

    def test_pages_have_over_20_blocks_besides_the_article(self):
        assert all(len(block_texts(one.html)) > len(one.gold.splitlines()) + 20 for one in deliveries())

    def test_pages_do_not_depend_on_the_hash_seed(self):
        code = "from service.demo.site import deliveries; print(deliveries())"
        first, second = (
            subprocess.run(
                [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
            )
            for seed in "12"
        )
        assert first.stdout == second.stdout

    def test_the_designs_share_no_class_but_credit(self):
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

    def test_tracked_links_lead_to_articles_that_are_also_linked_plainly(self):
        plain = {one.url for one in deliveries() if "?" not in one.url}
        marked = {one.url for one in deliveries() if "?" in one.url}
        assert marked
        assert all(re.sub(r"\?utm_.*", "", url) in plain for url in marked)

    def test_the_one_updated_page_extends_its_earlier_version(self):
        pages = {}
        for one in deliveries():
            pages.setdefault(one.url, []).append(one)
        ((first, later),) = (both for both in pages.values() if len(both) > 1)
        assert later.gold.startswith(first.gold)
        assert len(later.gold) > len(first.gold) + 100


def answer_of(url):
    return Newsstand(deliveries()[:-1]).answer(Request("GET", url, {}))


class TestNewsstand:
    def test_it_has_the_last_version_of_a_page(self):
        last = {one.url: one for one in deliveries()}
        updated = next(one for one in deliveries() if last[one.url].html != one.html)
        assert answer_of(f"{updated.url}?utm_source=feed").body.decode() == last[updated.url].html

    def test_its_feeds_list_no_page_that_is_not_out(self):
        *_, newest, unseen = deliveries()
        feed = answer_of(RSS).body.decode()
        assert (newest.url in feed, unseen.url in feed) == (True, False)

    def test_it_has_nothing_else(self):
        assert answer_of(f"{ADDRESS}/robots.txt").status == 404


PAGE = Delivery("http://www.harbourpost.example/a", "Title", "old", "", "Title\nThe text.")


def answer(**labels):
    blocks = [{"text": text, "label": label} for text, label in labels.items()]
    kept = "\n".join(block["text"] for block in blocks if block["label"] == "content")
    return {"status": "new", "evidence": {"support": 7}, "blocks": blocks, "text": kept}


class TestJudge:
    def test_kept_template_counts_as_wrong(self):
        assert judge(PAGE, answer(Menu="content", Title="content", Footer="boilerplate")).wrong == 1

    def test_exactly_the_gold_text_scores_one(self):
        assert judge(PAGE, answer(**{"Title": "content", "The text.": "content"})).f1 == 1

    def test_a_dropped_line_of_the_gold_text_is_wanted_but_not_kept(self):
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


def rendered(renderable):
    console = Console(file=StringIO(), force_terminal=True, width=120)
    return [segment for line in console.render_lines(renderable) for segment in line]


class TestView:
    def test_wrongly_kept_template_is_red(self):
        (menu,) = (segment for segment in rendered(view([OUTCOME])) if segment.text == "Menu")
        assert menu.style.color.name == "red"

    def test_dropped_template_is_not_shown(self):
        assert not any("Gone" in segment.text for segment in rendered(view([OUTCOME])))

    def test_the_mean_is_over_all_pages(self):
        text = "".join(segment.text for segment in rendered(view([OUTCOME, replace(OUTCOME, f1=0.25)])))
        assert "0.500" in text

    def test_watch_returns_every_outcome(self):
        console = Console(file=StringIO(), force_terminal=True)
        assert watch(console, iter([OUTCOME] * 20), pause=0) == [OUTCOME] * 20


def test_articles_are_counted_once_the_queue_is_empty_again_not_before_it_fills(monkeypatch):
    moments = iter([(0, 0), (12, 27), (12, 27), (30, 9), (39, 0), (39, 0)])

    def answer(request):
        if request.method == "POST":
            return httpx.Response(201)
        documents, waiting = next(moments)
        lines = "{}\n" * documents
        return httpx.Response(
            200, text=lines if request.url.path == "/documents" else f'{{"waiting": {waiting}}}'
        )

    monkeypatch.setattr("service.demo.newsstand._PAUSE", 0)
    with httpx.Client(base_url="http://demo", transport=httpx.MockTransport(answer)) as service:
        assert subscribe(service) == 39


@pytest.fixture(scope="module")
def once():
    return subprocess.run(
        [*DEMO, "--once"], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )


class TestOnce:
    def test_it_exits_successfully_with_no_errors(self, once):
        assert (once.returncode, once.stderr) == (0, "")

    def test_it_counts_new_pages_duplicates_and_revisions(self, once):
        assert "50 pages: 39 new, 10 duplicates, 1 revision." in once.stdout

    def test_the_text_gets_cleaner(self, once):
        first, last = map(
            float, re.search(r"first page (\S+), of the last ten (\S+), by counting", once.stdout).groups()
        )
        assert first < 0.8
        assert last > 0.85

    def test_every_article_comes_to_the_stream_once(self, once):
        assert "39 articles are in its stream" in once.stdout

    def test_its_output_has_no_escape_sequences(self, once):
        assert "\x1b" not in once.stdout


def test_the_demo_names_its_own_extra_before_it_starts_anything(monkeypatch):
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    with pytest.raises(InputError, match=r"pip install 'urltree\[demo\]'"):
        demo(once=True)


def test_a_terminal_shows_the_page_down_to_its_last_block():
    master, slave = pty.openpty()
    size = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "60"}
    demo = subprocess.Popen([*DEMO, "--once"], stdout=slave, env=size)
    os.close(slave)
    # The cookie notice is the last block of the first page, on which nothing has been learnt.
    assert b"We use cookies" in read_all(master)
    assert demo.wait() == 0


def read_all(terminal):
    chunks = []
    # Once the other end is closed, Linux raises an error; macOS returns an empty read.
    with suppress(OSError):
        while chunk := os.read(terminal, 65536):
            chunks.append(chunk)
    os.close(terminal)
    return b"".join(chunks)


@contextmanager
def started(port):
    """Start the demo; yield its process, and what it prints until it waits to be stopped."""
    demo = subprocess.Popen([*DEMO, "--port", str(port)], stdout=subprocess.PIPE, text=True)
    lines = []
    for line in demo.stdout:
        lines.append(line.strip())
        if line.startswith("Ctrl-C"):
            break
    try:
        yield demo, lines
    finally:
        demo.terminate()
        demo.communicate()


def stopped(demo, number):
    """Send a signal; return the exit code, and what else is printed."""
    demo.send_signal(number)
    rest, _ = demo.communicate(timeout=60)
    return demo.returncode, rest


@pytest.fixture(scope="module")
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


@pytest.fixture(scope="module")
def waiting(taken_port):
    with started(taken_port) as (demo, lines):
        yield demo, lines


@pytest.fixture(scope="module")
def lines(waiting):
    return waiting[1]


def endpoint(lines):
    (line,) = (line for line in lines if line.startswith("In a browser"))
    return line.split()[-1].rstrip("/")


class TestUntilStopped:
    def test_it_takes_another_port_if_its_own_is_taken(self, lines, taken_port):
        assert endpoint(lines) != f"http://127.0.0.1:{taken_port}"
        assert httpx.get(f"{endpoint(lines)}/docs").status_code == 200

    def test_it_links_to_a_site_that_it_learnt(self, lines):
        (line,) = (line for line in lines if line.startswith("What it learnt"))
        site = line.rpartition("/dashboard/sites/")[2]
        assert httpx.get(f"{endpoint(lines)}/domains/{site}/templates").json()

    @pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
    def test_the_curl_line_works_as_printed(self, lines):
        (line,) = (line for line in lines if line.startswith("curl"))
        text = subprocess.run(line, shell=True, capture_output=True, text=True, check=True).stdout
        unseen = deliveries()[-1]
        assert unseen.gold.splitlines()[-1] in unescape(text)
        assert "cookie" not in unescape(text).lower()

    def test_ctrl_c_stops_it_cleanly_while_its_stream_is_read(self):
        with started(port=0) as (demo, lines), httpx.stream("GET", f"{endpoint(lines)}/stream"):
            assert stopped(demo, signal.SIGINT) == (0, "")

    # The last one: it stops the demo that the others look at.
    def test_sigterm_stops_it_cleanly(self, waiting):
        assert stopped(waiting[0], signal.SIGTERM) == (0, "")
