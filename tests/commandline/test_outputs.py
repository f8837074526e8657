from pathlib import Path

import pytest

from urltree.commandline.outputs import check_file, check_folder
from urltree.errors import InputError

#: A folder that nobody may write to, not even root.
PROC = Path("/proc")

needs_proc = pytest.mark.skipif(not PROC.is_dir(), reason="needs a folder that nobody may write to")


def test_a_missing_folder_is_created(tmp_path):
    check_folder(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


@needs_proc
def test_an_existing_folder_that_is_not_writable_is_refused():
    with pytest.raises(InputError, match=r"/proc: .*; choose another folder with --out"):
        check_folder(PROC)


def test_the_folder_of_a_file_is_created_but_not_the_file(tmp_path):
    check_file(tmp_path / "a" / "net.npz")
    assert list((tmp_path / "a").iterdir()) == []


def test_an_existing_file_is_kept(tmp_path):
    (tmp_path / "net.npz").write_text("old")
    check_file(tmp_path / "net.npz")
    assert (tmp_path / "net.npz").read_text() == "old"


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="Is a directory; choose another file with --out"):
        check_file(tmp_path)
