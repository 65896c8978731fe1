"""Which rows of a table a query reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.query.current_rows import Rows, reads_current
from rmt_engine.sql.query.lower_query import compile_query
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import parse_type

_COLUMNS = tuple(KnownColumn(name, parse_type("UInt64")) for name in ("k", "v"))
_TABLE = KnownTable("ReplacingMergeTree", "db", "t", _COLUMNS, key=("k",), measured=("v",))


@dataclass
class _Catalog:
    """A catalog of one table, `db.t`."""

    known: KnownTable = _TABLE
    final: str = "auto"
    zone = "UTC"
    database = "db"

    @property
    def settings(self) -> Mapping[str, str]:
        return {name: s.when_unset for name, s in SESSION_SETTINGS.items()} | {"final": self.final}

    def table(self, name: Name) -> KnownTable | None:
        return self.known if name.table == "t" else None

    def unknown_table(self, name: Name) -> RmtError:
        return RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")

    def constant(self, _expression: str) -> object:
        return None

    def tables_of(self, _database: str) -> Sequence[str]:
        return ("t",)

    def databases(self) -> Sequence[str]:
        return ("db",)

    def user_function(self, _name: str) -> str | None:
        return None

    def parametrised_view(self, _name: Name) -> tuple[str, str] | None:
        return None

    def refusal(self, _query: str) -> str:
        return ""

    def columns_of(self, _relation: str) -> Sequence[KnownColumn]:
        return ()


@pytest.mark.parametrize("has_final", [True, False])
@pytest.mark.parametrize("by_default", [True, False])
@pytest.mark.parametrize("final", ["1", "0", "auto", None])
@pytest.mark.parametrize("said", Rows)
def test_a_word_comes_before_the_setting_and_that_before_the_table(
    said: Rows, final: str | None, by_default: bool, has_final: bool
) -> None:
    kind = "ReplacingMergeTree" if has_final else "MergeTree"
    table = replace(_TABLE, kind=kind, final_by_default=by_default)
    settings = {} if final is None else {"final": final}
    decided = {Rows.CURRENT: True, Rows.ALL: False}.get(said)
    if decided is None:
        decided = {"1": True, "0": False}.get(final or "", by_default)
    assert reads_current(said, settings, table) is (has_final and decided)


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (["final"], Rows.CURRENT),
        (["raw", "hidden"], Rows.ALL),
        (["hidden", "virtual"], Rows.AS_SET),
        ([], Rows.AS_SET),
        ([""], Rows.AS_SET),
    ],
)
def test_words_of_table_functions_say_which_rows(words: list[str], rows: Rows) -> None:
    assert Rows.of_words(words) is rows


@pytest.mark.parametrize(
    ("query", "final", "read"),
    [
        ("SELECT k FROM t", "auto", "rmt_scan('db.t')"),
        ("SELECT k FROM t", "1", "rmt_final('db.t')"),
        ("SELECT k FROM t", "0", "rmt_scan('db.t', 'raw')"),
        ("SELECT k FROM t FINAL", "0", "rmt_final('db.t')"),
        ("SELECT k FROM t SETTINGS final = 0", "1", "rmt_scan('db.t', 'raw')"),
        ("SELECT k FROM t SETTINGS final = DEFAULT", "1", "rmt_scan('db.t')"),
        ("SELECT k FROM (SELECT k FROM t SETTINGS final = 0)", "1", "rmt_scan('db.t', 'raw')"),
        ("SELECT count() FROM t", "auto", "rmt_count('db.t')"),
        ("SELECT count() FROM t", "0", "rmt_count('db.t', 'raw')"),
        ("SELECT count() FROM t FINAL", "auto", "rmt_count('db.t', 'final')"),
        ("SELECT max(v) FROM t", "0", "rmt_extremes('db.t', 'raw',"),
        ("SELECT k FROM t PREWHERE v = 1", "auto", "rmt_rows('db.t', 'before final')"),
        ("SELECT k FROM t PREWHERE v = 1", "0", "rmt_scan('db.t', 'raw')"),
    ],
)
def test_a_compiled_query_says_which_rows(query: str, final: str, read: str) -> None:
    catalog = _Catalog(replace(_TABLE, final_by_default=True), final)
    assert read in compile_query(read_query(query), catalog).sql


@pytest.mark.parametrize("kind", ["MergeTree", "Memory"])
def test_a_table_without_final_is_read_as_ever(kind: str) -> None:
    catalog = _Catalog(replace(_TABLE, kind=kind), "0")
    assert "rmt_scan('db.t')" in compile_query(read_query("SELECT k FROM t"), catalog).sql


@pytest.mark.parametrize(
    ("final", "read"),
    [("auto", "rmt_scan('db.t')"), ("0", "rmt_scan('db.t')"), ("1", "rmt_final('db.t')")],
)
def test_a_text_that_is_kept_leaves_the_table_to_decide(final: str, read: str) -> None:
    catalog = _Catalog(replace(_TABLE, final_by_default=True), final)
    assert read in compile_query(read_query("SELECT k FROM t"), catalog, lasts=True).sql
