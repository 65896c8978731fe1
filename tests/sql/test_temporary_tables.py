"""CREATE TEMPORARY TABLE and its kin: how they are read, and what their engines cannot have."""

# A row of a table of statements is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.inner_query import statement_with_query
from rmt_engine.sql.grammar.statements import (
    AlterColumns,
    AlterRows,
    CreateTable,
    DropTables,
    EngineClause,
    ExistsTable,
    Insert,
    ShowCreateTable,
    ShowQuery,
    Statement,
    TruncateTable,
    WithOutput,
)
from rmt_engine.sql.settings.declared import changed_table_values, table_values
from rmt_engine.sql.tables.definition import build_definition
from rmt_engine.sql.tables.keyless import check_keyless_columns, check_keyless_rows
from rmt_engine.sql.tables.show_create import create_statement
from rmt_engine.sql.tables.temporary import with_engine
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.table import MEMORY, MERGE_TREE, Column, Table, TableDefinition
from tests.sql.support import Spark
from tests.sql.test_parser import create, parse

OWN, BOTH = Name(None, "own"), Name(None, "both")
_MEMORY = TableDefinition(columns=(Column("k", "Int64"),), engine=MEMORY)


def _error(text: str) -> RmtError:
    with pytest.raises(RmtError) as raised:
        parse(text)
    return raised.value


def _changes(text: str) -> AlterColumns:
    statement = parse(text)
    assert isinstance(statement, AlterColumns)
    return statement


@pytest.mark.parametrize(
    "text",
    [
        "CREATE TEMPORARY TABLE x (k Int64)",
        "CREATE TEMPORARY TABLE x (k Int64) ENGINE = Memory",
        "create temporary table if not exists x (k Int64) engine Memory()",
        "CREATE OR REPLACE TEMPORARY TABLE x (k Int64)",
        "CREATE TEMPORARY TABLE x AS SELECT 1",
        "CREATE TEMPORARY TABLE x AS t",
        "CREATE TEMPORARY TABLE x AS SELECT * FROM t JOIN u USING (k)",
        "CREATE TEMPORARY TABLE x ENGINE = MergeTree ORDER BY k AS SELECT * FROM t JOIN u USING (k)",
        "CREATE TEMPORARY TABLE x UUID '123e4567-e89b-12d3-a456-426614174000' (k Int8)",
    ],
)
def test_a_temporary_table_is_the_engines_unless_it_says_using(text: str) -> None:
    statement = create(text)
    assert statement.temporary
    assert statement.name == Name(None, "x")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CREATE TEMPORARY TABLE db.x (k Int64)", "BAD_DATABASE_FOR_TEMPORARY_TABLE"),
        ("CREATE TEMPORARY TABLE x ON CLUSTER c (k Int64)", "INCORRECT_QUERY"),
        ("CREATE OR REPLACE TEMPORARY TABLE IF NOT EXISTS x (k Int64)", "SYNTAX_ERROR"),
        ("CREATE TEMPORARY TABLE x STORED AS parquet", "SYNTAX_ERROR"),
        ("CREATE TEMPORARY VIEW own AS SELECT 1", "TABLE_ALREADY_EXISTS"),
        ("CREATE OR REPLACE TEMPORARY VIEW own AS SELECT 1", "TABLE_ALREADY_EXISTS"),
        ("CREATE OR REPLACE VIEW both AS SELECT 1", "TABLE_ALREADY_EXISTS"),
        ("DROP VIEW own", "INCORRECT_QUERY"),
        ("DETACH TABLE own", "SYNTAX_ERROR"),
        ("DELETE FROM own WHERE k = 1", "UNKNOWN_TABLE"),
        ("UPDATE both SET k = 1 WHERE k = 2", "UNKNOWN_TABLE"),
        ("SHOW TEMPORARY TABLES FROM db", "SYNTAX_ERROR"),
        ("SHOW TEMPORARY TABLES NOT 'x'", "SYNTAX_ERROR"),
        ("SHOW TEMPORARY TABLES WHAT", "SYNTAX_ERROR"),
        ("SHOW TEMPORARY TABLES LIKE x", "SYNTAX_ERROR"),
    ],
)
def test_what_is_refused(text: str, name: str) -> None:
    assert _error(text).name == name


def test_a_view_of_the_database_may_have_the_name_of_a_temporary_table() -> None:
    assert parse("CREATE OR REPLACE VIEW own AS SELECT 1") is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("DROP TABLE own", DropTables((OWN,))),
        (
            "DROP TEMPORARY TABLE IF EXISTS own, x SYNC",
            DropTables((OWN, Name(None, "x")), if_exists=True, temporary=True, sync=True),
        ),
        ("TRUNCATE TABLE own", TruncateTable(OWN)),
        ("TRUNCATE TEMPORARY TABLE IF EXISTS x", TruncateTable(Name(None, "x"), True, True)),
        ("SHOW CREATE TEMPORARY TABLE x", ShowCreateTable(Name(None, "x"), True)),
        ("SHOW CREATE TABLE own", ShowCreateTable(OWN)),
        ("SHOW CREATE own", ShowCreateTable(OWN)),
        ("EXISTS TEMPORARY TABLE own", ExistsTable(OWN, "TEMPORARY")),
        ("INSERT INTO own VALUES (1)", Insert(OWN, None, "VALUES (1)", True)),
    ],
)
def test_statements_about_temporary_tables(text: str, wanted: Statement) -> None:
    assert parse(text) == wanted


def test_alter_may_say_temporary() -> None:
    assert parse("ALTER TEMPORARY TABLE own DROP COLUMN k") == parse(
        "ALTER TABLE own DROP COLUMN k"
    )


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (
            "SHOW TEMPORARY TABLES",
            "SELECT name FROM system.tables WHERE is_temporary = 1 ORDER BY name",
        ),
        (
            "SHOW FULL TEMPORARY TABLES LIMIT 3",
            "SELECT name, engine FROM system.tables WHERE is_temporary = 1 ORDER BY name LIMIT 3",
        ),
        (
            "SHOW TEMPORARY TABLES NOT ILIKE 'a%'",
            "SELECT name FROM system.tables WHERE is_temporary = 1 AND name NOT ILIKE 'a%' ORDER BY name",
        ),
        (
            "SHOW TEMPORARY TABLES WHERE name = 'a' OR name = 'b' LIMIT 1;",
            "SELECT name FROM system.tables WHERE is_temporary = 1 AND (name = 'a' OR name = 'b') ORDER BY name LIMIT 1",
        ),
    ],
)
def test_show_temporary_tables_is_a_query(text: str, query: str) -> None:
    assert parse(text) == ShowQuery(query)


def test_show_temporary_tables_may_name_a_format() -> None:
    shown = parse("SHOW TEMPORARY TABLES LIKE 'a%' FORMAT JSONEachRow")
    assert isinstance(shown, WithOutput)
    assert isinstance(shown.statement, ShowQuery)


# Engines


@pytest.mark.parametrize(
    ("text", "default", "engine"),
    [
        ("CREATE TEMPORARY TABLE x (k Int64)", "Memory", "Memory"),
        ("CREATE TEMPORARY TABLE x (k Int64)", "ReplacingMergeTree", "ReplacingMergeTree"),
        ("CREATE TEMPORARY TABLE x (k Int64) ENGINE = MergeTree", "None", "MergeTree"),
    ],
)
def test_the_engine_is_the_one_named_or_the_default(text: str, default: str, engine: str) -> None:
    assert with_engine(create(text), default).engine == EngineClause(engine)


@pytest.mark.parametrize(
    ("engine", "default", "name"),
    [
        ("", "None", "ENGINE_REQUIRED"),
        ("", "ReplicatedMergeTree", "INCORRECT_QUERY"),
        ("ENGINE = ReplicatedReplacingMergeTree", "Memory", "INCORRECT_QUERY"),
        ("ENGINE = SharedMergeTree", "Memory", "INCORRECT_QUERY"),
        ("ENGINE = KeeperMap('x')", "Memory", "INCORRECT_QUERY"),
    ],
)
def test_an_engine_of_several_servers_is_refused(engine: str, default: str, name: str) -> None:
    statement = create(f"CREATE TEMPORARY TABLE x (k Int64) {engine}")
    with pytest.raises(RmtError) as raised:
        with_engine(statement, default)
    assert raised.value.name == name


def _defined(text: str) -> TableDefinition:
    return build_definition(with_engine(create(text), MEMORY), Spark())


def test_memory_has_no_key_and_shows_none() -> None:
    definition = _defined("CREATE TEMPORARY TABLE x (k Int64, v String DEFAULT 'a') COMMENT 'c'")
    assert (definition.engine, definition.order_by, definition.key) == (MEMORY, (), ())
    table = Table(1, "u-u-i-d", "", "x", definition, 0, 0.0)
    assert create_statement(table) == (
        "CREATE TEMPORARY TABLE x\n(\n    `k` Int64,\n    `v` String DEFAULT 'a'\n)\n"
        "ENGINE = Memory\nCOMMENT 'c'"
    )
    assert (table.qualified, table.address) == ("x", ".u-u-i-d")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("(k Int64) ORDER BY k", "BAD_ARGUMENTS"),
        ("(k Int64) PARTITION BY k", "BAD_ARGUMENTS"),
        ("(k Int64 PRIMARY KEY)", "BAD_ARGUMENTS"),
        ("(k Int64) SAMPLE BY k", "BAD_ARGUMENTS"),
        ("(d DateTime) TTL d", "BAD_ARGUMENTS"),
        ("(d DateTime TTL d)", "BAD_ARGUMENTS"),
        ("(k Int64, INDEX i k TYPE minmax)", "BAD_ARGUMENTS"),
        ("(k Int64) ENGINE = Memory(1)", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("(k Int64) SETTINGS index_granularity = 1", "UNKNOWN_SETTING"),
        ("(k Int64) SETTINGS max_rows_to_keep = 10", "NOT_IMPLEMENTED"),
    ],
)
def test_what_memory_cannot_have(text: str, name: str) -> None:
    with pytest.raises(RmtError) as raised:
        _defined(f"CREATE TEMPORARY TABLE x {text}")
    assert raised.value.name == name


def test_memory_has_settings_of_its_own() -> None:
    assert table_values({"compress": "true", "max_rows_to_keep": "0"}, MEMORY) == {
        "compress": "1",
        "max_rows_to_keep": "0",
    }
    assert changed_table_values({"compress": "0"}, (), MEMORY) == {"compress": "0"}
    with pytest.raises(RmtError, match="Unknown setting 'compress'"):
        table_values({"compress": "1"}, MERGE_TREE)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("MODIFY ORDER BY k", "NOT_IMPLEMENTED"),
        ("MODIFY SAMPLE BY k", "NOT_IMPLEMENTED"),
        ("ADD INDEX i k TYPE minmax", "NOT_IMPLEMENTED"),
        ("ADD CONSTRAINT c CHECK k > 1", "NOT_IMPLEMENTED"),
        ("CLEAR COLUMN k", "NOT_IMPLEMENTED"),
        ("MODIFY TTL d", "BAD_ARGUMENTS"),
        ("ADD COLUMN d DateTime TTL d", "BAD_ARGUMENTS"),
        ("MODIFY COLUMN d DateTime TTL d", "BAD_ARGUMENTS"),
    ],
)
def test_changes_that_memory_does_not_have(command: str, name: str) -> None:
    statement = _changes(f"ALTER TABLE own {command}")
    with pytest.raises(RmtError) as raised:
        check_keyless_columns(statement, _MEMORY)
    assert raised.value.name == name


def test_changes_that_memory_has() -> None:
    text = "ADD COLUMN a Int8, RENAME COLUMN b TO c, MODIFY COLUMN d Int8, DROP COLUMN e"
    check_keyless_columns(_changes(f"ALTER TABLE own {text}"), _MEMORY)


def test_memory_has_no_partitions() -> None:
    statement = parse("ALTER TABLE own DELETE IN PARTITION 1 WHERE k = 1")
    assert isinstance(statement, AlterRows)
    with pytest.raises(RmtError, match="IN PARTITION is not supported by storage Memory"):
        check_keyless_rows(statement, _MEMORY)


# Views


@pytest.mark.parametrize(
    ("head", "is_temporary"),
    [
        ("CREATE TEMPORARY VIEW v AS", True),
        ("CREATE OR REPLACE TEMP VIEW v AS", True),
        ("CREATE GLOBAL TEMPORARY VIEW v AS", False),
        ("CREATE VIEW v AS", False),
        ("CREATE VIEW temp AS", False),
        ("CREATE TABLE temporary USING parquet AS", False),
    ],
)
def test_which_views_end_with_the_session(head: str, is_temporary: bool) -> None:
    statement = statement_with_query(f"{head} SELECT 1")
    assert statement is not None
    assert statement.is_temporary is is_temporary


def test_a_create_table_is_temporary_only_if_it_says_so() -> None:
    statement = parse("CREATE TABLE x (k Int64) ENGINE = MergeTree ORDER BY k")
    assert isinstance(statement, CreateTable)
    assert not statement.temporary
