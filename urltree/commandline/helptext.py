"""How commands are described to their users."""

from __future__ import annotations

from typing import Any

from typer.core import TyperArgument, TyperCommand


class HelpedCommand(TyperCommand):
    """A command whose help shows only the names of its arguments; typer would show their Python types too."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """See `TyperCommand.format_options`."""
        shown = [(each, record) for each in self.get_params(ctx) if (record := each.get_help_record(ctx))]
        arguments = [
            (each.metavar or each.name, text) for each, (_, text) in shown if isinstance(each, TyperArgument)
        ]
        options = [record for each, record in shown if not isinstance(each, TyperArgument)]
        for title, records in (("Arguments", arguments), ("Options", options)):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def epilog(examples: tuple[str, ...]) -> str:
    """Return examples to show below a help text, not rewrapped."""
    return "\n".join(["\b", "Examples:", *(f"  {example}" for example in examples)])
