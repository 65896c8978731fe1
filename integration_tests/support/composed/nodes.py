"""The tree of a composed query: its text, the forms in it, and trees that are smaller."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

__all__ = ["EMPTY", "Node", "Path", "Spelling", "commas", "optional", "together"]

COLUMN_FORMS = frozenset(
    ("column", "column in backticks", "column in double quotes", "qualified", "alias used")
)
"""The forms of what differs from row to row."""

Path = tuple[int, ...]
"""The way to a node: which part, of the root, of that part, and so on."""


@dataclass(frozen=True)
class Node:
    """A piece of a query.

    Attributes:
        parts: texts and nodes, in order; a space comes between them when they are written.
        form: what it is called in reports, such as `limit_by` or a function's name.
        code: of an expression, the kind of its values; see `kinds`.
        nullable: of an expression, whether its values, or its elements, can be NULL.
        is_safe: of a number, whether it has a common type with every other safe one, which a
            UInt64 and an Int64 do not have.
        separator: what is written between its parts: `, ` in a list whose items can go.
        is_optional: whether the query has a meaning without it.
        rank: how an expression binds, 0 as a name does; see `Template.rank`.
        tag: nodes with the same tag are left out together.
    """

    parts: tuple[str | Node, ...] = ()
    form: str = ""
    code: str = ""
    nullable: bool = False
    is_safe: bool = True
    separator: str = " "
    is_optional: bool = False
    rank: int = 0
    tag: str = ""

    @property
    def sql(self) -> str:
        """The text, in plain spelling."""
        texts = [part if isinstance(part, str) else part.sql for part in self.parts]
        return self.separator.join(text for text in texts if text)

    @property
    def forms(self) -> frozenset[str]:
        """The names of all forms in it."""
        return frozenset(node.form for _, node in self.walk() if node.form)

    @property
    def has_column(self) -> bool:
        """Whether it is more than a constant."""
        return not COLUMN_FORMS.isdisjoint(self.forms)

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """Every node in it, itself first, with the way to it."""
        yield path, self
        for place, part in enumerate(self.parts):
            if isinstance(part, Node):
                yield from part.walk((*path, place))

    def put(self, path: Path, node: Node) -> Node:
        """The same with another node at a place."""
        if not path:
            return node
        parts = list(self.parts)
        child = parts[path[0]]
        assert isinstance(child, Node)
        parts[path[0]] = child.put(path[1:], node)
        return replace(self, parts=tuple(parts))

    def without(self, tag: str) -> Node:
        """The same without the nodes that have a tag."""
        parts = [
            part if isinstance(part, str) else part.without(tag)
            for part in self.parts
            if isinstance(part, str) or part.tag != tag
        ]
        return replace(self, parts=tuple(parts))


EMPTY = Node()


def commas(*parts: str | Node, form: str = "") -> Node:
    """A list."""
    return Node(tuple(parts), form, separator=", ")


def together(*parts: str | Node) -> Node:
    """A list of which nothing can be left out or made simpler without another meaning."""
    fixed = (part if isinstance(part, str) else replace(part, code="") for part in parts)
    return Node(tuple(fixed), separator=" , ")


def optional(*parts: str | Node, form: str = "") -> Node:
    """What a query can do without."""
    return Node(tuple(parts), form, is_optional=True)


_TOKEN = re.compile(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|`[^`]*`|\w+|\s+|.", re.DOTALL)
_KEYWORDS = frozenset(
    """ALL AND ANTI ANY ARRAY AS ASC ASOF BETWEEN BY CASE CAST CROSS CUBE CURRENT DESC DISTINCT
    ELSE END EXCEPT EXISTS FALSE FILL FINAL FIRST FOLLOWING FROM FULL GROUP GROUPING HAVING ILIKE
    IN INNER INTERPOLATE INTERSECT INTERVAL IS JOIN LAST LEFT LIKE LIMIT NOT NULL NULLS OFFSET ON
    OR ORDER OUTER OVER PARTITION PRECEDING PREWHERE QUALIFY RANGE RIGHT ROLLUP ROW ROWS SELECT
    SEMI SETS SETTINGS STEP THEN TIES TO TOTALS TRUE UNBOUNDED UNION USING WHEN WHERE WINDOW WITH
    DAY MONTH HOUR""".split()
)
_ANY_CASE = frozenset(
    """abs ceil coalesce concat count floor greatest if ifNull least length lower max min mod
    nullIf position power replace reverse round sign sqrt substring sum trim upper avg""".split()
)
_SPACES = (" ", " ", "  ", "\n", "\t", " /* a 'comment' */ ", " -- FROM here\n", "\n\n ")


@dataclass(frozen=True)
class Spelling:
    """How a query is written: another case of keywords, other space, comments.

    Attributes:
        seed: of what is random in it.
        cases: whether words get another case.
        spaces: whether spaces become others.
    """

    seed: str = ""
    cases: bool = False
    spaces: bool = False

    def write(self, sql: str) -> str:
        """The text in this spelling."""
        if not (self.cases or self.spaces):
            return sql
        random = Random(self.seed)
        tokens = _TOKEN.findall(sql)
        following = [*tokens[1:], ""]
        return "".join(self._token(*pair, random) for pair in zip(tokens, following, strict=True))

    def _token(self, token: str, following: str, random: Random) -> str:
        if self.spaces and token.isspace():
            return random.choice(_SPACES)
        is_call = token in _ANY_CASE and following == "("
        if self.cases and (token in _KEYWORDS or is_call):
            return random.choice((token, token.lower(), token.upper(), token.capitalize()))
        return token
