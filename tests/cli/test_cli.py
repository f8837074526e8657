"""The command line, as its users see it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest
import typer
from commandlines import URL, Run, command
from documented import names_in_tables
from typer.core import TyperGroup

from urltree import cli

if TYPE_CHECKING:
    from pathlib import Path

    from urltree.cli.later import Later


def test_version_is_that_of_the_package(urltree: Run) -> None:
    assert urltree("--version") == (0, f"urltree {version('urltree')}\n", "")


def test_no_arguments_print_the_help(urltree: Run) -> None:
    assert urltree() == urltree("--help")


@pytest.mark.parametrize("name", [command.name for command in cli.COMMANDS])
def test_every_command_has_help_with_examples(urltree: Run, name: str) -> None:
    shown = urltree(name, "--help")
    assert shown.code == 0
    assert shown.out.startswith(f"Usage: urltree {name} ")
    assert re.search(rf"Examples:\n    .*\burltree {name}\b", shown.out)


@pytest.mark.parametrize("name", [command.name for command in cli.COMMANDS])
def test_every_command_is_documented(name: str) -> None:
    assert name in names_in_tables("docs/cli.md")


@pytest.mark.parametrize("command", [*cli.COMMANDS, *cli.TEMPLATES], ids=lambda command: command.name)
def test_help_shows_no_python_types(command: Later) -> None:
    loaded = command.load()
    for each in getattr(loaded, "commands", {"": loaded}).values():
        shown = each.get_help(typer.Context(each))
        assert not re.search(r"<(str|int|float|path|list\b)", shown, re.IGNORECASE)


@pytest.mark.parametrize(
    ("command", "example"),
    [(command, example) for command in (*cli.COMMANDS, *cli.TEMPLATES) for example in command.examples],
)
def test_every_example_can_be_parsed(command: Later, example: str) -> None:
    words = shlex.split(example.partition(" > ")[0])
    arguments = words[words.index(command.name) + 1 :]
    loaded = command.load()
    context = loaded.make_context(command.name, arguments)
    if isinstance(loaded, TyperGroup):
        left = [*context._protected_args, *context.args]  # noqa: SLF001 -- click keeps the name there
        name, chosen, rest = loaded.resolve_command(context, left)
        context = chosen.make_context(name, rest, parent=context)
    assert context.args == []


@pytest.mark.parametrize("line", ["--help", "key http://example.com/"])
def test_small_commands_import_none_of_the_heavy_libraries(line: str) -> None:
    code = (
        f"import sys; from urltree.cli import run; run({line.split()});"
        "sys.exit(' '.join({'lxml', 'numpy', 'redis', 'fastapi', 'rich'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""


def test_extraction_in_memory_does_not_wait_for_the_library_of_redis(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>The bridge is open.</p>", "utf-8")
    line = ["extract", str(page), "--url", URL, "--store", "memory://"]
    code = f"import sys; from urltree.cli import run; run({line}); sys.exit('redis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_linear_algebra_starts_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    code = (
        "from urltree.cli import run; run(['--help']); import numpy, sys, threadpoolctl;"
        "sys.exit(not {each['num_threads'] for each in threadpoolctl.threadpool_info()} <= {1})"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("line", "library", "extra"), [("serve --port 0", "fastapi", "service"), ("demo", "httpx", "demo")]
)
def test_a_command_without_its_extra_says_how_to_install_it(line: str, library: str, extra: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None;"
        f"from urltree.cli import run; sys.exit(run({line.split()}))"
    )
    refused = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert (
        refused.stderr == f"urltree: error: {library} is not installed; run pip install 'urltree[{extra}]'\n"
    )


def test_a_package_that_hides_the_service_is_named(tmp_path: Path) -> None:
    package = tmp_path / "service" / "__init__.py"
    package.parent.mkdir()
    package.touch()
    refused = subprocess.run(command("serve"), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.stderr == (
        f"urltree: error: {package} hides a package of urltree; "
        "run urltree in another folder, or without this one in PYTHONPATH\n"
    )


@pytest.mark.parametrize(
    ("library", "line"),
    [("lxml", "explain page.html --url x"), ("redis", "tree a.example --store redis://localhost")],
)
def test_a_broken_installation_is_not_mended_by_the_name_of_another_project(library: str, line: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; from urltree.cli import run; run({line.split()})"
    refused = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert refused.stderr == f"urltree: error: {library} is not installed; install urltree again\n"


@pytest.mark.parametrize(
    "line", ["tree example.com", f"explain PAGE --url {URL}", f"extract PAGE --url {URL} --no-observe"]
)
def test_read_only_commands_create_no_data_folder(urltree: Run, data: Path, page: Path, line: str) -> None:
    urltree(*line.replace("PAGE", str(page)).split())
    assert not data.exists()
