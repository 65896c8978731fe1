"""What WHERE says of the values of single columns, from its text."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.query.lower_query import compile_query
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.query.wanted_rows import Stretch, WantedRows
from rmt_engine.sql.settings.declared import SESSION_SETTINGS
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.types import parse_type

_TYPES = {
    "k": "UInt64",
    "ver": "UInt32",
    "s": "LowCardinality(String)",
    "d": "Nullable(Date)",
    "f": "Float64",
    "t": "DateTime",
    "e": "Enum8('a' = 1)",
    "x": "FixedString(2)",
}
_TABLE = KnownTable(
    "ReplacingMergeTree",
    "db",
    "t",
    tuple(KnownColumn(name, parse_type(text)) for name, text in _TYPES.items()),
    key=("k",),
)


class _Catalog:
    """A catalog of one table."""

    settings: Mapping[str, str] = {name: s.when_unset for name, s in SESSION_SETTINGS.items()}
    zone = "UTC"
    database = "db"

    def table(self, name: Name) -> KnownTable | None:
        return _TABLE if name.table == "t" else None

    def unknown_table(self, name: Name) -> RmtError:
        return RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")

    def user_function(self, _name: str) -> str | None:
        return None

    def constant(self, _text: str) -> object:
        return None


def _wanted(text: str, *, lasts: bool = False) -> WantedRows | None:
    """What the SELECT's table function is told."""
    compiled = compile_query(read_query(text), _Catalog(), lasts=lasts)  # type: ignore[arg-type]
    _, found, rest = compiled.sql.partition(", 'wanted ")
    if not found:
        return None
    words = rest.partition("')")[0].replace("\\'", "'").replace("\\\\", "\\")
    return WantedRows.of_words([f"wanted {words}"])


@pytest.mark.parametrize(
    ("where", "stretches"),
    [
        ("k = 5", [Stretch("k", (5,))]),
        ("5 = k", [Stretch("k", (5,))]),
        ("t.k = -5", [Stretch("k", (-5,))]),
        ("k IN (1, 2)", [Stretch("k", (1, 2))]),
        ("k IN 1", [Stretch("k", (1,))]),
        (
            "k > 1 AND k <= 18446744073709551615",
            [Stretch("k", least=1), Stretch("k", greatest=18446744073709551615)],
        ),
        ("3 > k", [Stretch("k", greatest=3)]),
        ("k BETWEEN 2 AND 3", [Stretch("k", least=2), Stretch("k", greatest=3)]),
        ("s = 'it''s \"' AND f > 1", [Stretch("s", ("it's \"",))]),
        ("s >= 'ä'", [Stretch("s", least="ä")]),
        ("d = '2020-02-29'", [Stretch("d", ("2020-02-29",))]),
        # What is not of one column and literals of its kind says nothing.
        ("k = 5 OR s = 'a'", []),
        ("NOT k = 5", []),
        ("k != 5", []),
        ("k NOT IN (1, 2)", []),
        ("k = ver", []),
        ("k = 5.0", []),
        ("k = '5'", []),
        ("k = true", []),
        ("k = NULL", []),
        ("k IN (1, NULL)", []),
        ("k IN (1, 2.5)", []),
        ("k + 1 = 5", []),
        ("s LIKE 'a'", []),
        ("s = 'a\\0b'", []),
        ("d = '2020-2-29'", []),
        ("d = '1969-12-31'", []),
        ("d = '2149-06-07'", []),
        ("f = 1", []),
        ("t = '2020-01-01 00:00:00'", []),
        ("e = 'a'", []),
        ("x = 'ab'", []),
    ],
)
def test_conditions_on_single_columns_are_told(where: str, stretches: list[Stretch]) -> None:
    found = _wanted(f"SELECT * FROM t FINAL WHERE {where}")
    assert list(found.stretches if found else ()) == stretches


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ver AS k FROM t WHERE k = 5",
        "WITH 7 AS k SELECT s FROM t WHERE k = 5",
        "WITH 7 AS k SELECT * FROM (SELECT s FROM t WHERE k = 5)",
        "SELECT * REPLACE (1 AS k) FROM t WHERE k = 5",
        "SELECT * FROM t SAMPLE 1/2 WHERE k = 5",
        "SELECT * FROM t JOIN t AS u ON t.k = u.k WHERE t.k = 5",
        "SELECT * FROM t WHERE k = 5 SETTINGS max_rows_read_in_driver = 0",
    ],
)
def test_where_a_name_may_be_another_thing_nothing_is_told(query: str) -> None:
    assert _wanted(query) is None


def test_views_are_told_nothing() -> None:
    assert _wanted("SELECT * FROM t WHERE k = 5", lasts=True) is None


def test_the_setting_says_how_many_rows() -> None:
    found = _wanted("SELECT * FROM t WHERE k = 5 SETTINGS max_rows_read_in_driver = 7")
    assert found is not None
    assert found.most == 7
