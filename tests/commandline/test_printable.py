"""Strangers' texts on a terminal."""

import pytest

from urltree.commandline.printable import printable_line


@pytest.mark.parametrize("hidden", ["\t", "\n", "\x1b", "\x9b", "\u2028", "\u202e", "\u2066", "\udcff"])
def test_what_is_invisible_in_a_line_becomes_a_space(hidden):
    assert printable_line(f"a{hidden}b") == "a b"


@pytest.mark.parametrize("joined", ["👩\u200d💻", "می\u200cشود"])
def test_what_joins_signs_and_letters_of_a_line_or_keeps_them_apart_stays(joined):
    assert printable_line(joined) == joined
