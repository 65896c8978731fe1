"""What an expression may name where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from support.composed.nodes import Node

__all__ = ["Leaf", "Relation", "Value", "leaves_of", "quoted"]

_PLAIN = re.compile(r"[A-Za-z_]\w*")
_QUOTED = ("from", "settings", "all")


def quoted(name: str, random: Random) -> str:
    """A name as it may be written."""
    if _PLAIN.fullmatch(name) and name not in _QUOTED and random.random() < 0.75:
        return name
    return random.choice((f"`{name}`", f'"{name}"'))


@dataclass(frozen=True)
class Value:
    """A column of a table or a subquery.

    Attributes:
        name: of it.
        code: the kind of its values.
        nullable: whether they can be NULL.
        is_safe: whether a number has a common type with others.
    """

    name: str
    code: str
    nullable: bool = False
    is_safe: bool = True


@dataclass(frozen=True)
class Leaf:
    """Something that has a name, or an expression that is repeated as it stands.

    Attributes:
        value: what it is.
        nodes: ways to write it, of which one is chosen.
    """

    value: Value
    nodes: tuple[Node, ...]

    @property
    def is_named(self) -> bool:
        return bool(self.value.name)


@dataclass(frozen=True)
class Relation:
    """A part of FROM.

    Attributes:
        values: its columns.
        qualifiers: what may stand before a column; the first names it without doubt.
        is_table: whether it is a table of its own, which may have FINAL and PREWHERE.
        is_hidden: whether no row of its columns is defined, though they have their names.
    """

    values: tuple[Value, ...]
    qualifiers: tuple[str, ...] = ()
    is_table: bool = False
    is_hidden: bool = False

    def made_nullable(self) -> Relation:
        """As the outer side of a join with `join_use_nulls`."""
        return replace(self, values=tuple(replace(v, nullable=True) for v in self.values))


def leaves_of(relations: Sequence[Relation], random: Random) -> list[Leaf]:
    """All columns; a name that several relations have is qualified, but for the leftmost."""
    seen: set[str] = set()
    leaves = []
    for relation in relations:
        for value in relation.values:
            if relation.is_hidden or value.name.startswith("#"):
                continue
            bare = quoted(value.name, random)
            nodes = [
                Node(
                    (f"{qualifier}.{bare}",), "qualified", value.code, value.nullable, value.is_safe
                )
                for qualifier in relation.qualifiers
            ]
            if value.name not in seen and (len(relations) < 3 or not nodes):
                plain = Node((bare,), _form(bare), value.code, value.nullable, value.is_safe)
                nodes += [plain] * (4 if len(relations) == 1 else 1)
            if nodes:
                leaves.append(Leaf(value, tuple(nodes)))
        seen |= {value.name for value in relation.values}
    return leaves


def _form(bare: str) -> str:
    if bare[0] not in '`"':
        return "column"
    return "column in backticks" if bare[0] == "`" else "column in double quotes"
