"""Rules that change while a process runs."""

from __future__ import annotations

import logging
import shutil
from multiprocessing import active_children
from typing import TYPE_CHECKING

import pytest
from waiting import until

from service.pool import rulefolder
from service.pool.pool import Pool
from service.pool.rulefolder import RuleFolder
from service.pool.work import Job
from service.running.tasks import running
from service.schemas import ExtractResponse
from service.settings.settings import Settings
from urltree.errors import RuleError
from urltree.rules import load_rules

if TYPE_CHECKING:
    from pathlib import Path

    from urltree.rules import RuleSet

RULE = r"""
[[rule]]
match = '^x\.org/read\?'
keep = ["nr"]
example = "http://x.org/read?nr=1&von=rss"
key = "http://x.org/read?nr=1"
"""
BROKEN = "[[rule]]\nmatch = 1"


def own_rules(rules: RuleSet) -> int:
    """Count the rules that are not built in."""
    return len(rules.rules) - len(load_rules().rules)


def seen(rules: RuleFolder) -> int:
    """Look at the folder, and count its rules that are in use then."""
    rules.look()
    return own_rules(rules.current)


def logged_levels(caplog: pytest.LogCaptureFixture) -> list[int]:
    """Return the levels of what was logged."""
    return [record.levelno for record in caplog.records]


def test_only_built_in_rules_apply_without_a_folder() -> None:
    assert own_rules(RuleFolder(None).current) == 0


def test_invalid_folder_is_refused_at_startup(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(BROKEN)
    with pytest.raises(RuleError, match=r"a\.toml"):
        RuleFolder(tmp_path)


def test_added_changed_and_removed_files_take_effect(tmp_path: Path) -> None:
    rules = RuleFolder(tmp_path)
    found = [seen(rules)]
    file = tmp_path / "a.toml"
    file.write_text(RULE)
    found.append(seen(rules))
    file.write_text(RULE + RULE.replace("read", "print"))
    found.append(seen(rules))
    file.unlink()
    found.append(seen(rules))
    assert found == [0, 1, 2, 0]


def test_folder_that_is_removed_and_made_again_has_no_rules(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "a.toml").write_text(RULE)
    rules = RuleFolder(folder)
    shutil.rmtree(folder)
    found = [seen(rules)]
    folder.mkdir()
    found.append(seen(rules))
    assert found == [1, 0]


def test_rules_are_not_reloaded_while_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(RULE)
    rules = RuleFolder(tmp_path)
    before = rules.current
    rules.look()
    assert rules.current is before


def test_invalid_file_keeps_the_previous_rules_and_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a.toml").write_text(RULE)
    rules = RuleFolder(tmp_path)
    (tmp_path / "b.toml").write_text(BROKEN)
    assert [seen(rules) for _ in range(3)] == [1, 1, 1]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "keeping the previous rules until this is fixed" in record.getMessage()
    assert f"{tmp_path / 'b.toml'}:" in record.getMessage()


def test_lock_of_an_editor_changes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, rulefolder.__name__)
    (tmp_path / "a.toml").write_text(RULE)
    rules = RuleFolder(tmp_path)
    (tmp_path / ".#a.toml").symlink_to("me@host.1234:5678")
    rules.look()
    assert not caplog.records


def test_corrected_file_takes_effect(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, rulefolder.__name__)
    rules = RuleFolder(tmp_path)
    file = tmp_path / "a.toml"
    for content in (BROKEN, RULE):
        file.write_text(content)
        rules.look()
    assert (seen(rules), logged_levels(caplog)) == (1, [logging.ERROR, logging.INFO])


def test_removed_folder_keeps_the_previous_rules(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "a.toml").write_text(RULE)
    rules = RuleFolder(folder)
    folder.rename(tmp_path / "elsewhere")
    assert (seen(rules), logged_levels(caplog)) == (1, [logging.ERROR])


async def test_change_takes_effect_though_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulefolder, "_LOOK", 0.01)
    rules = RuleFolder(tmp_path)
    async with running(rules.run):
        (tmp_path / "a.toml").write_text(RULE)
        await until(lambda: own_rules(rules.current) == 1)


async def keys(pool: Pool) -> list[str]:
    """Return the keys that two processes give to one page; they take turns."""
    job = Job(b"<p>The new bridge is open.", is_html=True, query={"url": "http://x.org/read?nr=1&von=rss"})
    return [ExtractResponse.model_validate_json((await pool.answer(job)).body).url_key for _ in range(2)]


def pool_by(rules: RuleFolder) -> Pool:
    return Pool(Settings(workers=2), "memory://", rules)


async def test_all_processes_apply_new_rules_from_their_next_page_on(tmp_path: Path) -> None:
    rules = RuleFolder(tmp_path)
    async with pool_by(rules) as pool:
        before = await keys(pool)
        (tmp_path / "a.toml").write_text(RULE)
        rules.look()
        assert (before, await keys(pool)) == (["http://x.org/read"] * 2, ["http://x.org/read?nr=1"] * 2)


async def test_idle_processes_get_a_change_that_was_followed_by_a_fault(tmp_path: Path) -> None:
    rules = RuleFolder(tmp_path)
    async with pool_by(rules) as pool:
        (tmp_path / "a.toml").write_text(RULE)
        rules.look()
        (tmp_path / "b.toml").write_text(BROKEN)
        rules.look()
        assert await keys(pool) == ["http://x.org/read?nr=1"] * 2


async def test_process_that_is_replaced_amid_a_fault_gets_the_last_good_rules(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(RULE)
    rules, before = RuleFolder(tmp_path), set(active_children())
    async with pool_by(rules) as pool:
        (tmp_path / "b.toml").write_text(BROKEN)
        rules.look()
        for process in set(active_children()) - before:
            process.kill()
            process.join()
        assert await keys(pool) == ["http://x.org/read?nr=1"] * 2
