"""Which tables a query of a system table asks about, from its WHERE."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.query.lower_query import compile_query
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import parse_type

_TEXT = parse_type("String")
_TABLES = KnownTable(
    "system",
    "system",
    "tables",
    tuple(KnownColumn(name, _TEXT) for name in ("database", "name", "engine")),
    asked_by=("database", "name"),
)


class _Catalog:
    """A catalog of one table, `system.tables`."""

    settings: Mapping[str, str] = {name: s.when_unset for name, s in SESSION_SETTINGS.items()}
    zone = "UTC"
    database = "now"

    def table(self, name: Name) -> KnownTable | None:
        return _TABLES if name.table == "tables" else None

    def unknown_table(self, name: Name) -> RmtError:
        return RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")

    def user_function(self, _name: str) -> str | None:
        return None


def _asked(text: str, lasts: bool = False) -> list[str]:
    """What is asked for: of each system table the words, or `all`."""
    compiled = compile_query(read_query(text), _Catalog(), lasts=lasts)  # type: ignore[arg-type]
    found = re.findall(r"rmt_system\('tables', '', (.*?)\) AS|(`system`\.`tables`)", compiled.sql)
    return [words or "all" for words, _ in found]


@pytest.mark.parametrize(
    ("where", "asked"),
    [
        ("database = 'a'", "'database a'"),
        ("'a' = database", "'database a'"),
        ("equals(database, 'a')", "'database a'"),
        ("t.database = 'a'", "'database a'"),
        ("database IN ('b', 'a')", "'database a', 'database b'"),
        ("database IN ('a')", "'database a'"),
        ("database = currentDatabase()", "'database now'"),
        ("name = 'it''s` \"' AND engine <> 'Null'", "'name it\\'s` \"'"),
        ("database = 'a b' AND (name = 'c' AND 1)", "'database a b', 'name c'"),
        ("database IN ('a', 'b') AND database IN ('b', 'c')", "'database b'"),
        ("database = ''", "'database '"),
        # What is not known before it runs, or is not all of the condition, asks for all.
        ("database = 'a' OR name = 'b'", "all"),
        ("NOT database = 'a'", "all"),
        ("database != 'a'", "all"),
        ("database NOT IN ('a')", "all"),
        ("database LIKE 'a'", "all"),
        ("database = name", "all"),
        ("database = 'a' AND database = 'b'", "all"),
        ("database IN ('a', name)", "all"),
        ("database IN (NULL, 'a')", "all"),
        ("lower(database) = 'a'", "all"),
        ("engine = 'a'", "all"),
    ],
)
def test_a_condition_that_some_names_meet_goes_with_the_question(where: str, asked: str) -> None:
    assert _asked(f"SELECT name FROM system.tables AS t WHERE {where}") == [asked]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT upper(database) AS database FROM system.tables WHERE database = 'A'",
        "WITH 'a' AS database SELECT 1 FROM system.tables WHERE database = 'a'",
        "SELECT * REPLACE (upper(database) AS database) FROM system.tables WHERE database = 'A'",
        "SELECT 1 FROM system.tables AS t (a, database, c) WHERE database = 'a'",
        "SELECT 1 FROM system.tables AS t LEFT JOIN (SELECT 1 AS x) AS u ON true "
        "WHERE t.database = 'a'",
    ],
)
def test_a_name_that_may_be_no_column_of_it_does_not(query: str) -> None:
    assert _asked(query) == ["all"]


def test_each_query_asks_for_itself() -> None:
    one = "SELECT name FROM system.tables WHERE database = '{}'"
    assert _asked(f"{one.format('a')} UNION ALL {one.format('b')}") == [
        "'database a'",
        "'database b'",
    ]
    within = f"SELECT name FROM system.tables WHERE name IN ({one.format('b')})"
    assert sorted(_asked(within)) == ["'database b'", "all"]


def test_what_is_kept_asks_for_all() -> None:
    assert _asked("SELECT name FROM system.tables WHERE database = 'a'", lasts=True) == ["all"]
