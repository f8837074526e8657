"""``normalization_rules/`` -> `RuleSet`: the parameters that identify a document (URL Tree §3, step 3).

The format is described in ``normalization_rules/README.md``.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import repeat
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from xxhash import xxh3_64_hexdigest

from urltree.arguments import expect
from urltree.errors import RuleError, UrlError
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from importlib.resources.abc import Traversable

    from urltree.url import Url

_REQUIRED = frozenset({"match", "keep", "example", "key"})
_OPTIONAL = frozenset({"title", "source"})

#: A parameter in a path, such as ``;jsessionid=1``, but not after a dot segment: ``..;jsessionid=1`` without
#: it would be ``..``, which leads to another path.
_OF_PATH = re.compile(r"(?<!/\.)(?<!/\.\.);([^;=/]*)[^;/]*")

#: A folder that is a visit: ``/(S(lit3py55t21z5v55vlm25s55))/`` of ASP.NET for visitors without cookies.
_VISIT = re.compile(r"/\((?:[AFX]\([^()/]+\))*S\([a-z0-5]{24}\)\)(?=/)")

#: Most characters of a URL whose names of parameters are remembered; hostile ones take much memory.
_MAX_KNOWN = 2_000


@dataclass(frozen=True, slots=True)
class Rule:
    """A regular expression and the parameters to retain where it is found (URL Tree, Table 1)."""

    #: Searched in the URL without its scheme.
    match: re.Pattern[str]
    #: Each must match the whole name of a parameter.
    keep: tuple[re.Pattern[str], ...]
    #: A URL that the rule is for, the title of its document if that matters, and the key they must give.
    example: str
    title: str | None
    key: str
    #: Where it is stated that these parameters identify a document; may be empty.
    source: str
    #: ``file:line``.
    place: str

    def retained(self, url: Url) -> Url:
        """Drop all parameters but those to keep."""
        return url.with_query(
            each for each in url.query if any(name.fullmatch(each.name) for name in self.keep)
        )

    def has_all(self, names: Collection[str]) -> bool:
        """Say whether every parameter to keep is among `names`."""
        return all(any(map(keep.fullmatch, names)) for keep in self.keep)


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """Rules, of which the first that applies is used, and the names of parameters that never identify."""

    rules: tuple[Rule, ...]
    #: Each matches whole names.
    tracking: tuple[re.Pattern[str], ...]

    @property
    def digest(self) -> str:
        """What differs if the sets give different keys: 64 bits as hexadecimal digits."""
        patterns = [(rule.match.pattern, [keep.pattern for keep in rule.keep]) for rule in self.rules]
        return xxh3_64_hexdigest(repr((patterns, [each.pattern for each in self.tracking])).encode())

    def apply(self, url: Url) -> tuple[Url, Rule | None]:
        """Drop every parameter that does not identify; return the URL and the rule that applied, if any.

        If no rule applies, the whole query is dropped.
        """
        url = self.untracked(url)
        address = url.address
        candidates = _known_candidates if len(address) <= _MAX_KNOWN else _candidates
        for rule in candidates(self, tuple(each.name for each in url.query)):
            if rule.match.search(address):
                return rule.retained(url), rule
        return url.with_query(()), None

    def untracked(self, url: Url) -> Url:
        """Drop the parameters that never identify, those of the path too (RFC 3986 §3.3), and its visits."""
        path = _OF_PATH.sub(lambda each: "" if self._tracks(each[1]) else each[0], url.path)
        path = _VISIT.sub("", path)  # last: a parameter may follow it
        return replace(url, path=path, query=tuple(each for each in url.query if not self._tracks(each.name)))

    def _tracks(self, name: str) -> bool:
        return any(pattern.fullmatch(name) for pattern in self.tracking)


def _candidates(rules: RuleSet, names: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules whose parameters are all present."""
    return tuple(rule for rule in rules.rules if rule.has_all(names))


#: Remembers, since sites use few sets of names.
_known_candidates = lru_cache(maxsize=128)(_candidates)


def load_rules(*folders: Path | str | None) -> RuleSet:
    """Read the rules of `folders`, then those that come with urltree; earlier folders take precedence.

    None in place of a folder is skipped. Raises `RuleError` for anything that is wrong in a file, as
    ``file:line: reason``, and `InputError` for an argument of another type.
    """
    for each in folders:
        expect("folder", each, str, Path, NoneType)
    loaded = RuleSet((), ())
    given = [Path(folder) for folder in folders if folder is not None]
    for folder in reversed([*given, files("normalization_rules")]):
        own = [_read_file(file) for file in _toml_files(folder)]
        rules = tuple(rule for each in own for rule in each.rules)
        tracking = tuple(pattern for each in own for pattern in each.tracking)
        loaded = RuleSet(rules + loaded.rules, tracking + loaded.tracking)
        for rule in rules:
            _check_example(rule, loaded)
    return loaded


@cache
def shipped_rules() -> RuleSet:
    """Return the rules that come with urltree; read once, as that takes longer than a page."""
    return load_rules()


def on_one_line(pattern: re.Pattern[str]) -> str:
    """Write a pattern on one line, for people to read; a verbose pattern may have several."""
    return " ".join(pattern.pattern.split())


def is_rule_file(name: str) -> bool:
    """Say whether a file of a folder is read; hidden ones are not people's own but locks and remains."""
    return name.endswith(".toml") and not name.startswith(".")


def _toml_files(folder: Traversable) -> list[Traversable]:
    try:
        found = [file for file in folder.iterdir() if is_rule_file(file.name)]
    except OSError as error:
        raise RuleError(f"{folder} cannot be read: {error.strerror}; name a folder of rules") from error
    return sorted(found, key=lambda file: file.name)


def _check_example(rule: Rule, rules: RuleSet) -> None:
    """Check that the rule applies to its example, which gives the key, and that the key gives itself."""
    for url in (rule.example, rule.key):
        try:
            key, applied = rules.apply(parse_url(url).with_title(rule.title))
        except UrlError as error:
            raise RuleError(f"{rule.place}: {error}") from error
        if str(key) != rule.key:
            reason = "" if applied is rule else f", for {_applied(applied)}"
            raise RuleError(f"{rule.place}: {url} gives the key {key}, not {rule.key}{reason}")
    alone = RuleSet((rule,), rules.tracking)
    if alone.apply(parse_url(rule.example).with_title(rule.title))[1] is None:
        raise RuleError(f"{rule.place}: the rule does not apply to its own example, {rule.example}")


def _applied(rule: Rule | None) -> str:
    return f"the rule at {rule.place} applies before this one" if rule else "no rule applies to it"


def _read_file(file: Traversable) -> RuleSet:
    text = _text(file)
    tables = _tables(file, text)
    for name in sorted(tables.keys() - {"rule", "tracking"}):
        place = next(_places(file, text, name))
        raise RuleError(f"{place}: unknown {name!r}; a file has only [[rule]] and [tracking]")
    rules, places = tables.get("rule", []), _places(file, text, "rule")
    if not isinstance(rules, list):
        raise RuleError(f"{next(places)}: a rule must open with [[rule]], in double brackets")
    return RuleSet(
        tuple(map(_rule, rules, places)),
        _tracking(tables["tracking"], next(_places(file, text, "tracking"))) if "tracking" in tables else (),
    )


def _text(file: Traversable) -> str:
    try:
        content = file.read_bytes().removeprefix(BOM_UTF8)
    except OSError as error:
        raise RuleError(f"{file} cannot be read: {error.strerror}") from error
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RuleError(f"{file}:{line}: not UTF-8; save the file as UTF-8") from error


def _tables(file: Traversable, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # raised for wrong syntax, but also for numbers and depth
        at = re.search(r"at line (\d+)", str(error))
        line = at[1] if at else text.count("\n") + 1  # "at end of document"
        raise RuleError(f"{file}:{line}: not valid TOML: {error}") from error


def _places(file: Traversable, text: str, name: str) -> Iterator[str]:
    """Yield ``file:line`` of each table called `name`, then for ever line 1, for tables written otherwise."""
    opens = re.compile(rf"[\s\[]*{re.escape(name)}\b")
    for number, line in enumerate(text.split("\n"), 1):
        if opens.match(line):
            yield f"{file}:{number}"
    yield from repeat(f"{file}:1")


def _rule(rule: object, place: str) -> Rule:
    fields = _fields(rule, place, required=_REQUIRED, optional=_OPTIONAL)
    names = fields.pop("keep")
    for field, value in fields.items():
        if not isinstance(value, str):
            raise RuleError(f"{place}: {field} must be a string")
    return Rule(
        match=_pattern(fields["match"], place),
        keep=tuple(_pattern(name, place, re.IGNORECASE) for name in _strings(names, place, "keep")),
        example=fields["example"],
        title=fields.get("title"),
        key=fields["key"],
        source=fields.get("source", ""),
        place=place,
    )


def _tracking(table: object, place: str) -> tuple[re.Pattern[str], ...]:
    """Join the names into one pattern, which is several times faster than one pattern for each.

    Those with groups or flags stay alone, since these belong to a pattern as a whole.
    """
    fields = _fields(table, place, required=frozenset({"parameters"}))
    names = _strings(fields["parameters"], place, "parameters")
    patterns = [_pattern(name, place) for name in names]
    alone = [each.pattern for each in patterns if each.groups or "(?" in each.pattern]
    joined = "|".join(each.pattern for each in patterns if each.pattern not in alone)
    return tuple(_pattern(each, place, re.IGNORECASE) for each in (joined, *alone) if each)


def _fields(
    table: object, place: str, *, required: frozenset[str], optional: frozenset[str] = frozenset()
) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise RuleError(f"{place}: must be a table")
    for field in sorted(table.keys() - required - optional):
        raise RuleError(
            f"{place}: unknown field {field!r}; known fields are {', '.join(sorted(required | optional))}"
        )
    for field in sorted(required - table.keys()):
        raise RuleError(f"{place}: {field} is missing")
    return dict(table)


def _strings(value: object, place: str, field: str) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(each, str) and each for each in value):
        raise RuleError(f'{place}: {field} must be a list of names, such as ["id"]')
    return value


def _pattern(text: str, place: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    try:
        return re.compile(text, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise RuleError(f"{place}: {text!r} is not a regular expression: {error}") from error
