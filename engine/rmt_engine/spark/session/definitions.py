"""Table definitions from statements, with Spark answering questions about expressions."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from pyspark.errors import AnalysisException, ParseException
from pyspark.sql import SparkSession
from pyspark.sql.types import StructField, StructType

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.errors import error_of_spark
from rmt_engine.spark.bridge.frames import empty_frame, spark_type
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.refusals import refusal
from rmt_engine.spark.session.active import current_setting, untouched
from rmt_engine.sql.grammar.statements import (
    ColumnClause,
    ConstraintClause,
    CreateTable,
    IndexClause,
)
from rmt_engine.sql.settings.declared import session_values, split_table_settings
from rmt_engine.sql.tables.definition import build_definition, columns_named_by
from rmt_engine.sql.tables.nested import FLATTEN_NESTED, flattened
from rmt_engine.sql.tables.projections import projection_clause
from rmt_engine.sql.values.types import DataType, from_spark_type
from rmt_engine.store.table import KEYLESS, TableDefinition

__all__ = ["DefinitionBuilder", "error_of_expressions"]

_log = logging.getLogger(__name__)
_CONDITIONS = {
    "UNRESOLVED_COLUMN": "UNKNOWN_IDENTIFIER",
    "UNRESOLVED_FIELD": "UNKNOWN_IDENTIFIER",
    "UNRESOLVED_ROUTINE": "UNKNOWN_FUNCTION",
    "DATATYPE_MISMATCH": "ILLEGAL_TYPE_OF_ARGUMENT",
    "WRONG_NUM_ARGS": "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
}


class DefinitionBuilder:
    """Builds table definitions.

    Args:
        gateway: the bridge to the JVM.
        session: the engine's own session, its time zone UTC and ANSI mode on.
    """

    def __init__(self, gateway: Gateway, session: SparkSession) -> None:
        self._gateway = gateway
        self._session = session

    def build(self, statement: CreateTable) -> TableDefinition:
        """The definition a CREATE TABLE asks for.

        Raises:
            RmtError: with ClickHouse's name of whatever is wrong.
        """
        definition = build_definition(statement, self)
        if engine_of(definition).has_final and not definition.version_key:
            _log.warning(
                "%s has no sorting key, so all its rows are versions of one: give it an ORDER BY",
                statement.name,
            )
        return definition

    def with_flat_columns(self, statement: CreateTable) -> CreateTable:
        """A CREATE TABLE whose Nested columns are arrays beside each other, unless it keeps them.

        Raises:
            RmtError: `UNKNOWN_TYPE` and the like, a column has no type that there is.
        """
        _, of_session = split_table_settings(statement.settings)
        own = session_values(of_session).get(FLATTEN_NESTED)
        if own == "0" or (own is None and not self.is_on(FLATTEN_NESTED)):
            return statement
        return replace(statement, columns=flattened(statement.columns))

    def derive_columns(
        self,
        statement: CreateTable,
        schema: StructType,
        types: Sequence[DataType | None] = (),
    ) -> tuple[CreateTable, frozenset[str]]:
        """Takes the columns of CREATE TABLE … AS SELECT from the query.

        Where only Spark's types are known, most columns are nullable whether they hold NULL or not.
        Those of the keys, the version and the mark are taken to hold none; the insert then refuses
        one.

        Args:
            statement: the statement.
            schema: Spark's schema of the query.
            types: ClickHouse's types of its columns, as far as they are known.

        Returns:
            The statement with columns, and the names of those columns.
        """
        named = columns_named_by(statement)
        clauses: list[ColumnClause] = []
        strict: set[str] = set()
        known = types or [None] * len(schema.fields)
        for field, known_type in zip(schema.fields, known, strict=True):
            if known_type is not None and known_type.family != "Nothing":
                clauses.append(ColumnClause(field.name, str(known_type)))
                continue
            nullable = field.nullable and field.name.lower() not in named
            if field.nullable and not nullable:
                strict.add(field.name)
            data_type = from_spark_type(field.dataType.simpleString(), nullable)
            if data_type.elements:
                data_type = replace(data_type, nullable=False)
            clauses.append(ColumnClause(field.name, str(data_type)))
        return replace(statement, columns=tuple(clauses)), frozenset(strict)

    def copied(self, statement: CreateTable, source: TableDefinition) -> CreateTable:
        """CREATE TABLE … AS table with an engine: what it does not say it takes from the table.

        The keys, what SAMPLE picks by and the comment are taken; settings and TTL of rows are not.
        An engine without keys takes what it can have: columns without TTL, and constraints.
        """
        columns = self.clauses_of(source)
        constraints = tuple(ConstraintClause(**asdict(one)) for one in source.constraints)
        comment = statement.comment or source.comment
        if statement.engine is not None and statement.engine.name in KEYLESS:
            columns = tuple(replace(column, ttl="") for column in columns)
            return replace(statement, columns=columns, constraints=constraints, comment=comment)

        def text(elements: Sequence[str]) -> str:
            return f"tuple({', '.join(elements)})"

        partition_by = text([element.expression for element in source.partition_by])
        primary_key = text(source.primary_key) if source.declares_primary_key else None
        sampling = source.sampling.expression if source.sampling else None
        return replace(
            statement,
            columns=columns,
            indexes=tuple(IndexClause(**asdict(index)) for index in source.indexes),
            constraints=constraints,
            projections=tuple(map(projection_clause, source.projections)),
            partition_by=statement.partition_by or partition_by,
            order_by=statement.order_by or text(source.order_by),
            primary_key=statement.primary_key or primary_key,
            sample_by=statement.sample_by or sampling,
            comment=comment,
        )

    @staticmethod
    def clauses_of(definition: TableDefinition) -> tuple[ColumnClause, ...]:
        """The columns of a table as clauses of a statement."""
        ttl = {rule.column: rule.expression for rule in definition.ttl}
        return tuple(
            ColumnClause(
                c.name,
                c.type,
                None,
                c.kind,
                c.expression,
                c.comment,
                c.codec,
                ttl=ttl.get(c.name, ""),
            )
            for c in definition.columns
        )

    def types_of(self, columns: Mapping[str, DataType], expressions: Sequence[str]) -> list[str]:
        """Spark's types of expressions; see `ExpressionTypes`."""
        try:
            with untouched():
                frame = empty_frame(self._gateway, self._session, _schema_of(columns))
                schema = frame.selectExpr(*expressions).schema
        except (AnalysisException, ParseException) as error:
            raise error_of_expressions(error, expressions) from None
        return [field.dataType.simpleString() for field in schema.fields]

    def evaluate(self, expressions: Sequence[str]) -> None:
        """Evaluates expressions without columns; see `ExpressionTypes`."""
        try:
            with untouched():
                self._session.range(1).selectExpr(*expressions).collect()
        except RmtError:
            raise
        except Exception as error:
            raised = error_of_spark(error)
            if isinstance(raised, RmtError):
                raise raised from None
            raise error_of_expressions(error, expressions) from None

    def why_not(self, columns: Mapping[str, DataType], relation: str, query: str) -> str:
        """Why Spark cannot run a query over rows; see `ExpressionTypes`."""
        rows = empty_frame(self._gateway, self._session, _schema_of(columns))
        rows.createOrReplaceTempView(relation)
        try:
            with untouched():
                self._session.sql(query)
        except (AnalysisException, ParseException) as error:
            return str(error).strip().splitlines()[0]
        finally:
            self._session.catalog.dropTempView(relation)
        return ""

    def is_on(self, setting: str) -> bool:
        """Whether the statement or its session has turned a setting on; see `ExpressionTypes`."""
        return current_setting(self._gateway, setting) == "1"


def _schema_of(columns: Mapping[str, DataType]) -> StructType:
    return StructType(
        [
            StructField(name, spark_type(data_type.spark), data_type.is_null_in_files)
            for name, data_type in columns.items()
        ]
    )


def error_of_expressions(error: Exception, expressions: Sequence[str]) -> RmtError:
    """What to raise when Spark cannot make sense of expressions."""
    condition = getattr(error, "getCondition", lambda: None)() or ""
    refused = refusal(error) if isinstance(error, AnalysisException) else None
    if refused is not None:
        return refused
    name = _CONDITIONS.get(condition.split(".")[0], "BAD_ARGUMENTS")
    message = str(error).strip().splitlines()[0]
    return RmtError(name, f"Cannot use {', '.join(expressions)}: {message}")
