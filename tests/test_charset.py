"""Converting bytes and text to UTF-8."""

import random

import pytest

from urltree.charset import to_utf8
from urltree.errors import PageError

RUSSIAN = "<p>Сегодня утром в городе прошёл сильный дождь, и улицы опустели."


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("<p>é".encode(), "utf-8", "<p>é"),
        ("<p>é".encode("latin-1"), "ISO-8859-1", "<p>é"),
        ("<p>“x”".encode("cp1252"), "iso-8859-1", "<p>“x”"),
        ("<p>日本語".encode("shift_jis"), " Shift_JIS ", "<p>日本語"),
        ("<p>é".encode("utf-16-le"), "utf-16", "<p>é"),
        ("<p>é".encode("utf-16-be"), "utf-16be", "<p>é"),
    ],
)
def test_the_declared_charset_is_used(data, charset, text):
    assert to_utf8(data, charset) == text.encode()


@pytest.mark.parametrize("charset", ['"windows-1251"', "'windows-1251'", ' " windows-1251"'])
def test_a_declared_charset_may_be_in_quotes_as_in_http(charset):
    assert to_utf8("<p>й".encode("cp1251"), charset) == "<p>й".encode()


@pytest.mark.parametrize("charset", ["iso-2022-cn", "iso-2022-kr", "hz-gb-2312"])
def test_charsets_that_browsers_refuse_are_ignored(charset):
    page = b"<p>a bridge"
    assert to_utf8(page, charset) == page


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("declared", ["koi8-r", "utf-8"])
def test_a_byte_order_mark_overrules_the_declaration(encoding, declared):
    marked = "\ufeff<p>é".encode(encoding)
    assert to_utf8(marked, declared).removeprefix(b"\xef\xbb\xbf") == "<p>é".encode()


@pytest.mark.parametrize(
    "head",
    [
        "<meta charset=koi8-r>",
        "<META content='text/html; charset=KOI8-R' http-equiv=Content-Type>",
        "<?xml version='1.0' encoding='koi8-r'?>",
        "<!--\n<meta charset=utf-8>\n--><meta charset='koi8-r'>",
    ],
)
@pytest.mark.parametrize("charset", [None, "", "no such charset", "ü", "\ud800", "\0"])
def test_the_meta_charset_is_used_if_nothing_usable_is_declared(head, charset):
    page = head + "<p>дождь"
    assert to_utf8(page.encode("koi8-r"), charset) == page.encode()


def test_a_declared_charset_overrules_the_meta_charset():
    page = "<meta charset=koi8-r><p>é"
    assert to_utf8(page.encode(), "utf-8") == page.encode()


@pytest.mark.parametrize("declared", ["utf-16", "utf-16be"])
@pytest.mark.parametrize("page", ["<p>x", "<p>é"])
def test_a_page_without_nul_is_not_taken_for_utf_16(page, declared):
    assert to_utf8(page.encode(), declared) == page.encode()


@pytest.mark.parametrize("declared", ["iso-8859-1", "koi8-r", "gbk", None])
def test_utf_8_is_recognised_whatever_is_declared(declared):
    page = "<meta charset=windows-1252><p>é"
    assert to_utf8(page.encode(), declared) == page.encode()


@pytest.mark.parametrize("meta", ["utf-8", "windows-1252"])
def test_bytes_declared_as_utf_8_are_read_otherwise_if_they_are_not(meta):
    page = f"<meta charset={meta}><p>“Schöne Grüße”"
    assert to_utf8(page.encode("windows-1252"), "utf-8") == page.encode()


@pytest.mark.parametrize("declared", ["iso-8859-1", None])
def test_utf_8_is_recognised_despite_a_few_broken_places(declared):
    page = "<p>Größe in Köln, für Jü".encode()[:-1]
    assert to_utf8(page, declared) == page


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("big5", "<p>繁體中文"),
        ("euc-jp", "<p>日本語"),
        ("euc-kr", "<p>한국어"),
        ("gb18030", "<p>简体中文"),
        ("shift_jis", "<p>日本語"),
        ("windows-1251", "<p>дождь"),
        ("iso-8859-1", "<p>é"),
    ],
)
def test_other_charsets_are_not_taken_for_utf_8(charset, text):
    assert to_utf8(text.encode(charset), charset) == text.encode()


def test_a_declared_7_bit_charset_is_used():
    assert to_utf8("<p>日本".encode("iso-2022-jp"), "iso-2022-jp") == "<p>日本".encode()


def test_a_7_bit_charset_is_detected():
    page = "<title>橋</title><p>市長は先週の日曜日に新しい橋の開通を発表し、多くの人々が現場を訪れた。"
    assert to_utf8(page.encode("iso-2022-jp")) == page.encode()


def test_an_escape_sequence_within_ascii_changes_nothing():
    page = b"<p>The prompt is \x1b$ now, and the text that follows is as plain as it was before."
    assert to_utf8(page) == page


def test_a_meta_that_says_utf_16_means_utf_8():
    page = "<meta charset=utf-16><p>é"
    assert to_utf8(page.encode()) == page.encode()


def test_a_meta_charset_far_from_the_start_is_ignored():
    page = f"<p>{'x' * 4_096}<meta charset=koi8-r><p>é"
    assert to_utf8(page.encode()) == page.encode()


def test_text_of_ascii_alone_is_not_decoded_again():
    page = "<meta charset=hz-gb-2312><p>~{VPND~}"
    assert to_utf8(page) == page.encode()


def test_the_meta_charset_of_text_is_ignored():
    page = "<meta charset=koi8-r><p>é"
    assert to_utf8(page) == page.encode()


def test_undeclared_utf_8_is_recognised():
    assert to_utf8("<p>é".encode()) == "<p>é".encode()


@pytest.mark.parametrize("page", ["<p>é</p>", "\r\n <p>é</p>"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_undeclared_utf_16_is_recognised_without_a_byte_order_mark(encoding, page):
    assert to_utf8(page.encode(encoding)) == page.encode()


@pytest.mark.parametrize("page", [b"\0<div>text</div>", b"<\0div>text</div>"])
def test_a_nul_beside_the_first_tag_does_not_make_a_page_utf_16(page):
    assert to_utf8(page) == page


@pytest.mark.parametrize("encoding", ["koi8-r", "windows-1251"])
def test_undeclared_bytes_are_detected(encoding):
    assert to_utf8(RUSSIAN.encode(encoding)) == RUSSIAN.encode()


def test_undeclared_korean_is_detected():
    page = "<p>서울시는 오늘 새 다리가 개통되었다고 발표했다. 펲시 광고도 붙었다."
    assert to_utf8(page.encode("cp949")) == page.encode()


def test_ukrainian_letters_are_read_where_koi8_is_detected():
    page = "<p>Мер повідомив сьогодні, що новий міст відкрито. Її мешканці кажуть, що дуже раді цій події."  # noqa: RUF001
    assert to_utf8(page.encode("koi8-u")) == page.encode()


def test_what_nec_and_ibm_added_to_euc_jp_is_read():
    assert to_utf8(b"<p>\xad\xa1\xad\xea\xfc\xe2\xb6\xb6", "euc-jp") == "<p>①㈱髙橋".encode()


@pytest.mark.parametrize("declared", ["gb2312", "gbk", "gb18030"])
def test_chinese_charsets_are_read_as_the_largest_of_them(declared):
    page = "<p>㐀𠮷新闻ḿ"
    assert to_utf8(page.encode("gb18030"), declared) == page.encode()


@pytest.mark.parametrize("declared", ["gb2312", "gbk", "gb18030"])
def test_the_euro_sign_of_gbk_is_read(declared):
    assert to_utf8(b"<p>\xbc\xdb\xb8\xf1\x8010", declared) == "<p>价格€10".encode()


def test_what_no_charset_has_in_euc_jp_is_replaced():
    data = b"<p>\xa9\xa1 \x80\xa1 \xff\xa1"
    assert to_utf8(data, "euc-jp") == "<p>\ufffd\ufffd \ufffd\ufffd \ufffd\ufffd".encode()


def test_bytes_that_are_not_utf_8_are_not_detected_as_such():
    page = "<p>Größe: “quoted” naïve café"
    assert to_utf8(page.encode("cp1252")) == page.encode()


def test_a_bytearray_is_read_like_bytes():
    assert to_utf8(bytearray(RUSSIAN.encode("koi8-r"))) == RUSSIAN.encode()


def test_undecodable_bytes_are_replaced():
    assert to_utf8(b"<p>\xffx", "euc-jp") == "<p>\ufffdx".encode()


def test_lone_surrogates_are_replaced_and_pairs_joined():
    assert to_utf8("a\ud800b\ud83d\ude00") == "a\ufffdb😀".encode()


@pytest.mark.parametrize("html", ["", b"", " \n\t", b"\r\n", b"\xff\xfe \0", b"\xef\xbb\xbf", "\ufeff \n"])
def test_an_empty_page_is_refused(html):
    with pytest.raises(PageError, match="the page is empty; provide"):
        to_utf8(html)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0", "an image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "an image"),
        (b"GIF89a\x01\0", "an image"),
        (b"RIFF\n\0\0\0WEBPVP8 ", "an image"),
        (b"From: <Saved by Blink>\r\nSubject: a\r\n\tb\r\nMIME-Version: 1.0\r\n\r\n", "MHTML"),
        (b"PK\x03\x04\x14\0", "compressed data"),
        (b"\x1f\x8b\x08\0", "compressed data"),
        (b"\xfd7zXZ\0\0\x04", "compressed data"),
        (b"BZh91AY&SY\xa5", "compressed data"),
        (b"\x28\xb5\x2f\xfd\x24\x09", "compressed data"),
        (b'\n {"text": "<p>"}', "JSON"),
        ('[{"a": 1}]', "JSON"),
        (b'\xef\xbb\xbf{"a": 1}', "JSON"),
        ("\ufeff%PDF-1.7", "PDF"),
    ],
)
def test_data_that_is_plainly_not_html_is_refused_by_its_kind(data, kind):
    with pytest.raises(PageError, match=f"looks like {kind}, not HTML; provide"):
        to_utf8(data)


def test_binary_data_is_refused():
    with pytest.raises(PageError, match="binary data, not HTML; provide"):
        to_utf8(random.Random(7).randbytes(3_000))


@pytest.mark.parametrize(
    "data",
    [
        "\n<p>Größe</p>".encode("utf-16-le"),
        b"<p>na\0me \xe9" + bytes(range(1, 9)) * 99,
        "<p>한국어</p>".encode("iso-2022-kr"),
    ],
)
def test_a_page_may_hold_control_characters(data):
    assert to_utf8(data)


def test_utf_16_with_a_byte_order_mark_may_hold_any_byte():
    text = "<p>АБВГДЕЖЗИЙКЛМНОП"
    assert to_utf8(text.encode("utf-16")) == text.encode()


def test_declared_utf_16_may_hold_any_byte():
    text = "".join(map(chr, range(0x4E00, 0x4F00)))
    assert to_utf8(text.encode("utf-16-le"), "utf-16") == text.encode()


@pytest.mark.parametrize("html", ["plain words", "[1] a footnote", "{braces}", "<p>%PDF-"])
def test_plain_text_is_a_page(html):
    assert to_utf8(html) == html.encode()
