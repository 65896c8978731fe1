"""Random programs over the tables of each engine of the family: all that happens to such tables.

Other programs (`support.programs`) draw keys, types and queries; these draw statements. Two tables
of one structure exchange partitions, a view may feed the first, and a statement that ClickHouse
refuses has to be refused by the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from support.both import NO_MERGE_UNASKED

__all__ = ["ENGINES", "FamilyProgram", "Happening", "family_programs"]

MERGE_TREE = "MergeTree"
REPLACING = "ReplacingMergeTree"
COLLAPSING = "CollapsingMergeTree"
VERSIONED = "VersionedCollapsingMergeTree"
SUMMING = "SummingMergeTree"
AGGREGATING = "AggregatingMergeTree"
COALESCING = "CoalescingMergeTree"
ENGINES = (MERGE_TREE, REPLACING, COLLAPSING, VERSIONED, SUMMING, AGGREGATING, COALESCING)
_FOLDING = (SUMMING, AGGREGATING, COALESCING)

_TYPES: Mapping[str, tuple[str, ...]] = {
    "Int8": ("0", "1", "-1", "100", "-100"),
    "Int32": ("0", "1", "-1", "7"),
    "UInt64": ("0", "1", "5", "18446744073709551615"),
    "Float64": ("0", "0.5", "-0.5", "nan", "inf"),
    "Decimal(9, 2)": ("0", "1.25", "-1.25"),
    "Nullable(Int32)": ("NULL", "0", "1", "-1"),
    "Nullable(Float64)": ("NULL", "nan", "0.5", "-0.5"),
    "Nullable(String)": ("NULL", "''", "'a'"),
    "LowCardinality(String)": ("''", "'a'", "'b'"),
    "String": ("''", "'a'", "'b'", "'it''s'"),
    "Date": ("'1970-01-01'", "'2024-02-29'"),
    "Array(Int32)": ("[]", "[1]", "[2, 1]"),
    "Enum8('a' = 1, 'b' = 2)": ("'a'", "'b'"),
    "Bool": ("true", "false"),
}
_KEYS: Mapping[str, tuple[str, ...]] = {
    "Int32": ("0", "1", "2", "-1"),
    "Nullable(Int32)": ("NULL", "0", "1"),
    "Float64": ("0", "nan", "1.5"),
    "String": ("''", "'a'", "'b'"),
}
_SIMPLE: tuple[tuple[str, str], ...] = (
    ("sum", "Int64"),
    ("sum", "Float64"),
    ("sum", "Nullable(Int64)"),
    ("sumWithOverflow", "Int8"),
    ("min", "Float64"),
    ("max", "Float64"),
    ("min", "Nullable(Float64)"),
    ("max", "Nullable(Int32)"),
    ("min", "String"),
    ("max", "Nullable(String)"),
    ("any", "Int32"),
    ("any", "Nullable(Int32)"),
    ("anyLast", "String"),
    ("anyLast", "Nullable(String)"),
    ("any_respect_nulls", "Nullable(Int32)"),
    ("anyLast_respect_nulls", "Nullable(Int32)"),
    ("groupBitOr", "UInt64"),
    ("groupBitAnd", "Int32"),
    ("groupBitXor", "UInt64"),
    ("groupArrayArray", "Array(Int32)"),
    ("groupUniqArrayArray", "Array(Int32)"),
)
_STATES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("sum", ("Int32",)),
    ("sum", ("Nullable(Int32)",)),
    ("avg", ("Float64",)),
    ("count", ()),
    ("uniqExact", ("String",)),
    ("min", ("Nullable(Float64)",)),
    ("max", ("Float64",)),
    ("argMax", ("String", "Int32")),
    ("argMin", ("Nullable(Int32)", "Int32")),
    ("any", ("String",)),
    ("anyLast", ("Nullable(String)",)),
    ("groupArray", ("Int32",)),
    ("quantileExact", ("Int32",)),
    ("sumIf", ("Int32", "UInt8")),
    ("groupUniqArray", ("String",)),
)
_MORE_TYPES: Mapping[str, tuple[str, ...]] = {
    "Int64": ("0", "1", "-1", "9223372036854775807"),
    "Nullable(Int64)": ("NULL", "0", "5"),
    "UInt8": ("0", "1"),
}
_WIDER = {
    "Int8": "Int64", "Int32": "Int64", "UInt64": "String", "Nullable(Int32)": "Nullable(Int64)",
    "LowCardinality(String)": "String", "Date": "String", "Int64": "String",
}  # fmt: skip
_GROUPED = ("p", "count()", "min(k)", "max(k)")
_PAST, _FUTURE = "'2001-01-01'", "'2100-01-01'"


@dataclass(frozen=True)
class _Column:
    """A column of the tables.

    Attributes:
        name: its name.
        type: as it is declared.
        literals: values of it; of a column of states none.
        function: of an AggregateFunction, or nothing.
        arguments: the types of what the states are made of.
        is_set: whether the order of an array means nothing.
    """

    name: str
    type: str
    literals: tuple[str, ...] = ()
    function: str = ""
    arguments: tuple[str, ...] = ()
    is_set: bool = False

    @property
    def shown(self) -> str:
        """The value as a text."""
        value = f"finalizeAggregation({self.name})" if self.function else self.name
        return f"toString(arraySort({value}))" if self.is_set else f"toString({value})"


@dataclass(frozen=True)
class Happening:
    """A statement, and which tables may be others for it.

    Attributes:
        sql: the statement.
        tables: the names of the tables that it changes.
        shown: the columns of the tables afterwards, as texts.
        where: a condition for a read of some of the rows.
        names_differ: whether parts may have other names than ClickHouse's from here on.
        has_masked: whether rows are masked, which go at other times in ClickHouse.
    """

    sql: str
    tables: tuple[str, ...]
    shown: tuple[str, ...]
    where: str
    names_differ: bool = False
    has_masked: bool = False


@dataclass(frozen=True)
class FamilyProgram:
    """Tables `t` and `u`, perhaps a `source` whose rows a view puts into `t`, and what happens.

    Attributes:
        engine: of `t` and `u`.
        create: makes the tables and the view.
        happenings: what happens to them.
        grouped: a column that a query groups by, and what it asks of each group.
    """

    engine: str
    create: tuple[str, ...]
    happenings: tuple[Happening, ...]
    grouped: tuple[str, ...]

    @property
    def has_projections(self) -> bool:
        return "PROJECTION" in str(self)

    @property
    def has_final(self) -> bool:
        return self.engine != MERGE_TREE

    def __str__(self) -> str:
        return ";\n".join([*self.create, *(one.sql for one in self.happenings)])


@st.composite
def family_programs(draw: st.DrawFn, engine: str, most: int = 9) -> FamilyProgram:
    """Programs over tables of an engine.

    Args:
        draw: Hypothesis's.
        engine: its name.
        most: how many statements at most.
    """
    return _Drawing(draw, engine).program(draw(st.integers(3, most)))


class _Drawing:
    """Draws one program: what its tables have become decides which statements come next."""

    def __init__(self, draw: st.DrawFn, engine: str) -> None:
        self._draw = draw
        self._engine = engine
        self._columns: list[_Column] = []
        self._keys: list[_Column] = []
        self._values: list[_Column] = []
        self._deciding: list[_Column] = []
        self._has_partitions = self._maybe(4, 3)
        self._has_view = False
        self._has_ttl = False
        self._projections: set[str] = set()
        self._has_stretches = False
        self._listed: tuple[str, ...] = ()
        self._detached: set[tuple[str, str]] = set()
        self._of_groups: list[str] = []
        self._changed_columns = False
        self._free = ["x", "y", "z"]

    def program(self, length: int) -> FamilyProgram:
        create = self._create()
        happenings = []
        for _ in range(length):
            happenings += self._happening()
        happenings.append(self._told("OPTIMIZE TABLE t FINAL", "t"))
        return FamilyProgram(self._engine, create, tuple(happenings), _GROUPED)

    # Choices

    def _of(self, values: tuple[str, ...] | list[str]) -> str:
        return self._draw(st.sampled_from(values))

    def _maybe(self, of: int, times: int = 1) -> bool:
        return self._draw(st.integers(1, of)) <= times

    # Tables

    def _create(self) -> tuple[str, ...]:
        key = self._of(list(_KEYS))
        self._keys = [_Column("k", key, _KEYS[key])]
        if self._maybe(4):
            self._keys.append(_Column("k2", "Nullable(String)", ("NULL", "'a'")))
        self._keys.append(_Column("p", "UInt8", ("1", "2")))
        self._values = [self._value(f"v{n}") for n in range(self._draw(st.integers(1, 4)))]
        self._deciding = self._draw_deciding()
        ttl = ""
        if self._engine != COALESCING and self._maybe(4):
            self._has_ttl = True
            self._deciding.append(_Column("d", "Date", (_PAST, _FUTURE)))
            ttl = f" TTL {self._of(self._rules(1))}"
        self._columns = [*self._keys, *self._values, *self._deciding]
        listed = [f"{column.name} {column.type}" for column in self._columns]
        listed += self._draw_projections()
        named = [column.name for column in self._keys if column.name != "p"]
        more = ", p" * self._maybe(8)
        order_by = f"({', '.join(named)}{more})"
        if self._maybe(20):
            order_by = "tuple()"
        # The groups of a view come in no order, which decides where a key has several of them.
        has_all = self._has_partitions or more or order_by == "tuple()"
        self._of_groups = [*named, *(["p"] if has_all else [])]
        partition = " PARTITION BY p" if self._has_partitions else ""
        settings = (
            f"{NO_MERGE_UNASKED}, allow_nullable_key = 1, "
            "max_number_of_merges_with_ttl_in_pool = 0, allow_dimensions_outside_sorting_key = 1, "
            "deduplicate_merge_projection_mode = 'rebuild', "
            "lightweight_mutation_projection_mode = 'rebuild', "
            "allow_experimental_replacing_merge_with_cleanup = 1"
        )
        engine = f"{self._engine}{self._arguments()}"
        clauses = f"ENGINE = {engine}{partition} ORDER BY {order_by}{ttl} SETTINGS {settings}"
        tables = [f"CREATE TABLE {name} ({', '.join(listed)}) {clauses}" for name in ("t", "u")]
        return (*tables, *self._draw_view())

    def _value(self, name: str) -> _Column:
        if self._engine in _FOLDING and self._maybe(3, 2 if self._engine == AGGREGATING else 1):
            if self._maybe(2):
                function, of = self._draw(st.sampled_from(_SIMPLE))
                literals = {**_TYPES, **_MORE_TYPES}[of]
                declared = f"SimpleAggregateFunction({function}, {of})"
                return _Column(name, declared, literals, is_set="Uniq" in function)
            function, types = self._draw(st.sampled_from(_STATES))
            declared = f"AggregateFunction({', '.join((function, *types))})"
            return _Column(name, declared, (), function, types, "Uniq" in function)
        type_ = self._of(list(_TYPES))
        return _Column(name, type_, _TYPES[type_])

    def _draw_deciding(self) -> list[_Column]:
        version = _Column("ver", self._of(["UInt8", "Int64", "Date", "DateTime"]), ("1", "2", "3"))
        if version.type == "Date":
            version = _Column("ver", "Date", ("'2024-01-01'", "'2024-01-02'"))
        elif version.type == "DateTime":
            version = _Column("ver", "DateTime", ("'2024-01-01 00:00:00'", "'2024-01-01 00:00:01'"))
        sign = _Column("sign", "Int8", ("1", "1", "-1", "-1", "1"))
        if self._engine == REPLACING:
            mark = _Column("del", "UInt8", ("0", "0", "1"))
            return [[], [version], [version, mark]][self._draw(st.integers(0, 2))]
        if self._engine == COLLAPSING:
            return [sign]
        return [sign, version] if self._engine == VERSIONED else []

    def _arguments(self) -> str:
        names = [column.name for column in self._deciding if column.name != "d"]
        usable = [
            column.name
            for column in self._values
            if not column.function and (self._engine == COALESCING or _is_summed(column.type))
        ]
        if self._engine in (SUMMING, COALESCING) and usable and self._maybe(3):
            names = sorted({self._of(usable) for _ in range(2)})
            self._listed = tuple(names)
            return f"(({', '.join(names)}))"
        return f"({', '.join(names)})" if names else ""

    def _draw_projections(self) -> list[str]:
        of = 2 if self._engine == MERGE_TREE else 6
        declared = {
            name: text for name, text in self._projection_texts().items() if self._maybe(of)
        }
        self._projections = set(declared)
        return [f"PROJECTION {name} ({text})" for name, text in declared.items()]

    def _projection_texts(self) -> dict[str, str]:
        # Nothing is kept here that is sorted by states or by values of aggregate functions.
        plain = [column.name for column in self._values if "AggregateFunction" not in column.type]
        by = [*plain, "k"][0]
        grouped = ", ".join(_GROUPED)
        return {
            "pn": f"SELECT * ORDER BY {by}",
            "pg": f"SELECT {grouped} GROUP BY {_GROUPED[0]}",
        }

    def _draw_view(self) -> tuple[str, ...]:
        if not self._maybe(4):
            return ()
        self._has_view = True
        raw, selected, keys = [], [], self._of_groups
        has_states = any(column.function for column in self._columns)
        for column in self._columns:
            if column.function:
                names = [f"{column.name}_{n}" for n, _ in enumerate(column.arguments)]
                raw += [f"{n} {of}" for n, of in zip(names, column.arguments, strict=True)]
                selected.append(f"{_state(column.function)}({', '.join(names)}) AS {column.name}")
            else:
                raw.append(f"{column.name} {column.type}")
                chosen = column.name
                if has_states and chosen not in keys:
                    chosen = f"max({chosen}) AS {chosen}"
                selected.append(chosen)
        grouped = f" GROUP BY {', '.join(keys)}" if has_states else ""
        engine = self._of(["Null", "MergeTree ORDER BY tuple()"])
        return (
            f"CREATE TABLE source ({', '.join(raw)}) ENGINE = {engine}",
            "CREATE MATERIALIZED VIEW mv TO t AS "
            f"SELECT {', '.join(selected)} FROM source{grouped}",
        )

    # Statements

    def _happening(self) -> list[Happening]:
        ways: dict[str, tuple[int, Callable[[], list[Happening]]]] = {
            "values": (8, self._insert),
            "view": (4 * self._has_view, self._insert_into_source),
            "optimize": (5, self._optimize),
            "mutation": (2, self._mutation),
            "delete": (1, self._delete),
            "set": (1, self._set),
            "partition": (3 * self._has_partitions, self._partition),
            "column": (2, self._column),
            "ttl": (1 * self._has_ttl, self._ttl),
            "projection": (1 + (self._engine == MERGE_TREE), self._projection),
            "truncate": (1, lambda: [self._told("TRUNCATE TABLE t", "t")] * self._maybe(3)),
        }
        names = [name for name, (weight, _) in ways.items() for _ in range(weight)]
        return ways[self._of(names)][1]()

    def _told(
        self, sql: str, *tables: str, differ: bool = False, masked: bool = False
    ) -> Happening:
        shown = tuple(column.shown for column in self._columns)
        return Happening(sql, tables, shown, self._condition(), differ, masked)

    def _insert(self) -> list[Happening]:
        table = self._of(["t", "t", "t", "u"])
        settings = " SETTINGS optimize_on_insert = 0" if self._maybe(4) else ""
        columns = self._columns
        optional = [c for c in self._values if not c.function] if self._maybe(4) else []
        if optional:
            left_out = self._of([column.name for column in optional])
            columns = [column for column in columns if column.name != left_out]
        names = ", ".join(column.name for column in columns)
        if any(column.function for column in columns):
            query = self._select(columns)
            return [self._told(f"INSERT INTO {table} ({names}){settings} {query}", table)]
        rows = self._rows(columns)
        return [self._told(f"INSERT INTO {table} ({names}){settings} VALUES {rows}", table)]

    def _rows(self, columns: list[_Column]) -> str:
        rows = range(self._draw(st.integers(1, 5)))
        drawn = (", ".join(self._of(column.literals) for column in columns) for _ in rows)
        return ", ".join(f"({row})" for row in drawn)

    def _select(self, columns: list[_Column]) -> str:
        """Rows of literals, of which states are made."""
        count = self._draw(st.integers(1, 4))
        chosen = []
        for column in columns:
            if column.function:
                values = ", ".join(self._nth(of, count) for of in column.arguments)
                name = f"'{_state(column.function)}'"
                chosen.append(f"initializeAggregation({name}{', ' * bool(values)}{values})")
            else:
                chosen.append(self._nth(_base(column.type), count, column.literals))
        return f"SELECT {', '.join(chosen)} FROM numbers({count})"

    def _nth(self, type_: str, count: int, literals: tuple[str, ...] = ()) -> str:
        literals = literals or {**_TYPES, **_MORE_TYPES}[type_]
        values = ", ".join(self._of(literals) for _ in range(count))
        if type_.startswith("LowCardinality"):
            type_ = "String"
        return f"arrayElement(CAST([{values}] AS Array({type_})), number + 1)"

    def _insert_into_source(self) -> list[Happening]:
        raw = []
        for column in self._columns:
            if column.function:
                raw += [
                    _Column(f"{column.name}_{n}", of, {**_TYPES, **_MORE_TYPES}[of])
                    for n, of in enumerate(column.arguments)
                ]
            elif column.name[0] not in "xyz":
                raw.append(column)
        names = ", ".join(column.name for column in raw)
        # Groups come in any order, and so do the partitions that new parts are of.
        differ = self._has_partitions and any(column.function for column in self._columns)
        sql = f"INSERT INTO source ({names}) VALUES {self._rows(raw)}"
        return [self._told(sql, "t", differ=differ)]

    def _optimize(self) -> list[Happening]:
        partition = f" PARTITION {self._of(['1', '2'])}" * (self._has_partitions and self._maybe(2))
        end = self._of([" FINAL"] * 4 + ["", " DEDUPLICATE", " DEDUPLICATE BY", " CLEANUP"])
        if end == " DEDUPLICATE BY":
            names = {self._of([column.name for column in self._columns]) for _ in range(2)}
            names |= {column.name for column in self._keys} if self._maybe(2, 1) else {"p", "k"}
            end = f" FINAL DEDUPLICATE BY {', '.join(sorted(names))}"
        elif end == " CLEANUP":
            end = " FINAL CLEANUP" if any(c.name == "del" for c in self._deciding) else " FINAL"
        # Which of several stretches of parts is merged is a matter of their bytes.
        elif " FINAL" not in end and (
            self._has_stretches or (self._has_partitions and not partition)
        ):
            end = " FINAL"
        return [self._told(f"OPTIMIZE TABLE t{partition}{end}", "t")]

    def _mutation(self) -> list[Happening]:
        commands = [self._command() for _ in range(self._draw(st.integers(1, 2)))]
        return [self._told(f"ALTER TABLE t {', '.join(commands)}", "t")]

    def _command(self) -> str:
        partition = f" IN PARTITION {self._of(['1', '2'])}" * (
            self._has_partitions and self._maybe(4)
        )
        usable = [c for c in [*self._values, *self._deciding] if c.literals]
        if not usable or self._maybe(2):
            return f"DELETE{partition} WHERE {self._condition()}"
        column = self._draw(st.sampled_from(usable))
        value = self._of(column.literals)
        if column.type in ("Int32", "Float64", "Nullable(Int32)") and self._maybe(2):
            value = f"{column.name} + 1"
        return f"UPDATE {column.name} = {value}{partition} WHERE {self._condition()}"

    def _delete(self) -> list[Happening]:
        return [self._told(f"DELETE FROM t WHERE {self._condition()}", "t", masked=True)]

    def _set(self) -> list[Happening]:
        return [self._told(f"SET optimize_on_insert = {self._of(['0', '1'])}")]

    def _partition(self) -> list[Happening]:
        one = self._of(["1", "2"])
        kind = self._of(["DROP", "DETACH", "ATTACH", "FROM", "REPLACE", "MOVE"])
        table, other = ("t", "u") if self._maybe(4, 3) else ("u", "t")
        if kind == "DROP":
            return [self._told(f"ALTER TABLE {table} DROP PARTITION {one}", table)]
        if kind == "FROM":
            sql = f"ALTER TABLE {table} ATTACH PARTITION {one} FROM {other}"
            return [self._told(sql, table, differ=True)]
        if kind == "REPLACE":
            sql = f"ALTER TABLE {table} REPLACE PARTITION {one} FROM {other}"
            more = " SETTINGS allow_replace_partition_from_empty_source = 1"
            return [self._told(sql + more, table, differ=True)]
        if kind == "MOVE":
            sql = f"ALTER TABLE {table} MOVE PARTITION {one} TO TABLE {other}"
            return [self._told(sql, table, other, differ=True)]
        if (table, one) in self._detached:
            self._detached.discard((table, one))
            return [self._told(f"ALTER TABLE {table} ATTACH PARTITION {one}", table)]
        self._detached.add((table, one))
        # ClickHouse attaches several parts in any order.
        return [
            self._told(f"OPTIMIZE TABLE {table} PARTITION {one} FINAL", table),
            self._told(f"ALTER TABLE {table} DETACH PARTITION {one}", table),
        ]

    def _column(self) -> list[Happening]:
        """A change of the columns of both tables, while ClickHouse has no part with old columns."""
        if self._detached or self._has_view:
            return []
        kind = self._of(["ADD", "ADD", "DROP", "RENAME", "MODIFY"])
        if "pn" in self._projections:
            kind = "ADD"
        plain = [column for column in self._values if not column.function]
        plain = [column for column in plain if column.name not in self._listed]
        if kind == "ADD" or not plain:
            return self._add_column()
        column = self._draw(st.sampled_from(plain))
        place = self._values.index(column)
        if kind == "DROP":
            self._values.remove(column)
            command = f"DROP COLUMN {column.name}"
        elif kind == "RENAME":
            new = f"{column.name}r"
            self._values[place] = _Column(new, column.type, column.literals, is_set=column.is_set)
            command = f"RENAME COLUMN {column.name} TO {new}"
        elif column.type in _WIDER:
            wider = _WIDER[column.type]
            literals = column.literals
            if wider == "String":
                literals = ("'1'", "'2024-01-01'")
            self._values[place] = _Column(column.name, wider, literals)
            command = f"MODIFY COLUMN {column.name} {wider}"
        else:
            return []
        return self._altered(command, differ=True)

    def _add_column(self) -> list[Happening]:
        if not self._free:
            return []
        column = self._value(self._free.pop())
        self._values.append(column)
        default = ""
        if not column.function and "Simple" not in column.type and self._maybe(2):
            default = f" DEFAULT {self._of(column.literals)}"
        return self._altered(f"ADD COLUMN {column.name} {column.type}{default}", differ=False)

    def _altered(self, command: str, differ: bool) -> list[Happening]:
        self._columns = [*self._keys, *self._values, *self._deciding]
        return [
            self._told(f"ALTER TABLE {name} {command}", name, differ=differ) for name in ("u", "t")
        ]

    def _rules(self, days: int) -> list[str]:
        """Of rows; those by a column that merges sum are refused here."""
        rule = f"d + INTERVAL {days} DAY"
        is_summed = self._engine == SUMMING and not self._has_partitions
        return [rule] if is_summed else [rule, f"{rule} DELETE WHERE p = {days}"]

    def _ttl(self) -> list[Happening]:
        rules = (self._rules(1)[0], self._rules(2)[-1])
        command = self._of([*(f"MODIFY TTL {rule}" for rule in rules), "MATERIALIZE TTL"])
        return [self._told(f"ALTER TABLE t {command}", "t", differ=True)]

    def _projection(self) -> list[Happening]:
        self._has_stretches = True
        texts = self._projection_texts()
        if self._keys[0].type == "Float64":
            # Our parts have no extremes of floats; ClickHouse's wait until all have them or none.
            del texts["pg"]
        name = self._of(list(texts))
        if name not in self._projections:
            self._projections.add(name)
            return [self._told(f"ALTER TABLE t ADD PROJECTION {name} ({texts[name]})", "t")]
        verb = self._of(["MATERIALIZE", "CLEAR", "DROP"])
        if verb == "DROP":
            self._projections.discard(name)
        return [self._told(f"ALTER TABLE t {verb} PROJECTION {name}", "t", differ=True)]

    # Conditions

    def _condition(self) -> str:
        first, second = self._comparison(), self._comparison()
        return self._of([first, first, f"{first} AND {second}", f"{first} OR {second}"])

    def _comparison(self) -> str:
        usable = [
            column
            for column in self._columns
            if column.literals
            and not column.type.startswith(("Array", "SimpleAggregateFunction(group", "Enum"))
            # ClickHouse keeps a sum of Bools as a number, which is neither true nor false.
            and not (self._engine == SUMMING and column.type == "Bool")
        ]
        column = self._draw(st.sampled_from(usable))
        value = self._of(column.literals)
        if value == "NULL":
            return f"{column.name} IS NULL"
        operators = ["="] if value in ("nan", "true", "false") else ["=", "!=", "<", ">="]
        return f"{column.name} {self._of(operators)} {value}"


def _is_summed(type_: str) -> bool:
    base = type_.removeprefix("Nullable(")
    return base.startswith(("Int", "UInt", "Float", "Decimal"))


def _base(type_: str) -> str:
    """What a SimpleAggregateFunction is of."""
    if type_.startswith("SimpleAggregateFunction("):
        return type_.split(", ", 1)[1][:-1]
    return type_


def _state(function: str) -> str:
    """The name of the function that makes the states."""
    return f"{function}State"
