import numpy as np
import pytest
from matplotlib.image import imread

from urltree.evaluation.figures import draw_curves, draw_duplicates

PNG = b"\x89PNG"

#: Matplotlib's first colour.
BLUE = (0x1F / 255, 0x77 / 255, 0xB4 / 255)


def test_duplicates_are_drawn_as_png(tmp_path):
    draw_duplicates(tmp_path / "a.png", {"response URL": 1, "URL key": 5})
    assert (tmp_path / "a.png").read_bytes().startswith(PNG)


@pytest.mark.parametrize("lines", [1, 30])
def test_few_and_many_curves_are_drawn_as_png(tmp_path, lines):
    draw_curves(tmp_path / "a.png", "title", {str(line): [0.5, 0.6] for line in range(lines)})
    assert (tmp_path / "a.png").read_bytes().startswith(PNG)


def test_curves_of_one_document_are_drawn(tmp_path):
    draw_curves(tmp_path / "a.png", "title", {"one": [0.5]})
    assert (tmp_path / "a.png").read_bytes().startswith(PNG)


def test_a_site_of_one_document_is_visible(tmp_path):
    draw_curves(tmp_path / "a.png", "title", {"one": [0.5], "long": [0.4, 0.4]})
    beside_the_legend = imread(tmp_path / "a.png")[:, :600, :3]
    assert np.isclose(beside_the_legend, BLUE, atol=0.01).all(axis=-1).any()


def test_other_values_give_another_picture(tmp_path):
    for name, value in (("a.png", 0.5), ("b.png", 0.9)):
        draw_curves(tmp_path / name, "title", {"x": [0.1, value]})
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize(
    "name",
    ["$a{b$", "新聞.jp", "a\udcff", "a\x1b[31m", 500 * "long"],
    ids=["$", "CJK", "\\xff", "ESC", "long"],
)
def test_a_curve_may_have_any_name(tmp_path, name):
    draw_curves(tmp_path / "a.png", "title", {name: [0.5], "other": [0.6]})
    assert (tmp_path / "a.png").read_bytes().startswith(PNG)


def test_a_name_that_begins_with_an_underscore_is_in_the_legend(tmp_path):
    for name, line in (("a.png", "_x"), ("b.png", "__")):
        draw_curves(tmp_path / name, "title", {line: [0.5, 0.6]})
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()
