"""The engine spec by itself, without Superset's application or an endpoint."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from flask_babel import Babel
from sqlalchemy.engine import make_url
from superset.errors import SupersetErrorType
from superset.utils.core import GenericDataType

import sqlalchemy_rmt
from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.superset import RmtEngineSpec, engine_spec

FORM = {
    "username": None,
    "password": None,
    "host": "h",
    "port": 10000,
    "database": "default",
    "query": {},
    "encryption": False,
}


@pytest.fixture(autouse=True)
def application() -> Iterator[None]:
    flask = Flask(__name__)
    Babel(flask)
    with flask.app_context():
        yield


def test_the_command_line_of_superset_is_there() -> None:
    importlib.import_module("superset.cli.test_db")


def test_an_alias_is_no_name_of_a_column() -> None:
    alias = RmtEngineSpec.make_label_compatible("ts")
    assert alias == RmtEngineSpec.make_label_compatible("ts") == "ts_a08fcc"
    # Superset looks for `alias__` in the subquery that has the greatest series.
    assert RmtEngineSpec.make_label_compatible(f"{alias}__") == f"{alias}__"
    assert RmtEngineSpec.make_label_compatible("ts__") != "ts__"
    assert RmtEngineSpec.make_label_compatible("ts_abcdef") != "ts_abcdef"


def test_nothing_else_imports_superset() -> None:
    package = Path(sqlalchemy_rmt.__file__).parent
    for path in package.rglob("*.py"):
        if path.parent.name == "superset":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            assert not any("superset" in name for name in [*names, module]), path


@pytest.mark.parametrize(
    ("changes", "uri"),
    [
        ({}, "rmt://h:10000/default"),
        ({"port": None, "database": ""}, "rmt://h:10000/default"),
        ({"username": "ann", "password": "p@ss/w"}, "rmt://ann:p%40ss%2Fw@h:10000/default"),
        ({"final": True}, "rmt://h:10000/default?final=1"),
        ({"final": False}, "rmt://h:10000/default"),
        ({"encryption": True, "query": {"auth": "LDAP"}}, "rmt://h:10000/default?auth=LDAP&ssl=1"),
        ({"final": True, "query": {"final": 0}}, "rmt://h:10000/default?final=1"),
    ],
)
def test_parameters_make_a_url(changes: dict[str, object], uri: str) -> None:
    assert RmtEngineSpec.build_sqlalchemy_uri({**FORM, **changes}) == uri


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"username": "ann", "password": "p@ss/w"},
        {"query": {"final": "1"}, "encryption": True},
        {"query": {"auth": "LDAP", "spark.sql.shuffle.partitions": "4"}},
    ],
)
def test_a_url_gives_its_parameters_back(changes: dict[str, object]) -> None:
    parameters = {**FORM, **changes}
    uri = RmtEngineSpec.build_sqlalchemy_uri(parameters)
    assert RmtEngineSpec.get_parameters_from_uri(uri) == parameters


def test_a_short_url_has_the_defaults() -> None:
    assert RmtEngineSpec.get_parameters_from_uri("rmt://h") == FORM
    assert RmtEngineSpec.get_parameters_from_uri("rmt://h?ssl=0") == FORM


def test_final_is_a_parameter() -> None:
    properties = RmtEngineSpec.parameters_json_schema()["properties"]
    assert properties["final"]["type"] == "boolean"
    assert RmtEngineSpec.parameters_json_schema()["required"] == ["host"]


@pytest.mark.parametrize(
    ("parameters", "type_"),
    [
        ({}, SupersetErrorType.CONNECTION_MISSING_PARAMETERS_ERROR),
        ({"host": "no-such-host.invalid"}, SupersetErrorType.CONNECTION_INVALID_HOSTNAME_ERROR),
        ({"host": "127.0.0.1", "port": "x"}, SupersetErrorType.CONNECTION_INVALID_PORT_ERROR),
        ({"host": "127.0.0.1", "port": 70000}, SupersetErrorType.CONNECTION_INVALID_PORT_ERROR),
        ({"host": "127.0.0.1", "port": 1}, SupersetErrorType.CONNECTION_PORT_CLOSED_ERROR),
    ],
)
def test_wrong_parameters_are_named(
    parameters: dict[str, object], type_: SupersetErrorType
) -> None:
    errors = RmtEngineSpec.validate_parameters({"parameters": parameters})
    assert type_ in {error.error_type for error in errors}


def test_the_schema_goes_into_the_url() -> None:
    url = make_url("rmt://ann@h:1/a?final=1")
    adjusted, arguments = RmtEngineSpec.adjust_engine_params(url, {"x": 1}, None, "b")
    assert (adjusted.database, adjusted.query, arguments) == ("b", {"final": "1"}, {"x": 1})
    assert RmtEngineSpec.adjust_engine_params(url, {})[0].database == "a"
    assert RmtEngineSpec.get_schema_from_engine_params(url, {}) == "a"
    assert RmtEngineSpec.get_schema_from_engine_params(make_url("rmt://h"), {}) == "default"


@pytest.mark.parametrize(
    ("type_", "literal"),
    [
        ("DATE", "DATE '2026-01-02'"),
        ("Date32", "DATE '2026-01-02'"),
        ("NULLABLE(DATE)", "DATE '2026-01-02'"),
        ("DATETIME64(6, 'UTC')", "TIMESTAMP '2026-01-02 03:04:05.000006'"),
        ("LOWCARDINALITY(NULLABLE(DATETIME))", "TIMESTAMP '2026-01-02 03:04:05.000006'"),
        ("TIMESTAMP", "TIMESTAMP '2026-01-02 03:04:05.000006'"),
        ("STRING", None),
        ("UINT64", None),
    ],
)
def test_times_as_literals(type_: str, literal: str | None) -> None:
    assert RmtEngineSpec.convert_dttm(type_, datetime(2026, 1, 2, 3, 4, 5, 6)) == literal


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("INT8 UINT64 NULLABLE(INT32) TINYINT SMALLINT INT BIGINT", GenericDataType.NUMERIC),
        ("FLOAT32 FLOAT64 FLOAT DOUBLE DECIMAL(10,2) NULLABLE(DECIMAL)", GenericDataType.NUMERIC),
        ("BOOL BOOLEAN NULLABLE(BOOL)", GenericDataType.BOOLEAN),
        ("DATE DATE32 DATETIME DATETIME64(3) TIMESTAMP TIMESTAMP_NTZ", GenericDataType.TEMPORAL),
        ("STRING FIXEDSTRING(4) LOWCARDINALITY(STRING) UUID VARCHAR(3)", GenericDataType.STRING),
        ("ENUM8('A'=1) ARRAY(INT64) MAP(STRING,INT64) TUPLE(DATE)", GenericDataType.STRING),
        ("ARRAY<INT> MAP<INT,DATE> STRUCT<A:INT> ARRAY MAP STRUCT BINARY", GenericDataType.STRING),
    ],
)
def test_types_of_columns(names: str, kind: GenericDataType) -> None:
    for name in names.split():
        spec = RmtEngineSpec.get_column_spec(name)
        assert spec is not None, name
        assert spec.generic_type == kind, name
        assert spec.is_dttm == (kind == GenericDataType.TEMPORAL)


ERRORS = [
    (
        "[TABLE_OR_VIEW_NOT_FOUND] The table or view `db`.`t` cannot be found. Verify the spelling",
        SupersetErrorType.TABLE_DOES_NOT_EXIST_ERROR,
        "db`.`t",
    ),
    (
        "[UNKNOWN_TABLE] Table db.t does not exist. (code 60, SQLSTATE 42P01)",
        SupersetErrorType.TABLE_DOES_NOT_EXIST_ERROR,
        "Table db.t does not exist.",
    ),
    (
        "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column, variable, or function parameter with name "
        "`x` cannot be resolved. Did you mean one of the following? [`k`]. SQLSTATE: 42703",
        SupersetErrorType.COLUMN_DOES_NOT_EXIST_ERROR,
        "`x`",
    ),
    (
        "[PARSE_SYNTAX_ERROR] Syntax error at or near 'SELEC'. SQLSTATE: 42601 (line 1, pos 0)",
        SupersetErrorType.SYNTAX_ERROR,
        "at or near 'SELEC'.",
    ),
    (
        "Cannot connect to h:1: [Errno 111] Connection refused. `rmt serve` starts an endpoint.",
        SupersetErrorType.CONNECTION_PORT_CLOSED_ERROR,
        'Port 1 on hostname "h" refused the connection.',
    ),
    (
        "Cannot connect to h:1: [Errno -2] Name or service not known. `rmt serve` starts an",
        SupersetErrorType.CONNECTION_INVALID_HOSTNAME_ERROR,
        'The hostname "h" cannot be resolved.',
    ),
    (
        "Cannot connect to h:1: timed out. `rmt serve` starts an endpoint.",
        SupersetErrorType.CONNECTION_HOST_DOWN_ERROR,
        'The host "h" might be down',
    ),
    (
        "Cannot connect to h:1: Bad status: 3 (Error validating the login). `rmt serve` starts",
        SupersetErrorType.CONNECTION_ACCESS_DENIED_ERROR,
        "user name or the password is wrong",
    ),
    (
        "The statement was cancelled: it ran for more than query_timeout = 5 s.",
        SupersetErrorType.CONNECTION_DATABASE_TIMEOUT,
        "5 seconds",
    ),
    ("Something else", SupersetErrorType.GENERIC_DB_ENGINE_ERROR, "Something else"),
]


@pytest.mark.parametrize(("message", "type_", "told"), ERRORS)
def test_errors(message: str, type_: SupersetErrorType, told: str) -> None:
    [error] = RmtEngineSpec.extract_errors(dbapi.ProgrammingError(message))
    assert error.error_type == type_
    assert told in error.message


def test_the_drivers_errors_are_supersets() -> None:
    for name in dbapi.__all__:
        kind = getattr(dbapi, name)
        if isinstance(kind, type) and issubclass(kind, dbapi.Error) and kind is not dbapi.Error:
            mapped = RmtEngineSpec.get_dbapi_mapped_exception(kind("what it is"))
            assert type(mapped).__name__.startswith("SupersetDBAPI"), name
            assert str(mapped) == "what it is"


def test_a_query_is_stopped_before_its_session_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    query, committed = SimpleNamespace(status="running"), []
    session = SimpleNamespace(commit=lambda: committed.append(query.status))
    monkeypatch.setattr(engine_spec, "db", SimpleNamespace(session=session))
    RmtEngineSpec.prepare_cancel_query(query)
    assert committed == ["stopped"]


def test_a_statement_without_rows() -> None:
    assert RmtEngineSpec.fetch_data(SimpleNamespace(description=None)) == []


class Cursor:
    """A cursor whose session can end another, or cannot."""

    def __init__(self, error: Exception | None) -> None:
        self.connection = self
        self.session_id = "a" * 64
        self.error = error
        self.ended: list[str] = []

    def end_session(self, session_id: str) -> None:
        if self.error is not None:
            raise self.error
        self.ended.append(session_id)


def test_a_query_is_cancelled_by_its_session() -> None:
    cursor = Cursor(None)
    assert RmtEngineSpec.get_cancel_query_id(cursor, None) == "a" * 64
    assert RmtEngineSpec.cancel_query(cursor, None, "b" * 64)
    assert cursor.ended == ["b" * 64]


def test_a_query_that_has_ended_is_not_cancelled() -> None:
    gone = dbapi.OperationalError("Invalid SessionHandle")
    gone.is_disconnect = True
    assert not RmtEngineSpec.cancel_query(Cursor(gone), None, "b" * 64)
    with pytest.raises(dbapi.OperationalError):
        RmtEngineSpec.cancel_query(Cursor(dbapi.OperationalError("no")), None, "b" * 64)


def test_costs_are_not_estimated() -> None:
    assert not RmtEngineSpec.get_allow_cost_estimate({})
