"""Every store in which templates are learnt, empty."""

import pytest

from urltree.store import open_store


@pytest.fixture(params=["memory://", "valkey"])
def store(request):
    url = request.param if request.param == "memory://" else request.getfixturevalue("valkey_url")
    opened = open_store(url)
    yield opened
    opened.close()
