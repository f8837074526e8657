"""Rules that change while a process runs."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from service.pool import rulefolder
from service.pool.pool import Pool
from service.pool.rulefolder import RuleFolder
from service.pool.work import Job
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


@pytest.fixture(autouse=True)
def _always_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulefolder, "_LOOK", 0.0)


def own_rules(rules: RuleSet) -> int:
    """Count the rules that are not built in."""
    return len(rules.rules) - len(load_rules().rules)


def logged_levels(caplog: pytest.LogCaptureFixture) -> list[int]:
    """Return the levels of what was logged."""
    return [record.levelno for record in caplog.records]


def test_only_built_in_rules_apply_without_a_folder() -> None:
    assert own_rules(RuleFolder(None).current()) == 0


def test_invalid_folder_is_refused_at_startup(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(BROKEN)
    with pytest.raises(RuleError, match=r"a\.toml"):
        RuleFolder(tmp_path)


def test_added_changed_and_removed_files_take_effect(tmp_path: Path) -> None:
    rules = RuleFolder(tmp_path)
    found = [own_rules(rules.current())]
    file = tmp_path / "a.toml"
    file.write_text(RULE)
    found.append(own_rules(rules.current()))
    file.write_text(RULE + RULE.replace("read", "print"))
    found.append(own_rules(rules.current()))
    file.unlink()
    found.append(own_rules(rules.current()))
    assert found == [0, 1, 2, 0]


def test_rules_are_not_reloaded_while_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(RULE)
    rules = RuleFolder(tmp_path)
    assert rules.current() is rules.current()


def test_invalid_file_keeps_the_previous_rules_and_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a.toml").write_text(RULE)
    rules = RuleFolder(tmp_path)
    (tmp_path / "b.toml").write_text(BROKEN)
    assert [own_rules(rules.current()) for _ in range(3)] == [1, 1, 1]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "keeping the previous rules until this is fixed" in record.getMessage()
    assert f"{tmp_path / 'b.toml'}:" in record.getMessage()


def test_lock_of_an_editor_changes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, rulefolder.__name__)
    (tmp_path / "a.toml").write_text(RULE)
    rules = RuleFolder(tmp_path)
    (tmp_path / ".#a.toml").symlink_to("me@host.1234:5678")
    rules.current()
    assert not caplog.records


def test_corrected_file_takes_effect(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, rulefolder.__name__)
    rules = RuleFolder(tmp_path)
    file = tmp_path / "a.toml"
    for content in (BROKEN, RULE):
        file.write_text(content)
        rules.current()
    assert (own_rules(rules.current()), logged_levels(caplog)) == (1, [logging.ERROR, logging.INFO])


def test_removed_folder_keeps_the_previous_rules(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "a.toml").write_text(RULE)
    rules = RuleFolder(folder)
    folder.rename(tmp_path / "elsewhere")
    assert (own_rules(rules.current()), logged_levels(caplog)) == (1, [logging.ERROR])


async def test_worker_processes_apply_new_rules_while_running(tmp_path: Path, valkey_url: str) -> None:
    job = Job(b"<p>The new bridge is open.", is_html=True, query={"url": "http://x.org/read?nr=1&von=rss"})

    async def key(pool: Pool) -> str:
        return ExtractResponse.model_validate_json((await pool.answer(job)).body).url_key

    async with Pool(Settings(rules=tmp_path, workers=1), valkey_url) as pool:
        assert await key(pool) == "http://x.org/read"
        (tmp_path / "a.toml").write_text(RULE)
        async with asyncio.timeout(60):
            while await key(pool) != "http://x.org/read?nr=1":  # noqa: ASYNC110 -- nothing to await
                await asyncio.sleep(0.05)
