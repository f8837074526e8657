"""The deployment files agree with one another, and with the code and documentation they refer to."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
import yaml
from processes import serving
from prometheus_client.parser import text_string_to_metric_families as parse
from valkeys import url_of
from web import Answer, serving_web

from service.access.apikeys import parse_key
from service.access.scopes import Scope, needed_scope
from service.settings.settings import Settings
from urltree import cli

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("service", "worker")

DASHBOARD = json.loads((DEPLOY / "grafana/dashboards/urltree.json").read_text("utf-8"))
ALERTS = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
RULES = [rule for group in ALERTS["groups"] for rule in group["rules"]]
PROMETHEUS = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
UNIT = dict(re.findall(r"^(\w+)=(.*)", (DEPLOY / "urltree.service").read_text("utf-8"), re.MULTILINE))
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")

QUERIES = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
QUERIES += [rule["expr"] for rule in RULES]

#: Suffixes of the samples of each type of metric.
SAMPLES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}

#: Labels that Prometheus adds, or that are part of every histogram.
ADDED = {"job", "instance", "le"}


@pytest.fixture(scope="module")
def exposed(service: Any) -> dict[str, set[str]]:
    """Map each sample that the running service may expose to its labels, as name=value."""
    samples: dict[str, set[str]] = {"up": set()}
    for family in parse(service.client.get("/metrics").text):
        for suffix in SAMPLES[family.type]:
            samples[family.name + suffix] = set()
        for sample in family.samples:
            samples.setdefault(sample.name, set()).update(f"{k}={v}" for k, v in sample.labels.items())
    return samples


def selectors(query: str) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Yield, for each sample that a query selects, the text before it, its name, and its label matchers."""
    for found in re.finditer(r"\b(urltree_\w+|process_\w+|up)\b(?:\{([^}]*)\})?", query):
        matchers = re.findall(r'(\w+)=~?"([^"]*)"', found[2] or "")
        labels = [(label, value) for label, values in matchers for value in values.split("|")]
        yield query[: found.start()], found[1], labels


@pytest.mark.parametrize("query", QUERIES)
def test_query_uses_only_metrics_and_labels_that_the_service_exposes(
    query: str, exposed: dict[str, set[str]]
) -> None:
    found = list(selectors(query))
    assert found
    for _, name, labels in found:
        assert name in exposed
        assert {"=".join(each) for each in labels if each[0] not in ADDED} <= exposed[name]


@pytest.mark.parametrize("query", QUERIES)
def test_query_takes_the_maximum_of_what_every_service_reports(query: str) -> None:
    for before, name, _ in selectors(query):
        once = re.search(r"\bmax( by \([\w, ]+\) )?\((rate\(|increase\()?$", before)
        assert once or name == "up" or name.startswith("process_")


def test_panels_have_titles_and_use_the_provisioned_data_source() -> None:
    source = yaml.safe_load((DEPLOY / "grafana/provisioning/datasources/prometheus.yml").read_text("utf-8"))
    uid = source["datasources"][0]["uid"]
    assert {panel["datasource"]["uid"] for panel in DASHBOARD["panels"]} == {uid}
    assert all(panel["title"] for panel in DASHBOARD["panels"])


def test_panels_do_not_overlap() -> None:
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in DASHBOARD["panels"])
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_alert_has_a_summary_and_a_severity_and_is_documented(rule: dict[str, Any]) -> None:
    assert rule["annotations"]["summary"]
    assert rule["labels"]["severity"] in {"warning", "critical"}
    assert f"`{rule['alert']}`" in (ROOT / "docs/metrics.md").read_text("utf-8")


def test_prometheus_loads_the_mounted_rules() -> None:
    mounts = dict(mount.split(":")[1::-1] for mount in SERVICES["prometheus"]["volumes"])
    folder = "/etc/prometheus/"
    assert [mounts[folder + name] for name in PROMETHEUS["rule_files"]] == ["./deploy/alerts.yml"]
    assert mounts[folder + "prometheus.yml"] == "./deploy/prometheus.yml"


def test_prometheus_scrapes_the_service_with_a_read_key() -> None:
    (job,) = PROMETHEUS["scrape_configs"]
    (target,) = job["static_configs"][0]["targets"]
    host, port = target.split(":")
    assert port in {each.rsplit(":", 1)[1] for each in SERVICES[host]["ports"]}
    secret = Path(job["authorization"]["credentials_file"])
    assert secret.parent == Path("/run/secrets")
    assert secret.name in SERVICES["prometheus"]["secrets"]
    variable = COMPOSE["secrets"][secret.name]["environment"]
    assert f"read:${{{variable}:?" in SERVICES[host]["environment"]["URLTREE_API_KEYS"]


def test_configured_keys_parse_to_one_with_all_scopes_and_one_with_read() -> None:
    keys = re.sub(r"\$\{\w+:\?[^}]*\}", "k" * 64, SERVICES["service"]["environment"]["URLTREE_API_KEYS"])
    scopes = [parse_key(entry, number).scopes for number, entry in enumerate(keys.split(","), 1)]
    assert scopes == [frozenset(Scope), {Scope.READ}]


def test_grafana_queries_the_port_of_prometheus() -> None:
    source = yaml.safe_load((DEPLOY / "grafana/provisioning/datasources/prometheus.yml").read_text("utf-8"))
    url = urlsplit(source["datasources"][0]["url"])
    assert url.hostname in SERVICES
    assert str(url.port) in {each.rsplit(":", 1)[1] for each in SERVICES[url.hostname]["ports"]}


def test_grafana_provisions_the_dashboard_as_its_home() -> None:
    provider = yaml.safe_load((DEPLOY / "grafana/provisioning/dashboards/urltree.yml").read_text("utf-8"))
    path = provider["providers"][0]["options"]["path"]
    mounts = dict(mount.split(":")[1::-1] for mount in SERVICES["grafana"]["volumes"])
    assert (ROOT / mounts[path] / "urltree.json").exists()
    home = SERVICES["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home == f"{path}/urltree.json"


def test_dependencies_wait_for_a_health_check() -> None:
    for each in SERVICES.values():
        for name, how in each.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert SERVICES[name]["healthcheck"]["test"]


def test_prometheus_starts_even_if_the_service_does_not() -> None:
    assert "depends_on" not in SERVICES["prometheus"]


@pytest.mark.parametrize("name", OURS)
def test_our_containers_can_be_stopped_while_they_start(name: str) -> None:
    # Without it they are process 1, for which the kernel ignores signals that have no handler yet.
    assert SERVICES[name]["init"] is True


def test_logs_of_containers_are_bounded() -> None:
    assert {each["logging"]["driver"] for each in SERVICES.values()} == {"local"}


def test_volumes_are_declared_and_mounted_files_exist() -> None:
    for each in SERVICES.values():
        for mount in each.get("volumes", []):
            source = mount.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).exists()


def test_environment_variables_of_containers_are_known_settings() -> None:
    names = {f"URLTREE_{name.upper()}" for name in Settings.model_fields}
    given = {name for each in OURS for name in SERVICES[each]["environment"]}
    assert given | set(re.findall(r"\b(URLTREE_\w+)=", DOCKERFILE)) <= names


def test_service_and_worker_share_all_settings_but_the_keys() -> None:
    ours = [{**SERVICES[each]["environment"]} for each in OURS]
    ours[0].pop("URLTREE_API_KEYS")
    assert ours[0] == ours[1]


def test_containers_run_commands_that_exist() -> None:
    commands = {each.name for each in cli.COMMANDS}
    (default,) = json.loads(re.findall(r"^CMD (\[.*\])", DOCKERFILE, re.MULTILINE)[0])
    assert {default, *SERVICES["worker"]["command"]} <= commands
    assert 'ENTRYPOINT ["urltree"]' in DOCKERFILE


@pytest.mark.parametrize("name", OURS)
def test_our_containers_are_read_only_and_unprivileged(name: str) -> None:
    ours = SERVICES[name]
    assert (ours["read_only"], ours["cap_drop"]) == (True, ["ALL"])
    assert "no-new-privileges:true" in ours["security_opt"]
    assert re.search(r"^USER [1-9]\d*$", DOCKERFILE, re.MULTILINE)


def test_published_ports_are_bound_to_localhost() -> None:
    assert all(port.startswith("127.0.0.1:") for each in SERVICES.values() for port in each.get("ports", []))


def test_dockerfile_copies_exactly_what_dockerignore_lets_in() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[0] == "!"}
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    sources = {name for line in copied for name in line.split()}
    assert sources == let_in
    assert all((ROOT / name).exists() for name in sources)


def test_store_that_is_still_loading_is_not_healthy() -> None:
    # Without -e, valkey-cli exits with 0 although the server answers LOADING.
    assert SERVICES["store"]["healthcheck"]["test"] == ["CMD", "valkey-cli", "-e", "ping"]


def test_health_check_of_the_image_needs_no_key() -> None:
    port = re.findall(r"URLTREE_PORT=(\d+)", DOCKERFILE)[0]
    assert f"http://127.0.0.1:{port}/health/live" in DOCKERFILE
    assert needed_scope("GET", "/health/live") is None


def test_commands_are_run_as_the_user_of_the_unit() -> None:
    documented = re.findall(
        r"(?:runuser -u|useradd --system) (\S+)", (ROOT / "docs/deploy.md").read_text("utf-8")
    )
    assert set(documented) == {UNIT["User"]}


def test_data_of_the_unit_are_read_by_its_user_alone() -> None:
    assert UNIT["StateDirectoryMode"] == "0700"


def test_unit_goes_on_when_one_of_its_processes_is_killed_for_lack_of_memory() -> None:
    assert UNIT["OOMPolicy"] == "continue"


def test_unit_is_started_again_however_often_its_store_is_away() -> None:
    starts, seconds = 5, 10  # more starts within these seconds make systemd give up
    assert float(UNIT["RestartSec"]) > seconds / starts


def test_stopping_is_given_the_time_that_the_docs_tell() -> None:
    docs = (ROOT / "docs/deploy.md").read_text("utf-8")
    given = [SERVICES[name]["stop_grace_period"].removesuffix("s") for name in OURS]
    given += [UNIT["TimeoutStopSec"], *re.findall(r"--stop-timeout (\d+)", docs)]
    assert min(map(int, given)) > int(re.findall(r"(\d+) while the store hangs", docs)[0])


def test_rights_that_the_docs_tell_suffice(valkey_client: Redis) -> None:
    rights = re.search("`(~urltree[^`]+)`", (ROOT / "docs/deploy.md").read_text("utf-8"))
    assert rights
    valkey_client.execute_command("ACL", "SETUSER", "us", "reset", "on", ">secret", *rights[1].split())
    valkey_client.acl_log_reset()
    store = url_of(valkey_client).replace("unix://", "unix://us:secret@")
    with serving_web() as web, serving(redis_url=store, workers=1, allow_hosts="127.0.0.1") as service:
        web.answers["/a"] = Answer(b"<html><p>The bridge is open.</p></html>")
        item = f"<item><title>A</title><link>{web.url}/a</link></item>"
        web.answers["/feed"] = Answer(f'<rss version="2.0"><channel>{item}</channel></rss>'.encode())
        service.client.post("/feeds", json={"url": f"{web.url}/feed"}).raise_for_status()
        with service.client.stream("GET", "/stream", params={"after": "0-0"}) as stream:
            assert any("The bridge is open." in line for line in stream.iter_lines())
        service.client.get("/metrics").raise_for_status()
    assert [entry["object"] for entry in valkey_client.acl_log()] == []
