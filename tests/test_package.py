"""What can be imported from `urltree`."""

import pytest

import urltree


@pytest.mark.parametrize("name", urltree.__all__)
def test_a_public_name_can_be_imported(name):
    assert getattr(urltree, name).__name__ == name


@pytest.mark.parametrize("name", urltree.__all__)
def test_a_public_name_is_listed_by_dir(name):
    assert name in dir(urltree)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'urltree' has no attribute 'Extracter'"):
        urltree.Extracter  # noqa: B018
