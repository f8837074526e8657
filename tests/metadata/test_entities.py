"""Character references of HTML."""

import pytest

from urltree.metadata.entities import unescaped


def test_references_become_characters():
    assert unescaped("Q &amp; A &eacute;&#233;&#xe9;") == "Q & A ééé"


@pytest.mark.parametrize("digits", [100, 5_000])
def test_a_reference_to_no_character_is_replaced(digits):
    assert unescaped(f"a&#{'9' * digits};b&#{'9' * digits}c") == "a\ufffdb\ufffdc"
