"""The command with rules that tell pages apart by their parameters."""

import pytest
from archiving import archive, lines
from sitearchives import HOST, page
from warcs import response, write


@pytest.fixture
def behind_a_script(tmp_path):
    """An archive of a site whose parameter no rule knows, and a folder with a rule for it."""
    script = f"{HOST}/zeige.html?stueck="
    written = [response(f"{script}{number}", page(number % 3, number), number) for number in range(9)]
    (tmp_path / "rules").mkdir()
    rule = f"""[[rule]]
    match = '/zeige\\.html\\?'
    keep = ["stueck"]
    example = "{script}1&from=rss"
    key = "{script}1"
    """
    (tmp_path / "rules" / "mine.toml").write_text(rule)
    return write(tmp_path / "script.warc.gz", *written), tmp_path / "rules"


def test_rules_tell_the_pages_behind_a_script_apart(behind_a_script, out):
    file, rules = behind_a_script
    archive(file, out, "--method", "tree", "--rules", rules)
    assert "Section number" not in " ".join(line["text"] for line in lines(out))


def test_rules_name_parameters_that_make_no_other_page_for_dbce(behind_a_script, out):
    file, rules = behind_a_script
    (rules / "mine.toml").write_text('[tracking]\nparameters = ["stueck"]')
    archive(file, out, "--method", "dbce-t001", "--rules", rules)
    assert {line["text"] for line in lines(out)} == {None}


def test_other_rules_for_the_same_folder_exit_with_2(behind_a_script, out):
    file, rules = behind_a_script
    archive(file, out, "--rules", rules)
    (rules / "mine.toml").write_text((rules / "mine.toml").read_text().replace("from=rss", "from=web"))
    assert archive(file, out, "--rules", rules).code == 2


def test_wrong_rules_are_refused_before_anything_is_written(behind_a_script, out):
    file, rules = behind_a_script
    (rules / "mine.toml").write_text("[[rule]]")
    assert "mine.toml:1: example is missing" in archive(file, out, "--rules", rules).stderr
    assert not out.exists()


def test_the_lock_of_an_editor_beside_the_rules_is_no_rule(behind_a_script, out):
    file, rules = behind_a_script
    (rules / ".#mine.toml").symlink_to("somebody@somewhere.1234")
    assert archive(file, out, "--rules", rules).code == 0
