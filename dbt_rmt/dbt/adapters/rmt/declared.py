"""What ALTER TABLE can change of a model's table: its TTL, skipping indexes and projections.

The keys are those of dbt-clickhouse.

Source: docs/sql.md of this project; https://clickhouse.com/docs/integrations/dbt/features-and-configurations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dbt_common.exceptions import DbtRuntimeError

from sqlalchemy_rmt.type_text import split_list

__all__ = ["Declarations", "declarations_of", "shown_declarations"]

_INDEX = re.compile(r"^    INDEX (?P<name>`(?:[^`]|``)+`|\S+) (?P<text>.*?),?$", re.MULTILINE)
_PROJECTION = re.compile(
    r"^    PROJECTION (?P<name>`(?:[^`]|``)+`|\S+)\n    \(\n(?P<text>.*?)\n    \)", re.M | re.DOTALL
)
_TTL = re.compile(r"^TTL (?P<text>.*?)(?=\n(?:SETTINGS|COMMENT) |\Z)", re.MULTILINE | re.DOTALL)
_WORD = re.compile(r"'(?:[^'\\]|\\.|'')*'|\w+|[^\s\w`]", re.DOTALL)
_INTERVAL = re.compile(r"\bINTERVAL\s+(\d+)\s+([A-Z]+?)S?\b", re.IGNORECASE)
_AFTER_MOMENT = re.compile(r"\b(?:DELETE|GROUP|RECOMPRESS|TO|WHERE)\b", re.IGNORECASE)
_GRANULARITY = re.compile(r"\bGRANULARITY\s+\d+\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Declarations:
    """What a table declares, or a model; None is said of what a model's configuration leaves open.

    Attributes:
        ttl: the rules by which rows go; empty for none.
        indexes: skipping indexes by name: expression, type, granularity.
        projections: queries by the name of their projection.
    """

    ttl: str | None = None
    indexes: Mapping[str, str] | None = None
    projections: Mapping[str, str] | None = None

    def elements(self) -> list[str]:
        """What CREATE TABLE has of it beside the columns."""
        return [
            *(_index(name, text) for name, text in (self.indexes or {}).items()),
            *(_projection(name, text) for name, text in (self.projections or {}).items()),
        ]

    def moments(self) -> set[str]:
        """The words of the expressions after whose moment rows go, in lower case.

        Columns are among them: the endpoint wants to be told what a moment that is NULL means.
        """
        rules = split_list(self.ttl or "")
        expressions = (_INTERVAL.sub("", _AFTER_MOMENT.split(rule)[0]) for rule in rules)
        return {word for rule in expressions for word in re.findall(r"\w+", rule.lower())}

    def is_shown_as(self, there: Declarations) -> bool:
        """Whether a table has just what this asks for, by the texts alone.

        Args:
            there: what the table has, as the endpoint shows it.
        """
        return all(
            asked is None or _plain(asked) == _plain(shown)
            for asked, shown in (
                (self.ttl, there.ttl),
                (self.indexes, there.indexes),
                (self.projections, there.projections),
            )
        )

    def left_alone(self, there: Declarations) -> list[str]:
        """What a table has and this says nothing of, in words."""
        named = {
            "index": (self.indexes, there.indexes),
            "projection": (self.projections, there.projections),
        }
        found = [
            f"{kind} {name}"
            for kind, (asked, shown) in named.items()
            for name in (shown or {} if asked is None else {})
        ]
        return [*found, *([f"TTL {there.ttl}"] if self.ttl is None and there.ttl else [])]

    def changes(
        self, there: Declarations, wanted: Declarations
    ) -> tuple[list[list[str]], list[list[str]]]:
        """The commands that drop what a table has, and those that add what it has not.

        Each list is of one statement: the endpoint does not take all kinds in one.

        Args:
            there: what the table has, as the endpoint shows it.
            wanted: what this is as the endpoint shows it.
        """
        dropped: list[list[str]] = []
        added: list[list[str]] = []
        for kind, asked, old, new in (
            ("INDEX", self.indexes, there.indexes or {}, wanted.indexes or {}),
            ("PROJECTION", self.projections, there.projections or {}, wanted.projections or {}),
        ):
            if asked is None:
                continue
            gone = [name for name in old if new.get(name) != old[name]]
            coming = [name for name in asked if new.get(name) != old.get(name)]
            dropped.append([f"DROP {kind} {_quoted(name)}" for name in gone])
            make = _index if kind == "INDEX" else _projection
            added.append([f"ADD {make(name, asked[name])}" for name in coming])
            if kind == "PROJECTION":
                added.append([f"MATERIALIZE PROJECTION {_quoted(name)}" for name in coming])
        if self.ttl is not None and wanted.ttl != there.ttl:
            added.append([f"MODIFY TTL {self.ttl}" if self.ttl else "REMOVE TTL"])
        return [one for one in dropped if one], [one for one in added if one]


def declarations_of(config: Mapping[str, Any]) -> Declarations:
    """What a model's configuration declares.

    Args:
        config: its `ttl`, `indexes` and `projections`.

    Raises:
        DbtRuntimeError: one of them is not written as it has to be.
    """
    ttl = config.get("ttl")
    if ttl is not None and not isinstance(ttl, str):
        raise DbtRuntimeError(
            f"ttl is {ttl!r}: write it as one text, such as 'at + INTERVAL 1 YEAR'."
        )
    queries = _named(
        config.get("projections"), "projections", "query", "SELECT day, sum(n) GROUP BY day"
    )
    return Declarations(
        None if ttl is None else ttl.strip(),
        _named(config.get("indexes"), "indexes", "definition", "state TYPE set(100) GRANULARITY 4"),
        None
        if queries is None
        else {name: _without_brackets(text) for name, text in queries.items()},
    )


def shown_declarations(definition: str) -> Declarations:
    """What a table declares.

    Args:
        definition: the statement that makes it, as the endpoint shows it.
    """
    ttl = _TTL.search(definition)
    return Declarations(
        ttl["text"] if ttl is not None else "",
        {_bare(found["name"]): found["text"] for found in _INDEX.finditer(definition)},
        {
            _bare(found["name"]): " ".join(found["text"].split())
            for found in _PROJECTION.finditer(definition)
        },
    )


def _named(value: Any, key: str, text: str, example: str) -> dict[str, str] | None:
    """`[{name: …, definition: …}, …]` by the names.

    Args:
        value: what the configuration says.
        key: its name there.
        text: what each has beside its name.
        example: one of these.
    """
    if value is None:
        return None
    shape = (
        f"write a list of {{'name': …, '{text}': …}}, such as "
        f"{{'name': 'x', '{text}': '{example}'}}."
    )
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise DbtRuntimeError(f"{key} is {value!r}: {shape}")
    named: dict[str, str] = {}
    for one in value:
        is_pair = isinstance(one, Mapping) and set(one) == {"name", text}
        if not is_pair or not all(isinstance(part, str) and part.strip() for part in one.values()):
            raise DbtRuntimeError(f"{key} has {one!r}: {shape}")
        if one["name"] in named:
            raise DbtRuntimeError(f"{key} has two of the name {one['name']!r}.")
        named[one["name"]] = one[text].strip()
    return named


def _index(name: str, text: str) -> str:
    return f"INDEX {_quoted(name)} {text}"


def _projection(name: str, text: str) -> str:
    return f"PROJECTION {_quoted(name)} ({text})"


def _without_brackets(query: str) -> str:
    is_wrapped = query.startswith("(") and query.endswith(")")
    return query[1:-1].strip() if is_wrapped else query


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _bare(name: str) -> str:
    return name[1:-1].replace("``", "`") if name.startswith("`") else name


def _plain(value: str | Mapping[str, str] | None) -> Any:
    """What of a text counts: its words, of names and keywords without their case."""
    if isinstance(value, Mapping):
        return {name: _plain(_with_granularity(text)) for name, text in value.items()}
    text = _INTERVAL.sub(r"toInterval\2(\1)", value or "")
    return [word if word.startswith("'") else word.lower() for word in _WORD.findall(text)]


def _with_granularity(text: str) -> str:
    is_index = re.search(r"\bTYPE\b", text, re.IGNORECASE) is not None
    return text if not is_index or _GRANULARITY.search(text) else f"{text} GRANULARITY 1"
