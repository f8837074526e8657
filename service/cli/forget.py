"""The command ``urltree forget``."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from service.cli.asking import ask_at, chosen_store
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.stream.forget import forget_site
from urltree.errors import InputError
from urltree.store import open_store
from urltree.urlkey import domain_meant_by


def forget(
    domain: Annotated[str, typer.Argument(metavar="DOMAIN", help="The site; any host or URL of it will do.")],
    *,
    store: Store = None,
    data: Data = None,
) -> None:
    """Forget what was learnt of a site; its next page is judged as the first one.

    Forgets also which of its documents were published: one that comes again is published again. Those in
    the stream stay. What its feeds have shown already is not fetched again.
    """
    site = domain_meant_by(domain)
    with chosen_store(store, data, new=False) as (_, url), closing(open_store(url)) as tree:
        if not ask_at(url, lambda redis: forget_site(redis, tree, site)):
            raise InputError(
                f"nothing is known about {site}; name the service's store with --store, or its --data"
            )
    typer.echo(f"forgotten: {site}")
