"""SHOW statements: which are ClickHouse's, and the queries that they are short for."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import ShowQuery, WithOutput
from tests.sql.support import NoTables


class _ClickHouse(NoTables):
    """A session whose dialect is ClickHouse's."""

    def reads_as_clickhouse(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (
            "SHOW FULL TABLES FROM d LIKE 'a%' LIMIT 2",
            "SELECT name, engine FROM system.tables WHERE is_temporary = 0 AND database = 'd' "
            "AND name LIKE 'a%' ORDER BY name LIMIT 2",
        ),
        (
            "SHOW TABLES NOT ILIKE 'A%';",
            "SELECT name FROM system.tables WHERE is_temporary = 0 "
            "AND database = currentDatabase() AND name NOT ILIKE 'A%' ORDER BY name",
        ),
        (
            "SHOW DATABASES NOT LIKE 'a%'",
            "SELECT name FROM system.databases WHERE 1 AND name NOT LIKE 'a%' ORDER BY name",
        ),
        (
            "SHOW CHANGED SETTINGS ILIKE '%final%'",
            "SELECT name, type, value FROM system.settings WHERE 1 AND changed = 1 "
            "AND name ILIKE '%final%' ORDER BY name",
        ),
        ("SHOW SETTING final", "SELECT value FROM system.settings WHERE name = 'final'"),
        ("SHOW PROCESSLIST", "SELECT * FROM system.processes ORDER BY elapsed DESC"),
        ("SHOW ENGINES", "SELECT * FROM system.table_engines ORDER BY name"),
        (
            "SHOW FUNCTIONS ILIKE 'ARG%'",
            "SELECT * FROM system.functions WHERE 1 AND name ILIKE 'ARG%' ORDER BY name",
        ),
    ],
)
def test_what_only_clickhouse_has_is_a_query(text: str, query: str) -> None:
    found = parse_statement(text, NoTables())
    assert isinstance(found, ShowQuery)
    assert found.query == query


@pytest.mark.parametrize(
    "text",
    [
        "SHOW TABLES",
        "SHOW TABLES FROM d LIKE 'a%'",
        "SHOW COLUMNS FROM t",
        "SHOW DATABASES",
        "SHOW FUNCTIONS LIKE 'a%'",
    ],
)
def test_the_dialect_decides_what_both_have(text: str) -> None:
    assert parse_statement(text, NoTables()) is None
    assert isinstance(parse_statement(text, _ClickHouse()), ShowQuery)
    shown = parse_statement(f"{text} FORMAT TSV", NoTables())
    assert isinstance(shown, WithOutput)
    assert isinstance(shown.statement, ShowQuery)


@pytest.mark.parametrize(
    "text",
    ["SHOW TABLES 'a*'", "SHOW DATABASES 'a*'", "SHOW FULL TABLES 'a*'", "SHOW COLUMNS FROM t 'a'"],
)
def test_a_pattern_without_like_is_sparks_in_every_dialect(text: str) -> None:
    assert parse_statement(text, NoTables()) is None
    assert parse_statement(text, _ClickHouse()) is None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("SHOW TABLES NOT 'a'", "SYNTAX_ERROR"),
        ("SHOW TABLES LIKE 'a%' WHERE 1", "SYNTAX_ERROR"),
        ("SHOW SETTINGS", "SYNTAX_ERROR"),
        ("SHOW INDEX t", "SYNTAX_ERROR"),
        ("SHOW DATABASES WHERE name = 'd'", "SYNTAX_ERROR"),
        ("SHOW GRANTS", "NOT_IMPLEMENTED"),
        ("SHOW CURRENT ROLES;", "NOT_IMPLEMENTED"),
    ],
)
def test_wrong_ones(text: str, error: str) -> None:
    with pytest.raises(RmtError) as raised:
        parse_statement(text, NoTables())
    assert raised.value.name == error
