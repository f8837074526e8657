"""The scope that each request needs."""

from __future__ import annotations

import pytest

from service.access.scopes import Scope, is_asset_or_socket, may_change, needed_scope
from service.app import create_app
from service.settings.settings import Settings


@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/login"])
def test_probes_and_login_need_no_scope(path: str) -> None:
    assert needed_scope("GET", path) is None


@pytest.mark.parametrize(
    "path",
    ["/", "/documents", "/stream", "/feeds", "/queue", "/metrics", "/docs", "/openapi.json", "/health"],
)
def test_reading_needs_read(path: str) -> None:
    assert needed_scope("GET", path) is Scope.READ


@pytest.mark.parametrize("path", ["/extract", "/extract/batch"])
def test_extracting_needs_extract(path: str) -> None:
    assert needed_scope("POST", path) is Scope.EXTRACT


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/feeds"),
        ("DELETE", "/queue/a:b"),
        ("PATCH", "/feeds/1"),
        ("PUT", "/extract"),
        ("POST", "/nowhere"),
        ("POST", "//extract"),
        ("CONNECT", "/socket"),
    ],
)
def test_changes_and_unknown_requests_need_admin(method: str, path: str) -> None:
    assert needed_scope(method, path) is Scope.ADMIN


@pytest.mark.parametrize("path", ["/webhooks", "/webhooks/1/dead", "/webhooks/", "/webhooks\n"])
def test_viewing_webhooks_needs_admin(path: str) -> None:
    assert needed_scope("GET", path) is Scope.ADMIN


def test_socket_of_the_dashboard_needs_read() -> None:
    assert needed_scope("CONNECT", "/dashboard/_nicegui_ws/socket.io/") is Scope.READ


def test_sending_a_file_to_the_dashboard_needs_admin() -> None:
    assert needed_scope("POST", "/dashboard/_nicegui/client/1/upload/2") is Scope.ADMIN


def test_socket_of_the_dashboard_that_polls_needs_read() -> None:
    assert needed_scope("POST", "/dashboard/_nicegui_ws/socket.io/") is Scope.READ


def test_only_known_routes_need_no_scope() -> None:
    paths = create_app(Settings()).openapi()["paths"]
    is_open = {
        path for path, methods in paths.items() for each in methods if not needed_scope(each.upper(), path)
    }
    assert is_open <= {"/health/live", "/health/ready", "/login", "/logout", "/websub/{token}"}


@pytest.mark.parametrize("path", ["/dashboard/_nicegui/3/static/a.js", "/dashboard/_nicegui_ws/socket.io/"])
def test_paths_of_nicegui_belong_to_the_dashboard(path: str) -> None:
    assert is_asset_or_socket(path)


@pytest.mark.parametrize("path", ["/", "/dashboard/_niceguise", "/feeds/_nicegui/"])
def test_other_paths_do_not_belong_to_the_dashboard(path: str) -> None:
    assert not is_asset_or_socket(path)


def test_socket_may_change_things_whatever_its_method() -> None:
    assert may_change("GET", "/dashboard/_nicegui_ws/socket.io/")


def test_get_changes_nothing() -> None:
    assert not may_change("GET", "/feeds")
