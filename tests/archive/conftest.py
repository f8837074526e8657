"""An archive of two sites, and the command's output for it, which several files of tests look at."""

import pytest
from archiving import archive
from sitearchives import records
from warcs import response, write


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("archive")


@pytest.fixture(scope="session")
def file(folder):
    other = [response("http://other.com/a", "<p>A page of some words on another site.")]
    return write(folder / "a.warc.gz", *records(), *other)


@pytest.fixture(scope="session")
def by_auto(file, folder):
    return archive(file, folder / "wet", "--wet")


@pytest.fixture(scope="session")
def by_cross(file, folder):
    return archive(file, folder / "cross", "--method", "dbce-t001")


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"
