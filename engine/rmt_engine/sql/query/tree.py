"""The tree of a query: what ClickHouse's grammar says, before names and types are known.

A node knows where its text begins, for messages. Nodes are compared by identity, so that what is
known of one is kept beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from rmt_engine.sql.grammar.sampling import Sample
from rmt_engine.sql.query.current_rows import Rows
from rmt_engine.sql.query.wanted_rows import WantedRows
from rmt_engine.sql.text.tokens import Name

if TYPE_CHECKING:
    from rmt_engine.sql.query.values import Constant, Value
    from rmt_engine.store.table import Projection

__all__ = [
    "OF_EACH",
    "Alias",
    "ArrayJoin",
    "Asterisk",
    "Call",
    "ColumnChange",
    "Columns",
    "CommonTable",
    "Computed",
    "Derived",
    "Exists",
    "Expression",
    "Fill",
    "Frame",
    "FrameBound",
    "FunctionSource",
    "Grouping",
    "Identifier",
    "Interpolation",
    "Join",
    "Lambda",
    "Limit",
    "LimitBy",
    "Literal",
    "Node",
    "Ordering",
    "Parameter",
    "Query",
    "Select",
    "SetOperation",
    "Setting",
    "Source",
    "StarChange",
    "Subquery",
    "TableSource",
    "Window",
    "children_of",
    "conditions_of",
    "conjunction",
    "expressions_in",
    "expressions_of",
    "free_expressions_in",
    "has_one_join",
]


@dataclass(eq=False, slots=True, kw_only=True)
class Node:
    """Any part of a tree.

    Attributes:
        at: where its text begins.
        end: where it ends.
    """

    at: int = 0
    end: int = 0


# Expressions


@dataclass(eq=False, slots=True, kw_only=True)
class Expression(Node):
    """What has a value.

    Attributes:
        in_parentheses: whether it stands in parentheses that are none of a call or a tuple.
    """

    in_parentheses: bool = False


@dataclass(eq=False, slots=True)
class Literal(Expression):
    """A constant.

    Attributes:
        value: the number, text, truth or NULL.
        text: of a number, how it was written.
    """

    value: Constant
    text: str = ""


OF_EACH = ":`Array(JSON)`"
"""The part of a name that stands for each object of an array in a JSON."""


@dataclass(eq=False, slots=True)
class Identifier(Expression):
    """A name, of one part or of several with dots between.

    In a JSON, ``:`Int64` `` is the part for values of a type, and ``^`a` `` that for an object.
    """

    parts: tuple[str, ...]

    @property
    def name(self) -> str:
        """The parts with dots."""
        return ".".join(self.parts)


@dataclass(eq=False, slots=True)
class Alias(Expression):
    """`value AS name`; one that WITH gives names a value that may not be a column."""

    value: Expression
    name: str


@dataclass(eq=False, slots=True)
class Call(Expression):
    """A call of a function, or an operator, which is the call of its function.

    Attributes:
        name: the function, as written; of operators, ClickHouse's name.
        arguments: in order.
        parameters: of a parametric function, `(0.9)` of `quantile(0.9)(x)`; None without them.
        distinct: whether DISTINCT stands before the arguments.
        where: the condition of `FILTER (WHERE …)`.
        window: what follows OVER: a window, or the name of one.
        nulls: `IGNORE` or `RESPECT` of `… NULLS`; empty for neither.
        is_operator: whether it was written as an operator: `a + b`, `[a, b]`, `(a, b)`.
    """

    name: str
    arguments: list[Expression]
    parameters: list[Expression] | None = None
    distinct: bool = False
    where: Expression | None = None
    window: Window | str | None = None
    nulls: str = ""
    is_operator: bool = False


@dataclass(eq=False, slots=True)
class Lambda(Expression):
    """`(x, y) -> body`."""

    parameters: tuple[str, ...]
    body: Expression


@dataclass(eq=False, slots=True)
class Parameter(Expression):
    """`{name:Type}`."""

    name: str
    type_text: str


@dataclass(eq=False, slots=True)
class Subquery(Expression):
    """A query in parentheses, where a value is wanted."""

    query: Query


@dataclass(eq=False, slots=True)
class Exists(Expression):
    """`EXISTS (query)`."""

    query: Query


class StarChange(Enum):
    """What may follow `*`."""

    EXCEPT = "EXCEPT"
    REPLACE = "REPLACE"
    APPLY = "APPLY"


@dataclass(eq=False, slots=True)
class ColumnChange(Node):
    """`EXCEPT (a, b)`, `REPLACE (x AS a)` or `APPLY (f)` behind `*` or COLUMNS.

    Attributes:
        kind: which.
        names: those of EXCEPT.
        pattern: the regular expression of EXCEPT; None for names.
        is_strict: whether all names have to be there.
        values: those of REPLACE, with the names of the columns.
        function: of APPLY, a name.
        parameters: of a parametric function of APPLY.
        applied: the lambda of APPLY.
        prefix: what APPLY puts in front of columns' names.
    """

    kind: StarChange
    names: tuple[str, ...] = ()
    pattern: str | None = None
    is_strict: bool = False
    values: tuple[tuple[str, Expression], ...] = ()
    function: str = ""
    parameters: list[Expression] | None = None
    applied: Lambda | None = None
    prefix: str = ""


@dataclass(eq=False, slots=True)
class Asterisk(Expression):
    """`*` or `t.*`, with what changes its columns."""

    qualifier: tuple[str, ...] = ()
    changes: list[ColumnChange] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Columns(Expression):
    """`COLUMNS('pattern')`, `COLUMNS(a, b)` and `t.COLUMNS(…)`.

    Attributes:
        pattern: the regular expression that names match; None for a list.
        names: the list.
        qualifier: the table whose columns they are; empty for all tables.
        changes: what changes them.
    """

    pattern: str | None
    names: tuple[Identifier, ...] = ()
    qualifier: tuple[str, ...] = ()
    changes: list[ColumnChange] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Computed(Expression):
    """An expression that is lowered already: a column of `*`.

    Attributes:
        value: what it is.
        name: of the column.
    """

    value: Value
    name: str


# Windows


@dataclass(eq=False, slots=True)
class FrameBound(Node):
    """`UNBOUNDED PRECEDING`, `CURRENT ROW`, `3 FOLLOWING`.

    Attributes:
        kind: `PRECEDING`, `FOLLOWING` or `CURRENT ROW`.
        offset: how far; None: unbounded, or the current row.
    """

    kind: str
    offset: Expression | None = None


@dataclass(eq=False, slots=True)
class Frame(Node):
    """`ROWS BETWEEN … AND …`."""

    unit: str
    start: FrameBound
    stop: FrameBound


@dataclass(eq=False, slots=True)
class Window(Node):
    """What stands in the parentheses of OVER, or of WINDOW."""

    parent: str = ""
    partition_by: list[Expression] = field(default_factory=list)
    order_by: list[Ordering] = field(default_factory=list)
    frame: Frame | None = None


# Queries


@dataclass(eq=False, slots=True)
class Fill(Node):
    """`WITH FILL [FROM x] [TO y] [STEP z] [STALENESS s]`."""

    start: Expression | None = None
    stop: Expression | None = None
    step: Expression | None = None
    staleness: Expression | None = None


@dataclass(eq=False, slots=True)
class Ordering(Node):
    """A member of ORDER BY.

    Attributes:
        value: what rows are ordered by.
        descending: whether the greatest is first.
        nulls_first: as written; None if nothing was.
        collation: the name behind COLLATE; empty without one.
        fill: `WITH FILL`; None without it.
    """

    value: Expression
    descending: bool = False
    nulls_first: bool | None = None
    collation: str = ""
    fill: Fill | None = None


@dataclass(eq=False, slots=True)
class Interpolation(Node):
    """`name AS value` of INTERPOLATE."""

    name: str
    value: Expression | None


@dataclass(eq=False, slots=True)
class Setting(Node):
    """`name = value` of SETTINGS."""

    name: str
    value: str


@dataclass(eq=False, slots=True)
class Limit(Node):
    """`LIMIT count [OFFSET offset] [WITH TIES]`; OFFSET may stand alone."""

    count: Expression | None = None
    offset: Expression | None = None
    with_ties: bool = False


@dataclass(eq=False, slots=True)
class LimitBy(Node):
    """`LIMIT count [OFFSET offset] BY keys`; no keys: ALL."""

    count: Expression
    offset: Expression | None = None
    keys: list[Expression] = field(default_factory=list)
    by_all: bool = False


@dataclass(eq=False, slots=True)
class Grouping(Node):
    """GROUP BY.

    Attributes:
        sets: the lists of keys: one but for GROUPING SETS.
        kind: empty, `ROLLUP`, `CUBE` or `GROUPING SETS`.
        by_all: whether it is `GROUP BY ALL`.
        with_totals: whether WITH TOTALS follows.
    """

    sets: list[list[Expression]] = field(default_factory=list)
    kind: str = ""
    by_all: bool = False
    with_totals: bool = False


@dataclass(eq=False, slots=True)
class CommonTable(Node):
    """`name AS (query)` of WITH.

    Attributes:
        name: its name.
        query: its query.
        columns: the names of its columns; empty: those of the query.
        is_recursive: whether RECURSIVE stands behind WITH.
    """

    name: str
    query: Query
    columns: tuple[str, ...] = ()
    is_recursive: bool = False


@dataclass(eq=False, slots=True, kw_only=True)
class Query(Node):
    """A SELECT, or several with set operations.

    Attributes:
        tables: the CTEs of its WITH.
        settings: of its SETTINGS.
    """

    tables: list[CommonTable] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Select(Query):
    """One SELECT with its clauses, which stand in the order of the grammar."""

    with_values: list[Alias] = field(default_factory=list)
    distinct: bool = False
    distinct_on: list[Expression] = field(default_factory=list)
    columns: list[Expression] = field(default_factory=list)
    source: Source | None = None
    prewhere: Expression | None = None
    where: Expression | None = None
    grouping: Grouping | None = None
    having: Expression | None = None
    windows: list[tuple[str, Window]] = field(default_factory=list)
    qualify: Expression | None = None
    order_by: list[Ordering] = field(default_factory=list)
    order_by_all: Ordering | None = None
    interpolate: list[Interpolation] | None = None
    limit_by: LimitBy | None = None
    limit: Limit | None = None


@dataclass(eq=False, slots=True)
class SetOperation(Query):
    """`left UNION ALL right`.

    Attributes:
        kind: `UNION`, `INTERSECT` or `EXCEPT`.
        quantifier: `ALL`, `DISTINCT` or empty.
        members: those it joins, in order; of INTERSECT and EXCEPT two.
        is_closed: whether it stands in parentheses.
    """

    kind: str
    quantifier: str
    members: list[Query]
    is_closed: bool = False


# FROM


@dataclass(eq=False, slots=True, kw_only=True)
class Source(Node):
    """What stands in FROM.

    Attributes:
        alias: its alias; empty without one.
        column_names: those that follow the alias.
        final: whether FINAL follows.
        sample: `SAMPLE size [OFFSET offset]`; None without it.
        table_sample: Spark's `TABLESAMPLE (…) [REPEATABLE (…)]`, as written; empty without it.
    """

    alias: str = ""
    column_names: tuple[str, ...] = ()
    final: bool = False
    sample: Sample | None = None
    table_sample: str = ""

    @property
    def rows(self) -> Rows:
        """The rows that the query says it wants of it."""
        return Rows.CURRENT if self.final else Rows.AS_SET


@dataclass(eq=False, slots=True)
class TableSource(Source):
    """A table, a view or a CTE by name.

    Attributes:
        name: the name.
        projection: the projection of the table that is read in its place; None for none.
        asked: of a system table, a column and a value that it may have, each; empty for all.
        wanted: what WHERE says of its rows; None where that is not told.
        prewhere: the condition of a PREWHERE on it in a FROM of several tables; None without one.
    """

    name: Name
    projection: Projection | None = None
    asked: tuple[str, ...] = ()
    wanted: WantedRows | None = None
    prewhere: Expression | None = None


@dataclass(eq=False, slots=True)
class FunctionSource(Source):
    """A table function."""

    call: Call
    query: Query | None = None


@dataclass(eq=False, slots=True)
class Derived(Source):
    """A subquery.

    Attributes:
        query: the query.
        is_lateral: whether LATERAL stands before it: it may name columns of the sources before.
    """

    query: Query
    is_lateral: bool = False


@dataclass(eq=False, slots=True)
class Join(Source):
    """A join.

    Attributes:
        left: what stands before JOIN.
        right: what stands behind it.
        kind: `INNER`, `LEFT`, `RIGHT`, `FULL`, `CROSS`, `COMMA` or `PASTE`.
        strictness: `ALL`, `ANY`, `ASOF`, `SEMI`, `ANTI` or empty.
        condition: behind ON.
        using: the columns of USING.
        is_natural: whether it is by all columns that both sides have.
    """

    left: Source
    right: Source
    kind: str
    strictness: str = ""
    condition: Expression | None = None
    using: list[Expression] = field(default_factory=list)
    is_natural: bool = False


@dataclass(eq=False, slots=True)
class ArrayJoin(Source):
    """`left [LEFT] ARRAY JOIN a AS x, …`."""

    left: Source
    arrays: list[Expression]
    is_left: bool = False


def conditions_of(source: Source | None) -> list[Expression]:
    """The conditions of ON in a FROM."""
    if isinstance(source, ArrayJoin):
        return conditions_of(source.left)
    if not isinstance(source, Join):
        return []
    own = [source.condition] if source.condition is not None else []
    return [*conditions_of(source.left), *conditions_of(source.right), *own]


def conjunction(node: Expression) -> list[Expression]:
    """The conditions that AND joins."""
    if isinstance(node, Call) and node.name.lower() == "and":
        return [one for argument in node.arguments for one in conjunction(argument)]
    return [node]


def expressions_of(source: Source | None) -> list[Expression]:
    """What stands in a FROM: conditions, names of USING, arrays and queries of LATERAL."""
    if isinstance(source, ArrayJoin):
        return [*expressions_of(source.left), *source.arrays]
    if isinstance(source, Derived) and source.is_lateral:
        return [Subquery(source.query)]
    if not isinstance(source, Join):
        return []
    own = [source.condition] if source.condition is not None else []
    sides = [*expressions_of(source.left), *expressions_of(source.right)]
    return [*sides, *own, *source.using]


def has_one_join(source: Source | None) -> bool:
    """Whether a FROM has just one join: a name that both sides have is then the left one's.

    Source: the setting `single_join_prefer_left_table` of ClickHouse.
    """
    return _joins_in(source) == 1


def _joins_in(source: Source | None) -> int:
    if isinstance(source, ArrayJoin):
        return _joins_in(source.left)
    if isinstance(source, Join):
        return 1 + _joins_in(source.left) + _joins_in(source.right)
    return 0


_LEAVES = (Identifier, Literal)


def expressions_in(node: Expression) -> Iterator[Expression]:
    """An expression and those it has inside, but for those of its subqueries."""
    waiting: list[Expression] = [node]
    while waiting:
        one = waiting.pop()
        yield one
        if not isinstance(one, _LEAVES):
            waiting.extend(reversed(children_of(one)))


def outside_lambdas(node: Expression) -> list[Expression]:
    """The same, without what lambdas have inside."""
    if isinstance(node, Lambda):
        return []
    inside = list(expressions_in(node))
    if not any(isinstance(one, Lambda) for one in inside):
        return inside
    found = [node]
    if isinstance(node, Alias):
        found += outside_lambdas(node.value)
    if isinstance(node, Call):
        for one in node.arguments:
            found += outside_lambdas(one)
    return found


def free_expressions_in(node: Expression) -> Iterator[Expression]:
    """The same, but for the names of what lambdas take."""
    waiting: list[tuple[Expression, frozenset[str]]] = [(node, frozenset())]
    while waiting:
        one, taken = waiting.pop()
        if not (isinstance(one, Identifier) and one.parts[0] in taken):
            yield one
        if isinstance(one, Lambda):
            taken = taken | set(one.parameters)
        waiting.extend((child, taken) for child in reversed(children_of(one)))


def children_of(node: Expression) -> Sequence[Expression]:
    """What stands directly in an expression, but for its subqueries."""
    if isinstance(node, Call):
        children = [*node.arguments, *(node.parameters or ())]
        children += [node.where] if node.where is not None else []
        if isinstance(node.window, Window):
            children += node.window.partition_by
            children += [ordering.value for ordering in node.window.order_by]
        return children
    if isinstance(node, Alias):
        return (node.value,)
    if isinstance(node, Lambda):
        return (node.body,)
    if isinstance(node, (Asterisk, Columns)):
        return [value for change in node.changes for _, value in change.values]
    return ()
