"""`urltree keys`: who may use a service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from service.access.apikeys import ApiKeys
from service.access.scopes import Scope
from service.cli.asking import ask
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from urltree.commandline.machine import AsJson, echo_json
from urltree.commandline.printable import printable_line
from urltree.errors import InputError

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.access.apikeys import ApiKey

keys = typer.Typer(add_completion=False, rich_markup_mode=None, help="Create, list and revoke API keys.")


@keys.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose key it is, to tell keys apart.")],
    *,
    scope: Annotated[
        list[Scope],
        typer.Option(
            metavar="read|extract|admin", help="What the key allows; repeatable. admin allows everything."
        ),
    ],
    store: Store = None,
    data: Data = None,
) -> None:
    """Create a key and print it, once: only its hash is kept."""
    if not name.strip():
        raise InputError("the name is empty; say whose key it is")

    async def main(redis: Redis) -> tuple[ApiKey, str, list[ApiKey]]:
        known = ApiKeys(redis)
        return *await known.add(name, scope), await known.all()

    made, text, known = ask(store, data, main, new=True)
    typer.echo(text)
    typer.echo(f"id {made.id}, {_scopes(made)}. Keep the key: it is not shown again.", err=True)
    if not any(Scope.ADMIN in key.scopes for key in known):
        typer.echo(
            "No key has the scope admin: unless URLTREE_API_KEYS has one, nobody can add feeds or change "
            "anything else in a service; urltree keys add NAME --scope admin makes one.",
            err=True,
        )


@keys.command("list")
def list_(
    *,
    as_json: AsJson = False,
    store: Store = None,
    data: Data = None,
) -> None:
    """List the keys that were created. Those in URLTREE_API_KEYS are not included."""
    found = ask(store, data, lambda redis: ApiKeys(redis).all())
    if as_json:
        echo_json([key.model_dump(mode="json", exclude={"digest"}) for key in found])
        return
    for key in found:
        typer.echo(printable_line(f"{key.id}  {key.created:%Y-%m-%d %H:%M}  {_scopes(key):20}  {key.name}"))


@keys.command()
def revoke(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Ids as urltree keys list shows them.")],
    *,
    store: Store = None,
    data: Data = None,
) -> None:
    """Revoke keys. Services refuse them, and sessions begun with them, within 5 seconds."""

    async def main(redis: Redis) -> tuple[list[str], list[ApiKey]]:
        known = ApiKeys(redis)
        return [each for each in dict.fromkeys(ids) if not await known.revoke(each)], await known.all()

    unknown, left = ask(store, data, main)
    if not left and len(unknown) < len(set(ids)):
        typer.echo(
            "No key is left: unless URLTREE_API_KEYS has one, a service on 127.0.0.1 now lets everyone in.",
            err=True,
        )
    if unknown:
        raise InputError(f"no key has the id {' or '.join(unknown)}; urltree keys list shows the keys")


def _scopes(key: ApiKey) -> str:
    return " ".join(sorted(key.scopes))
