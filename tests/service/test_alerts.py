"""The alerts fire when they are to, and not otherwise, as promtool works them out."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    Fires = Callable[..., bool]

pytestmark = pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is not installed")

RULES = Path(__file__).parents[2] / "deploy/alerts.yml"

FAILED = "urltree_failed_tries_total"

#: Nothing is published or given up.
QUIET = {f'urltree_items_total{{outcome="{outcome}"}}': "100x700" for outcome in ("new", "parked")}

#: Minute by minute: from 6 to 22 on the first day 9 items an hour, then none.
QUEUED = {"urltree_items_queued_total": "0x360 0+0.15x959 144x1440"}


@pytest.fixture
def fires(tmp_path: Path) -> Fires:
    """Say whether an alert fires after so many minutes of series, given as promtool reads them."""

    def judge(
        alert: str, minutes: int, series: dict[str, str], interval: str = "15s", evaluated: str = "15s"
    ) -> bool:
        given = [{"series": name, "values": values} for name, values in series.items()]
        silence = {"eval_time": f"{minutes}m", "alertname": alert, "exp_alerts": []}
        tests = [{"interval": interval, "input_series": given, "alert_rule_test": [silence]}]
        rules = {"rule_files": [str(RULES)], "evaluation_interval": evaluated, "tests": tests}
        file = tmp_path / "tests.yml"
        file.write_text(json.dumps(rules), "utf-8")
        command = ["promtool", "test", "rules", file]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0 or f'alertname="{alert}"' in done.stderr
        return done.returncode != 0

    return judge


def test_item_that_fails_again_and_again_in_a_quiet_hour_is_no_alarm(fires: Fires) -> None:
    assert not fires("UrltreeTriesFail", 26, {FAILED: "0x40 1x1 2x3 3x20 4x600", **QUIET})


def test_site_whose_pages_all_fail_in_a_quiet_hour_is_an_alarm(fires: Fires) -> None:
    assert fires("UrltreeTriesFail", 40, {FAILED: "0x40 0+1x600", **QUIET})


def test_night_without_news_is_no_alarm(fires: Fires) -> None:
    assert not fires("UrltreeNothingComesIn", 1440 + 180, QUEUED, "1m", evaluated="1m")


def test_day_without_news_is_an_alarm(fires: Fires) -> None:
    assert fires("UrltreeNothingComesIn", 1440 + 600, QUEUED, "1m", evaluated="1m")


def test_over_five_errors_are_an_alarm(fires: Fires) -> None:
    assert fires("UrltreeErrors", 20, {"urltree_errors_total": "100x40 106x60"}, "14s")


def test_five_errors_are_none_although_prometheus_estimates_more(fires: Fires) -> None:
    assert not fires("UrltreeErrors", 20, {"urltree_errors_total": "100x40 105x60"}, "14s")


def test_feed_that_is_gone_is_an_alarm(fires: Fires) -> None:
    assert fires("UrltreeFeedsGone", 32, {'urltree_feeds{standing="gone"}': "1x200"})
