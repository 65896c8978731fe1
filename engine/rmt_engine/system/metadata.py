"""What drivers of JDBC and ODBC ask HiveServer2 of tables, columns and keys.

Each answer has the columns that `java.sql.DatabaseMetaData` says, in its order. A table is a TABLE
or a VIEW as in ClickHouse's `information_schema.tables`, in the words of JDBC.

Sources: https://docs.oracle.com/en/java/javase/17/docs/api/java.sql/java/sql/DatabaseMetaData.html,
https://clickhouse.com/docs/operations/system-tables/information_schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.definition import sorting_key
from rmt_engine.sql.tables.expressions import column_of, expression_text
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import Table
from rmt_engine.system.driver_types import DriverType, of_clickhouse, of_either, of_spark
from rmt_engine.system.table import SYSTEM_DATABASE, Relation, Row, SystemContext
from rmt_engine.system.tables import SYSTEM_TABLES

__all__ = ["METADATA", "Metadata", "MetadataCall", "NamePattern"]

_TABLE, _VIEW, _TEMPORARY, _SYSTEM = "TABLE", "VIEW", "LOCAL TEMPORARY", "SYSTEM TABLE"
_TYPES = (_TEMPORARY, _SYSTEM, _TABLE, _VIEW)
_GLOBAL_TEMPORARY = "global_temp"
_NO_CATALOG = ""
_IS_GENERATED = ("MATERIALIZED", "ALIAS")
_NO_NULLS, _NULLABLE = 0, 1
_PRIMARY_KEY = "PRIMARY"
_ALL = ("", "*")
_WILDCARDS_AND_OTHERS = re.compile(r"\\.|.", re.DOTALL)


class NamePattern:
    """A pattern of names: `%` is any text, `_` any character, a backslash before one the character.

    Upper and lower case are the same, as in Spark's catalog.

    Args:
        text: the pattern. An empty one and `*` stand for all names, as in HiveServer2.

    Attributes:
        name: the only name it stands for, in small letters; None if there may be several.
    """

    def __init__(self, text: str) -> None:
        pieces = _WILDCARDS_AND_OTHERS.findall("%" if text in _ALL else text)
        self._regex = re.compile(_regex_of(pieces), re.IGNORECASE | re.DOTALL)
        has_wildcards = any(piece in ("%", "_") for piece in pieces)
        self.name = None if has_wildcards else "".join(map(_character, pieces)).lower()

    def matches(self, name: str) -> bool:
        """Whether it stands for the name."""
        return self._regex.fullmatch(name) is not None


def _regex_of(pieces: Sequence[str]) -> str:
    """A pattern as a regular expression that does not look back behind a `%`.

    Else it would try all places for each `%`, while no other thread of the process goes on.

    Args:
        pieces: characters, with the backslash where there is one before.
    """
    texts = [""]
    for piece in pieces:
        if piece == "%":
            texts.append("")
        else:
            texts[-1] += "." if piece == "_" else re.escape(_character(piece))
    first, *others = texts
    if not others:
        return first
    between = "".join(f"(?>.*?{text})" for text in others[:-1] if text)
    return f"{first}{between}.*{others[-1]}"


def _character(piece: str) -> str:
    return piece[-1]


@dataclass(frozen=True)
class MetadataCall:
    """What a driver asks about.

    Attributes:
        schema: a pattern of databases.
        table: a pattern of tables.
        column: a pattern of columns.
        types: the types of tables that are asked for; none for all.
    """

    schema: str = ""
    table: str = ""
    column: str = ""
    types: tuple[str, ...] = ()

    def to_text(self) -> str:
        """It as one word of letters, digits and `+-.=&%_~`, which no statement has to quote."""
        named = {"schema": self.schema, "table": self.table, "column": self.column}
        pairs = [(name, value) for name, value in named.items() if value]
        return urlencode([*pairs, *(("type", one) for one in self.types)])

    @classmethod
    def parse(cls, text: str) -> MetadataCall:
        """What `to_text` made.

        Raises:
            RmtError: `BAD_ARGUMENTS`, it is something else.
        """
        try:
            pairs = parse_qsl(text, strict_parsing=bool(text), keep_blank_values=True)
            types = tuple(value for name, value in pairs if name == "type")
            return cls(**{name: value for name, value in pairs if name != "type"}, types=types)
        except (TypeError, ValueError):
            raise RmtError(
                "BAD_ARGUMENTS",
                f"rmt_metadata was given {text!r}.",
                "It takes schema, table, column and type as a query of a URL has them.",
            ) from None


@dataclass(frozen=True)
class Metadata:
    """The answer to one of the calls.

    Attributes:
        columns: Spark's DDL of its columns.
        rows: makes its rows.
    """

    columns: str
    rows: Callable[[SystemContext, MetadataCall], Iterator[Row]]


@dataclass(frozen=True)
class _Column:
    name: str
    type: DriverType
    comment: str = ""
    default: str = ""
    is_generated: bool = False


@dataclass(frozen=True)
class _Named:
    """Something that can be read by name.

    Attributes:
        database: where it is; None if it is the session's own.
        name: its name.
        type: the type of table that it is to a driver.
        comment: its comment.
        columns: gives its columns.
    """

    database: str | None
    name: str
    type: str
    comment: str
    columns: Callable[[], list[_Column]]


def _tables(context: SystemContext, call: MetadataCall) -> Iterator[Row]:
    found = [one for one in _named(context, call) if not call.types or one.type in call.types]
    for one in sorted(found, key=lambda one: (one.type, one.database or "", one.name)):
        nothing = (None, None, None, None, None)
        yield (_NO_CATALOG, one.database, one.name, one.type, one.comment, *nothing)


def _columns(context: SystemContext, call: MetadataCall) -> Iterator[Row]:
    pattern = NamePattern(call.column)
    for one in sorted(_named(context, call), key=lambda one: (one.database or "", one.name)):
        for position, column in enumerate(one.columns(), start=1):
            if pattern.matches(column.name):
                yield _row_of_column(one, column, position)


def _row_of_column(one: _Named, column: _Column, position: int) -> Row:
    kind = column.type
    return (
        *(None, one.database, one.name, column.name, kind.code, kind.name, kind.size, None),
        *(kind.digits, kind.radix, _NULLABLE if kind.nullable else _NO_NULLS, column.comment),
        *(column.default or None, None, None, kind.octets, position),
        *("YES" if kind.nullable else "NO", None, None, None, None, "NO"),
        "YES" if column.is_generated else "NO",
    )


def _primary_keys(context: SystemContext, call: MetadataCall) -> Iterator[Row]:
    """The columns of unique keys, or the elements of sorting keys as they are written.

    The names in the call are no patterns.
    """
    database, name = call.schema.lower(), call.table.lower()
    for table in (*context.tables(), *context.temporary_tables()):
        own = table.database or None
        if table.name.lower() != name or (database and database != own):
            continue
        key = [column_of(element) or element for element in sorting_key(table.definition)]
        key = list(table.definition.unique_key) or key
        for element, number in sorted((name, number) for number, name in enumerate(key, start=1)):
            yield (_NO_CATALOG, own, table.name, element, number, _PRIMARY_KEY)


def _schemas(context: SystemContext, call: MetadataCall) -> Iterator[Row]:
    pattern = NamePattern(call.schema)
    names = {*(one.name for one in context.databases()), SYSTEM_DATABASE, _GLOBAL_TEMPORARY}
    yield from ((name, _NO_CATALOG) for name in sorted(names) if pattern.matches(name))


def _table_types(_: SystemContext, _call: MetadataCall) -> Iterator[Row]:
    yield from ((one,) for one in _TYPES)


def _named(context: SystemContext, call: MetadataCall) -> Iterator[_Named]:
    """What has a name that is asked for."""
    table = NamePattern(call.table)
    found = _all_named(context, NamePattern(call.schema), table)
    return (one for one in found if table.matches(one.name))


def _all_named(context: SystemContext, schema: NamePattern, asked: NamePattern) -> Iterator[_Named]:
    """All that a database has whose name is asked for, and what is the session's own."""
    temporary = context.temporary_tables()
    for table in context.tables():
        if not table.is_views_own and schema.matches(table.database):
            yield _of_table(table, table.database, _VIEW if table.definition.view else _TABLE)
    for table in temporary:
        yield _of_table(table, None, _TEMPORARY)
    if schema.matches(SYSTEM_DATABASE):
        yield from _of_system()
    for database in context.databases():
        if database.name != SYSTEM_DATABASE and schema.matches(database.name):
            names = None if asked.name is None else frozenset((asked.name,))
            yield from map(_of_relation, context.relations_still(database.name, names))
    own = {table.name.lower() for table in temporary}
    for view in context.temporary_views():
        is_asked = schema.matches(view.database) if view.database else view.name.lower() not in own
        if is_asked:
            yield _of_relation(view)


def _of_table(table: Table, database: str | None, kind: str) -> _Named:
    return _Named(
        database, table.name, kind, table.definition.comment, lambda: _columns_of_table(table)
    )


def _columns_of_table(table: Table) -> list[_Column]:
    """Those that queries can name: values of EPHEMERAL ones are gone once a row is written."""
    return [
        _Column(
            column.name,
            of_clickhouse(parse_type(column.type)),
            column.comment,
            expression_text(column.expression),
            column.kind in _IS_GENERATED,
        )
        for column in table.definition.columns
        if column.kind != "EPHEMERAL"
    ]


def _of_relation(relation: Relation) -> _Named:
    def columns() -> list[_Column]:
        return [_Column(name, of_either(kind), comment) for name, kind, comment in relation.columns]

    kind = _VIEW if relation.engine == "View" else _TABLE
    return _Named(relation.database or None, relation.name, kind, relation.comment, columns)


def _of_system() -> Iterator[_Named]:
    for table in SYSTEM_TABLES.values():
        columns = table.column_types()
        yield _Named(
            SYSTEM_DATABASE,
            table.name,
            _SYSTEM,
            table.description,
            lambda columns=columns: [  # type: ignore[misc]
                _Column(name, of_spark(kind)) for name, kind in columns
            ],
        )


METADATA: dict[str, Metadata] = {
    "tables": Metadata(
        """TABLE_CAT STRING, TABLE_SCHEM STRING, TABLE_NAME STRING, TABLE_TYPE STRING,
        REMARKS STRING, TYPE_CAT STRING, TYPE_SCHEM STRING, TYPE_NAME STRING,
        SELF_REFERENCING_COL_NAME STRING, REF_GENERATION STRING""",
        _tables,
    ),
    "columns": Metadata(
        """TABLE_CAT STRING, TABLE_SCHEM STRING, TABLE_NAME STRING, COLUMN_NAME STRING,
        DATA_TYPE INT, TYPE_NAME STRING, COLUMN_SIZE INT, BUFFER_LENGTH TINYINT,
        DECIMAL_DIGITS INT, NUM_PREC_RADIX INT, NULLABLE INT, REMARKS STRING, COLUMN_DEF STRING,
        SQL_DATA_TYPE INT, SQL_DATETIME_SUB INT, CHAR_OCTET_LENGTH INT, ORDINAL_POSITION INT,
        IS_NULLABLE STRING, SCOPE_CATALOG STRING, SCOPE_SCHEMA STRING, SCOPE_TABLE STRING,
        SOURCE_DATA_TYPE SMALLINT, IS_AUTOINCREMENT STRING, IS_GENERATEDCOLUMN STRING""",
        _columns,
    ),
    "primary_keys": Metadata(
        """TABLE_CAT STRING, TABLE_SCHEM STRING, TABLE_NAME STRING, COLUMN_NAME STRING,
        KEY_SEQ SMALLINT, PK_NAME STRING""",
        _primary_keys,
    ),
    "schemas": Metadata("TABLE_SCHEM STRING, TABLE_CATALOG STRING", _schemas),
    "table_types": Metadata("TABLE_TYPE STRING", _table_types),
}
"""The answers, by the names that `rmt_metadata` has for them."""
