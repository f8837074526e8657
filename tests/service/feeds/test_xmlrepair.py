"""Repair of character references and ampersands that are not valid XML."""

from __future__ import annotations

import pytest

from service.feeds.xmlrepair import readable, with_ampersands


@pytest.mark.parametrize(
    "written", [b"&#55357;&#56397;", b"&#xD83D;&#xDC4D;", b"&#xd83d;&#56397;", b"&#55357&#56397;"]
)
def test_surrogate_pair_becomes_one_character(written: bytes):
    assert readable(b"a " + written + b" b") == b"a &#128077; b"


@pytest.mark.parametrize(
    "written",
    [b"&#0;", b"&#x0;", b"&#56397;", b"&#xD800;", b"&#1114112;", b"&#x110000;", b"&#" + b"9" * 5_000 + b";"],
    ids=["zero", "hexadecimal zero", "half", "hexadecimal half", "above", "hexadecimal above", "endless"],
)
def test_reference_to_an_invalid_character_becomes_the_replacement_character(written: bytes):
    assert readable(written) == b"&#65533;"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"?a=1&lang=en&copy=2", b"?a=1&amp;lang=en&amp;copy=2"),
        (b"AT&T, Q&A: &amp; &#38; &eacute;", b"AT&amp;T, Q&amp;A: &amp; &#38; &eacute;"),
        (b"<![CDATA[a & b]]> & <![CDATA[&c", b"<![CDATA[a & b]]> &amp; <![CDATA[&c"),
        ("a & b".encode("utf-16-le"), "a & b".encode("utf-16-le")),
    ],
)
def test_stray_ampersands_are_escaped(written: bytes, read: bytes):
    assert with_ampersands(written) == read


@pytest.mark.parametrize(
    "written", [b"&#60;", b"&#x3C;", b"&#xD8001;", b"&#553550;", b"&#55000;", b"&#10;", b"&amp;", b"&#;"]
)
def test_all_other_references_are_unchanged(written: bytes):
    assert readable(written) == written
