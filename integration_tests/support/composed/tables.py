"""The tables that composed queries read, with rows in several parts that no merge joins."""

# A row of a table is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FUNCTIONS", "PARAMETERS", "TABLES", "VIEWS", "TableColumn", "TableSpec", "ViewSpec"]


@dataclass(frozen=True)
class TableColumn:
    """A column.

    Attributes:
        name: as it is.
        type: ClickHouse's.
        code: the kind of its values; see `kinds`.
    """

    name: str
    type: str
    code: str

    @property
    def is_nullable(self) -> bool:
        return "Nullable(" in self.type

    @property
    def is_safe(self) -> bool:
        """Whether it has a common type with every signed number."""
        return self.type not in ("UInt64", "UInt128")


@dataclass(frozen=True)
class TableSpec:
    """A table.

    Attributes:
        name: of the table.
        columns: in order.
        engine: with its keys.
        parts: the rows of each INSERT.
        has_final: whether FINAL may be written.
    """

    name: str
    columns: tuple[TableColumn, ...]
    engine: str
    parts: tuple[str, ...] = ()
    has_final: bool = False

    @property
    def create(self) -> str:
        columns = ", ".join(f"`{column.name}` {column.type}" for column in self.columns)
        return f"CREATE TABLE {self.name} ({columns}) ENGINE = {self.engine}"

    @property
    def inserts(self) -> list[str]:
        return [f"INSERT INTO {self.name} VALUES {rows}" for rows in self.parts]


@dataclass(frozen=True)
class ViewSpec:
    """A view.

    Attributes:
        name: of the view.
        columns: in order.
        query: its text.
        arguments: ways to give its parameters values; none for a view without them.
    """

    name: str
    columns: tuple[TableColumn, ...]
    query: str
    arguments: tuple[str, ...] = ()

    @property
    def create(self) -> str:
        return f"CREATE VIEW {self.name} AS {self.query}"


def _columns(text: str) -> tuple[TableColumn, ...]:
    """A column on each line: the kind, the type, the name."""
    return tuple(
        TableColumn(name.strip(), kind.strip(), code.strip())
        for code, kind, name in (line.split("|") for line in text.strip().splitlines())
    )


_EVENTS = TableSpec(
    "events",
    _columns("""
        i | Int32 | k
        s | LowCardinality(String) | grp
        d | Date | day
        i | UInt32 | ver
        i | UInt8 | deleted
        i | Int64 | settings
        i | UInt16 | user id
        s | String | from
        i | Nullable(Int64) | x
        m | Decimal(12, 2) | Amount
        f | Float64 | f
        I | Array(Int64) | arr
        S | Array(String) | tags
        t | DateTime('UTC') | at
        b | Bool | flag
    """),
    "ReplacingMergeTree(ver, deleted) PARTITION BY grp ORDER BY (k, grp)",
    (
        "(1, 'a', '2024-01-01', 1, 0, 10, 7, 'Rome', 1, 1.50, 0.5, [1, 2, 3], ['x'], '2024-01-01 00:00:00', true), "
        "(2, 'a', '2024-01-02', 1, 0, -5, 7, '', NULL, 0.00, nan, [], [], '2024-01-02 10:30:00', false), "
        "(3, 'b', '2024-01-31', 1, 0, 0, 8, 'Zürich', 3, -2.25, inf, [5], ['', 'y'], '2024-01-31 23:59:59', true), "
        "(4, '', '2024-02-29', 1, 0, 3, 9, 'name', 0, 10.00, -1.25, [-1, 0], ['日本', 'x'], '2024-02-29 12:00:01', false)",
        "(1, 'a', '2024-01-01', 2, 0, 11, 7, 'Rome', 2, 1.75, 0.5, [1, 2], ['x', 'x'], '2024-01-01 06:00:00', true), "
        "(2, 'a', '2024-01-02', 2, 1, -5, 7, '', NULL, 0.00, nan, [], [], '2024-01-02 10:30:00', false), "
        "(3, 'b', '2024-01-31', 1, 0, 0, 8, 'Oslo', NULL, 7.25, -inf, [5, 5], ['y'], '2024-01-31 23:59:59', false)",
        "(5, 'b', '2024-03-01', 1, 0, 10, 7, 'from', 5, 99.99, 2.25, [9], ['a', 'b', 'c'], '2024-03-01 01:02:03', true), "
        "(6, 'c', '2024-01-01', 1, 1, 1, 0, 'gone', 6, 6.00, 6.0, [6], ['g'], '2024-01-01 00:00:06', true), "
        "(4, '', '2024-02-29', 1, 0, 3, 9, 'name', 0, 10.00, -1.25, [-1, 0], ['日本', 'x'], '2024-02-29 12:00:01', false)",
    ),
    has_final=True,
)
_ITEMS = TableSpec(
    "items",
    _columns("""
        i | UInt16 | k
        s | String | name
        i | Int16 | x
        e | Enum8('red' = 1, 'green' = 2, 'blue' = -3) | color
        f | Nullable(Float64) | price
        M | Map(String, Int64) | m
        P | Tuple(a Int8, b String) | pair
        Q | Tuple(Int32, String) | two
        u | UUID | u
        s | Nullable(String) | note
        i | UInt64 | big
        d | Nullable(Date) | day
    """),
    "ReplacingMergeTree ORDER BY k",
    (
        "(1, 'apple', 5, 'red', 1.5, {'a': 1, 'b': 2}, (1, 'p'), (10, 'q'), '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'n', 1, '2024-01-01'), "
        "(2, 'Birne', -5, 'green', NULL, {}, (2, ''), (20, ''), '00000000-0000-0000-0000-000000000001', NULL, 9000000000000000000, NULL), "
        "(3, 'çilek', 0, 'blue', nan, {'z': -1}, (-3, 'ö'), (-7, 'é'), 'ffffffff-0000-4000-8000-000000000000', '', 3, '2024-01-31')",
        "(2, 'pear', 7, 'green', 2.25, {'a': 7}, (2, 'x'), (21, 'y'), '00000000-0000-0000-0000-000000000002', 'b', 4, '2024-02-29'), "
        "(4, '', 5, 'red', -0.5, {'b': 0}, (0, 'b'), (10, 'b'), '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'n', 0, NULL)",
        "(4, '', 5, 'red', -0.5, {'b': 0}, (0, 'b'), (10, 'b'), '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'n', 0, NULL), "
        "(7, '日本 x', 300, 'blue', inf, {'a': 3, '': 4}, (7, '日'), (0, 'aa'), '123e4567-e89b-12d3-a456-426614174000', 'a b', 12, '1999-12-31')",
    ),
    has_final=True,
)
_LOGS = TableSpec(
    "logs",
    _columns("""
        i | Int8 | k
        s | String | host
        v | DateTime64(3, 'UTC') | ts
        e | Enum8('low' = 1, 'red' = 5, 'high' = 10) | level
        F | FixedString(3) | code
        s | LowCardinality(Nullable(String)) | msg
        i | Nullable(Int32) | x
        i | UInt32 | ID
        f | Float32 | ratio
        S | Array(String) | words
        d | Date | day
        i | Nullable(UInt8) | 1st
    """),
    "MergeTree PARTITION BY toYYYYMM(day) ORDER BY (host, ts)",
    (
        "(1, 'h1', '2024-01-01 00:00:00.000', 'low', 'abc', 'ok', 1, 100, 0.5, ['a', 'b'], '2024-01-01', 1), "
        "(1, 'h1', '2024-01-01 00:00:00.250', 'high', 'abd', NULL, NULL, 100, 1.5, [], '2024-01-01', NULL), "
        "(2, 'h2', '2024-01-31 12:34:56.789', 'low', 'xyz', 'bad', 3, 4294967295, -2.0, ['a'], '2024-01-31', 255)",
        "(2, 'h2', '2024-02-01 00:00:00.001', 'high', 'xyz', 'ok', 0, 7, nan, ['b', ''], '2024-02-01', 0), "
        "(-3, '', '2024-02-29 23:59:59.999', 'low', 'aaa', '', -3, 0, 0.25, ['é'], '2024-02-29', 2), "
        "(1, 'h1', '2024-01-01 00:00:00.000', 'low', 'abc', 'ok', 1, 100, 0.5, ['a', 'b'], '2024-01-01', 1)",
    ),
)
_WIDE = TableSpec(
    "wide",
    _columns("""
        i | Int64 | k
        i | Int8 | i8
        i | Int16 | i16
        i | Int32 | i32
        i | Int64 | i64
        i | UInt8 | u8
        i | UInt16 | u16
        i | UInt32 | u32
        i | UInt64 | u64
        i | Int128 | i128
        m | Decimal(18, 4) | dec
        f | Float32 | f32
        s | Nullable(String) | x y
    """),
    "ReplacingMergeTree(u8) ORDER BY (k, i8) ",
    (
        "(1, -128, -32768, -2147483648, -5000000000, 0, 0, 0, 0, -170000000000000000000, -1.5, 0.5, 'a'), "
        "(2, 127, 32767, 2147483647, 5000000000, 255, 65535, 4294967295, 9000000000000000000, 170000000000000000000, 2.0001, -1.5, NULL), "
        "(3, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, '')",
        "(3, 0, 1, 2, 3, 1, 2, 3, 4, 5, 6.25, 7.5, 'z'), (3, 0, 9, 9, 9, 0, 9, 9, 9, 9, 9, 9, 'old')",
    ),
    has_final=True,
)
_NOTHING = TableSpec(
    "nothing",
    _columns("""
        i | Int32 | k
        s | String | name
        i | Nullable(Int64) | x
        f | Float64 | f
        d | Date | day
        I | Array(Int64) | arr
    """),
    "MergeTree ORDER BY tuple()",
)

_MOVES = TableSpec(
    "moves",
    _columns("""
        i | Int32 | k
        s | String | name
        i | Int8 | sign
        i | Nullable(Int64) | x
        m | Decimal(12, 2) | price
        d | Date | day
        I | Array(Int64) | arr
        i | UInt64 | big
    """),
    "CollapsingMergeTree(sign) ORDER BY k",
    (
        "(1, 'a', 1, 5, 1.50, '2024-01-01', [1, 2], 7), (2, 'b', 1, NULL, 0.00, '2024-01-31', [], 0), "
        "(3, 'c', -1, 3, 2.25, '2024-02-29', [9], 1), (3, 'd', 1, 4, 2.50, '2024-02-29', [9, 9], 2)",
        "(1, 'a', -1, 5, 1.50, '2024-01-01', [1, 2], 7), (1, 'z', 1, 6, -1.25, '2024-01-02', [], 8), "
        "(3, 'e', 1, 0, 9.75, '2024-03-01', [-1], 9000000000000000000), (4, 'new', 1, 1, 4.00, '1999-12-31', [4], 4)",
        "(2, 'b', -1, NULL, 0.00, '2024-01-31', [], 0), (4, 'new', -1, 1, 4.00, '1999-12-31', [4], 4), "
        "(4, 'Zürich', 1, NULL, 5.00, '2000-01-01', [5], 5), (5, '', -1, 5, 0.25, '2024-01-01', [0], 3)",
    ),
    has_final=True,
)
# No sum is zero: whether a row without any goes depends on the columns that ClickHouse reads.
_TOTALS = TableSpec(
    "totals",
    _columns("""
        i | UInt16 | k
        d | Date | day
        s | String | name
        i | Int64 | n
        m | Decimal(12, 2) | amount
        f | Float64 | f
        i | SimpleAggregateFunction(max, Int32) | best
        I | SimpleAggregateFunction(groupArrayArray, Array(Int64)) | arr
        i | UInt32 | hits
    """),
    "SummingMergeTree ORDER BY (k, day)",
    (
        "(1, '2024-01-01', 'first', 1, 1.50, 0.5, 7, [1], 1), (1, '2024-01-02', 'b', 2, 2.00, 1.5, -7, [], 2), "
        "(2, '2024-01-01', 'c', 3, 0.25, 0.25, 0, [2, 3], 3)",
        "(1, '2024-01-01', 'second', 10, 0.50, 2.5, 9, [4], 4), (3, '2024-02-29', 'd', 5, 99.99, 8, 1, [5], 5)",
        "(1, '2024-01-01', 'third', 100, 1.00, 0.125, 8, [], 6), (2, '2024-01-01', '', 7, 1.75, 4, -1, [6], 7)",
    ),
    has_final=True,
)
_KNOWN = TableSpec(
    "known",
    _columns("""
        i | Int32 | k
        s | Nullable(String) | name
        i | Nullable(Int64) | x
        f | Nullable(Float64) | price
        d | Nullable(Date) | day
        s | LowCardinality(String) | grp
    """),
    "CoalescingMergeTree ORDER BY k",
    (
        "(1, 'a', NULL, 1.5, '2024-01-01', 'p'), (2, NULL, 2, NULL, NULL, 'q'), (3, 'c', 3, nan, '2024-02-29', '')",
        "(1, NULL, 5, NULL, NULL, ''), (2, 'b', NULL, -0.5, '2024-01-31', 'r'), (4, NULL, NULL, NULL, NULL, 's')",
        "(1, 'z', NULL, 2.25, NULL, 'p'), (4, '', 0, inf, '1999-12-31', 's')",
    ),
    has_final=True,
)

TABLES = (_EVENTS, _ITEMS, _LOGS, _WIDE, _NOTHING, _MOVES, _TOTALS, _KNOWN)

VIEWS = (
    ViewSpec(
        "newest",
        _columns("""
            i | UInt16 | k
            s | String | name
            f | Nullable(Float64) | price
            i | Int32 | longer
        """),
        "SELECT k, name, price, toInt32(x + 1) AS longer FROM items FINAL",
    ),
    ViewSpec(
        "events_from",
        _columns("""
            i | Int32 | k
            s | String | grp
            i | Nullable(Int64) | x
            I | Array(Int64) | arr
            d | Date | day
        """),
        "SELECT k, toString(grp) AS grp, x, arr, day FROM events WHERE k >= {low:Int32} OR grp = {only:String}",
        ("low = 2, only = ''", "only = 'a', low = 9"),
    ),
)
"""What may stand where a table may, but cannot have FINAL and PREWHERE of its own."""
PARAMETERS = {"p_number": "3", "p_text": "Rome", "p_day": "2024-01-31"}
"""Parameters of queries, with their values."""
FUNCTIONS = (
    "composed_scaled AS (x, k) -> x * 2 + k",
    "composed_marked AS text -> concat('<', text, '>')",
    "composed_any AS (arr) -> arrayExists(x -> x > 1, arr)",
    "composed_share AS (c) -> sum(c) / count()",
)
"""Functions of CREATE FUNCTION."""
