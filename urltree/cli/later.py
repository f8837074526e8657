"""Commands that are imported when they are called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import typer
from typer.core import TyperCommand

from urltree.commandline.helptext import HelpedCommand, epilog
from urltree.errors import InputError
from urltree.extras import absent

if TYPE_CHECKING:
    from collections.abc import Callable

#: Where the service's commands are, which the library only names. It is installed with the library, but a
#: folder of a common name is soon hidden by another.
_SERVICE = "service"


class Later(NamedTuple):
    """What is known of a command without importing it."""

    name: str
    #: The first line of its help.
    help: str
    #: Command lines to try.
    examples: tuple[str, ...]
    #: Module of the function, or of the group of commands, of that name.
    module: str
    #: The extra that installs what it needs, empty if urltree itself does.
    extra: str = ""

    def add_to(self, app: typer.Typer) -> None:
        """Let `app` list the command, and import it when it is called."""
        later = self

        class Command(TyperCommand):
            def make_context(self, *args: Any, **kwargs: Any) -> Any:
                command = later.load()
                if not later.module.startswith(f"{_SERVICE}."):  # those read the files themselves
                    kwargs["default_map"] = _defaults(command)
                return command.make_context(*args, **kwargs)

        app.command(self.name, help=self.help, cls=Command)(lambda: None)

    def load(self) -> Any:
        """Import the command.

        Raises `InputError` with the line that installs what is missing, or with what hides the service, or
        `ModuleNotFoundError`.
        """
        found = self._found()
        if isinstance(found, typer.Typer):  # a group of commands
            app = found
            app.info.epilog = epilog(self.examples)
        else:
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            app.command(self.name, epilog=epilog(self.examples))(found)
        for command in app.registered_commands:
            command.cls = HelpedCommand
        return typer.main.get_command(app)

    def _found(self) -> Callable[..., None] | typer.Typer:
        try:
            return getattr(import_module(self.module), self.name)  # type: ignore[no-any-return]
        except ModuleNotFoundError as error:
            if error.name and error.name.startswith(f"{_SERVICE}."):
                raise _hidden() from error
            if not self.extra:
                raise
            raise absent(error.name, self.extra) from error


def _hidden() -> InputError:
    return InputError(
        f"{import_module(_SERVICE).__file__} hides a package of urltree; "
        "run urltree in another folder, or without this one in PYTHONPATH"
    )


def _defaults(command: TyperCommand) -> dict[str, str]:
    """Return the values of options that have an environment variable and are set in a file of settings.

    Raises `InputError` if such a file cannot be read.
    """
    from urltree.commandline.settingfiles import file_settings  # noqa: PLC0415 -- help is quick

    options = {option.name: option.envvar for option in command.params}
    settings = file_settings(options.values())
    return {name: settings[variable] for name, variable in options.items() if variable in settings}
