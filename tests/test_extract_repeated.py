"""Texts that a site repeats and that belong to its articles, or come twice on a page."""

from __future__ import annotations

import pytest
from newspages import URL

from urltree import Extractor


def subject(number: int) -> str:
    return f"{'abcdefghij'[number % 10] * 5} of {'klmnopqrst'[number // 10] * 5}"


def paragraph(number: int) -> str:
    about = subject(number)
    return f"<p>The {about} was opened on Monday, after six years of work. So the {about} is told.</p>"


def story(number: int) -> str:
    return f"<article><h2>The {subject(number)}</h2>{paragraph(number)}{paragraph(number + 1)}</article>"


def blog(*numbers: int) -> str:
    title = f"The {subject(numbers[0])}" if len(numbers) == 1 else "All stories"
    stories = "".join(map(story, numbers))
    return f"""<title>{title}</title><nav><a href=/>Home</a> <a href=/about>About us</a></nav>
    {stories}<footer>Imprint</footer>"""


@pytest.mark.parametrize("listings", [1, 3, 9])
def test_articles_that_other_pages_showed_in_full_before_are_kept(listings):
    with Extractor() as extractor:
        for first in range(0, 60, 6):
            stories = range(first, first + 6, 2)
            for listing in range(listings):
                extractor.extract(blog(*stories), f"https://www.example.org/tag/{listing}")
            texts = [extractor.extract(blog(each), URL.format(each)).text for each in stories]
    assert [text.count("was opened on Monday") for text in texts] == [2, 2, 2]


HEADLINE = "A new tunnel under the river"


TWICE = f"""<title>{{}}</title><p>{HEADLINE}</p><nav><a href=/>Home</a></nav><main><h1>{HEADLINE}</h1>
<p>{"The tunnel was opened on Monday, after six years of work and three of rain. " * 3}</p></main>"""


@pytest.mark.parametrize(
    ("on_page", "given", "is_known"),
    [("News", None, False), (HEADLINE, None, True), ("News", HEADLINE, True), (HEADLINE, "News", False)],
)
def test_the_headline_is_found_by_the_given_title_or_else_that_of_the_page(on_page, given, is_known):
    blocks = Extractor().extract(TWICE.format(on_page), URL.format(1), title=given).blocks
    scores = [decision.score for block, decision in blocks if block.text == HEADLINE]
    assert (0 in scores) is is_known  # it is kept only once


def lottery_page(number: int) -> str:
    return f"""<title>Lottery</title><nav><a href=/>Home</a></nav><article><h1>Results of week {number}</h1>
    <p>The winning numbers of the lottery were drawn in the town hall of Skarn: {number * 7}, 19 and 3.</p>
    <p>Each of the {number} winners of the first prize takes home {number * 90} crowns before tax.</p>
    </article><footer>All rights reserved by the lottery of Skarn, which was founded in 1901.</footer>"""


@pytest.mark.parametrize("documents", [0, 5, 12, 13, 40])
def test_pages_that_differ_only_in_numbers_keep_their_text(documents):
    extractor = Extractor()
    for number in range(documents):
        extractor.extract(lottery_page(number), URL.format(number))
    text = extractor.extract(lottery_page(77), URL.format(77)).text
    assert "539, 19 and 3." in text
    assert "rights" not in text


def test_text_that_repeats_apart_from_numbers_is_template_beside_other_text():
    notice = "<p>Since 1901 all 27 of our draws were held in public, as the law of the land asks for.</p>"
    extractor = Extractor()
    for number in range(30):
        story = f"<p>{paragraph(number)}</p>" * 3
        last = extractor.extract(
            f"<article>{story}{notice.replace('27', str(number))}</article>", URL.format(number)
        )
    assert subject(29) in last.text
    assert "public" not in last.text


QUESTIONS = (
    "Where did you grow up, and who taught you how to write?",
    "Which of your books would you give to somebody who has read none?",
    "What do you do on days when nothing comes to you at all?",
    "Which question would you rather not have been asked today?",
)


def interview(number: int) -> str:
    dialogue = "".join(
        f"<p><b>{question}</b></p>{paragraph(5 * number + place)}"
        for place, question in enumerate(QUESTIONS, 1)
    )
    return f"<article><h1>A talk about the {subject(number)}</h1>{paragraph(5 * number)}{dialogue}</article>"


def test_questions_that_recur_in_every_interview_of_a_site_are_kept():
    with Extractor() as extractor:
        for number in range(20):
            text = extractor.extract(interview(number), URL.format(number)).text
    assert [question for question in QUESTIONS if question not in text] == []
