import pytest

from urltree.errors import InputError, RuleError
from urltree.mining.rulefile import NAME, accept
from urltree.mining.rulemining import propose
from urltree.mining.sightings import Sighting
from urltree.rules import load_rules
from urltree.url import parse_url

OWN = """\
[[rule]]
match = '^y\\.org/'
keep = ["n"]
example = "http://y.org/a?n=1&m=2"
key = "http://y.org/a?n=1"
"""


def proposals(name):
    found = [Sighting.of(f"http://x.org/read?{name}={n}&von=rss", f"a {n}", f"a {n}") for n in range(30)]
    return propose(found, load_rules())


def key(url, folder):
    return str(load_rules(folder).apply(parse_url(url))[0])


def test_an_accepted_rule_is_used(tmp_path):
    file = accept(proposals("nr"), tmp_path)
    assert file == tmp_path / NAME
    assert key("http://x.org/read?nr=99&von=mail", tmp_path) == "http://x.org/read?nr=99"


def test_a_missing_folder_is_created(tmp_path):
    assert accept(proposals("nr"), tmp_path / "my" / "rules").is_file()


def test_rules_accepted_earlier_are_kept(tmp_path):
    accept(proposals("nr"), tmp_path)
    accept(proposals("kod"), tmp_path)
    assert [rule.keep[0].pattern for rule in load_rules(tmp_path).rules[:2]] == ["nr", "kod"]


def test_a_link_to_the_file_stays_a_link(tmp_path):
    (tmp_path / "kept").mkdir()
    elsewhere = tmp_path / "kept" / "rules.toml"
    elsewhere.write_text("")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / NAME).symlink_to(elsewhere)
    accept(proposals("nr"), tmp_path / "rules")
    assert (tmp_path / "rules" / NAME).readlink() == elsewhere
    assert load_rules(tmp_path / "rules").rules[0].keep[0].pattern == "nr"


def test_other_files_in_the_folder_are_unchanged(tmp_path):
    (tmp_path / "own.toml").write_text(OWN)
    accept(proposals("nr"), tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [NAME, "own.toml"]
    assert (tmp_path / "own.toml").read_text() == OWN


def test_the_lock_of_an_editor_is_no_obstacle(tmp_path):
    (tmp_path / ".#own.toml").symlink_to("me@host.1234:5678")
    assert accept(proposals("nr"), tmp_path).is_file()


def test_a_folder_with_an_invalid_file_is_left_unchanged(tmp_path):
    (tmp_path / "own.toml").write_text("nonsense")
    with pytest.raises(RuleError, match="not valid TOML"):
        accept(proposals("nr"), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["own.toml"]


def test_a_file_that_is_not_utf_8_is_refused(tmp_path):
    (tmp_path / NAME).write_bytes(b"# caf\xe9\n")
    with pytest.raises(RuleError, match=f"{NAME}:1: not UTF-8"):
        accept(proposals("nr"), tmp_path)


def test_a_rule_that_the_new_one_overrules_is_named_by_its_own_file(tmp_path):
    url = "http://x.org/read?nr=1&von=rss"
    own = f"[[rule]]\nmatch = '^x'\nkeep = ['nr', 'von']\nexample = '{url}'\nkey = '{url}'\n"
    (tmp_path / "own.toml").write_text(own)
    with pytest.raises(RuleError) as error:
        accept(proposals("nr"), tmp_path)
    assert str(error.value).startswith(f"{tmp_path}/own.toml:1: ")


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "rules").write_text("")
    with pytest.raises(InputError, match=r"rules cannot be written to .*/rules: .*; choose"):
        accept(proposals("nr"), tmp_path / "rules")
