"""The day that a page shows beside its headline."""

from time import process_time

import pytest

from urltree.blocks import parse_page
from urltree.metadata.metadata import page_metadata

HEADLINE = "<h1>The bridge is open again</h1>"
LINE = "<div class=info>Posted on March 12, 2017 by Ann Lee</div>"
DAY = "<div class=info>March 12, 2017 by Ann Lee</div>"
TEXT = "<p>" + "The bridge over the river was closed for a year. " * 5 + "</p>"


def published(
    body: str, head: str = "<title>The bridge is open again | The Town Crier</title>"
) -> str | None:
    page = parse_page(f"<html lang=en>{head}<body>{body}</body></html>")
    return page_metadata(page, "https://example.com/bridge", None).published


def test_a_line_below_the_headline_tells_the_day():
    assert published(HEADLINE + LINE + TEXT) == "2017-03-12"


def test_a_line_above_the_headline_tells_the_day():
    assert published(LINE + HEADLINE + TEXT) == "2017-03-12"


def test_two_lines_may_stand_between_the_day_and_the_headline_below():
    lines = "<ul><li>Press release<li>12 March 2017<li>Brussels<li>4 min read</ul>"
    assert published(lines + HEADLINE + TEXT) == "2017-03-12"


def test_a_line_below_the_headline_comes_before_one_above():
    assert published("<div>Sunday, 19 March 2017</div>" + HEADLINE + LINE + TEXT) == "2017-03-12"


def test_a_line_with_up_to_seven_words_beside_its_days_tells_the_day():
    line = "On March 12, 2017 by Ann Lee in News"
    assert published(f"{HEADLINE}<div>{line} today</div>{TEXT}") == "2017-03-12"
    assert published(f"{HEADLINE}<div>{line} of today</div>{TEXT}") is None


@pytest.mark.parametrize(
    "line",
    [
        "时间：2022-01-06 作者：李明 来源：党委宣传部 点击：123",  # noqa: RUF001
        "2022-01-06 10:22:14 出处:科技网 责任编辑:李明 人气: 5380 次 评论(18)",
        "发布时间:2022-01-06 作者:李明 来源:党委宣传部新闻中心网络编辑室 编辑:王芳 审核:张伟 浏览次数:123",
        "來源：港口日報社綜合新聞部 時間：2022-01-06 閱讀：99 字體：大",  # noqa: RUF001
    ],
)
def test_labels_in_chinese_and_what_follows_them_are_no_words_of_a_sentence(line):
    assert published(f"{HEADLINE}<div>{line}</div>{TEXT}") == "2022-01-06"


@pytest.mark.parametrize(
    "line",
    [
        "时间：2022-01-06 地点：第三教学楼一层报告厅 主讲人：李明 主办：党委宣传部",  # noqa: RUF001
        "讲座时间：2022-01-06 来源：党委宣传部新闻中心 点击：123",  # noqa: RUF001
        "作者:李明,1980年1月6日出生于上海的一个工人家庭",
    ],
)
def test_days_of_events_in_chinese_do_not_count(line):
    assert published(f"{HEADLINE}<div>{line}</div>{TEXT}") is None


REST = "in Bridges, Harbours and Tides, The River of the Town | Permalink"


@pytest.mark.parametrize(
    "before",
    [
        "Posted on",
        "By Ann Lee. Published:",
        "Geschrieben am",
        "Publicado el",
        "Scritto da Ann il",
        "Opublikowano",
    ],
)
def test_a_line_with_more_words_after_the_day_on_which_it_was_posted_tells_the_day(before):
    assert published(f"{HEADLINE}<div>{before} 2017-03-12 {REST}</div>{TEXT}") == "2017-03-12"


@pytest.mark.parametrize(
    "before", ["On", "Reposted on", "What Ann and Bo wrote of it was published on", "Posted by Ann, updated"]
)
def test_other_days_in_a_line_with_more_words_do_not_count(before):
    assert published(f"{HEADLINE}<div>{before} 2017-03-12 {REST}</div>{TEXT}") is None


@pytest.mark.parametrize(
    "line",
    [
        "The study, published on March 12, 2017, said that the bridge was not safe.",
        "First published on 12 March 2017, the novel tells of a family on the coast.",
        "Published on 12 March 2017, the novel tells of a family on the coast.",
        "Published on 12 March 2017 in Paris, the novel tells of a family on the coast that loses its boat.",
        "Veröffentlicht am 12. März 2017, erzählt der Roman von einer Familie an der Küste.",
        "Publié le 12 mars 2017 à Paris, le roman raconte la vie de deux hommes sur la mer et le bateau.",
    ],
)
def test_days_on_which_other_texts_were_published_according_to_a_sentence_do_not_count(line):
    assert published(f"{HEADLINE}<div>{line}</div><div>March 14, 2017</div>{TEXT}") == "2017-03-14"


def test_a_long_line_that_begins_with_posted_in_small_letters_tells_the_day():
    line = "posted by Ann on March 12, 2017 in Bridges, Harbours, Tides, The River, News"
    assert published(f"{HEADLINE}<div>{line}</div>{TEXT}") == "2017-03-12"


def test_keywords_in_small_letters_are_no_sentence():
    line = "Posted on March 12, 2017 in a, b, c, d, e, f, g, h, i, j, k"
    assert published(f"{HEADLINE}<div>{line}</div>{TEXT}") == "2017-03-12"


def test_only_the_first_day_counts_in_a_line_with_more_words():
    line = f"Posted before March 12 and updated 2017-03-12, opened 2017-04-01 {REST}"
    assert published(f"{HEADLINE}<div>{line}</div>{TEXT}") is None


def test_a_headline_may_have_readings_above_its_characters():
    headline = "<h1><ruby>灯台守<rt>とうだいもり</rt></ruby>が引退</h1>"
    line = "<p class=date>2026年3月1日 10時05分</p>"
    assert published(headline + line, "<title>灯台守が引退 | みなと新聞</title>") == "2026-03-01"


def test_a_line_may_stand_below_a_lead():
    assert published(HEADLINE + "<h2>After a year</h2><p>It was closed for works.</p>" + LINE) == "2017-03-12"


def test_a_text_that_is_the_headline_stands_for_a_heading():
    assert published("<div>The bridge is open again</div>" + LINE + TEXT) == "2017-03-12"


def test_a_heading_comes_before_another_text_that_is_the_headline():
    elsewhere = "<li>The bridge is open again</li><div>Sunday, 19 March 2017</div>" + TEXT
    assert published(elsewhere + HEADLINE + LINE + TEXT) == "2017-03-12"


def test_a_date_for_machines_is_taken_first():
    stated = "<meta name=date content=2017-03-13>"
    assert (
        published(HEADLINE + LINE + TEXT, f"<title>The bridge is open again</title>{stated}") == "2017-03-13"
    )


def test_a_time_element_of_another_day_is_left_out():
    assert published("<time datetime=2026-01-31>now</time>" + HEADLINE + LINE + TEXT) == "2017-03-12"


def test_a_time_element_of_the_day_tells_the_time():
    teaser, time = "<time datetime=2016-01-01>", "<time datetime=2017-03-12T09:30>"
    assert published(teaser + HEADLINE + LINE + TEXT + time) == "2017-03-12T09:30:00"


def test_the_language_of_the_page_is_asked_for_the_order_of_day_and_month():
    page = parse_page(f"<html lang=pt><title>The bridge is open again</title>{HEADLINE}<div>03/04/2017</div>")
    assert page_metadata(page, "https://example.com/", None).published == "2017-04-03"


def test_the_first_day_of_a_line_is_that_of_publication():
    assert published(HEADLINE + "<div>12 March 2017, changed 14 March 2017</div>") == "2017-03-12"


@pytest.mark.parametrize(
    "before",
    [
        "Updated on",
        "Last change:",
        "Aktualisiert am",
        "Mise à jour le",
        "Обновлено",
        "Registered:",
        "更新时间：",  # noqa: RUF001
        "Güncelleme:",
        "Τελευταία ενημέρωση:",
        "Оновлено",
        "עודכן:",
        "آخر تحديث:",
        "Frissítve:",
        "Diperbarui",
        "수정",
    ],
)
def test_the_day_of_something_else_is_left_out(before: str):
    assert published(f"{HEADLINE}<div>{before} 12 March 2017</div>") is None


@pytest.mark.parametrize("label", ["When:", "Termin:", "Closing date:", "Hearing dates: 11 and", "Born"])
def test_the_day_of_an_event_without_data_for_machines_is_left_out(label: str):
    assert published(f"{HEADLINE}<div>{label} 12 March 2017</div>") is None


@pytest.mark.parametrize(
    "line", ["19 March 1938 \u2013 1 May 2012", "3 May 2017 to 5 May 2017", "vom 3. Mai 2017 bis 5. Mai 2017"]
)
def test_neither_the_first_day_of_a_time_nor_its_last_is_that_of_publication(line: str):
    assert published(f"{HEADLINE}<div>{line}</div>") is None


CHANGED = "<p>Last updated: <time datetime=2025-03-04T10:00Z>March 4, 2025</time></p>"


@pytest.mark.parametrize("body", [HEADLINE + TEXT + CHANGED, HEADLINE + CHANGED + TEXT])
def test_a_time_element_in_a_line_on_a_change_does_not_tell_the_day(body: str):
    assert published(body) is None


@pytest.mark.parametrize(
    "before",
    [
        "Last updated",
        "Edited",
        "Zuletzt geändert am",
        "Обновлено:",
        "Published in May. Updated",
        "<b>The page was</b> last <i>modified</i> on",
    ],
)
def test_a_time_element_after_words_on_a_change_does_not_tell_the_day(before: str):
    assert published(f"{HEADLINE}{TEXT}<p>{before} <time datetime=2025-03-04>3 months ago</time></p>") is None


@pytest.mark.parametrize("before", ["Released:", "Start date", "Updated in May. Published"])
def test_a_time_element_after_other_words_tells_the_day(before: str):
    line = f"<p>{before} <time datetime=2025-03-04>3 months ago</time></p>"
    assert published(HEADLINE + TEXT + line) == "2025-03-04"


def test_words_on_a_change_in_the_block_before_are_not_those_of_a_time_element():
    line = "<div>Last updated</div><div><time datetime=2025-03-04>3 months ago</time></div>"
    assert published(HEADLINE + TEXT + line) == "2025-03-04"


def test_another_time_element_than_that_in_a_line_on_a_change_tells_the_day():
    assert published(HEADLINE + CHANGED + TEXT + "<time datetime=2024-01-02>") == "2024-01-02"


LABELLED = "<p><time datetime=2025-03-04T10:00Z>Last updated: March 4, 2025</time></p>"


def test_a_time_element_around_words_on_a_change_does_not_tell_the_day():
    assert published(HEADLINE + TEXT + LABELLED) is None


@pytest.mark.parametrize(
    "others", ["<div>Posted on March 4, 2025</div>", "<time datetime=2025-03-05T01:00+09:00>"]
)
def test_such_an_element_tells_the_day_if_that_is_shown_otherwise_or_there_is_another(others: str):
    assert published(HEADLINE + TEXT + LABELLED + others) == "2025-03-04T10:00:00+00:00"


@pytest.mark.parametrize(
    "start",
    [
        "<div id=comment-1>",
        "<ol class='comment-list thread'><li>",
        "<section class=comentarios>",
        "<div class=replies>",
        "<div class=reply><p>",
    ],
)
def test_a_time_element_in_a_comment_does_not_tell_the_day(start: str):
    assert published(f"{HEADLINE}{TEXT}{start}<time datetime=2025-03-04>") is None


@pytest.mark.parametrize(
    "start", ["<body class=comments-open>", "<div class=commenting>", "<p class=by-comments>"]
)
def test_a_time_element_below_other_elements_with_such_names_tells_the_day(start: str):
    assert published(f"{start}{HEADLINE}<time datetime=2025-03-04>now</time>{TEXT}") == "2025-03-04"


def test_many_time_elements_after_a_long_text_take_linear_time():
    started = process_time()
    published(f"<p>{'ab ' * 300_000}{'<time datetime=2025-03-04>' * 10_000}")
    assert process_time() - started < 3


def test_a_day_beside_a_time_is_read():
    assert published(HEADLINE + "<div>12 March 2017 | shown 3 May 2017 - 5 May 2017 -</div>") == "2017-03-12"


def test_a_day_after_that_of_a_change_is_read():
    assert published(HEADLINE + "<div>Updated 14 March 2017 | Posted 12 March 2017</div>") == "2017-03-12"


def test_a_sentence_is_no_line():
    sentence = "<div>The bridge that so many of us have missed opened on 12 March 2017</div>"
    assert published(HEADLINE + sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "市長は2017年3月12日、橋の完成を急ぐ必要があると述べた。",
        "截至2017年3月12日，共有三千辆汽车通过了这座新建成的大桥。",  # noqa: RUF001
    ],
)
def test_a_sentence_without_spaces_is_no_line(sentence: str):
    assert published(f"{HEADLINE}<div>{sentence}</div>") is None


def test_names_and_labels_without_spaces_are_a_word_each():
    line = "2017年3月12日 来源：新华网 责任编辑：王小明 字号：大中小"  # noqa: RUF001
    assert published(f"{HEADLINE}<div>{line}</div>") == "2017-03-12"


def test_vowel_signs_do_not_divide_words():
    assert published(f"{HEADLINE}<div>राजेश कुमार, नई दिल्ली, 2017-03-12</div>") == "2017-03-12"


def test_nothing_behind_the_start_of_the_text_is_read():
    assert published(HEADLINE + TEXT * 2 + DAY) is None


def test_nothing_far_from_the_headline_is_read():
    assert published(HEADLINE + "<div>Lead</div>" * 4 + DAY) is None


def test_nothing_far_above_the_headline_is_read():
    assert published(DAY + "<div>News</div>" * 3 + HEADLINE) is None


@pytest.mark.parametrize("before", ["In the town, on", "It is open.</p><p>"])
def test_a_paragraph_of_the_text_is_no_line(before: str):
    assert published(f"{HEADLINE}<p>{before} March 12, 2017</p>{TEXT}") is None


@pytest.mark.parametrize("start", ["", "Published on ", "Sunday, ", "By Ann Lee | ", "By Ann Lee</p><p>"])
def test_a_paragraph_that_is_a_day_or_begins_with_a_name_tells_the_day_directly_below_the_headline(
    start: str,
):
    assert published(f"{HEADLINE}<p>{start}March 12, 2017</p>{TEXT}") == "2017-03-12"


@pytest.mark.parametrize(
    "name", ["comment-meta", "kommentare", "related", "sidebar", "wp-caption", "breadcrumbs"]
)
def test_what_belongs_elsewhere_is_left_out(name: str):
    assert published(f"{HEADLINE}<div class={name}><div>12 March 2017</div></div>") is None


@pytest.mark.parametrize("heading", ["", "<h1>The Town</h1>", "<h1>Other news of today</h1>", "<h1>!</h1>"])
def test_without_its_headline_a_page_shows_no_day(heading: str):
    assert published(heading + DAY) is None


def test_without_a_title_none_of_several_headings_is_the_headline():
    assert published("<h1>The Town</h1>" + HEADLINE + DAY, head="") is None


def test_a_title_without_letters_has_no_headline():
    assert published(HEADLINE + DAY, head="<title>!!!</title>") is None


@pytest.mark.parametrize("title", ["News: The bridge is open again, at last", "The Bridge is open again!"])
def test_the_headline_is_part_of_the_title_but_for_case_and_marks(title: str):
    assert published(HEADLINE + LINE, head=f"<title>{title}</title>") == "2017-03-12"


def test_a_heading_that_is_a_small_part_of_the_title_is_no_headline():
    assert published("<h1>The bridge</h1>" + DAY) is None


def test_the_heading_with_most_of_the_title_is_the_headline():
    teaser = "<h2>The bridge is</h2><div>1 May 2016</div><div>a</div><div>b</div><div>c</div>"
    assert published(teaser + HEADLINE + LINE) == "2017-03-12"


def test_the_first_of_equal_headings_is_the_headline():
    assert published(HEADLINE + LINE + TEXT + HEADLINE + "<div>1 May 2016</div>") == "2017-03-12"


def test_an_h1_comes_before_an_equal_heading_in_a_menu():
    menu = "<nav><h3>The bridge is open again</h3><div>1 May 2016</div></nav>" + TEXT
    assert published(menu + HEADLINE + LINE) == "2017-03-12"


def test_many_headings_below_a_long_title_take_linear_time():
    started = process_time()
    published("<h2>b c</h2>" * 10_000, f"<title>{'ab ' * 100_000}</title>")
    assert process_time() - started < 3  # it would take ten if each were looked for in the title


@pytest.mark.parametrize(
    "line",
    [
        "Posted on March 12, 2017 by Ann Lee in Bridges",
        "发布日期：2017-03-12 责任编辑：李明",  # noqa: RUF001
        "投稿日 2017年3月12日",
        "등록일 2017.03.12",
        "Veröffentlicht am 12. März 2017",
        "Published:</dt><dd>2017-03-12",
        "Posted on March 12, 2017, updated March 14, 2017",
    ],
)
def test_a_line_below_the_text_that_begins_with_posted_tells_the_day(line: str):
    assert published(f"{HEADLINE}{TEXT * 2}<dl><dt>{line}</dl>") == "2017-03-12"


@pytest.mark.parametrize(
    "line",
    [
        "Posted</dt><dd>2017-03-12",
        "Ann Lee posted on March 12, 2017",
        "Posted by Ann Lee on March 12, 2017</dt><dt>Posted by Bo Ray on March 12, 2017",
        "<p>Posted on March 12, 2017" + " and" * 60,
        "<p class=comment-meta>Posted on March 12, 2017",
    ],
)
def test_other_lines_below_the_text_do_not(line: str):
    assert published(f"{HEADLINE}{TEXT * 2}<dl><dt>{line}</dl>") is None


def test_a_time_element_comes_before_a_line_below_the_text():
    assert published(f"{HEADLINE}{TEXT * 2}<time datetime=2017-03-11></time>{LINE}") == "2017-03-11"
