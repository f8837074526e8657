"""Training the network of `texrex` (Schäfer, §3): ``python -m urltree.training.texrex DIR...``.

Like the paper's training, but on our pages: few from each site, and every block has the same weight.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from urltree.commandline.exitcodes import exit_code
from urltree.commandline.helptext import HelpedCommand
from urltree.commandline.outputs import check_file
from urltree.commandline.typedpath import Folders  # noqa: TC001 -- typer reads it
from urltree.evaluation.datasets import dataset_files
from urltree.evaluation.measures import Gold
from urltree.extras import library
from urltree.scorer import Network, save_network
from urltree.texrex import INPUTS, THRESHOLD, boilerplate_output, texrex_inputs
from urltree.training.corpus import pages_as_served
from urltree.training.options import Folds, Limit, NetworkFile, Seed  # noqa: TC001 -- typer reads them
from urltree.training.rprop import descend
from urltree.training.validation import PageScore, check_teachers, content_of, cross_validate, summarise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from urltree.training.labelledpage import LabelledPage

#: Most pages learnt from a site: the paper learnt one from each, so that no site's peculiarities prevail.
SITE_PAGES = 5

#: Most blocks learnt, drawn from all of these pages; the paper had 9,917.
MAX_ROWS = 60_000

#: Hidden units: half as many as inputs.
HIDDEN = 18

EPOCHS = 1_000


def read_labelled(path: Path, limit: int) -> Iterator[LabelledPage]:
    """Read a data set's file as `pages_as_served` does; inputs are those of texrex, (n, 37) of n blocks."""
    for page in pages_as_served(path, limit):
        yield page._replace(inputs=texrex_inputs(page.parsed).astype(np.float16))


def teaches(page: LabelledPage) -> bool:
    """Return whether a page is learnt from."""
    return page.number <= SITE_PAGES and page.labels.teach


def fit(pages: Sequence[LabelledPage], epochs: int, seed: int) -> Network:
    """Train a network on the pages that teach; inputs are scaled already, so it has means 0 and scales 1."""
    learnt = list(filter(teaches, pages))
    inputs = np.concatenate([page.inputs for page in learnt])
    boilerplate = ~np.concatenate([page.labels.content for page in learnt])
    chosen = np.random.default_rng(seed).permutation(len(inputs))[:MAX_ROWS]
    rows, targets = inputs[chosen].astype(np.float32), boilerplate[chosen].astype(np.float32)
    layers = descend(rows, targets, HIDDEN, epochs, seed)
    return Network(np.zeros(len(INPUTS), np.float32), np.ones(len(INPUTS), np.float32), layers)


def score_page(page: LabelledPage, network: Network) -> PageScore:
    """Score a page; warm and cold are the same, because texrex uses no history."""
    outputs = boilerplate_output(network.layers, page.inputs.astype(np.float32))
    f1 = Gold(page.gold).score(content_of(page, outputs < THRESHOLD)).f1
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
    domains = [page.domain for page in pages if teaches(page)]
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
