"""Training the network of `texrex` (Schäfer, §3): ``python -m urltree.training.texrex DIR...``.

Like the paper's training, but on our pages: few from each site, and every block has the same weight.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
import typer

from urltree.blocks import parse_page
from urltree.commandline.exitcodes import exit_code
from urltree.commandline.helptext import HelpedCommand
from urltree.commandline.outputs import check_file
from urltree.commandline.typedpath import Folders  # noqa: TC001 -- typer reads it
from urltree.errors import PageError
from urltree.evaluation.datasets import dataset_files, set_name
from urltree.evaluation.measures import Gold
from urltree.extras import library
from urltree.scorer import Network, save_network
from urltree.texrex import INPUTS, THRESHOLD, boilerplate_output, texrex_inputs
from urltree.training.corpus import domain_or_site, numbered_pages
from urltree.training.labels import label
from urltree.training.options import Folds, Limit, NetworkFile, Seed  # noqa: TC001 -- typer reads them
from urltree.training.rprop import descend
from urltree.training.validation import PageScore, check_teachers, cross_validate, summarise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from urltree.evaluation.datasets import GoldPage
    from urltree.training.labels import Labels

#: Most pages learnt from a site: the paper learnt one from each, so that no site's peculiarities prevail.
SITE_PAGES = 5

#: Most blocks learnt, drawn from all of these pages; the paper had 9,917.
MAX_ROWS = 60_000

#: Hidden units: half as many as inputs.
HIDDEN = 18

EPOCHS = 1_000


class TexrexPage(NamedTuple):
    """A page of n blocks to learn from, or to be judged by."""

    dataset: str
    domain: str
    #: Its number on its site, from 1.
    number: int
    #: float16 (n, 37).
    inputs: NDArray[np.float16]
    texts: tuple[str, ...]
    labels: Labels
    gold: str

    @property
    def teaches(self) -> bool:
        """Return whether the page is learnt from."""
        return self.number <= SITE_PAGES and self.labels.teach


def read_labelled(path: Path, limit: int) -> Iterator[TexrexPage]:
    """Read a data set's file, `limit` pages of a site at most; pages without blocks are skipped."""
    for number, page in numbered_pages(path, limit):
        if made := _labelled(page, set_name(path), number):
            yield made


def _labelled(page: GoldPage, dataset: str, number: int) -> TexrexPage | None:
    try:
        parsed = parse_page(page.html)
    except PageError:
        return None
    if not parsed.blocks:
        return None
    domain = domain_or_site(page, dataset)
    texts = tuple(block.text for block in parsed.blocks)
    inputs = texrex_inputs(parsed).astype(np.float16)
    return TexrexPage(dataset, domain, number, inputs, texts, label(texts, page.gold), page.gold)


def fit(pages: Sequence[TexrexPage], epochs: int, seed: int) -> Network:
    """Train a network on the pages that teach; inputs are scaled already, so it has means 0 and scales 1."""
    learnt = [page for page in pages if page.teaches]
    inputs = np.concatenate([page.inputs for page in learnt])
    boilerplate = ~np.concatenate([page.labels.content for page in learnt])
    chosen = np.random.default_rng(seed).permutation(len(inputs))[:MAX_ROWS]
    rows, targets = inputs[chosen].astype(np.float32), boilerplate[chosen].astype(np.float32)
    layers = descend(rows, targets, HIDDEN, epochs, seed)
    return Network(np.zeros(len(INPUTS), np.float32), np.ones(len(INPUTS), np.float32), layers)


def score_page(page: TexrexPage, network: Network) -> PageScore:
    """Score a page; warm and cold are the same, because texrex uses no history."""
    outputs = boilerplate_output(network.layers, page.inputs.astype(np.float32))
    f1 = Gold(page.gold).score("\n".join(compress(page.texts, outputs < THRESHOLD))).f1
    return PageScore(page.dataset, page.domain, page.number, f1, f1)


def train(
    folders: Folders,
    *,
    out: NetworkFile = Path("texrex.npz"),
    limit: Limit = 300,
    epochs: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many times all blocks are learnt.")
    ] = EPOCHS,
    seed: Seed = 0,
    folds: Folds = 0,
) -> None:
    """Train the network of texrex on pages with gold text."""
    files = dataset_files(folders)
    library("rapidfuzz", "train")
    check_file(out)
    pages = [page for path in files for page in read_labelled(path, limit)]
    domains = [page.domain for page in pages if page.teaches]
    check_teachers(domains, folders, folds)
    learn = partial(fit, epochs=epochs, seed=seed)
    if folds:
        typer.echo("\n".join(summarise(cross_validate(pages, folds, learn, score_page)).lines()))
    save_network(learn(pages), out)
    typer.echo(f"Learnt from {len(domains)} of {len(pages)} pages: {out}", err=True)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(cls=HelpedCommand)(train)
    sys.exit(exit_code(app, sys.argv[1:], "python -m urltree.training.texrex"))
