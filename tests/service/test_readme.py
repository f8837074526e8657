"""The README's examples work exactly as printed."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text("utf-8")


def fenced(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Return each ``$`` line of the console blocks with the output shown below it."""
    shown = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(fenced("console")), re.MULTILINE)
    return [(command, output) for command, output in shown if not command.startswith("curl")]


def test_the_python_example_prints_what_its_comments_say():
    (example,) = fenced("python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})
    promised = re.findall(r"print\(.*\)\s+# (.*)", example)
    assert printed.getvalue().splitlines()[: len(promised)] == promised


def test_the_python_example_has_at_most_ten_lines():
    (example,) = fenced("python")
    assert len(list(filter(None, example.splitlines()))) <= 10


@pytest.mark.parametrize(("command", "output"), commands())
def test_a_command_prints_what_is_shown_below_it(command: str, output: str):
    run = command.replace("urltree ", f"{shlex.quote(sys.executable)} -m urltree ", 1)
    done = subprocess.run(["/bin/sh", "-c", run], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (output, "")


def test_the_curl_example_returns_its_text(client: httpx.Client):
    line = next(each for each in "".join(fenced("console")).splitlines() if each.startswith("$ curl"))
    words = shlex.split(line[2:])
    path = words[words.index("-s") + 1].removeprefix("localhost:8000")
    answer = client.post(path, json=json.loads(words[words.index("--json") + 1]))
    assert (answer.status_code, answer.json()["text"]) == (200, "The bridge is open.")


def test_nothing_is_installed_by_the_name_that_another_project_has_in_the_package_index():
    pages = [README, *README.parent.glob("docs/*.md")]
    text = "\n".join(page.read_text("utf-8") for page in pages)
    lines = re.findall(r"^ {4}\S*pip install (.*)", text, re.MULTILINE)
    assert lines
    assert [line for line in lines if not re.match(r"'?[./]", line)] == []
