"""What reads every statement: it ends, with an answer or an error of ours, whatever the text.

Each case takes a second or so; one that took time or memory beyond the text's length would run into
the timeout, which grows with the length: `RMT_STATEMENT_SIZE`, in characters, 20 000 unless it is
set. A full run sets it to 100 000.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp
from support.examples import examples

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.inner_query import statement_with_query
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.show_like import with_sparks_pattern
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.query.compiler import NoTables, compile_text
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.values import NotCompiled
from rmt_engine.sql.text.nesting import check_nesting
from rmt_engine.sql.text.tokens import Name, leading_word
from rmt_engine.sql.values.types import parse_type

_SIZE = int(os.environ.get("RMT_STATEMENT_SIZE", "20000"))
_PATIENCE_S = 20 + _SIZE / 1000
_COLUMNS = {"k": "Int64", "v": "String", "m": "Int64", "d": "Date", "a": "Array(Int64)"}
_TABLE = KnownTable(
    "ReplacingMergeTree",
    "default",
    "t",
    tuple(KnownColumn(name, parse_type(text)) for name, text in _COLUMNS.items()),
    key=("k",),
)


class _Tables(NoTables):
    """A session with one table, `t`."""

    database = "default"

    def __init__(self) -> None:
        super().__init__("UTC")

    def table(self, name: Name) -> KnownTable | None:  # type: ignore[override]
        return _TABLE if name.table == "t" else None

    def is_materialized_view(self, name: Name) -> bool:
        return False

    def is_plain_view(self, name: Name) -> bool:
        return False

    def reads_as_clickhouse(self) -> bool:
        return False

    def is_temporary_table(self, name: Name) -> bool:
        return False

    def is_hidden_table(self, name: Name) -> bool:
        return False

    def is_missing(self, name: Name) -> bool:
        return name.table == "missing"

    def is_detached(self, name: Name) -> bool:
        return False

    def is_sparks_function(self, name: str) -> bool:
        return False

    def refuse_detached(self, name: Name) -> None:
        pass

    def is_system_table(self, name: Name) -> bool:
        return False

    def is_engine_table(self, name: Name) -> bool:
        return name.table == "t"


def _read(text: str) -> str | None:
    """All that happens to a statement before Spark's parser; the name of its error."""
    tables = _Tables()
    error = None
    steps: tuple[Callable[[], object], ...] = (
        lambda: leading_word(text),
        lambda: parse_statement(text, tables),
        lambda: with_sparks_pattern(text),
        lambda: _compiled(text),
        lambda: check_nesting(text),
    )
    for step in steps:
        try:
            step()
        except RmtError as raised:
            error = raised.name
    return error


def _compiled(text: str) -> None:
    statement = statement_with_query(text)
    if statement is not None:
        with contextlib.suppress(SparksOwn, NotCompiled):
            compile_text(statement.query, _Tables())


def _many(text: str, size: int = _SIZE) -> str:
    return text * (size // len(text))


_LONG: dict[str, tuple[str, str | None]] = {
    "blanks": (" " * _SIZE + "1", None),
    "comments": (_many(" /* x */ -- y\n") + "1", None),
    "comments that do not end": (_many("/*"), "TOO_DEEP_RECURSION"),
    "a string that does not end": ("SELECT '" + "a" * _SIZE, None),
    "quotes": ("SELECT " + "'" * _SIZE, None),
    "backslashes": ("SELECT '" + "\\" * _SIZE, None),
    "a name that does not end": ("SELECT `" + "a" * _SIZE, None),
    "brackets": ("SELECT " + "(" * _SIZE, "TOO_DEEP_RECURSION"),
    "arrays": ("SELECT " + "[" * _SIZE, "TOO_DEEP_RECURSION"),
    "closing brackets": ("SELECT " + ")" * _SIZE, "SYNTAX_ERROR"),
    "sums with times": ("SELECT " + _many("d + k - ") + "1 FROM t FINAL", "TOO_DEEP_RECURSION"),
    "sums in brackets": (
        f"SELECT {'(d - ' * 900}{_many('k + ')}1{')' * 900} FROM t FINAL",
        "TOO_DEEP_RECURSION",
    ),
    "conditions in conditions": (
        f"SELECT 1 FROM t WHERE {'(k AND ' * 900}{_many('k OR ')}1{')' * 900}",
        None,
    ),
    "aliases of times": (
        f"SELECT d AS a0, {', '.join(f'a{n} + 1 AS a{n + 1}' for n in range(5000))} FROM t FINAL",
        None,
    ),
    "cases": ("SELECT " + _many("CASE WHEN k % 2 = 1 THEN d + 1 END, ") + "1 FROM t FINAL", None),
    "seconds behind closing brackets": ("SELECT now() - 1" + _many(") - 1 "), "SYNTAX_ERROR"),
    "tuples behind closing brackets": (_many(") IN ((x)) "), None),
    "EXCEPT behind closing brackets": (
        "SELECT 1 FROM t FINAL " + _many(") EXCEPT "),
        "SYNTAX_ERROR",
    ),
    "names of queries behind closing brackets": ("WITH a " + _many(") AS (") + ")", "SYNTAX_ERROR"),
    "windows": (
        "SELECT " + _many("lagInFrame(k) OVER w, ") + "1 FROM t WINDOW w AS (ORDER BY k)",
        None,
    ),
    "count of blanks": ("SELECT count(" + " " * _SIZE + "x)", "UNKNOWN_IDENTIFIER"),
    "columns": ("SELECT " + _many("1, ") + "1 FROM t FINAL", None),
    "IN": ("SELECT k FROM t FINAL WHERE k IN (" + _many("1, ") + "1)", None),
    "conditions": ("SELECT 1 FROM t WHERE " + _many("k AND ") + "k", None),
    "conditions in brackets": ("SELECT 1 WHERE " + _many("AND ( "), "TOO_DEEP_RECURSION"),
    "LIMIT": ("SELECT " + _many("LIMIT "), "SYNTAX_ERROR"),
    "LIMIT BY": ("SELECT " + _many("LIMIT 1 BY k "), "SYNTAX_ERROR"),
    "GROUP BY": ("SELECT 1 " + _many("GROUP BY ("), "TOO_DEEP_RECURSION"),
    "stars": ("SELECT " + _many("* REPLACE "), "TOO_DEEP_RECURSION"),
    "APPLY": ("SELECT " + _many("* APPLY(max), ") + "1 FROM t", None),
    "APPLY of APPLY": ("SELECT * " + _many("APPLY(x -> x || x) ") + "FROM t", "TOO_BIG_AST"),
    "WITH": ("WITH " + _many("1 AS a, ") + "2 AS b SELECT a", None),
    "expressions that double": (
        f"WITH 1 AS a0, {', '.join(f'a{n} + a{n} AS a{n + 1}' for n in range(60))} SELECT a60",
        "TOO_BIG_AST",
    ),
    "UNION": (_many("SELECT DISTINCT ON (k) k FROM t UNION ALL ") + "SELECT 1 FROM t FINAL", None),
    # As long whatever the size: a shorter one is not nested too deeply.
    "queries in queries": (
        _many("SELECT DISTINCT ON (k) * FROM (", 100_000) + "SELECT 1 FROM t",
        "TOO_DEEP_RECURSION",
    ),
    "joins": ("SELECT 1 FROM t " + _many("ALL JOIN t FINAL ON 1 "), None),
    "tables": ("SELECT m FROM t " + _many(", t FINAL "), "AMBIGUOUS_IDENTIFIER"),
    "PREWHERE": ("SELECT 1 FROM t " + _many("PREWHERE k "), "SYNTAX_ERROR"),
    "SETTINGS": ("SELECT 1 SETTINGS " + _many("a = 1, ") + "b = 2", "UNKNOWN_SETTING"),
    "functions": ("SELECT " + _many("toDate(") + "1", "TOO_DEEP_RECURSION"),
    "functions of another name": ("SELECT " + _many("rand(), ") + "k FROM t FINAL", None),
    "rows": ("INSERT INTO t VALUES " + _many("(1, 'a'), ") + "(1, 'a')", None),
    "open rows": ("INSERT INTO t VALUES " + _many("(1, 'a' "), "TOO_DEEP_RECURSION"),
    "CREATE TABLE": (
        f"CREATE TABLE u ({_many('k Int64, ')} v Int64) ENGINE = MergeTree ORDER BY k",
        None,
    ),
    "types": (
        f"CREATE TABLE u (k {_many('Array(')}) ENGINE = MergeTree ORDER BY k",
        "TOO_DEEP_RECURSION",
    ),
    "ALTER": ("ALTER TABLE t " + _many("ADD COLUMN a Int64, ") + "ADD COLUMN b Int64", None),
    "dots": ("SELECT a" + "." * _SIZE, "SYNTAX_ERROR"),
    "zero bytes": ("SELECT " + "\0" * _SIZE, "SYNTAX_ERROR"),
    "halves of characters": ("SELECT '" + "\ud800" * _SIZE + "'", None),
    "elements": ("SELECT a" + _many("[1]") + " FROM t FINAL", "TOO_DEEP_RECURSION"),
    "elements of elements": ("SELECT " + _many("a["), "TOO_DEEP_RECURSION"),
    "elements of tuples": ("SELECT a" + _many(".1") + " FROM t FINAL", "TOO_DEEP_RECURSION"),
    "orders": ("SELECT k FROM t FINAL ORDER BY " + _many("k, abs(k), ") + "k", None),
    "sums": ("SELECT " + _many("sum(k), ") + "1 FROM t FINAL", None),
    "sums of sums": (
        f"SELECT {'sum(' * 900}{_many('k, ')}1{')' * 900} FROM t FINAL",
        "ILLEGAL_AGGREGATION",
    ),
    "dates of dates": (
        f"SELECT {'dateAdd(DAY, 1, ' * 900}{_many('k, ')}1{')' * 900}",
        "SYNTAX_ERROR",
    ),
    "names": (
        f"SELECT {', '.join(f'k AS a{n}' for n in range(3000))} FROM t FINAL "
        f"WHERE {' AND '.join(f'a{n} = 1' for n in range(3000))}",
        None,
    ),
    "names that double": (
        f"SELECT 1 AS a0, {', '.join(f'a{n} + a{n} AS a{n + 1}' for n in range(60))} "
        "FROM t FINAL WHERE a60 = 1",
        "TOO_BIG_AST",
    ),
    "ANY JOIN": ("SELECT 1 FROM t " + _many("LEFT ANY JOIN u ON t.k = u.k "), "UNKNOWN_TABLE"),
    "values": ("SELECT 1 FROM values('a Int8', " + _many("(1), ") + "(2))", None),
    "CASE": ("SELECT " + _many("CASE WHEN k THEN ") + "1 FROM t FINAL", "TOO_DEEP_RECURSION"),
}


@pytest.mark.timeout(_PATIENCE_S)
@pytest.mark.sample(2)
@pytest.mark.parametrize("case", _LONG)
def test_a_long_statement_is_read_to_its_end(case: str) -> None:
    text, error = _LONG[case]
    assert _read(text) == error


_SQL_WORDS = st.sampled_from(
    """SELECT FROM WHERE WITH AS t k v m * , ( ) [ ] . 1 'x' "k" `k` EXCEPT REPLACE APPLY COLUMNS
    ARRAY JOIN LEFT ANY ALL GLOBAL IN NOT DISTINCT ON ORDER BY LIMIT TIES FORMAT SETTINGS UNION ->
    ; SAMPLE FINAL PREWHERE GROUP QUALIFY OFFSET count( min( toDate( INSERT INTO VALUES CREATE
    TABLE ENGINE = MergeTree ReplacingMergeTree ALTER DELETE UPDATE SET DROP OPTIMIZE SYSTEM KILL
    MUTATION PARTITION EXPLAIN SHOW DESCRIBE Int64 Array( Nullable( DEFAULT CODEC( -- /* */ : :: ?
    @ $ \\ '""".split()
)


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(_SQL_WORDS, max_size=30))
def test_nonsense_gives_an_error_of_ours_or_none(words: list[str]) -> None:
    _read(" ".join(words))


@settings(max_examples=examples(60), deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda b: b.decode("latin-1")))
def test_any_text_is_read(text: str) -> None:
    for statement in (text, f"SELECT {text} FROM t FINAL", f"INSERT INTO t VALUES {text}"):
        _read(statement)


_NAMES = st.sampled_from(["k", "v", "t", "m", "final", "select"])


def _expressions() -> st.SearchStrategy[exp.Expr]:
    leaves = st.one_of(
        _NAMES.map(lambda name: exp.column(exp.to_identifier(name, quoted=name == "select"))),
        st.integers(0, 9).map(exp.Literal.number),
        st.text("a'\\\"`", max_size=4).map(exp.Literal.string),
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda two: exp.and_(*two)),
            st.tuples(inner, inner).map(lambda two: exp.Add(this=two[0], expression=two[1])),
            st.tuples(inner, st.lists(inner, min_size=1, max_size=3)).map(
                lambda of: exp.In(this=of[0], expressions=of[1])
            ),
            st.lists(inner, max_size=3).map(
                lambda of: exp.Anonymous(this="toDate", expressions=of)
            ),
            inner.map(lambda of: exp.Count(this=of)),
        ),
        max_leaves=6,
    )


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(_expressions(), min_size=1, max_size=3),
    _expressions(),
    _NAMES,
    st.sampled_from(["spark", "clickhouse"]),
)
def test_queries_that_another_program_wrote_are_read(
    columns: list[exp.Expr], condition: exp.Expr, table: str, dialect: str
) -> None:
    query = exp.select(*columns).from_(exp.to_identifier(table, quoted=True)).where(condition)
    _read(query.limit(3).sql(dialect=dialect))
