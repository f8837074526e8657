"""The checks of the doctor."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from service.doctor import examination
from service.doctor.examination import examine
from service.doctor.finding import Finding, Grade
from service.settings.common import common
from service.settings.settings import Settings
from service.state import keys
from service.statistics.reporter import Reporter
from urltree.rules import load_rules
from urltree.store.keys import LAYOUT, domain_prefix

if TYPE_CHECKING:
    from pathlib import Path

    from redis import Redis
    from redis.asyncio import Redis as AsyncRedis


def found(check: str, valkey_url: str, *, name: str = "localhost", **settings: object) -> Finding:
    """Return the finding of one check; only the name is looked up."""
    chosen = Settings(**{"redis_url": valkey_url, "port": 0} | settings)
    (finding,) = (each for each in examine(chosen, name=name) if each.check == check)
    return finding


def test_healthy_setup_passes_every_check(valkey_url: str) -> None:
    findings = list(examine(Settings(redis_url=valkey_url, port=0), name="localhost"))
    checks = "python store persistence memory clock agreement access port dns proxy rules heuristic"
    assert [each.check for each in findings] == checks.split()
    # The server used by the tests does not persist anything.
    assert {each.check for each in findings if each.grade is not Grade.OK} <= {"persistence"}


def test_disk_and_persistence_of_a_private_store_are_checked(data: Path) -> None:
    findings = {each.check: each for each in examine(Settings(data=data, port=0), name="localhost")}
    assert findings["disk"].text.endswith(f"free for {data}")
    assert findings["persistence"].grade is Grade.OK


def test_unreachable_store_is_reported_without_its_password() -> None:
    finding = found("store", "redis://:swordfish@localhost:1")
    assert (finding.grade, "swordfish" in finding.text) == (Grade.FAILURE, False)


def test_a_store_that_refuses_writes_is_reported_with_its_reason(
    valkey_client: Redis, valkey_url: str
) -> None:
    valkey_client.config_set("min-replicas-to-write", 1)
    try:
        finding = found("store", valkey_url)
    finally:
        valkey_client.config_set("min-replicas-to-write", 0)
    assert (finding.grade, "NOREPLICAS" in finding.text) == (Grade.FAILURE, True)


@pytest.mark.parametrize(("layout", "grade"), [(LAYOUT, Grade.OK), (LAYOUT - 1, Grade.FAILURE)])
def test_sites_of_another_version_are_reported(
    valkey_client: Redis, valkey_url: str, layout: int, grade: Grade
) -> None:
    valkey_client.hset(f"{domain_prefix('a.com')}meta", "layout", layout)
    assert found("store", valkey_url).grade is grade


def test_missing_data_folder_is_reported_and_not_made(data: Path) -> None:
    finding = found("store", "", data=data / "mistyped", redis_url=None)
    assert (finding.grade, "does not exist" in finding.text) == (Grade.WARNING, True)
    assert not (data / "mistyped").exists()


def test_public_access_without_keys_is_reported_before_there_is_a_data_folder(data: Path) -> None:
    finding = found("access", "", data=data / "new", redis_url=None, host="0.0.0.0")
    assert finding.grade is Grade.FAILURE


def test_user_of_the_store_who_may_not_ask_for_info_is_told_the_rights_needed(
    valkey_client: Redis, valkey_url: str
) -> None:
    valkey_client.acl_setuser(
        "poor", enabled=True, nopass=True, categories=["+@all"], commands=["-info"], keys=["*"]
    )
    finding = found("store", valkey_url.replace("unix://", "unix://poor:any@"))
    assert "give its user the rights" in finding.text


async def test_worker_with_other_rules_is_reported(valkey_url: str, redis: AsyncRedis, data: Path) -> None:
    (data / "own.toml").write_text("[tracking]\nparameters = ['ref-.*']\n")
    others = Settings(redis_url=valkey_url, rules=data)
    await Reporter(redis, shared=lambda: common(others, load_rules(data))).flush()
    finding = found("agreement", valkey_url)
    assert (finding.grade, "another URLTREE_RULES;" in finding.text) == (Grade.WARNING, True)
    assert found("agreement", valkey_url, rules=data).grade is Grade.OK


def test_free_space_for_recordings_is_checked(valkey_url: str, data: Path) -> None:
    (data / "urltree-1.warc.gz").write_bytes(b"x" * 2**20)
    assert found("record", valkey_url, record=data, record_max=2**20).grade is Grade.OK
    finding = found("record", valkey_url, record=data / "to" / "be" / "made", record_max=2**60)
    assert (finding.grade, "lower URLTREE_RECORD_MAX" in finding.text) == (Grade.WARNING, True)


def test_unusable_recording_folder_is_reported(valkey_url: str, data: Path) -> None:
    (data / "file").touch()
    finding = found("record", valkey_url, record=data / "file" / "in")
    assert (finding.grade, "choose another" in finding.text) == (Grade.FAILURE, True)


def test_taken_port_is_reported(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "_PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        finding = found("port", valkey_url, port=taken.getsockname()[1])
    assert (finding.grade, "choose another" in finding.text) == (Grade.FAILURE, True)


def test_unresolvable_name_is_a_warning(valkey_url: str) -> None:
    assert found("dns", valkey_url, name="no-such-name.invalid").grade is Grade.WARNING


def test_unresolvable_name_is_fine_behind_a_proxy(valkey_url: str) -> None:
    dns = found("dns", valkey_url, name="no-such-name.invalid", proxy="http://127.0.0.1:1")
    assert (dns.grade, "the proxy resolves names" in dns.text) == (Grade.OK, True)


def test_unreachable_proxy_is_reported_without_its_password(valkey_url: str) -> None:
    finding = found("proxy", valkey_url, proxy="http://u:swordfish@127.0.0.1:1")
    assert (finding.grade, "swordfish" in finding.text) == (Grade.FAILURE, False)


def test_reachable_proxy_is_fine(valkey_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        finding = found("proxy", valkey_url, proxy=f"http://127.0.0.1:{proxy.getsockname()[1]}")
    assert finding.grade is Grade.OK


def test_missing_network_is_reported(valkey_url: str) -> None:
    finding = found("heuristic", valkey_url, heuristic="auto:/nowhere.npz")
    assert (finding.grade, finding.text[:29]) == (Grade.FAILURE, "/nowhere.npz cannot be read: ")


def test_missing_rules_folder_is_reported(valkey_url: str) -> None:
    assert found("rules", valkey_url, rules="/nowhere").grade is Grade.FAILURE


@pytest.mark.parametrize(
    ("settings", "there_is", "grade"),
    [
        ({"host": "127.0.0.1"}, False, Grade.OK),
        ({"host": "0.0.0.0"}, True, Grade.OK),
        ({"host": "0.0.0.0"}, False, Grade.FAILURE),
        ({"host": "0.0.0.0", "open": True}, False, Grade.WARNING),
    ],
)
def test_public_access_without_keys_is_reported(
    valkey_url: str, valkey_client: Redis, settings: dict[str, object], there_is: bool, grade: Grade
) -> None:
    if there_is:
        valkey_client.hset(keys.ACCESS_KEYS, "k1", "{}")
    assert found("access", valkey_url, **settings).grade is grade
