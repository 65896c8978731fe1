"""What there is on the endpoint, as SQLAlchemy's Inspector tells it.

All tables and views of a schema come with four queries of the database `system`; a table of Spark's
own takes a DESCRIBE.

Source: docs/system.md; https://docs.sqlalchemy.org/core/reflection.html.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import exc, text
from sqlalchemy.engine import reflection

from sqlalchemy_rmt import engines
from sqlalchemy_rmt.type_text import parse_type, split_list, unquoted
from sqlalchemy_rmt.types import quote_text

if TYPE_CHECKING:
    from sqlalchemy.engine.default import DefaultDialect as _Base
else:
    _Base = object

__all__ = ["RmtReflection"]

_Method = TypeVar("_Method", bound=Callable[..., Any])

_ENGINE = re.compile(r"(\w+)(?:\(((?:[^()]|\([^()]*\))*)\))?")
_OF_OTHERS = re.compile(r"(Buffer|Merge)\((.*)\)", re.DOTALL)
_TUPLE = re.compile(r"(?:tuple)?\((.*)\)", re.DOTALL)
_SETTINGS = re.compile(r".*\bSETTINGS (.*)", re.DOTALL)
_TTL = re.compile(r".*? ORDER BY .*? TTL (.*) SETTINGS ", re.DOTALL)
_DEFAULT_GRANULARITY = ("index_granularity", "8192")
_ENGINES = {
    kind.name: kind
    for kind in (
        engines.AggregatingMergeTree,
        engines.CoalescingMergeTree,
        engines.CollapsingMergeTree,
        engines.MergeTree,
        engines.ReplacingMergeTree,
        engines.ReplicatedAggregatingMergeTree,
        engines.ReplicatedCoalescingMergeTree,
        engines.ReplicatedCollapsingMergeTree,
        engines.ReplicatedMergeTree,
        engines.ReplicatedReplacingMergeTree,
        engines.ReplicatedSummingMergeTree,
        engines.ReplicatedVersionedCollapsingMergeTree,
        engines.SummingMergeTree,
        engines.VersionedCollapsingMergeTree,
    )
}
_CONSTRAINT = re.compile(r"CONSTRAINT (`(?:[^`\\]|\\.)*`|\w+) CHECK (.*)", re.DOTALL)
_TABLES = (
    "SELECT name, engine_full, sorting_key, primary_key, partition_key, sampling_key, unique_key, "
    "comment, create_table_query"
)
_MATERIALIZED_VIEW = "MaterializedView"
"""What `system.tables` has as the engine of a materialized view."""
_OWN_TABLE = ".inner_id."
"""How the names of tables begin that materialized views made for their rows."""
_COLUMNS = (
    "SELECT `table`, name, type, default_kind, default_expression, comment, compression_codec"
)
_INDEXES = "SELECT `table`, name, expr, type_full, granularity"
_UNKNOWN_TABLE = "42P01"


def _cached(method: _Method) -> _Method:
    """SQLAlchemy's `reflection.cache`; that of 1.4 cannot read annotations."""
    method.__annotations__ = {}
    return reflection.cache(method)


@dataclass
class _Description:
    """A table as `system` describes it.

    Attributes:
        engine: its engine with all clauses; None for one that has no class here.
        version_key: the columns of the unique key, or else of the sorting key; none if there is an
            expression in it.
        comment: its comment.
        columns: SQLAlchemy's dictionaries of columns.
        checks: SQLAlchemy's dictionaries of CHECK constraints.
        indexes: its skipping indexes.
        projections: its projections.
    """

    engine: engines.Engine | None
    version_key: list[str]
    comment: str | None
    checks: list[dict[str, Any]]
    columns: list[dict[str, Any]] = field(default_factory=list)
    indexes: list[engines.SkippingIndex] = field(default_factory=list)
    projections: list[engines.Projection] = field(default_factory=list)


class RmtReflection(_Base):
    """The methods that the Inspector asks."""

    # Names

    @_cached
    def get_schema_names(self, connection: Any, **kw: Any) -> list[str]:
        """The databases."""
        return [row[0] for row in _rows(connection, "SHOW DATABASES")]

    @_cached
    def get_table_names(self, connection: Any, schema: str | None = None, **kw: Any) -> list[str]:
        """The tables of the endpoint's engines, and those of Spark's own.

        Those that materialized views made for their rows are left out: they come and go with these.
        """
        database = self._database(schema)
        engines_of = self._our_names(connection, database, **kw)
        ours = [name for name, engine in engines_of.items() if engine != _MATERIALIZED_VIEW]
        ours = [name for name in ours if not name.startswith(_OWN_TABLE)]
        views = set(self._all_view_names(connection, database, **kw))
        known = {name.lower() for name in engines_of}
        others = [
            row[1]
            for row in _rows(connection, f"SHOW TABLES IN {self._quoted(database)}")
            if row[1] not in views and row[1].lower() not in known and not _is_temporary(row)
        ]
        return sorted([*ours, *others])

    @_cached
    def get_view_names(self, connection: Any, schema: str | None = None, **kw: Any) -> list[str]:
        """The views; a table of the endpoint's engines is none, though Spark takes it for one."""
        database = self._database(schema)
        known = {name.lower() for name in self._our_names(connection, database, **kw)}
        names = self._all_view_names(connection, database, **kw)
        return sorted(name for name in names if name.lower() not in known)

    @_cached
    def get_materialized_view_names(
        self, connection: Any, schema: str | None = None, **kw: Any
    ) -> list[str]:
        """The materialized views."""
        engines_of = self._our_names(connection, self._database(schema), **kw)
        return sorted(name for name, engine in engines_of.items() if engine == _MATERIALIZED_VIEW)

    def _our_names(self, connection: Any, database: str, **kw: Any) -> dict[str, str]:
        """The tables and materialized views of a database, with their engines."""
        tables = self._our_tables(connection, database, **kw)
        return {name: engine for name, engine, is_temporary in tables if not is_temporary}

    @_cached
    def _our_tables(self, connection: Any, database: str, **kw: Any) -> list[tuple[str, str, bool]]:
        """The tables of a database and the session's temporary ones: name, engine, whether such."""
        query = (
            "SELECT name, engine, is_temporary FROM system.tables "
            f"WHERE (database = {quote_text(database)} OR is_temporary = 1) AND engine <> 'View'"
        )
        return [(row[0], row[1], bool(row[2])) for row in _rows(connection, query)]

    @_cached
    def _all_view_names(self, connection: Any, database: str, **kw: Any) -> list[str]:
        views = _rows(connection, f"SHOW VIEWS IN {self._quoted(database)}")
        return [row[1] for row in views if not _is_temporary(row)]

    def get_temp_table_names(
        self, connection: Any, schema: str | None = None, **kw: Any
    ) -> list[str]:
        """The temporary tables of this session."""
        tables = self._our_tables(connection, self._database(schema), **kw)
        return sorted(name for name, _, is_temporary in tables if is_temporary)

    def get_temp_view_names(
        self, connection: Any, schema: str | None = None, **kw: Any
    ) -> list[str]:
        """The temporary views of this session, among which Spark counts temporary tables."""
        tables = self.get_temp_table_names(connection, schema, **kw)
        return [
            row[1]
            for row in _rows(connection, "SHOW VIEWS")
            if not row[0] and _is_temporary(row) and row[1] not in tables
        ]

    @_cached
    def has_table(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> bool:
        """Whether there is a table or a view of that name; what is temporary has no schema."""
        name = self._quoted(self._database(schema), table_name)
        if _rows(connection, f"EXISTS TABLE {name}")[0][0]:
            return True
        if schema is not None:
            return False
        temporary = self.get_temp_table_names(connection) + self.get_temp_view_names(connection)
        return table_name.lower() in {name.lower() for name in temporary}

    @_cached
    def has_schema(self, connection: Any, schema_name: str, **kw: Any) -> bool:
        """Whether there is a database of that name."""
        return bool(_rows(connection, f"EXISTS DATABASE {self._quoted(schema_name)}")[0][0])

    # Tables

    @_cached
    def get_columns(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> list[Any]:
        """Columns with ClickHouse's types; the codec is an option of the dialect."""
        found = self._describe(connection, table_name, schema, **kw)
        if found is not None:
            return [dict(column) for column in found.columns]
        return self._describe_foreign(connection, table_name, schema)

    @_cached
    def get_pk_constraint(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> Any:
        """The unique key, or else the sorting key, if it is made of columns only."""
        found = self._existing(connection, table_name, schema, **kw)
        return {"name": None, "constrained_columns": list(found.version_key) if found else []}

    @_cached
    def get_table_comment(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> Any:
        """The comment of a table."""
        found = self._existing(connection, table_name, schema, **kw)
        return {"text": found.comment if found else None}

    @_cached
    def get_table_options(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> dict[str, Any]:
        """`rmt_engine`, with all clauses, `rmt_skipping_indexes` and `rmt_projections`."""
        found = self._existing(connection, table_name, schema, **kw)
        if found is None:
            return {}
        options = {
            "rmt_engine": found.engine,
            "rmt_skipping_indexes": tuple(found.indexes),
            "rmt_projections": tuple(found.projections),
        }
        return {name: value for name, value in options.items() if value}

    @_cached
    def get_foreign_keys(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> list[Any]:
        """None: there are no foreign keys."""
        self._existing(connection, table_name, schema, **kw)
        return []

    @_cached
    def get_indexes(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> list[Any]:
        """None: skipping indexes are among the table's options, as CREATE INDEX makes none."""
        self._existing(connection, table_name, schema, **kw)
        return []

    @_cached
    def get_unique_constraints(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> list[Any]:
        """None: there is no UNIQUE."""
        self._existing(connection, table_name, schema, **kw)
        return []

    @_cached
    def get_check_constraints(
        self, connection: Any, table_name: str, schema: str | None = None, **kw: Any
    ) -> list[Any]:
        """The CHECKs, in the order of their declaration."""
        found = self._existing(connection, table_name, schema, **kw)
        return [dict(check) for check in found.checks] if found else []

    @_cached
    def get_view_definition(
        self, connection: Any, view_name: str, schema: str | None = None, **kw: Any
    ) -> str:
        """The query of a view, or of a materialized one.

        Raises:
            NoSuchTableError: there is no such view.
        """
        database = self._database(schema)
        if view_name in self.get_materialized_view_names(connection, schema, **kw):
            query = (
                f"SELECT as_select FROM system.tables WHERE database = {quote_text(database)} "
                f"AND name = {quote_text(view_name)}"
            )
            return str(_rows(connection, query)[0][0])
        known = {name.lower() for name in self._our_names(connection, database, **kw)}
        if view_name.lower() in known:
            raise exc.NoSuchTableError(view_name)
        for row in self._described_rows(connection, view_name, schema, "EXTENDED "):
            if row[0] == "View Text":
                return str(row[1])
        raise exc.NoSuchTableError(view_name)

    # How it is found out

    def _default_multi_reflect(
        self,
        single_tbl_method: Any,
        connection: Any,
        kind: Any,
        schema: Any,
        filter_names: Any,
        scope: Any,
        **kw: Any,
    ) -> Any:
        """Reflects many tables; asks for all of a schema at once before."""
        cache = kw.get("info_cache")
        if cache is not None and (not filter_names or len(filter_names) > 1):
            self._describe_all(connection, self._database(schema), cache)
        return super()._default_multi_reflect(
            single_tbl_method, connection, kind, schema, filter_names, scope, **kw
        )

    def _existing(
        self, connection: Any, table_name: str, schema: str | None, **kw: Any
    ) -> _Description | None:
        """The description of a table of the endpoint's, or of a view; None for other tables.

        Raises:
            NoSuchTableError: there is nothing of that name.
        """
        found = self._describe(connection, table_name, schema, **kw)
        if found is None and not self.has_table(connection, table_name, schema, **kw):
            raise exc.NoSuchTableError(table_name)
        return found

    def _describe(
        self, connection: Any, table_name: str, schema: str | None, **kw: Any
    ) -> _Description | None:
        database = self._database(schema)
        cache = kw.get("info_cache")
        cache = {} if cache is None else cache
        everything = cache.get(_all_of(database))
        if everything is not None:
            return everything.get(table_name.lower())  # type: ignore[no-any-return]
        key = ("rmt_description", database, table_name.lower())
        if key not in cache:
            condition = f"lower({{}}) = {quote_text(table_name.lower())}"
            cache[key] = _descriptions(connection, database, condition).get(table_name.lower())
        return cache[key]  # type: ignore[no-any-return]

    @staticmethod
    def _describe_all(connection: Any, database: str, cache: dict[Any, Any]) -> None:
        if _all_of(database) not in cache:
            cache[_all_of(database)] = _descriptions(connection, database, "true")

    def _describe_foreign(
        self, connection: Any, table_name: str, schema: str | None
    ) -> list[dict[str, Any]]:
        """The columns of a temporary view, or of a table of Spark's own."""
        columns: list[dict[str, Any]] = []
        for name, type_, comment in self._described_rows(connection, table_name, schema, ""):
            if not name or name.startswith("#"):
                break
            columns.append(
                {
                    "name": name,
                    "type": parse_type(type_)[0],
                    "nullable": True,
                    "default": None,
                    "comment": comment or None,
                }
            )
        return columns

    def _described_rows(
        self, connection: Any, name: str, schema: str | None, extended: str
    ) -> list[Any]:
        places = [self._quoted(self._database(schema), name)]
        if schema is None:
            places.append(self._quoted(name))  # A temporary view is in no database.
        for place in places:
            try:
                return _rows(connection, f"DESCRIBE TABLE {extended}{place}")
            except exc.ProgrammingError as error:
                if getattr(error.orig, "sqlstate", None) != _UNKNOWN_TABLE:
                    raise
        raise exc.NoSuchTableError(name)

    def _database(self, schema: str | None) -> str:
        return schema or self.default_schema_name or "default"

    def _quoted(self, *names: str) -> str:
        quote = self.identifier_preparer.quote_identifier
        return ".".join(quote(name) for name in names)


def _all_of(database: str) -> tuple[str, str]:
    return ("rmt_descriptions", database)


def _descriptions(connection: Any, database: str, condition: str) -> dict[str, _Description]:
    """The tables and views of a database whose name meets a condition, by lower-case name."""
    where = f"WHERE database = {quote_text(database)} AND {condition}"
    tables = _rows(connection, f"{_TABLES} FROM system.tables {where.format('name')}")
    found = {row[0].lower(): _table(*row[1:]) for row in tables}
    if not found:
        return {}
    named = where.format("`table`")
    for table, *column in _rows(
        connection,
        f"{_COLUMNS} FROM system.columns {named} AND default_kind <> 'EPHEMERAL' "
        "ORDER BY `table`, position",
    ):
        if table.lower() in found:
            found[table.lower()].columns.append(_column(*column))
    for table, *index in _rows(connection, f"{_INDEXES} FROM system.data_skipping_indices {named}"):
        if table.lower() in found:
            found[table.lower()].indexes.append(_index(*index))
    for table, name, query in _rows(
        connection, f"SELECT `table`, name, query FROM system.projections {named}"
    ):
        if table.lower() in found:
            found[table.lower()].projections.append(engines.Projection(name, query))
    return found


def _table(
    engine_full: str,
    sorting_key: str,
    primary_key: str,
    partition_key: str,
    sampling_key: str,
    unique_key: str,
    comment: str,
    declaration: str,
) -> _Description:
    of_others = _OF_OTHERS.fullmatch(engine_full)
    if of_others is not None:
        engine = _engine_of_others(of_others[1], split_list(of_others[2]))
        return _Description(engine, [], comment or None, _checks(declaration))
    head = _ENGINE.match(engine_full)
    if head is None or head[1] not in _ENGINES:
        # A view, or an engine without keys, as Memory, that has no class here.
        return _Description(None, [], comment or None, _checks(declaration))
    arguments = [_argument(text) for text in split_list(head[2] or "")]
    make: Callable[..., engines.Engine] = _ENGINES[head[1]]
    sorting_key = _declared_key(_ENGINES[head[1]], arguments, sorting_key, primary_key)
    order_by = _key(sorting_key)
    unique = _columns_of(unique_key)
    engine = make(
        *arguments,
        **({"unique_key": unique} if unique else {}),
        order_by=order_by,
        partition_by=_key(partition_key),
        primary_key=_key(primary_key) if primary_key != sorting_key else None,
        sample_by=_key(sampling_key),
        ttl=_ttl(engine_full),
        settings=_settings(engine_full),
    )
    plain = [element for element in order_by if isinstance(element, str)]
    version_key = unique or (plain if len(plain) == len(order_by) else [])
    return _Description(engine, version_key, comment or None, _checks(declaration))


def _columns_of(key: str) -> list[str]:
    """The columns of a key that has nothing else."""
    inside = _TUPLE.fullmatch(key)
    return [unquoted(name) or name for name in split_list(inside[1] if inside else key)]


def _engine_of_others(name: str, arguments: list[str]) -> engines.Engine:
    """`Merge` or `Buffer` of its arguments as SQL."""
    database, table, *limits = arguments
    if name == "Buffer":
        return engines.Buffer(_string(database), _string(table), map(int, limits))
    pattern = database.removeprefix("REGEXP(").removesuffix(")")
    is_regexp = pattern != database
    return engines.Merge(_string(pattern), _string(table), is_regexp=is_regexp)


def _string(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def _argument(text: str) -> Any:
    """An argument of an engine: a column, or a tuple of columns."""
    inside = _TUPLE.fullmatch(text)
    if inside is None:
        return unquoted(text) or text
    return tuple(unquoted(name) or name for name in split_list(inside[1]))


def _declared_key(
    kind: type[engines.Engine], arguments: list[Any], sorting_key: str, primary_key: str
) -> str:
    """The sorting key as ORDER BY has it: without the version that an engine puts behind it."""
    *declared, last = split_list(sorting_key) or [""]
    if not issubclass(kind, engines.VersionedCollapsingMergeTree) or last != arguments[-1]:
        return sorting_key
    return sorting_key if primary_key == sorting_key else ", ".join(declared)


def _checks(declaration: str) -> list[dict[str, Any]]:
    """The CHECKs in a CREATE TABLE statement."""
    columns = declaration.partition("\n(\n")[2].rpartition("\n)\nENGINE = ")[0]
    found = (_CONSTRAINT.fullmatch(element) for element in split_list(columns))
    return [{"name": unquoted(check[1]), "sqltext": _escaped(check[2])} for check in found if check]


def _key(key: str) -> tuple[engines.Expression, ...]:
    elements = split_list(key)
    return tuple(unquoted(element) or text(_escaped(element)) for element in elements)


def _ttl(engine_full: str) -> tuple[engines.Expression, ...]:
    found = _TTL.match(engine_full)
    return _key(found[1]) if found else ()


def _settings(engine_full: str) -> dict[str, Any]:
    found = _SETTINGS.match(engine_full)
    pairs = (pair.split(" = ", 1) for pair in split_list(found[1] if found else ""))
    return {name: _bare(value) for name, value in pairs if (name, value) != _DEFAULT_GRANULARITY}


def _bare(value: str) -> str:
    """The value of a setting without its quotes: texts have them, numbers have none."""
    if not value.startswith("'"):
        return value
    return re.sub(r"\\(.)", r"\1", value[1:-1])


def _column(
    name: str, type_text: str, kind: str, expression: str, comment: str, codec: str
) -> dict[str, Any]:
    type_, nullable = parse_type(type_text)
    column: dict[str, Any] = {
        "name": name,
        "type": type_,
        "nullable": nullable,
        "default": _escaped(expression) if kind == "DEFAULT" else None,
        "comment": comment or None,
    }
    if kind in ("MATERIALIZED", "ALIAS"):
        column["computed"] = {"sqltext": _escaped(expression), "persisted": kind == "MATERIALIZED"}
    if codec:
        column["dialect_options"] = {"rmt_codec": codec.removeprefix("CODEC(").removesuffix(")")}
    return column


def _index(name: str, expression: str, type_: str, granularity: int) -> engines.SkippingIndex:
    plain = unquoted(expression) or text(_escaped(expression))
    return engines.SkippingIndex(name, plain, type_, granularity)


def _escaped(sql: str) -> str:
    """SQL for `text()`, which takes `:name` for a parameter."""
    return re.sub(r"(?<![:\w\\]):(?=\w)", r"\:", sql)


def _is_temporary(shown: Any) -> bool:
    """Whether a row of SHOW TABLES or SHOW VIEWS is of something temporary."""
    return str(shown[2]).lower() == "true"


def _rows(connection: Any, sql: str) -> list[Any]:
    rows: Iterable[Any] = connection.exec_driver_sql(sql)
    return list(rows)
