"""Alembic on the endpoint: `import sqlalchemy_rmt.alembic` in `env.py`. Needs Alembic 1.18.

An unchanged schema gives an empty migration. Changes of columns with their codecs and expressions,
of comments and settings become ALTER TABLE; what the endpoint cannot change (engines, keys) is an
error that says so.

Sources: https://alembic.sqlalchemy.org/en/latest/api/autogenerate.html, docs/sql.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from alembic.autogenerate import comparators, renderers
from alembic.ddl.base import AddColumn, visit_add_column
from alembic.ddl.impl import DefaultImpl
from alembic.operations import Operations, ops
from alembic.util import CommandError
from alembic.util.langhelpers import DispatchPriority, PriorityDispatchResult
from sqlalchemy import Column, MetaData, String, Table, inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.compiler import compiles

from sqlalchemy_rmt import engines, types
from sqlalchemy_rmt.commands import alter_column, modify_settings, reset_settings
from sqlalchemy_rmt.ddl import is_computed, is_nullable, settings_of_columns
from sqlalchemy_rmt.engines import MergeTree, engine_of
from sqlalchemy_rmt.settings import setting_value, settings_text

if TYPE_CHECKING:
    from alembic.autogenerate.api import AutogenContext
    from sqlalchemy.sql.elements import ClauseElement
    from sqlalchemy.types import TypeEngine

__all__ = ["AlterColumnOptionsOp", "AlterTableSettingsOp", "RmtImpl"]

_WITHOUT_KEYS = ("Buffer", "Merge")
_ENGINE_NAMES = (
    *(name for name in engines.__all__ if name.endswith("MergeTree") or name in _WITHOUT_KEYS),
    "Projection",
    "SkippingIndex",
)


_FORMATTED = text("SELECT formatQuerySingleLineOrNull(:query) AS shown FROM system.one")
_QUOTED_WORD = re.compile(r"`(\w+)`")
_IMPORTS = (
    "from sqlalchemy import text",
    "from sqlalchemy_rmt import types",
    f"from sqlalchemy_rmt.engines import {', '.join(sorted(_ENGINE_NAMES))}",
)


@compiles(AddColumn, "rmt")
def _add_column(element: Any, compiler: Any, **kw: Any) -> str:
    """ADD COLUMN, with what a Nested column needs."""
    statement = str(visit_add_column(element, compiler, **kw))
    settings = settings_of_columns([element.column])
    return f"{statement} SETTINGS {settings_text(settings)}" if settings else statement


class RmtImpl(DefaultImpl):
    """Alembic's operations in the endpoint's words."""

    __dialect__ = "rmt"
    transactional_ddl = False

    def version_table_impl(
        self,
        *,
        version_table: str,
        version_table_schema: str | None,
        version_table_pk: bool,
        **kw: Any,
    ) -> Table:
        """The table of the current version: its row is updated, so it is in no key."""
        return Table(
            version_table,
            MetaData(),
            Column("version_num", String(32), nullable=False),
            MergeTree(order_by=()),
            schema=version_table_schema,
        )

    def alter_column(  # noqa: PLR0913
        self,
        table_name: str,
        column_name: str,
        *,
        nullable: bool | None = None,
        server_default: Any = False,
        name: str | None = None,
        type_: TypeEngine[Any] | None = None,
        schema: str | None = None,
        autoincrement: bool | None = None,
        comment: str | Literal[False] | None = False,
        existing_comment: str | None = None,
        existing_type: TypeEngine[Any] | None = None,
        existing_server_default: Any = None,
        existing_nullable: bool | None = None,
        existing_autoincrement: bool | None = None,
        **kw: Any,
    ) -> None:
        """One ALTER TABLE for each thing that changes.

        Raises:
            CommandError: the type changes or NULL does, and nobody said what the other one is.
        """
        table = Table(table_name, MetaData(), schema=schema)
        is_redeclared = type_ is not None or nullable is not None
        if is_redeclared:
            wanted = existing_type if type_ is None else type_
            can_be_null = existing_nullable if nullable is None else nullable
            if wanted is None or can_be_null is None:
                raise CommandError(
                    f"alter_column of {table_name}.{column_name} needs existing_type and "
                    "existing_nullable: a type is declared as a whole."
                )
            # NULLs of a column that stops to be Nullable become the default, named beside the type.
            default = existing_server_default if server_default is False else server_default
            default = None if default is False else default
            column: Column[Any] = Column(
                column_name, wanted, nullable=can_be_null, server_default=default
            )
            self._exec(alter_column(table, column_name, type=column))
        if server_default is None or (server_default is not False and not is_redeclared):
            column = Column(column_name, String(), server_default=server_default)
            self._exec(alter_column(table, column_name, default=column))
        if comment is not False:
            self._exec(alter_column(table, column_name, comment=comment or ""))
        if name is not None and name != column_name:
            self._exec(alter_column(table, column_name, name=name))

    def compare_type(self, inspector_column: Column[Any], metadata_column: Column[Any]) -> bool:
        """Whether the declarations differ."""
        text = self.dialect.type_compiler.process
        return bool(text(inspector_column.type) != text(metadata_column.type))

    def compare_server_default(
        self,
        inspector_column: Any,
        metadata_column: Any,
        rendered_metadata_default: Any,
        rendered_inspector_default: Any,
    ) -> bool:
        """Whether the expressions differ, however that of the model is written."""
        dialect: Any = self.dialect
        compiler = dialect.ddl_compiler(dialect, None)
        there = compiler.get_column_default_string(inspector_column)
        if there == compiler.get_column_default_string(metadata_column):
            return False
        shown = _as_shown(dialect, self.connection)
        return bool(there != shown.get_column_default_string(metadata_column))

    def correct_for_autogen_foreignkeys(self, conn_fks: set[Any], metadata_fks: set[Any]) -> None:
        """There are none to create: they are for the ORM."""
        metadata_fks.clear()

    def correct_for_autogen_constraints(
        self,
        conn_uniques: set[Any],
        conn_indexes: set[Any],
        metadata_unique_constraints: set[Any],
        metadata_indexes: set[Any],
    ) -> None:
        """Indexes that are there need not be created: the Inspector shows none."""
        if self.connection is None:
            return
        inspector = inspect(self.connection)
        for index in list(metadata_indexes):
            table = index.table
            if not inspector.has_table(table.name, schema=table.schema):
                continue
            options: Any = inspector.get_table_options(table.name, schema=table.schema)
            there = {known.name for known in options.get("rmt_skipping_indexes", ())}
            if index.name in there:
                metadata_indexes.discard(index)

    def render_ddl_sql_expr(
        self, expr: ClauseElement, is_server_default: bool = False, **kw: Any
    ) -> str:
        """An expression as a migration has it: SQLAlchemy doubles percent signs when it is sent."""
        sql = super().render_ddl_sql_expr(expr, is_server_default, **kw)
        return sql.replace("%%", "%") if self.dialect.identifier_preparer._double_percents else sql

    def render_type(
        self, type_obj: TypeEngine[Any], autogen_context: AutogenContext
    ) -> str | Literal[False]:
        """Types of this package with their module, which is imported, and engines with it."""
        autogen_context.imports.update(_IMPORTS)
        if not isinstance(type_obj, (types.ClickHouseType, types.Wrapper)):
            return False
        names = "|".join(name for name in types.__all__)
        return re.sub(rf"'(?:[^'\\]|\\.)*'|\b(?:{names})\(", _qualified, repr(type_obj))


def _qualified(found: re.Match[str]) -> str:
    """A type with its module; a string stays."""
    return found[0] if found[0].startswith("'") else f"types.{found[0]}"


@comparators.dispatch_for("schema", qualifier="rmt", priority=DispatchPriority.FIRST)
def _declare_nullability(autogen_context: AutogenContext, *_: Any) -> None:
    """Writes down for each column of the models what CREATE TABLE would make of it."""
    for table in autogen_context.sorted_tables:
        for column in table.columns:
            column.nullable = is_nullable(column, autogen_context.dialect)


@comparators.dispatch_for(
    "column", qualifier="rmt", priority=DispatchPriority.FIRST, subgroup="server_default"
)
def _leave_to_options(
    _context: AutogenContext,
    _operation: ops.AlterColumnOp,
    _schema: str | None,
    _table: str,
    _name: str,
    conn_col: Column[Any],
    metadata_col: Column[Any],
) -> PriorityDispatchResult:
    """A DEFAULT beside a MATERIALIZED or ALIAS is compared by `_compare_options`."""
    if is_computed(conn_col) or is_computed(metadata_col):
        return PriorityDispatchResult.STOP
    return PriorityDispatchResult.CONTINUE


@comparators.dispatch_for("table", qualifier="rmt")
def _compare_options(
    autogen_context: AutogenContext,
    modify_table_ops: ops.ModifyTableOps,
    schema: str | None,
    tname: str,
    conn_table: Table | None,
    metadata_table: Table | None,
) -> None:
    """Other codecs, MATERIALIZED and ALIAS expressions become MODIFY COLUMN."""
    if conn_table is None or metadata_table is None or engine_of(conn_table) is None:
        return
    dialect: Any = autogen_context.dialect
    compiler = dialect.ddl_compiler(dialect, None)
    shown = _as_shown(dialect, autogen_context.connection)
    for column in metadata_table.columns:
        known = conn_table.columns.get(column.name)
        if known is None:
            continue
        before, after = (_options(compiler, one) for one in (known, column))
        if not (is_computed(known) or is_computed(column)):
            before["expression"] = after["expression"]
        changed = _changed(before, after)
        if changed:
            changed = {name: after[name] for name in _changed(before, _options(shown, column))}
        if changed:
            existing = {name: before[name] for name in changed}
            modify_table_ops.ops.append(
                AlterColumnOptionsOp(tname, column.name, changed, existing, schema)
            )


def _options(compiler: Any, column: Column[Any]) -> dict[str, str | None]:
    """The codec and the expression of a column, as SQL."""
    expression = compiler.column_expression(column)
    if compiler.preparer._double_percents:
        expression = expression.replace("%%", "%")
    codec = column.dialect_options["rmt"]["codec"]
    return {"codec": codec, "expression": expression or None}


def _changed(
    before: Mapping[str, str | None], after: Mapping[str, str | None]
) -> dict[str, str | None]:
    return {
        name: value
        for name, value in after.items()
        if _comparable(value) != _comparable(before[name])
    }


def _comparable(sql: str | None) -> str:
    return " ".join(_QUOTED_WORD.sub(r"\1", sql or "").split())


def _as_shown(dialect: Any, connection: Connection | None) -> Any:
    """A compiler of CREATE TABLE that writes expressions as the endpoint shows them.

    Those of models may be written otherwise: `a*2+1` is `(a * 2) + 1` in the endpoint's answers.
    """

    class ShownDeclarations(dialect.ddl_compiler):  # type: ignore[misc]
        def _expression(self, element: Any) -> str:
            return self._shown(super()._expression(element))

        def _formula(self, formula: Any) -> str | None:
            written = super()._formula(formula)
            return None if written is None else self._shown(written)

        def _shown(self, written: str) -> str:
            if connection is None or re.fullmatch(r"`?\w+`?", written):
                return written
            is_doubled = self.preparer._double_percents
            plain = written.replace("%%", "%") if is_doubled else written
            found = connection.execute(_FORMATTED, {"query": f"SELECT {plain}"}).scalar()
            if found is None:
                return written
            return str(self._escaped(str(found).removeprefix("SELECT ")))

    return ShownDeclarations(dialect, None)


@comparators.dispatch_for("table", qualifier="rmt")
def _compare_engines(
    autogen_context: AutogenContext,
    modify_table_ops: ops.ModifyTableOps,
    schema: str | None,
    tname: str,
    conn_table: Table | None,
    metadata_table: Table | None,
) -> None:
    """Settings become MODIFY SETTING and RESET SETTING.

    Raises:
        CommandError: the engine, a key or a skipping index differs.
    """
    if conn_table is None or metadata_table is None or engine_of(conn_table) is None:
        return
    dialect: Any = autogen_context.dialect
    compiler = dialect.ddl_compiler(dialect, None)
    shown = _as_shown(dialect, autogen_context.connection)
    conn_table = _without_created_indexes(compiler, shown, conn_table, metadata_table)
    there, wanted = (
        _comparable(compiler.lasting_declaration(table)) for table in (conn_table, metadata_table)
    )
    if there != wanted and there != _comparable(shown.lasting_declaration(metadata_table)):
        raise CommandError(
            f"Table {tname} is {there} in the database and {wanted} in the models. The endpoint "
            "cannot change that: create a new table, copy the rows, and exchange the tables."
        )
    before, after = (_settings(table) for table in (conn_table, metadata_table))
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    gone = {name: value for name, value in before.items() if name not in after}
    if changed or gone:
        old = {name: before[name] for name in changed if name in before} | gone
        new = [name for name in changed if name not in before]
        modify_table_ops.ops.append(
            AlterTableSettingsOp(tname, changed, list(gone), schema, old, new)
        )


def _without_created_indexes(compiler: Any, shown: Any, there: Table, wanted: Table) -> Table:
    """A table without the skipping indexes that the models have as indexes of their own.

    Raises:
        CommandError: one of them is another index there.
    """
    created = {str(index.name): index for index in wanted.indexes}
    known = engines.skipping_indexes_of(there)
    for index in known:
        declared = created.get(index.name)
        if declared is None:
            continue
        there_text, wanted_text = compiler.skipping_index_text(index), compiler.index_text(declared)
        if _comparable(there_text) == _comparable(wanted_text):
            continue
        if _comparable(there_text) != _comparable(shown.index_text(declared)):
            raise CommandError(
                f"The index {there_text} of table {there.name} is {wanted_text} in the models: "
                "drop it in a migration, and create the new one in the next."
            )
    copy = there.to_metadata(MetaData())
    copy.dialect_kwargs["rmt_skipping_indexes"] = tuple(i for i in known if i.name not in created)
    return copy


def _settings(table: Table) -> dict[str, str]:
    engine = engine_of(table)
    settings = engine.settings if engine is not None else {}
    return {name: setting_value(value).strip("'") for name, value in settings.items()}


@Operations.register_operation("alter_column_options")
class AlterColumnOptionsOp(ops.MigrateOperation):
    """`op.alter_column_options("t", "c", codec="ZSTD(3)", existing_codec=None)`.

    Args:
        table_name: the table.
        column_name: the column.
        options: new values of `codec` (`"ZSTD(3)"`) and `expression` (`"MATERIALIZED a + 1"`, or
            with ALIAS or DEFAULT), as SQL; None takes it away.
        existing: what they were.
        schema: the table's schema.
    """

    def __init__(
        self,
        table_name: str,
        column_name: str,
        options: Mapping[str, str | None],
        existing: Mapping[str, str | None],
        schema: str | None = None,
    ) -> None:
        self.table_name = table_name
        self.column_name = column_name
        self.options = dict(options)
        self.existing = dict(existing)
        self.schema = schema

    @classmethod
    def alter_column_options(
        cls,
        operations: Operations,
        table_name: str,
        column_name: str,
        *,
        schema: str | None = None,
        **options: str | None,
    ) -> None:
        """Changes the codec or the expression of a column.

        Args:
            operations: Alembic's `op`.
            table_name: the table.
            column_name: the column.
            schema: the table's schema.
            options: `codec=` and `expression=`, each with `existing_codec=` or
                `existing_expression=`; None for none.

        Raises:
            CommandError: there is another option, or one is taken away that nobody said was there.
        """
        new = {name: value for name, value in options.items() if name in _OPTIONS}
        existing = {name: options.get(f"existing_{name}") for name in new}
        unknown = options.keys() - new.keys() - {f"existing_{name}" for name in new}
        if unknown or not new:
            raise CommandError(
                "alter_column_options takes codec and expression, and for each what it was: "
                "existing_codec, existing_expression."
            )
        operations.invoke(cls(table_name, column_name, new, existing, schema))

    def reverse(self) -> AlterColumnOptionsOp:
        """What takes it back."""
        return AlterColumnOptionsOp(
            self.table_name, self.column_name, self.existing, self.options, self.schema
        )

    def to_diff_tuple(self) -> tuple[Any, ...]:
        """How `alembic check` shows it."""
        return (
            "alter_column_options",
            self.schema,
            self.table_name,
            self.column_name,
            self.existing,
            self.options,
        )


_OPTIONS = ("codec", "expression")


@Operations.implementation_for(AlterColumnOptionsOp)
def _alter_column_options(operations: Operations, operation: AlterColumnOptionsOp) -> None:
    table = Table(operation.table_name, MetaData(), schema=operation.schema)
    for name, value in operation.options.items():
        word = "CODEC" if name == "codec" else (operation.existing[name] or "").split(" ")[0]
        if value is None and not word:
            raise CommandError(
                f"alter_column_options of {operation.table_name}.{operation.column_name} needs "
                "existing_expression to take it away."
            )
        if value is None:
            clause = f"REMOVE {word}"
        else:
            clause = f"CODEC({value})" if name == "codec" else value
        operations.execute(alter_column(table, operation.column_name, clause=clause))


@renderers.dispatch_for(AlterColumnOptionsOp)
def _render_options(_: AutogenContext, operation: AlterColumnOptionsOp) -> str:
    words = [repr(operation.table_name), repr(operation.column_name)]
    for name, value in operation.options.items():
        words += [f"{name}={value!r}", f"existing_{name}={operation.existing[name]!r}"]
    words += [f"schema={operation.schema!r}"] if operation.schema else []
    return f"op.alter_column_options({', '.join(words)})"


@Operations.register_operation("alter_table_settings")
class AlterTableSettingsOp(ops.MigrateOperation):
    """`op.alter_table_settings("t", settings={…}, reset=[…])`.

    Args:
        table_name: the table.
        settings: names and new values.
        reset: names that get their defaults.
        schema: the table's schema.
        old_settings: what `settings` changes and `reset` takes away, to go back.
        new: names in `settings` that were not set before.
    """

    def __init__(
        self,
        table_name: str,
        settings: Mapping[str, Any],
        reset: Sequence[str] = (),
        schema: str | None = None,
        old_settings: Mapping[str, Any] | None = None,
        new: Sequence[str] = (),
    ) -> None:
        self.table_name = table_name
        self.settings = dict(settings)
        self.reset = list(reset)
        self.schema = schema
        self.old_settings = dict(old_settings or {})
        self.new = list(new)

    @classmethod
    def alter_table_settings(
        cls,
        operations: Operations,
        table_name: str,
        *,
        settings: Mapping[str, Any] | None = None,
        reset: Sequence[str] = (),
        schema: str | None = None,
    ) -> None:
        """Changes settings of a table.

        Args:
            operations: Alembic's `op`.
            table_name: the table.
            settings: names and new values.
            reset: names that get their defaults.
            schema: the table's schema.
        """
        operations.invoke(cls(table_name, settings or {}, reset, schema))

    def reverse(self) -> AlterTableSettingsOp:
        """What takes it back."""
        return AlterTableSettingsOp(
            self.table_name, self.old_settings, self.new, self.schema, self.settings, self.reset
        )

    def to_diff_tuple(self) -> tuple[Any, ...]:
        """How `alembic check` shows it."""
        return ("alter_table_settings", self.schema, self.table_name, self.settings, self.reset)


@Operations.implementation_for(AlterTableSettingsOp)
def _alter_table_settings(operations: Operations, operation: AlterTableSettingsOp) -> None:
    table = Table(operation.table_name, MetaData(), schema=operation.schema)
    if operation.settings:
        operations.execute(modify_settings(table, **operation.settings))
    if operation.reset:
        operations.execute(reset_settings(table, *operation.reset))


@renderers.dispatch_for(AlterTableSettingsOp)
def _render_settings(_: AutogenContext, operation: AlterTableSettingsOp) -> str:
    words = [repr(operation.table_name)]
    for name in ("settings", "reset", "schema"):
        value = getattr(operation, name)
        words += [f"{name}={value!r}"] if value else []
    return f"op.alter_table_settings({', '.join(words)})"
