import pytest

from urltree.errors import InputError
from urltree.extras import library


def test_an_installed_library_is_imported():
    assert library("json.decoder", "evaluate").__name__ == "json.decoder"


def test_a_missing_library_is_named_with_its_extra():
    with pytest.raises(InputError) as caught:
        library("no_such_library.part", "evaluate")
    assert str(caught.value) == "no_such_library is not installed; run pip install 'urltree[evaluate]'"
