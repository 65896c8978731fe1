"""CREATE TABLE with an engine, ALTER TABLE and the commands of `commands`.

Source: docs/sql.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from sqlalchemy import event, exc, literal_column, text, util
from sqlalchemy.schema import (
    CheckConstraint,
    Column,
    Constraint,
    DefaultClause,
    FetchedValue,
    Index,
    Table,
    UniqueConstraint,
)
from sqlalchemy.sql import compiler, visitors
from sqlalchemy.sql.elements import BindParameter, ClauseElement

from sqlalchemy_rmt import commands, types
from sqlalchemy_rmt.engines import (
    Engine,
    Expression,
    MergeTree,
    SkippingIndex,
    engine_of,
    projections_of,
    skipping_indexes_of,
)
from sqlalchemy_rmt.settings import settings_text
from sqlalchemy_rmt.views import MaterializedView, Refresh

__all__ = ["RmtDDLCompiler", "is_computed", "is_nullable", "settings_of_columns"]

_DIGITS = 12
_NO_CONSTRAINT = "The endpoint has no constraints but CHECK."


class RmtDDLCompiler(compiler.DDLCompiler):
    """SQLAlchemy's DDL with engines; what the endpoint cannot promise is refused."""

    # CREATE TABLE

    def visit_create_column(self, create: Any, first_pk: bool = False, **kw: Any) -> str | None:
        """A column; its CHECKs stand after all columns."""
        column = create.element
        return None if column.system else self.get_column_specification(column, first_pk=first_pk)

    def create_table_constraints(self, table: Table, *arguments: Any, **kw: Any) -> str:
        """Skipping indexes, CHECKs and projections; keys are clauses of the engine.

        Raises:
            CompileError: a constraint that nothing would watch over.
        """
        wanted = [
            constraint
            for constraint in table._sorted_constraints
            if constraint._create_rule is None or constraint._create_rule(self)
        ]
        if any(isinstance(constraint, UniqueConstraint) for constraint in wanted):
            raise exc.CompileError(
                f"Table {table.name}: the endpoint has no UNIQUE. Of the rows with the same "
                "sorting key a ReplacingMergeTree keeps one."
            )
        if table.foreign_key_constraints:
            util.warn(
                f"Foreign keys of table {table.name} are for the ORM's joins only: "
                "the endpoint does not know them."
            )
        of_columns = [check for column in table.columns for check in column.constraints]
        checks = [
            self.visit_check_constraint(constraint)
            for constraint in (*of_columns, *wanted)
            if isinstance(constraint, CheckConstraint)
        ]
        entries = [*self._skipping_indexes(table), *checks, *self._projections(table)]
        return ", \n\t".join(entries)

    def visit_check_constraint(self, constraint: CheckConstraint, **kw: Any) -> str:
        """`CONSTRAINT name CHECK condition`."""
        condition = self._expression(constraint.sqltext)
        return f"CONSTRAINT {self._constraint_name(constraint)} CHECK {condition}"

    def visit_column_check_constraint(self, constraint: CheckConstraint, **kw: Any) -> NoReturn:
        """Refused: only CREATE TABLE takes one beside its column, and writes it elsewhere."""
        raise exc.CompileError(
            "ADD COLUMN takes no CHECK: add the column first, then the constraint to the table "
            "(AddConstraint, or Alembic's op.create_check_constraint)."
        )

    def _constraint_name(self, constraint: Any) -> str:
        """The name of a constraint; a CHECK without one is called after its condition.

        Raises:
            CompileError: there is neither a name nor a condition.
        """
        name = self.preparer.format_constraint(constraint) if constraint.name is not None else None
        if name is not None:
            return str(name)
        condition = self._expression(getattr(constraint, "sqltext", text("")))
        if not condition:
            raise exc.CompileError("A constraint without a name cannot be dropped: give its name.")
        plain = condition.replace("%%", "%")  # The driver's way to write one is no part of it.
        return f"check_{hashlib.md5(plain.encode(), usedforsecurity=False).hexdigest()[:_DIGITS]}"

    def post_create_table(self, table: Table) -> str:
        """The engine with its clauses, and the comment."""
        clauses = [self.engine_clauses(self._engine(table), table)]
        if table.comment is not None:
            clauses.append(f"COMMENT {self._text(table.comment)}")
        return "\n" + "\n".join(clauses)

    def create_table_select_suffixes(self, element: Any, type_: str, **kw: Any) -> str:
        """The engine of CREATE TABLE … AS SELECT, which the table is told; a view has none."""
        if type_ != "create_table_as":
            return ""
        return self.engine_clauses(self._engine(element.table), element.table)

    def _engine(self, table: Table) -> Engine:
        """The engine of a table to create: its own, or else that of tables without one."""
        engine = self._known_engine(table)
        if engine is None:
            util.warn(
                f"Table {table.name} has no engine and becomes a MergeTree. Declare one, "
                "engines.ReplacingMergeTree(…), or say which one tables without an engine get, "
                "also those of pandas: create_engine(…, default_engine=engines.MergeTree())."
            )
        return engine or MergeTree()

    def _known_engine(self, table: Table) -> Engine | None:
        return engine_of(table) or self.dialect.default_engine  # type: ignore[attr-defined]

    def engine_clauses(self, engine: Engine, table: Table) -> str:
        """`ENGINE = …` and what follows it.

        Raises:
            CompileError: a key, the version or the mark names a column there is not.
        """
        self._check_columns(engine, table)
        clauses = self._lasting_clauses(engine, table)
        if engine.ttl:
            clauses.append(f"TTL {', '.join(map(self._expression, engine.ttl))}")
        if settings := {**engine.settings, **settings_of_columns(table.columns)}:
            clauses.append(f"SETTINGS {self._assignments(settings)}")
        return "\n".join(clauses)

    def lasting_declaration(self, table: Table) -> str:
        """What of a table cannot change: its engine without settings, and skipping indexes.

        Indexes that are objects of their own are none of it: they can be created and dropped.
        """
        clauses = self._lasting_clauses(self._known_engine(table) or MergeTree(), table)
        return " ".join([*clauses, *sorted(self._skipping_indexes(table))])

    def _lasting_clauses(self, engine: Engine, table: Table) -> list[str]:
        if engine.constants is not None:
            return [f"ENGINE = {engine.name}({self._escaped(', '.join(engine.constants))})"]
        arguments = ", ".join(self.preparer.quote(name) for name in engine.arguments)
        if engine.column_list is not None:
            arguments = f"({', '.join(map(self.preparer.quote, engine.column_list))})"
        order_by = engine.order_by or tuple(column.name for column in table.primary_key)
        clauses = [f"ENGINE = {engine.name}" + (f"({arguments})" if arguments else "")]
        if engine.partition_by:
            clauses.append(f"PARTITION BY {self._key(engine.partition_by)}")
        if engine.primary_key and self._key(engine.primary_key) != self._key(order_by):
            clauses.append(f"PRIMARY KEY {self._key(engine.primary_key)}")
        clauses.append(f"ORDER BY {self._key(order_by)}")
        if engine.unique_key:
            clauses.append(f"UNIQUE KEY {self._key(engine.unique_key)}")
        if engine.sample_by is not None:
            clauses.append(f"SAMPLE BY {self._expression(engine.sample_by)}")
        return clauses

    def _skipping_indexes(self, table: Table) -> list[str]:
        return [f"INDEX {self.skipping_index_text(index)}" for index in skipping_indexes_of(table)]

    def skipping_index_text(self, index: SkippingIndex) -> str:
        """The same of an index that is declared with its table."""
        return (
            f"{self.preparer.quote(index.name)} {self._expression(index.expression)} "
            f"TYPE {index.type} GRANULARITY {index.granularity}"
        )

    def _projections(self, table: Table) -> list[str]:
        return [
            f"PROJECTION {self.preparer.quote(projection.name)} "
            f"({self._expression(literal_column(projection.query))})"
            for projection in projections_of(table)
        ]

    @staticmethod
    def _check_columns(engine: Engine, table: Table) -> None:
        names = {column.name for column in table.columns}
        for name in engine.key_columns(table) - names:
            raise exc.CompileError(
                f"Table {table.name}: {engine!r} names the column {name!r}, which is not there. "
                "Write an expression as text('…')."
            )

    def _key(self, elements: Iterable[Expression]) -> str:
        texts = [self._expression(element) for element in elements]
        if len(texts) == 1:
            return texts[0]
        return f"({', '.join(texts)})" if texts else "tuple()"

    def _expression(self, element: Expression) -> str:
        if isinstance(element, str):
            return str(self.preparer.quote(element))
        for part in visitors.iterate(element):
            if isinstance(part, BindParameter) and part.required:
                raise exc.CompileError(
                    f"The parameter :{part.key} has no value: DDL has no parameters. Write a "
                    "constant, or \\: for a colon in text()."
                )
        return str(self.sql_compiler.process(element, include_table=False, literal_binds=True))

    # Indexes

    def visit_create_index(self, create: Any, *arguments: Any, **kw: Any) -> str:
        """`ALTER TABLE … ADD INDEX`: a skipping index, minmax unless `rmt_type` says more.

        Raises:
            CompileError: the index is UNIQUE.
        """
        if_not_exists = "IF NOT EXISTS " if getattr(create, "if_not_exists", False) else ""
        index = create.element
        return self._alter(index.table, f"ADD INDEX {if_not_exists}{self.index_text(index)}")

    def index_text(self, index: Index) -> str:
        """`name expression TYPE type GRANULARITY n`.

        Raises:
            CompileError: the index is UNIQUE.
        """
        if index.unique:
            raise exc.CompileError(
                f"The endpoint has no UNIQUE ({index.name}). Of the rows with the same sorting key "
                "a ReplacingMergeTree keeps one."
            )
        options = index.dialect_options["rmt"]
        elements = [e.name if isinstance(e, Column) else e for e in index.expressions]
        return (
            f"{self.preparer.quote(self._index_name(index))} {self._key(elements)} "
            f"TYPE {options['type']} GRANULARITY {options['granularity']}"
        )

    def visit_drop_index(self, drop: Any, *arguments: Any, **kw: Any) -> str:
        """`ALTER TABLE … DROP INDEX`."""
        if_exists = "IF EXISTS " if getattr(drop, "if_exists", False) else ""
        name = self.preparer.quote(self._index_name(drop.element))
        return self._alter(drop.element.table, f"DROP INDEX {if_exists}{name}")

    @staticmethod
    def _index_name(index: Index) -> str:
        if index.name is None:
            raise exc.CompileError("An index needs a name.")
        return str(index.name)

    # Columns

    def get_column_specification(self, column: Column[Any], **kw: Any) -> str:
        """`name type [DEFAULT …] [COMMENT …] [CODEC(…)]`."""
        if column.identity is not None:
            raise exc.CompileError("The endpoint has no identity columns.")
        words = [self.preparer.format_column(column), self.column_type(column)]
        expression = self.column_expression(column)
        if expression:
            words.append(expression)
        if column.comment is not None:
            words.append(f"COMMENT {self._text(column.comment)}")
        codec = column.dialect_options["rmt"]["codec"]
        if codec is not None:
            words.append(self._escaped(f"CODEC({codec})"))
        return " ".join(words)

    def column_type(self, column: Column[Any]) -> str:
        """The type of a column, Nullable if the column is."""
        type_ = column.type
        if not is_nullable(column, self.dialect):
            return self._type(type_)
        if isinstance(type_, types.Wrapper):
            return self._nullable_inside(type_)
        if isinstance(type_, types.Nullable):
            return self._type(type_)
        if not types.is_nullable(type_):
            raise exc.CompileError(
                f"The column {column.name} cannot be Nullable: arrays, maps and tuples hold NULL "
                "in their elements only. Say nullable=False."
            )
        return f"Nullable({self._type(type_)})"

    def _nullable_inside(self, type_: Any) -> str:
        if isinstance(type_, types.Wrapper):
            return type_.around(self._nullable_inside(type_.item))
        return f"Nullable({self._type(type_)})"

    def _type(self, type_: Any) -> str:
        return self._escaped(self.dialect.type_compiler.process(type_))

    def column_expression(self, column: Column[Any]) -> str:
        """`DEFAULT …`, `MATERIALIZED …`, `ALIAS …`, or nothing.

        Raises:
            CompileError: there are two of them.
        """
        options = column.dialect_options["rmt"]
        given = {
            "DEFAULT": self.get_column_default_string(column),
            "MATERIALIZED": self._formula(options["materialized"]),
            "ALIAS": self._formula(options["alias"]),
        }
        if column.computed is not None:
            kind = "ALIAS" if column.computed.persisted is False else "MATERIALIZED"
            given[kind] = self._formula(column.computed.sqltext)
        texts = [f"{word} {text}" for word, text in given.items() if text]
        if len(texts) > 1:
            raise exc.CompileError(f"The column {column.name} has {' and '.join(texts)}.")
        return texts[0] if texts else ""

    def _formula(self, formula: str | ClauseElement | None) -> str | None:
        """An expression of other columns; a text is SQL."""
        if formula is None:
            return None
        return self._escaped(formula) if isinstance(formula, str) else self._expression(formula)

    def get_column_default_string(self, column: Column[Any]) -> str | None:
        """The default; a text that is no `text()` is a string literal, as in SQLAlchemy."""
        default = column.server_default
        if not isinstance(default, DefaultClause):
            return None
        if isinstance(default.arg, str):
            return self._text(default.arg)
        return self._expression(default.arg)

    def _text(self, text: str) -> str:
        return self._escaped(types.quote_text(text))

    def _escaped(self, text: str) -> str:
        """A text in a statement whose percent signs the driver reads."""
        return text.replace("%", "%%") if self.preparer._double_percents else text

    # What there is not

    def visit_add_constraint(self, create: Any, *arguments: Any, **kw: Any) -> str:
        """`ALTER TABLE … ADD CONSTRAINT … CHECK …`.

        Raises:
            CompileError: for a constraint that is no CHECK.
        """
        constraint = create.element
        if not isinstance(constraint, CheckConstraint):
            raise exc.CompileError(_NO_CONSTRAINT)
        return self._alter(constraint.table, f"ADD {self.visit_check_constraint(constraint)}")

    def visit_drop_constraint(self, drop: Any, *arguments: Any, **kw: Any) -> str:
        """`ALTER TABLE … DROP CONSTRAINT …`.

        Raises:
            CompileError: for a constraint that is no CHECK or cannot be named, and for CASCADE.
        """
        constraint = drop.element
        # Alembic's op.drop_constraint need not say of which kind the constraint is.
        if not isinstance(constraint, CheckConstraint) and type(constraint) is not Constraint:
            raise exc.CompileError(_NO_CONSTRAINT)
        if drop.cascade:
            raise exc.CompileError("The endpoint has no DROP CONSTRAINT … CASCADE.")
        if_exists = "IF EXISTS " if drop.if_exists else ""
        name = self._constraint_name(constraint)
        return self._alter(constraint.table, f"DROP CONSTRAINT {if_exists}{name}")

    def visit_create_sequence(self, create: Any, *arguments: Any, **kw: Any) -> NoReturn:
        """Refused."""
        raise exc.CompileError("The endpoint has no sequences.")

    # Comments

    def visit_set_table_comment(self, create: Any, **kw: Any) -> str:
        return self._alter(create.element, f"MODIFY COMMENT {self._text(create.element.comment)}")

    def visit_drop_table_comment(self, drop: Any, **kw: Any) -> str:
        return self._alter(drop.element, "MODIFY COMMENT ''")

    def visit_set_column_comment(self, create: Any, **kw: Any) -> str:
        column = create.element
        return self._column_comment(column, column.comment)

    def visit_drop_column_comment(self, drop: Any, **kw: Any) -> str:
        return self._column_comment(drop.element, "")

    def _column_comment(self, column: Any, comment: str) -> str:
        name = self.preparer.quote(column.name)
        return self._alter(column.table, f"COMMENT COLUMN {name} {self._text(comment)}")

    # Materialized views

    def visit_create_materialized_view(self, create: Any, **kw: Any) -> str:
        """`CREATE MATERIALIZED VIEW`, with the table that gets the rows or an engine."""
        view = create.view
        words = ["CREATE MATERIALIZED VIEW"]
        words += ["IF NOT EXISTS"] if create.if_not_exists else []
        words.append(self._table(view.table))
        words += self._refresh(view.refresh) if view.refresh is not None else []
        if view.to is not None:
            words.append(f"TO {self._table(view.to)}")
        else:
            words.append(self.engine_clauses(view.engine, view.table))
        words += ["POPULATE"] if view.populate else []
        words += ["EMPTY"] if view.refresh is not None and view.refresh.empty else []
        query = self.sql_compiler.process(view.query, literal_binds=True)
        return f"{' '.join(words)} AS {query}"

    def _refresh(self, refresh: Refresh) -> list[str]:
        """The words of REFRESH."""
        clauses = {
            "EVERY": refresh.every,
            "AFTER": refresh.after,
            "OFFSET": refresh.offset,
            "RANDOMIZE FOR": refresh.randomize,
            "DEPENDS ON": ", ".join(map(self._view_name, refresh.depends_on)),
            "SETTINGS": ", ".join(
                f"{self.preparer.quote(name)} = {int(value)}"
                for name, value in refresh.settings.items()
            ),
        }
        said = [f"{words} {text}" for words, text in clauses.items() if text]
        return ["REFRESH", *said, *(["APPEND"] if refresh.append else [])]

    def _view_name(self, view: Any) -> str:
        if isinstance(view, str):
            return ".".join(map(self.preparer.quote, view.split(".")))
        return self._table(
            view.table if isinstance(view, MaterializedView) else commands.table_of(view)
        )

    def visit_system_view_command(self, command: Any, **kw: Any) -> str:
        """`SYSTEM REFRESH VIEW` and the like."""
        return f"SYSTEM {command.verb} VIEW {self._table(command.view.table)}"

    def visit_drop_materialized_view(self, drop: Any, **kw: Any) -> str:
        """`DROP VIEW`."""
        if_exists = "IF EXISTS " if drop.if_exists else ""
        return f"DROP VIEW {if_exists}{self._table(drop.view.table)}"

    # The endpoint's own commands

    def visit_optimize(self, command: commands.optimize, **kw: Any) -> str:
        words = ["OPTIMIZE TABLE", self._table(command.table)]
        if command.partition is not None:
            words.append(f"PARTITION {self._escaped(command.partition.text)}")
        words += ["FINAL"] if command.final else []
        words += ["CLEANUP"] if command.cleanup else []
        if command.deduplicate:
            words.append("DEDUPLICATE")
        if command.deduplicate_by:
            words.append("BY " + ", ".join(self.preparer.quote(c) for c in command.deduplicate_by))
        return " ".join(words)

    def visit_system_command(self, command: commands.SystemCommand, **kw: Any) -> str:
        table = "" if command.table is None else f" {self._table(command.table)}"
        return f"SYSTEM {command.words}{table}"

    def visit_partition_command(self, command: commands.PartitionCommand, **kw: Any) -> str:
        before, after = command.words
        text = f"{before} PARTITION {self._escaped(command.partition.text)}"
        if command.other is not None:
            text += f" {after} {self._table(command.other)}"
        settings = f" SETTINGS {self._assignments(command.settings)}" if command.settings else ""
        return self._alter(command.table, text) + settings

    def visit_truncate(self, command: commands.truncate, **kw: Any) -> str:
        return f"TRUNCATE TABLE {self._table(command.table)}"

    def visit_exchange_tables(self, command: commands.exchange_tables, **kw: Any) -> str:
        first, second = self._table(command.first), self._table(command.second)
        return f"EXCHANGE TABLES {first} AND {second}"

    def visit_rename_table(self, command: commands.rename_table, **kw: Any) -> str:
        quote = self.preparer.quote
        schema = command.table.schema
        target = f"{quote(schema)}." if schema else ""
        return f"RENAME TABLE {self._table(command.table)} TO {target}{quote(command.name)}"

    def visit_alter_column(self, command: commands.alter_column, **kw: Any) -> str:
        name = self.preparer.quote(command.column)
        if command.type is not None:
            change = f"MODIFY COLUMN {name} {self.column_type(command.type)}"
            default = self.get_column_default_string(command.type)
            change += "" if default is None else f" DEFAULT {default}"
        elif command.default is not None:
            default = self.get_column_default_string(command.default)
            word = "REMOVE DEFAULT" if default is None else f"DEFAULT {default}"
            change = f"MODIFY COLUMN {name} {word}"
        elif command.comment is not None:
            change = f"COMMENT COLUMN {name} {self._text(command.comment)}"
        elif command.clause is not None:
            change = f"MODIFY COLUMN {name} {self._escaped(command.clause)}"
        else:
            change = f"RENAME COLUMN {name} TO {self.preparer.quote(str(command.name))}"
        return self._alter(command.table, change)

    def visit_modify_settings(self, command: commands.modify_settings, **kw: Any) -> str:
        return self._alter(command.table, f"MODIFY SETTING {self._assignments(command.settings)}")

    def visit_reset_settings(self, command: commands.reset_settings, **kw: Any) -> str:
        names = ", ".join(self.preparer.quote(name) for name in command.names)
        return self._alter(command.table, f"RESET SETTING {names}")

    def _assignments(self, settings: Mapping[str, Any]) -> str:
        return self._escaped(settings_text(settings))

    def _alter(self, table: Any, command: str) -> str:
        return f"ALTER TABLE {self._table(table)} {command}"

    def _table(self, table: Any) -> str:
        return str(self.preparer.format_table(table))


def settings_of_columns(columns: Iterable[Column[Any]]) -> dict[str, int]:
    """What a statement has to set that declares columns: a Nested is one column here."""
    return {"flatten_nested": 0} if any(isinstance(c.type, types.Nested) for c in columns) else {}


def is_computed(column: Column[Any]) -> bool:
    """Whether a column is MATERIALIZED or an ALIAS."""
    options = column.dialect_options["rmt"]
    given = (options["materialized"], options["alias"], column.computed)
    return any(formula is not None for formula in given)


@event.listens_for(Column, "after_parent_attach")
def _leave_computed_to_endpoint(column: Column[Any], _table: Any) -> None:
    """Tells SQLAlchemy where a value comes from, or the ORM would insert NULL for it."""
    # Asking for an option that is not there would load the dialect, for every column there is.
    given = {name for name, value in column.dialect_kwargs.items() if value is not None}
    if given & {"rmt_materialized", "rmt_alias"} and column.server_default is None:
        column.server_default = FetchedValue()
        column.server_onupdate = FetchedValue(for_update=True)


def is_nullable(column: Column[Any], dialect: Any) -> bool:
    """Whether a column is declared Nullable.

    It is when `nullable` says so. Where nothing was said, columns of keys, the version and the mark
    are not, and neither are arrays, maps and tuples, which cannot be.
    """
    if isinstance(column.type, types.Nullable):
        return True
    said = column._user_defined_nullable
    if isinstance(said, bool) or column.primary_key:
        return bool(column.nullable)
    table = column.table if isinstance(getattr(column, "table", None), Table) else None
    if table is None:
        return bool(column.nullable)
    engine = engine_of(table) or dialect.default_engine
    is_key = engine is not None and column.name in engine.key_columns(table)
    is_virtual = is_computed(column)
    return (
        bool(column.nullable) and not is_key and not is_virtual and types.is_nullable(column.type)
    )
