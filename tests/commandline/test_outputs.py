from pathlib import Path

import pytest

from urltree.commandline.outputs import check_file, check_folder
from urltree.errors import InputError

#: A folder that nobody may write to, not even root.
PROC = Path("/proc")

needs_proc = pytest.mark.skipif(not PROC.is_dir(), reason="needs a folder that nobody may write to")


def test_a_folder_is_made(tmp_path):
    check_folder(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


@needs_proc
def test_a_folder_that_is_there_but_cannot_be_written_to_is_refused():
    with pytest.raises(InputError, match=r"/proc: .*: choose another folder with --out"):
        check_folder(PROC)


def test_a_file_is_not_made_yet(tmp_path):
    check_file(tmp_path / "a" / "net.npz")
    assert list((tmp_path / "a").iterdir()) == []


def test_a_file_that_is_there_stays(tmp_path):
    (tmp_path / "net.npz").write_text("old")
    check_file(tmp_path / "net.npz")
    assert (tmp_path / "net.npz").read_text() == "old"


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match="Is a directory: choose another file with --out"):
        check_file(tmp_path)
