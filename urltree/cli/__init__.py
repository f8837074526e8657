"""The command line. Commands are imported only when called, so that help and small commands start quickly."""

from __future__ import annotations

import codecs
import json
import os
import sys
from functools import partial
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from urltree.cli.later import Later
from urltree.commandline.exitcodes import exit_code
from urltree.commandline.helptext import epilog

if TYPE_CHECKING:
    from collections.abc import Sequence


def _of(package: str, name: str, about: str, *examples: str, module: str = "", extra: str = "") -> Later:
    """Describe a command, by default that of the module of its name."""
    return Later(name, about, examples, f"{package}.{module or name}", extra)


_of_library = partial(_of, "urltree.cli")
_of_service = partial(_of, "service.cli", extra="service")

COMMANDS = (
    _of_library(
        "extract",
        "Extract the text of a page, and learn about its site.",
        "curl -sL https://example.com/news/bridge | urltree extract --url https://example.com/news/bridge",
        "urltree extract page.html --url https://example.com/news/bridge --json",
        "urltree extract page.html --url https://example.com/news/bridge --markdown > bridge.md",
        "urltree extract page.html --url https://example.com/news/bridge --marked > marked.html",
    ),
    _of_library(
        "explain",
        "Explain why each block of a page is kept or left out.",
        "urltree explain page.html --url https://example.com/news/bridge",
        "urltree explain page.html --url https://example.com/news/bridge --html > why.html",
    ),
    _of_library(
        "key",
        "Print the URL key of a document.",
        "urltree key 'https://example.com/story.php?id=7&from=rss' --title 'A new bridge' --explain",
    ),
    _of_library(
        "tree",
        "Show what has been learnt about a site.",
        "urltree tree example.com",
        "urltree tree example.com --top 100 --json",
    ),
    _of_library(
        "archive",
        "Extract the text of the pages in web archives.",
        "urltree archive crawl-*.warc.gz --out texts/ --jobs 4",
        "urltree archive crawl.warc --out texts/ --method dbce-t002 --html --wet",
        extra="archive",
    ),
    _of_library(
        "evaluate",
        "Score heuristics and baselines on pages with gold text.",
        "urltree evaluate streams --system strict --system trafilatura --jobs 2",
        extra="evaluate",
    ),
    _of_library(
        "train",
        "Train the network of auto on pages with gold text.",
        "urltree train streams pages --folds 5 --out auto.npz",
        extra="train",
    ),
    _of_service(
        "serve",
        "Serve extraction over HTTP.",
        "urltree serve --port 8080",
        "URLTREE_REDIS_URL=redis://localhost urltree serve",
    ),
    _of_service(
        "feeds",
        "Subscribe to feeds; urltree serve polls them.",
        "urltree feeds add https://example.com/ --label news",
        "urltree feeds import subscriptions.opml",
        "urltree feeds list",
    ),
    _of_service(
        "worker",
        "Fetch and extract for a service on another machine.",
        "URLTREE_REDIS_URL=redis://feeds.example urltree worker --workers 4",
    ),
    _of_service(
        "stream",
        "Print the documents in the stream.",
        "urltree stream --follow",
        'urltree stream --follow --after "$(date +%s)000"',
        "urltree stream --domain example.com --format ndjson > documents.ndjson",
    ),
    _of_service(
        "queue",
        "List the items that were given up on; retry or drop them.",
        "urltree queue",
        "urltree queue retry --all",
        "urltree queue drop example.com:0123abcd",
    ),
    _of_service(
        "delete",
        "Delete documents from the stream.",
        "urltree delete 1767323045000-0",
    ),
    _of_service(
        "forget",
        "Forget what was learnt of a site.",
        "urltree forget example.com",
    ),
    _of_service(
        "replay",
        "Serve stored pages as the sites they came from, with feeds.",
        "urltree replay streams --rate 10",
        "urltree replay streams --rate 100 --faults 302=0.1,404=0.01,500=0.05,slow=0.05",
    ),
    _of_service(
        "rules",
        "Learn which query parameters identify a document.",
        "urltree rules learn",
        "urltree rules accept 1f2e3d4c --rules my-rules/",
        "urltree rules learn --from documents.ndjson --json",
    ),
    _of_service(
        "config",
        "Print the settings of a service and where each comes from.",
        "urltree config",
        "URLTREE_CONFIG=/etc/urltree.toml urltree config --json",
    ),
    _of_service(
        "doctor",
        "Check what a service needs, and say how to fix what is wrong.",
        "urltree doctor",
        "URLTREE_REDIS_URL=redis://localhost urltree doctor --json",
    ),
    _of_service(
        "backup",
        "Save everything that a service knows to a file.",
        "urltree backup urltree.backup",
        "urltree backup --store redis://localhost urltree.backup",
    ),
    _of_service(
        "restore",
        "Restore a backup to a store.",
        "urltree restore urltree.backup",
        "urltree restore urltree.backup --replace",
        module="backup",
    ),
    _of_service(
        "keys",
        "Create, list and revoke the API keys of a service.",
        "urltree keys add me --scope admin",
        "urltree keys add indexer --scope read --scope extract",
        "urltree keys list",
        "urltree keys revoke 0123abcd",
    ),
    _of(
        "service.demo",
        "demo",
        "Watch a sample news site being learnt by a service.",
        "urltree demo",
        "urltree demo --once",
        module="command",
        extra="demo",
    ),
)

TEMPLATES = (
    _of_library(
        "cluster",
        "Group pages by the template they were made from.",
        "urltree templates cluster pages/",
        "urltree templates cluster crawl-*.warc.gz",
        "urltree templates cluster news.jsonl.xz --json > templates.json",
        module="templates",
    ),
    _of_library(
        "classify",
        "Say for each page which known template it was made from.",
        "urltree templates classify --known known/ pages/",
        module="templates",
    ),
)

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
_templates = typer.Typer(rich_markup_mode=None, help="Find out which pages were made from the same template.")


def main() -> None:
    """Run the command line and end the process with its exit code."""
    _escape_unencodable()
    try:
        code = run(sys.argv[1:])
    except BrokenPipeError:
        code = 1
    _discard_unwritten()
    sys.exit(code)


def _discard_unwritten() -> None:
    """Keep the interpreter from failing again when it flushes at exit: that error was reported already."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _escape_unencodable() -> None:
    """Escape what the charset of standard output lacks; if it is closed, discard all."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, TextIOWrapper):
        codecs.register_error(_escape.__name__, _escape)
        sys.stdout.reconfigure(errors=_escape.__name__)


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Write characters that cannot be encoded as JSON escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; without arguments, show the help."""
    # Our matrix products are so small that threads, once the cores are busy, wait for one another most of the
    # time: training took seven times as long. OpenBLAS reads this when numpy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return exit_code(app, arguments or ["--help"], "urltree")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"urltree {version('urltree')}")
        raise typer.Exit


@app.callback(
    epilog=epilog(
        (
            "curl -sL https://example.com/news/bridge | urltree extract --url https://example.com/news/bridge",
            "urltree tree example.com",
            "urltree COMMAND --help",
        )
    )
)
def _urltree(
    *,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Separate the text of a site's pages from its template, which is learnt from the pages themselves.

    Text that repeats across a site is template, text that does not is content: the more pages of a site
    have been seen, the cleaner their text. What is learnt is kept between calls.
    """


for _command in COMMANDS:
    _command.add_to(app)
for _command in TEMPLATES:
    _command.add_to(_templates)
app.add_typer(_templates, name="templates")
