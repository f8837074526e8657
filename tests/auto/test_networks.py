"""The networks of `auto`, by name."""

import os
from pathlib import Path

import numpy as np
import pytest
from xxhash import xxh3_64_hexdigest

from urltree.auto.explain import explain_blocks
from urltree.auto.networks import INPUTS, WEIGHTS, networks_of
from urltree.errors import HeuristicError
from urltree.extract import Extractor
from urltree.features import FEATURES
from urltree.scorer import Layer, Network, save_network

PAGE = "<p>The bridge is open.<p>To all."


def save(path, inputs, bias=0.0):
    """Write a network that has the same log odds for all blocks."""
    layer = Layer(np.zeros((1, inputs, 1), np.float32), np.full((1, 1, 1), bias, np.float32))
    save_network(Network(np.zeros(inputs, np.float32), np.ones(inputs, np.float32), (layer,)), path)


def test_auto_has_the_networks_that_come_with_the_library():
    assert networks_of("auto") is networks_of(f"auto:{WEIGHTS}")


def test_a_file_may_be_named(tmp_path):
    save(tmp_path / "mine.npz", len(INPUTS), bias=2)
    networks = networks_of(f"auto:{tmp_path / 'mine.npz'}")
    assert networks.full.layers[-1].bias == 2
    assert networks.cold.mean.size == len(FEATURES)


def test_a_file_may_be_in_the_home_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    save(tmp_path / "mine.npz", len(INPUTS), bias=2)
    assert networks_of("auto:~/mine.npz").full.layers[-1].bias == 2


@pytest.mark.parametrize("odds", [-9, 9])
def test_a_page_is_judged_by_the_network_named(tmp_path, odds):
    save(tmp_path / "mine.npz", len(INPUTS), odds)
    extraction = Extractor(f"auto:{tmp_path / 'mine.npz'}").extract(PAGE, "http://example.org/")
    assert [round(each.score) for each in extraction.decisions] == [odds > 0] * 2


def test_a_new_extractor_has_the_network_that_is_in_the_file_now(tmp_path):
    for odds in (-9, 9):
        save(tmp_path / "mine.npz", len(INPUTS), odds)
        os.utime(tmp_path / "mine.npz", ns=(odds + 9, odds + 9))  # clocks of file systems are coarse
        extraction = Extractor(f"auto:{tmp_path / 'mine.npz'}").extract(PAGE, "http://example.org/")
        assert [round(each.score) for each in extraction.decisions] == [odds > 0] * 2


def test_a_relative_name_is_that_of_a_file_in_the_folder_of_now(tmp_path, monkeypatch):
    for folder, odds in (("a", -9), ("b", 9)):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        save(Path("mine.npz"), len(INPUTS), odds)
        assert networks_of("auto:mine.npz").full.layers[-1].bias == odds


def test_a_page_is_explained_by_the_network_named(tmp_path):
    save(tmp_path / "mine.npz", len(INPUTS))
    name = f"auto:{tmp_path / 'mine.npz'}"
    explained = explain_blocks(Extractor(name).extract(PAGE, "http://example.org/"), name)
    assert 0 in {reason.weight for each in explained for reason in each.reasons} <= {0, None}


@pytest.mark.parametrize("name", ["strict", "texrex", "automatic", ""])
def test_other_heuristics_have_none(name):
    assert networks_of(name) is None


def test_a_network_with_other_inputs_is_refused(tmp_path):
    save(tmp_path / "x.npz", 37)
    with pytest.raises(HeuristicError, match=r"x\.npz has 37 inputs, not 240; use a file that urltree train"):
        networks_of(f"auto:{tmp_path / 'x.npz'}")


def test_a_network_without_members_is_refused(tmp_path):
    layer = Layer(np.zeros((len(INPUTS), 1), np.float32), np.zeros(1, np.float32))
    save_network(Network(*np.ones((2, len(INPUTS)), np.float32), (layer,)), tmp_path / "x.npz")
    with pytest.raises(HeuristicError, match=r"x\.npz has no members"):
        networks_of(f"auto:{tmp_path / 'x.npz'}")


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(HeuristicError, match=r"none\.npz cannot be read"):
        networks_of(f"auto:{tmp_path / 'none.npz'}")


def test_the_inputs_have_the_names_and_order_that_the_shipped_network_learnt():
    # Any change here requires training anew, as the model card describes.
    assert xxh3_64_hexdigest("\n".join(INPUTS).encode()) == "ed48d6eac0fe5f46"


def test_the_shipped_network_is_small():
    assert WEIGHTS.stat().st_size <= 300_000
