"""The modules of the tests themselves."""

from collections import Counter

from documented import REPOSITORY


def test_no_two_modules_have_one_name():
    """Each is imported by its bare name, so one would silently stand in for the other."""
    files = (REPOSITORY / "tests").rglob("*.py")
    numbers = Counter(file.name for file in files if file.name != "conftest.py")
    assert [name for name, number in numbers.items() if number > 1] == []
