"""TeX as Wikipedia and others write it."""

import pytest

from urltree.traits.formulas import bare_tex


@pytest.mark.parametrize(
    ("told", "tex"),
    [
        ("m^2", "m^2"),
        (r" {\displaystyle m^{2}\,} ", r"m^{2}\,"),
        (r"{\textstyle \sum _{i} i}", r"\sum _{i} i"),
        (r"{\displaystyle }", ""),
        (r"{\scriptstyle m}", r"{\scriptstyle m}"),
        (r"{\displaystyle a}+{b}", r"{\displaystyle a}+{b}"),
        (r"\frac{\textstyle a}{b}", r"\frac{\textstyle a}{b}"),
        ("  ", ""),
    ],
)
def test_tex_is_told_without_its_style(told, tex):
    assert bare_tex(told) == tex
