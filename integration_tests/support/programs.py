"""Random programs over one table, in statements both engines take word for word."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from support.both import NO_MERGE_UNASKED
from support.value_types import ORDERED, VALUE_TYPES, ColumnSpec

__all__ = [
    "ALL_ROWS",
    "CURRENT_ROWS",
    "FOLDING",
    "REPLACING",
    "Program",
    "Read",
    "Step",
    "programs",
]

REPLACING = "ReplacingMergeTree"
SUMMING = "SummingMergeTree"
AGGREGATING = "AggregatingMergeTree"
FOLDING = (SUMMING, AGGREGATING, "CoalescingMergeTree")
"""Engines whose merges compute values."""


@dataclass(frozen=True)
class Read:
    """A SELECT of a kind of answer and the table's columns, for a UNION ALL.

    Attributes:
        source: what FROM names.
        form: `rows`; `star`, by `*`; `count`; `limit`, some rows of each of the `limited` values.
        prewhere: a condition, or nothing.
        where: the same.
        limited: how many rows of each value, and the columns of these.
    """

    source: str
    form: str = "rows"
    prewhere: str = ""
    where: str = ""
    limited: tuple[int, tuple[str, ...]] = (0, ())

    def sql(self, columns: tuple[ColumnSpec, ...], policy: str = "") -> str:
        """The SELECT.

        Args:
            columns: of the table, hidden ones last.
            policy: a condition for the rows that are read.
        """
        rows = f"FROM {self.source}"
        if self.prewhere:
            rows += f" PREWHERE {self.prewhere}"
        conditions = [f"({condition})" for condition in (policy, self.where) if condition]
        if conditions:
            rows += f" WHERE {' AND '.join(conditions)}"
        names = [column.name for column in columns]
        count, limited = self.limited
        if self.form == "star":
            names = ["*", *("NULL" for column in columns if column.is_hidden)]
        elif self.form == "count":
            nothing = ", ".join("NULL" for _ in columns)
            return f"SELECT concat('count ', toString(count())) AS what, {nothing} {rows}"
        elif self.form == "limit":
            listed = ", ".join(limited)
            rows = f"FROM (SELECT {listed} {rows} LIMIT {count} BY {listed}) AS l"
            names = [name if name in limited else "NULL" for name in names]
        return f"SELECT '{self.form}' AS what, {', '.join(names)} {rows}"


CURRENT_ROWS = Read("t FINAL")
ALL_ROWS = Read("t")


@dataclass(frozen=True)
class Step:
    """One statement, and what is read when it is done.

    Attributes:
        sql: the statement.
        reads: of the table and the view.
        settings: ` SETTINGS …` of the reads, or nothing.
    """

    sql: str
    reads: tuple[Read, ...]
    settings: str


@dataclass(frozen=True)
class Program:
    """A table `t`, a view `v` of its current rows, and what happens to them.

    Attributes:
        columns: of the table and the view, hidden ones last.
        create: makes both.
        steps: what happens.
        policy: which rows another user reads; nothing: there is no policy.
        policed: what that user reads.
    """

    columns: tuple[ColumnSpec, ...]
    create: tuple[str, ...]
    steps: tuple[Step, ...]
    policy: str
    policed: tuple[Read, ...]

    def __str__(self) -> str:
        return ";\n".join([*self.create, *(step.sql for step in self.steps)])


@dataclass(frozen=True)
class _Layout:
    """What a table's engine has been told.

    Attributes:
        engine: its name.
        order_by: the elements of the sorting key.
        partition_by: the partition key, or nothing.
        primary_key: the length of the primary key; 0: it is the sorting key.
        sample_by: what SAMPLE picks rows by, or nothing.
        arguments: of the engine: the version, and what marks a deleted row; or the sign, and the
            version.
    """

    engine: str
    order_by: tuple[str, ...]
    partition_by: str
    primary_key: int
    sample_by: str
    arguments: tuple[str, ...]

    def clauses(self) -> str:
        clauses = [f"ENGINE = {self.engine}({', '.join(self.arguments)})"]
        if self.partition_by:
            clauses.append(f"PARTITION BY {self.partition_by}")
        clauses.append(
            f"ORDER BY ({', '.join(self.order_by)})" if self.order_by else "ORDER BY tuple()"
        )
        if self.primary_key:
            clauses.append(f"PRIMARY KEY ({', '.join(self.order_by[: self.primary_key])})")
        if self.sample_by:
            clauses.append(f"SAMPLE BY {self.sample_by}")
        return (
            f"{' '.join(clauses)} SETTINGS {NO_MERGE_UNASKED}, allow_nullable_key = 1, "
            "allow_floating_point_partition_key = 1, allow_dimensions_outside_sorting_key = 1, "
            "allow_experimental_replacing_merge_with_cleanup = 1"
        )


_SELECTED = {"del": "number % 2", "sign": "if(number % 3 = 0, -1, 1)"}
"""What INSERT … SELECT gives columns that not any value is for."""
_WIDE = ("128", "256", ")")
_INTEGERS = [name for name, values in VALUE_TYPES.items() if ("{c} % 3", "Int8") in values.derived]
_SETTINGS = (
    "", "", "", " SETTINGS final = 1", " SETTINGS do_not_merge_across_partitions_select_final = 1",
    " SETTINGS final = 1, do_not_merge_across_partitions_select_final = 1",
)  # fmt: skip


@st.composite
def programs(draw: st.DrawFn, engine: str = REPLACING) -> Program:
    """Programs over a table of an engine."""
    keys = [
        _draw_column(draw, f"k{i}", list(VALUE_TYPES), 6) for i in range(draw(st.integers(1, 3)))
    ]
    # A sum that has more digits than its Decimal type is refused here.
    types = [name for name in VALUE_TYPES if engine != SUMMING or not name.endswith(_WIDE)]
    values = [_draw_column(draw, f"v{i}", types, 3) for i in range(draw(st.integers(1, 3)))]
    versions = [name for name, values in VALUE_TYPES.items() if values.is_version]
    deciding: list[ColumnSpec] = []
    if engine == REPLACING:
        deciding = _draw_version(draw, versions) if draw(st.booleans()) else []
    elif engine in FOLDING:
        # What is read decides in ClickHouse which rows have vanished.
        values = [_folded(draw, column, engine) for column in values]
    else:
        deciding = [ColumnSpec("sign", "Int8")]
        if engine.startswith("Versioned"):
            deciding.append(ColumnSpec("ver", draw(st.sampled_from(versions))))
    computed = _draw_computed(draw, [*keys, *values])
    columns = [*keys, *values, *deciding, *computed]
    columns.sort(key=lambda column: column.is_hidden)
    stored = [column for column in computed if column.kind != "ALIAS"]
    arguments = tuple(column.name for column in deciding)
    of_keys = [column for column in (*keys, *values) if not column.function]
    layout = _draw_layout(draw, engine, keys, of_keys, stored, arguments)
    listed = ", ".join(column.declaration for column in columns)
    names = ", ".join(column.name for column in columns)
    seen = f" WHERE {_draw_condition(draw, columns)}" if draw(st.booleans()) else ""
    create = (
        f"CREATE TABLE t ({listed}) {layout.clauses()}",
        f"CREATE OR REPLACE VIEW v AS SELECT {names} FROM t FINAL{seen}",
    )
    steps = tuple(_draw_step(draw, columns, layout) for _ in range(draw(st.integers(3, 7))))
    policy, policed = "", ()
    if draw(_once_in(3)):
        policy = _draw_condition(draw, [c for c in columns if c.kind != "ALIAS"])
        reads = [_draw_read(draw, columns, layout) for _ in range(2)]
        policed = tuple(replace(read, prewhere="") for read in (CURRENT_ROWS, ALL_ROWS, *reads))
    return Program(tuple(columns), create, steps, policy, policed)


def _draw_version(draw: st.DrawFn, versions: list[str]) -> list[ColumnSpec]:
    """The version, and perhaps the column that marks deleted rows."""
    version = ColumnSpec("ver", draw(st.sampled_from(versions)))
    return [version, ColumnSpec("del", "UInt8")] if draw(st.booleans()) else [version]


def _folded(draw: st.DrawFn, column: ColumnSpec, engine: str) -> ColumnSpec:
    """A column whose values become one, as its type says in an AggregatingMergeTree table."""
    functions = ["any", "anyLast", "any_respect_nulls", "anyLast_respect_nulls"]
    if column.values.operators == ORDERED:
        functions += ["min", "max"]
    if column.base in _INTEGERS:
        functions += ["sumWithOverflow", "groupBitAnd", "groupBitOr", "groupBitXor"]
    if engine == AGGREGATING or draw(_once_in(4)):
        return replace(column, function=draw(st.sampled_from(functions)))
    return column


def _once_in(times: int) -> st.SearchStrategy[bool]:
    return st.integers(1, times).map(lambda number: number == times)


def _draw_column(draw: st.DrawFn, name: str, types: list[str], nullable: int) -> ColumnSpec:
    text = draw(st.sampled_from(types))
    wraps = text in ("String", "FixedString(3)") and draw(_once_in(3))
    if draw(_once_in(nullable)):
        text = f"Nullable({text})"
    return ColumnSpec(name, f"LowCardinality({text})" if wraps else text)


def _draw_computed(draw: st.DrawFn, columns: list[ColumnSpec]) -> list[ColumnSpec]:
    sources = [column for column in columns if column.derived()]
    computed = []
    for index in range(draw(st.integers(0, 2)) if sources else 0):
        expression, result = draw(st.sampled_from(draw(st.sampled_from(sources)).derived()))
        kind = draw(st.sampled_from(["DEFAULT", "MATERIALIZED", "ALIAS"]))
        computed.append(ColumnSpec(f"c{index}", result, kind, expression))
    return computed


# Keys


def _draw_layout(
    draw: st.DrawFn,
    engine: str,
    keys: list[ColumnSpec],
    columns: list[ColumnSpec],
    computed: list[ColumnSpec],
    arguments: tuple[str, ...],
) -> _Layout:
    elements = [key.name for key in keys]
    expressions = [expression for key in keys for expression, _ in key.derived()]
    more = expressions + [column.name for column in computed]
    if more and draw(_once_in(3)):
        place = draw(st.integers(0, len(elements)))
        elements[place : place + draw(st.integers(0, 1))] = [draw(st.sampled_from(more))]
    sampled = [key.name for key in keys if key.type in _INTEGERS]
    sample_by = ""
    if sampled and draw(_once_in(2)):
        sample_by = f"intHash32({draw(st.sampled_from(sampled))})"
        elements.insert(0, sample_by)
    elif draw(_once_in(20)):
        elements = []
    primary_key = draw(st.integers(1, len(elements))) if elements and draw(_once_in(4)) else 0
    partition_by = _draw_partition(draw, [*columns, *computed])
    return _Layout(engine, tuple(elements), partition_by, primary_key, sample_by, arguments)


def _draw_partition(draw: st.DrawFn, columns: list[ColumnSpec]) -> str:
    elements = draw(st.integers(-1, 2))
    chosen = []
    for _ in range(elements):
        column = draw(st.sampled_from(columns))
        derived = [expression for expression, _ in column.derived()]
        chosen.append(draw(st.sampled_from([column.name, *derived])))
    chosen = list(dict.fromkeys(chosen))
    return f"({', '.join(chosen)})" if len(chosen) > 1 else "".join(chosen)


# Statements


def _draw_step(draw: st.DrawFn, columns: list[ColumnSpec], layout: _Layout) -> Step:
    sql = _draw_statement(draw, columns, layout)
    reads = [CURRENT_ROWS, _draw_read(draw, columns, layout)]
    if not sql.startswith("INSERT"):
        reads.append(ALL_ROWS)
    return Step(sql, tuple(reads), draw(st.sampled_from(_SETTINGS)))


def _draw_statement(draw: st.DrawFn, columns: list[ColumnSpec], layout: _Layout) -> str:
    kind = draw(
        st.sampled_from(
            ["values"] * 5 + ["select"] * 2 + ["final", "final", "merge", "delete", "end"]
        )
    )
    if kind == "values":
        return _draw_values(draw, columns)
    if kind == "select":
        return _draw_select(draw, columns)
    if kind == "merge" and not layout.partition_by:
        return "OPTIMIZE TABLE t"
    if kind == "delete":
        return f"DELETE FROM t WHERE {_draw_condition(draw, columns)}"
    if kind == "end":
        has_deleted = "del" in layout.arguments
        return "OPTIMIZE TABLE t FINAL CLEANUP" if has_deleted else "TRUNCATE TABLE t"
    return "OPTIMIZE TABLE t FINAL"


def _draw_target(draw: st.DrawFn, columns: list[ColumnSpec]) -> tuple[list[ColumnSpec], str]:
    """Columns that an INSERT gives values for, and how it names them."""
    given = [column for column in columns if not column.is_hidden]
    if draw(st.booleans()):
        return given, ""
    some = [c for c in given if not draw(_once_in(8)) or c.name == "sign"] or given[:1]
    some = draw(st.permutations(some))
    return some, f" ({', '.join(column.name for column in some)})"


def _draw_insert_settings(draw: st.DrawFn) -> str:
    return " SETTINGS optimize_on_insert = 0" if draw(_once_in(5)) else ""


def _draw_values(draw: st.DrawFn, columns: list[ColumnSpec]) -> str:
    given, named = _draw_target(draw, columns)
    rows = [
        f"({', '.join(_draw_literal(draw, column) for column in given)})"
        for _ in range(draw(st.integers(1, 6)))
    ]
    return f"INSERT INTO t{named}{_draw_insert_settings(draw)} VALUES {', '.join(rows)}"


def _draw_literal(draw: st.DrawFn, column: ColumnSpec) -> str:
    if column.name == "del":
        return draw(st.sampled_from(["0", "0", "1"]))
    if column.name == "sign":
        return draw(st.sampled_from(["1", "1", "-1"]))
    if column.is_nullable:
        return draw(st.sampled_from([*column.values.literals, "NULL"]))
    # ClickHouse then writes a number into an Enum that no member has.
    if not column.base.startswith("Enum") and draw(_once_in(20)):
        return draw(st.sampled_from(["NULL", "DEFAULT"]))
    return draw(st.sampled_from(column.values.literals))


def _draw_select(draw: st.DrawFn, columns: list[ColumnSpec]) -> str:
    given, named = _draw_target(draw, columns)
    shift = draw(st.integers(0, 50))
    selected = []
    for column in given:
        expression = _SELECTED.get(column.name, column.values.selected)
        selected.append(expression.replace("number", f"(number + {shift})"))
    count = draw(st.sampled_from([1, 5, 40]))
    query = f"SELECT {', '.join(selected)} FROM numbers({count})"
    return f"INSERT INTO t{named} {query}{_draw_insert_settings(draw)}"


# Queries


def _draw_read(draw: st.DrawFn, columns: list[ColumnSpec], layout: _Layout) -> Read:
    if draw(_once_in(6)):
        return Read("v", where=_draw_condition(draw, columns) if draw(st.booleans()) else "")
    source = draw(st.sampled_from(["t", "t FINAL", "t FINAL"]))
    if layout.sample_by and draw(st.booleans()):
        source += draw(
            st.sampled_from([" SAMPLE 1/2", " SAMPLE 0.3 OFFSET 1/2", " SAMPLE 1/4 OFFSET 0.1"])
        )
    names = [column.name for column in columns if not column.base.startswith("Float")]
    forms = ["rows", "rows", "rows", "star", "count", *(["limit"] * bool(names))]
    if layout.engine == SUMMING:
        forms = ["rows"]
    form = draw(st.sampled_from(forms))
    prewhere = ""
    if layout.engine not in FOLDING and draw(_once_in(4)):
        prewhere = _draw_condition(draw, columns)
    where = "" if draw(_once_in(4)) else _draw_condition(draw, columns)
    if form != "limit":
        return Read(source, form, prewhere, where)
    limited = draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True))
    return Read(source, form, prewhere, where, (draw(st.integers(1, 2)), tuple(limited)))


def _draw_condition(draw: st.DrawFn, columns: list[ColumnSpec]) -> str:
    """A condition of one or two comparisons."""
    usable = [c for c in columns if c.is_nullable or (c.values.operators and c.name != "del")]
    if not usable:
        return "1 = 1"
    first, second = (_draw_comparison(draw, draw(st.sampled_from(usable))) for _ in range(2))
    forms = ["{0}", "{0} AND {1}", "{0} OR {1}", "NOT ({0})", "NOT ({0} OR {1})"]
    return draw(st.sampled_from(forms)).format(first, second)


def _draw_comparison(draw: st.DrawFn, column: ColumnSpec) -> str:
    values = column.values
    if column.is_nullable and (not values.operators or draw(_once_in(4))):
        return f"{column.name} IS NULL"
    operator = draw(st.sampled_from(values.operators))
    first, second = (draw(st.sampled_from(values.compared)) for _ in range(2))
    if operator == "IN":
        return f"{column.name} IN ({first}, {second})"
    return f"{column.name} {operator} {first}"
