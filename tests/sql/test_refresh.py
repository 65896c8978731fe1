"""The REFRESH clause as it is read and written; the errors were asked of ClickHouse 26.9."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import (
    CreateMaterializedView,
    CreateTable,
    ModifyRefresh,
    RefreshClause,
    ViewCommand,
    ViewVerb,
)
from rmt_engine.sql.query.view_query import read_view_query
from rmt_engine.sql.tables.refresh import refresh_text
from rmt_engine.sql.tables.show_create import create_statement
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.refresh import CalendarInterval, Refresh
from rmt_engine.store.table import MATERIALIZED_VIEW, Column, Table, TableDefinition, ViewDefinition
from tests.sql.support import NoTables


class _Views(NoTables):
    """A session with the view `v`."""

    def is_engine_table(self, name: Name) -> bool:
        return name.table == "v"

    def is_materialized_view(self, name: Name) -> bool:
        return name.table == "v"


def _read(text: str) -> object:
    return parse_statement(text, _Views())


def _refresh(clause: str, rest: str = "ENGINE = Memory EMPTY") -> RefreshClause:
    view = _read(f"CREATE MATERIALIZED VIEW x REFRESH {clause} {rest} AS SELECT 1 AS k")
    assert isinstance(view, CreateMaterializedView)
    assert view.refresh is not None
    return view.refresh


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("EVERY 1 HOUR", "EVERY 1 HOUR"),
        ("every 1 h", "EVERY 1 HOUR"),
        ("EVERY 2 HOURS 30 mi", "EVERY 2 HOUR 30 MINUTE"),
        ("EVERY 1 HOUR 1 DAY", "EVERY 1 DAY 1 HOUR"),
        ("EVERY 120 SECOND", "EVERY 2 MINUTE"),
        ("EVERY 1 WEEK 2 DAY", "EVERY 1 WEEK 2 DAY"),
        ("EVERY 1 QUARTER", "EVERY 3 MONTH"),
        ("EVERY 1 SQL_TSI_DAY", "EVERY 1 DAY"),
        ("EVERY 1 MONTH OFFSET 5 DAY 2 HOUR", "EVERY 1 MONTH OFFSET 5 DAY 2 HOUR"),
        ("EVERY 1 YEAR OFFSET 0 SECOND", "EVERY 1 YEAR OFFSET 0 SECOND"),
        ("EVERY 1 YEAR RANDOMIZE FOR 0 SECOND", "EVERY 1 YEAR RANDOMIZE FOR 0 SECOND"),
        ("EVERY 1 YEAR RANDOMIZE FOR 1 MONTH 1 DAY", "EVERY 1 YEAR RANDOMIZE FOR 1 MONTH 1 DAY"),
        ("AFTER 1 MONTH 3 HOUR", "AFTER 1 MONTH 3 HOUR"),
        ("AFTER 0 SECOND", "AFTER 0 SECOND"),
        ("EVERY 1 DAY APPEND", "EVERY 1 DAY APPEND"),
        (
            "EVERY 1 DAY SETTINGS refresh_retries = -1, refresh_retry_initial_backoff_ms=10 APPEND",
            "EVERY 1 DAY SETTINGS refresh_retries = -1, refresh_retry_initial_backoff_ms = 10 "
            "APPEND",
        ),
    ],
)
def test_clauses(written: str, shown: str) -> None:
    clause = _refresh(written)
    refresh = Refresh(
        clause.is_periodic,
        clause.period,
        clause.offset,
        clause.spread,
        (),
        clause.settings,
        clause.append,
    )
    assert refresh_text(refresh) == f"REFRESH {shown}"
    assert _refresh(shown) == clause


def test_all_clauses_at_once() -> None:
    clause = _refresh(
        "EVERY 1 DAY OFFSET 2 HOUR RANDOMIZE FOR 1 HOUR DEPENDS ON a, db.b "
        "SETTINGS refresh_retries = DEFAULT APPEND",
        "TO db.t (k Int64) EMPTY COMMENT 'c'",
    )
    assert clause == RefreshClause(
        True,
        CalendarInterval(0, 86_400),
        CalendarInterval(0, 7_200),
        CalendarInterval(0, 3_600),
        (Name(None, "a"), Name("db", "b")),
        {"refresh_retries": "2"},
        append=True,
    )


def test_dependencies_may_be_the_whole_schedule() -> None:
    clause = _refresh("DEPENDS ON a SETTINGS refresh_retries = 5 APPEND")
    assert (clause.is_periodic, clause.period) == (False, CalendarInterval())
    refresh = Refresh(False, CalendarInterval(), depends_on=(("db", "a"),))
    assert refresh_text(refresh) == "REFRESH DEPENDS ON db.a"


@pytest.mark.parametrize(
    "text",
    [
        "x REFRESH EVERY 1 HOUR ENGINE = MergeTree ORDER BY k EMPTY AS SELECT 1 AS k",
        "x REFRESH EVERY 1 HOUR (k Int64) ENGINE = MergeTree ORDER BY k EMPTY COMMENT 'c' "
        "AS SELECT 1 AS k",
        "x REFRESH EVERY 1 HOUR TO t EMPTY DEFINER = CURRENT_USER SQL SECURITY DEFINER "
        "AS SELECT 1 AS k",
        "x REFRESH EVERY 1 HOUR TO t DEFINER = 'a user' EMPTY AS SELECT 1 AS k",
        "x REFRESH EVERY 1 HOUR TO t SQL SECURITY DEFINER EMPTY AS SELECT 1 AS k COMMENT 'c'",
    ],
)
def test_empty_and_definer(text: str) -> None:
    view = _read(f"CREATE MATERIALIZED VIEW {text}")
    assert isinstance(view, CreateMaterializedView)
    assert view.table.empty
    assert view.table.as_select == "SELECT 1 AS k"
    assert (view.table.definer == "a user") == ("a user" in text)
    assert view.table.comment == ("c" if "COMMENT" in text else "")


@pytest.mark.parametrize(
    ("clause", "name", "message"),
    [
        ("EVERY 1 MONTH 2 DAY", "BAD_ARGUMENTS", "both calendar units and clock units"),
        ("EVERY 0 HOUR", "BAD_ARGUMENTS", "Interval must be positive"),
        ("EVERY 1 DAY OFFSET 25 HOUR", "BAD_ARGUMENTS", "OFFSET must be less than the period"),
        ("EVERY 1 MONTH OFFSET 1 MONTH", "BAD_ARGUMENTS", "OFFSET must be less than the period"),
        ("EVERY 1 MONTH OFFSET 28 DAY", "BAD_ARGUMENTS", "OFFSET must be less than the period"),
        ("EVERY 1 MILLISECOND", "BAD_ARGUMENTS", "Sub-second intervals are not supported"),
        ("EVERY 1.5 HOUR", "SYNTAX_ERROR", "Time interval must be an integer"),
        ("EVERY -1 HOUR", "SYNTAX_ERROR", "Time interval must be an integer"),
        ("EVERY 99999999999999999999 DAY", "SYNTAX_ERROR", "Time interval must be an integer"),
        ("EVERY 1 DAY 1 DAY", "SYNTAX_ERROR", "multiple Day components"),
        ("EVERY 1 MIN", "SYNTAX_ERROR", "unit of time"),
        ("EVERY 1", "SYNTAX_ERROR", "unit of time"),
        ("EVERY INTERVAL 1 HOUR", "SYNTAX_ERROR", "number"),
        ("", "SYNTAX_ERROR", "EVERY, AFTER or DEPENDS ON"),
        ("RANDOMIZE FOR 1 HOUR", "SYNTAX_ERROR", "EVERY, AFTER or DEPENDS ON"),
        ("AFTER 1 DAY OFFSET 2 HOUR", "SYNTAX_ERROR", "OFFSET"),
        ("EVERY 1 DAY DEPENDS ON a RANDOMIZE FOR 1 HOUR", "SYNTAX_ERROR", "RANDOMIZE"),
        ("EVERY 1 DAY SETTINGS nosuch = 1", "UNKNOWN_SETTING", "Unknown setting 'nosuch'"),
        ("EVERY 1 DAY SETTINGS refresh_retry_max_backoff_ms = -5", "CANNOT_CONVERT_TYPE", "range"),
        ("EVERY 1 DAY APPEND INCREMENTAL", "NOT_IMPLEMENTED", "INCREMENTAL"),
        ("EVERY 1 DAY INCREMENTAL", "SYNTAX_ERROR", "INCREMENTAL"),
    ],
)
def test_what_is_refused(clause: str, name: str, message: str) -> None:
    with pytest.raises(RmtError, match=message) as raised:
        _refresh(clause)
    assert raised.value.name == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("x REFRESH EVERY 1 DAY ENGINE = Memory POPULATE AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("x REFRESH EVERY 1 DAY ENGINE = Memory EMPTY POPULATE AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("x REFRESH EVERY 1 DAY EMPTY", "SYNTAX_ERROR"),
        ("x TO t REFRESH EVERY 1 DAY AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("x REFRESH EVERY 1 DAY TO t ENGINE = Memory AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("x TO t EMPTY AS SELECT 1 AS k", "SYNTAX_ERROR"),
        ("x ENGINE = Memory DEFINER = a AS SELECT 1 AS k", "NOT_IMPLEMENTED"),
        ("x REFRESH EVERY 1 DAY TO t SQL SECURITY NONE AS SELECT 1 AS k", "NOT_IMPLEMENTED"),
        (
            "x REFRESH EVERY 1 DAY TO t SQL SECURITY INVOKER AS SELECT 1 AS k",
            "QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW",
        ),
    ],
)
def test_clauses_that_do_not_go_together(text: str, name: str) -> None:
    with pytest.raises(RmtError) as raised:
        _read(f"CREATE MATERIALIZED VIEW {text}")
    assert raised.value.name == name


def test_modify_refresh() -> None:
    statement = _read("ALTER TABLE v MODIFY REFRESH AFTER 2 HOUR DEPENDS ON w APPEND;")
    assert isinstance(statement, ModifyRefresh)
    assert statement.name == Name(None, "v")
    assert statement.refresh.depends_on == (Name(None, "w"),)
    assert statement.refresh.append
    for text, name in (
        ("EVERY 1 DAY TO t", "SYNTAX_ERROR"),
        ("EVERY 1 DAY, COMMENT COLUMN a 'x'", "NOT_IMPLEMENTED"),
        ("EVERY 1 DAY OFFSET 2 DAY", "BAD_ARGUMENTS"),
    ):
        with pytest.raises(RmtError) as raised:
            _read(f"ALTER TABLE v MODIFY REFRESH {text}")
        assert raised.value.name == name


@pytest.mark.parametrize("verb", list(ViewVerb))
def test_system_commands(verb: ViewVerb) -> None:
    assert _read(f"SYSTEM {verb.value} VIEW db.v;") == ViewCommand(verb, Name("db", "v"))
    for text in (f"SYSTEM {verb.value} VIEW", f"SYSTEM {verb.value} VIEW v, w"):
        with pytest.raises(RmtError) as raised:
            _read(text)
        assert raised.value.name == "SYNTAX_ERROR"


def test_system_commands_for_all_views() -> None:
    assert _read("SYSTEM STOP VIEWS") == ViewCommand(ViewVerb.STOP)
    assert _read("SYSTEM START VIEWS;") == ViewCommand(ViewVerb.START)
    assert _read("SYSTEM STOP REPLICATED VIEW v") == ViewCommand(
        ViewVerb.STOP, Name(None, "v"), is_replicated=True
    )
    for text in ("SYSTEM REFRESH VIEWS", "SYSTEM WAIT VIEWS", "SYSTEM STOP VIEWS v"):
        with pytest.raises(RmtError):
            _read(text)


def test_create_table_may_be_empty() -> None:
    table = _read("CREATE TABLE x ENGINE = MergeTree ORDER BY k EMPTY AS SELECT 1 AS k")
    assert isinstance(table, CreateTable)
    assert table.empty
    assert table.order_by == "k"


def test_the_query_may_be_anything() -> None:
    text = "SELECT k FROM t FINAL PREWHERE k > 1 UNION ALL SELECT k FROM s SAMPLE 0.1"
    query = read_view_query(text, "db", lambda _: False, sees_inserts=False)
    assert query.source is None
    assert "FROM db.t FINAL" in query.text
    assert "FROM db.s SAMPLE" in query.text


def test_the_statement_that_makes_the_view() -> None:
    refresh = Refresh(True, CalendarInterval(0, 3_600), depends_on=(("db", "a b"),))
    view = ViewDefinition("SELECT 1 AS k", target=("db", "t"), refresh=refresh, definer="me")
    definition = TableDefinition((Column("k", "UInt8"),), MATERIALIZED_VIEW, view=view)
    assert TableDefinition.from_json(definition.to_json()) == definition
    text = create_statement(Table(1, "u", "db", "v", definition, 0, 0.0))
    assert text == (
        "CREATE MATERIALIZED VIEW db.v\nREFRESH EVERY 1 HOUR DEPENDS ON db.`a b` TO db.t\n"
        "(\n    `k` UInt8\n)\nDEFINER = me SQL SECURITY DEFINER\nAS SELECT 1 AS k"
    )
    again = _read(text)
    assert isinstance(again, CreateMaterializedView)
    assert (again.table.definer, again.to) == ("me", Name("db", "t"))
