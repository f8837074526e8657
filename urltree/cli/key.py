"""The command ``urltree key``."""

from typing import Annotated

import typer

from urltree.cli.options import Rules, Title
from urltree.commandline.printable import printable_line
from urltree.rules import load_rules, on_one_line
from urltree.urlkey import KeyExplanation, explain_key


def key(
    url: Annotated[str, typer.Argument(metavar="URL", help="Response URL, the one after redirects.")],
    *,
    title: Title = None,
    explain: Annotated[bool, typer.Option("--explain", help="Print each step from URL to key.")] = False,
    rules: Rules = None,
) -> None:
    """Print the URL key of a document.

    Documents with the same key are treated as one. The key is the URL with only those parameters that a
    rule retains. A title's hash becomes the parameter _cid_, which rules may retain.
    """
    explanation = explain_key(url, title, load_rules(rules))
    typer.echo("\n".join(_steps(explanation)) if explain else explanation.key.key)


def _steps(explanation: KeyExplanation) -> list[str]:
    """Write the steps of the example in URL Tree §3, and the document's branch in the tree."""
    return [
        f"response URL  {printable_line(explanation.response_url)}",
        f"normal URL    {explanation.normal_url}",
        *_rule(explanation),
        f"key           {explanation.key.key}",
        f"domain        {explanation.key.domain}",
        f"branch        {' > '.join(explanation.key.branch)}",
    ]


def _rule(explanation: KeyExplanation) -> list[str]:
    rule = explanation.rule
    if rule is None:
        return ["rule          none applies, so no parameter is retained"]
    return [
        f"rule          {on_one_line(rule.match)}",
        f"  in          {rule.place}",
        f"  retains     {', '.join(map(on_one_line, rule.keep))}",
    ]
