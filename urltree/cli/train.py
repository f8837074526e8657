"""The command ``urltree train``."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from urltree.commandline.outputs import check_file
from urltree.commandline.progress import visibly, working
from urltree.commandline.typedpath import Folders
from urltree.errors import InputError
from urltree.evaluation.datasets import dataset_files, set_name
from urltree.extras import library
from urltree.scorer import Network, save_network
from urltree.training.ablation import ABLATIONS, table, without
from urltree.training.corpus import labelled_pages
from urltree.training.examples import lessons, teaches
from urltree.training.fit import TrainingOptions, fit
from urltree.training.histories import cold_networks, with_histories
from urltree.training.labelledpage import LabelledPage, Version
from urltree.training.options import Folds, Limit, NetworkFile, Seed
from urltree.training.validation import (
    PageScore,
    Summary,
    check_teachers,
    cross_validate,
    score_page,
    summarise,
)

#: The largest weight of a data set; the smallest is its inverse. Far beyond these training fails.
MOST_WEIGHT = 1_000_000


def train(
    folders: Folders,
    *,
    out: NetworkFile = Path("auto.npz"),
    weight: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Weight of a data set's pages, if not 1; repeatable."),
    ] = None,
    limit: Limit = 600,
    epochs: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Passes over the pages; the best on held-out sites is kept."),
    ] = TrainingOptions().epochs,
    seed: Seed = 0,
    folds: Folds = 0,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="With --folds: also do so without each kind of input.")
    ] = False,
) -> None:
    """Train the network of `auto` on pages with gold text."""
    files = dataset_files(folders)
    weights = _weights(weight or (), files)
    if ablate and not folds:
        raise InputError("--ablate repeats the cross-validation; use it with --folds")
    library("rapidfuzz", "train")
    check_file(out)
    options = TrainingOptions(epochs=epochs, seed=seed)
    pages = [page for path in visibly(files, "Reading", len(files)) for page in labelled_pages(path, limit)]
    domains = [page.domain for page in pages if teaches(page)]
    check_teachers(domains, folders, folds)
    with working("Learning the history of paths"):
        pages = with_histories(pages, cold_networks(pages, weights, options))
    learn = partial(_learn, weights=weights, options=options)
    if folds:
        for line in _validation(pages, folds, learn, ablate=ablate):
            typer.echo(line)
    with working("Learning the network"):
        save_network(learn(pages), out)
    given = [page for page in pages if page.version is Version.AS_SERVED]
    typer.echo(f"Learnt from {sum(map(teaches, given))} of {len(given)} pages: {out}", err=True)


def _weights(options: Sequence[str], files: Sequence[Path]) -> dict[str, float]:
    weights, names = dict(map(_weight, options)), sorted(map(set_name, files))
    for name in sorted(weights.keys() - set(names)):
        raise InputError(f"--weight {name}: no data set has that name; use one of {', '.join(names)}")
    return weights


def _weight(option: str) -> tuple[str, float]:
    name, _, number = option.partition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if not 1 / MOST_WEIGHT <= weight <= MOST_WEIGHT:
        bounds = f"{1 / MOST_WEIGHT:f} to {MOST_WEIGHT:,}"
        raise InputError(f"--weight {option} is not valid; use NAME=NUMBER, with a number from {bounds}")
    return name, weight


def _validation(
    pages: Sequence[LabelledPage],
    folds: int,
    learn: Callable[[Sequence[LabelledPage]], Network],
    *,
    ablate: bool,
) -> Iterator[str]:
    with working("Cross-validating"):
        scores = cross_validate(pages, folds, learn, score_page)
    for version in Version:
        for line in _summary(scores, version).lines():
            yield line if version is Version.AS_SERVED else f"{version}: {line}"
    if ablate:
        found = {"nothing": _summary(scores)}
        for name, columns in ABLATIONS.items():
            with working(f"Cross-validating without {name}"):
                found[name] = _summary(cross_validate(without(pages, columns), folds, learn, score_page))
        yield from table(found)


def _summary(scores: Iterable[PageScore], version: Version = Version.AS_SERVED) -> Summary:
    return summarise(score for score in scores if score.version is version)


def _learn(pages: Sequence[LabelledPage], weights: Mapping[str, float], options: TrainingOptions) -> Network:
    return fit(lessons([page for page in pages if teaches(page)], weights, options.seed), options)
