"""From a CREATE TABLE statement to a table definition, with ClickHouse's checks.

Source of the checks: `StorageFactory`, `MergeTreeData` and `MergeTreeData::MergingParams` as they
answer on ClickHouse 26.9; the order of the checks is theirs where it can be seen.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from rmt_engine.engines import ENGINES, Engine, EngineColumns, engine_of
from rmt_engine.engines.without_rows import OthersEngine
from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.deprecated_engine import is_deprecated, lacks_keys
from rmt_engine.sql.grammar.statements import ColumnClause, CreateTable, EngineClause
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.settings.declared import session_values, split_table_settings, table_values
from rmt_engine.sql.tables.aggregate_types import checked_aggregate_type
from rmt_engine.sql.tables.codecs import with_codecs
from rmt_engine.sql.tables.engine_settings import check_engine_settings
from rmt_engine.sql.tables.expressions import (
    ExpressionTypes,
    calls_aggregate,
    check_identifiers,
    column_of,
    columns_named,
    has_subquery,
    identifiers,
    is_constant,
    is_deterministic,
    is_named,
    normalized,
    stored_value,
    type_of,
    whole_columns,
)
from rmt_engine.sql.tables.indexes import checked_index
from rmt_engine.sql.tables.keyless import check_keyless
from rmt_engine.sql.tables.other_tables import other_tables
from rmt_engine.sql.tables.partition import partition_element
from rmt_engine.sql.tables.projections import check_projections
from rmt_engine.sql.tables.ttl import check_ttl, declared_ttl, named_by, named_ttl
from rmt_engine.sql.tables.unique_key import identity_of, unique_key
from rmt_engine.sql.text.tokens import split_list, tokenize
from rmt_engine.sql.values.casts import cast_expression
from rmt_engine.sql.values.types import (
    LONGEST_FIXED_STRING,
    Category,
    DataType,
    from_spark_type,
    parse_type,
    suspicious_fixed_string,
    suspicious_low_cardinality,
)
from rmt_engine.store.table import (
    KEYLESS,
    MATERIALIZED_VIEW,
    MERGE_TREE,
    REPLICATED,
    Column,
    Constraint,
    Index,
    KeyColumn,
    PartitionElement,
    SamplingKey,
    TableDefinition,
)

__all__ = [
    "SAMPLING_BITS",
    "build_definition",
    "check_constraints",
    "check_key",
    "check_sortable",
    "check_suspicious_types",
    "check_table_ttl",
    "column_types",
    "columns_named_by",
    "declared_type",
    "evaluation_order",
    "inserted_expressions",
    "key_identifiers",
    "partition_follows_key",
    "resolve_columns",
    "sampling_key",
    "sorting_key",
    "version_identifiers",
    "whole_key_columns",
]

_C = TypeVar("_C", ColumnClause, Column)


_RESERVED = re.compile(
    r"__row|__key_\d+|__alive|__path|__partition_rank|__part_rank|__merged_part|__p\d+"
    r"|__matched|__new_\d+|_row_exists|__ttl_\w+|__projected_\w+",
    re.IGNORECASE,
)
_NOT_YET = frozenset(
    """Alias ArrowStream AzureBlobStorage AzureQueue BigQuery COSN
    DeltaLake DeltaLakeAzure DeltaLakeLocal DeltaLakeS3
    Dictionary Distributed EmbeddedRocksDB Executable ExecutablePool File FileLog FuzzJSON FuzzQuery
    GCS GenerateRandom GraphiteMergeTree HDFS Hive Hudi Iceberg IcebergAzure IcebergHDFS
    IcebergLocal IcebergS3 JDBC Join Kafka KeeperMap LiveView Loop MaterializedMySQL
    MaterializedPostgreSQL MaterializedView MongoDB MySQL NATS ODBC OSS Paimon
    PaimonAzure PaimonHDFS PaimonLocal PaimonS3 PostgreSQL QueryRunner RabbitMQ Redis Remote
    RemoteSecure S3 S3Queue SQLite Set TimeSeries URL
    View WindowView YTsaurus""".split()
)
"""ClickHouse's other engines: `system.table_engines` of 26.9, and some that it is built without."""
_DECLARED = ENGINES.keys() - {MATERIALIZED_VIEW}
"""The engines that CREATE TABLE may name."""
_LISTED = ", ".join(sorted(_DECLARED))
SAMPLING_BITS = {"Bool": 8, "UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 64}
"""How many bits the values of a type have that SAMPLE BY may give."""
_KEYED_BY_VALUE = {Category.ARRAY, Category.MAP, Category.TUPLE}


def build_definition(statement: CreateTable, types: ExpressionTypes) -> TableDefinition:
    """Checks a CREATE TABLE and returns what it defines.

    Args:
        statement: with its columns; `AS SELECT` and `AS table` are resolved before.
        types: asks Spark about expressions.

    Raises:
        RmtError: with ClickHouse's name of whatever is wrong.
    """
    clause = statement.engine or EngineClause(MERGE_TREE)
    _check_engine(clause.name)
    if not statement.columns:
        raise RmtError(
            "INCORRECT_QUERY",
            "The CREATE TABLE names no columns.",
            "List them, or copy them: AS SELECT …, AS another_table.",
        )
    _check_syntax(statement)
    if clause.name in KEYLESS:
        check_keyless(statement)
    engine = _engine(clause)
    deciding = _named_columns(engine.columns(_arguments(clause)))
    settings, of_session = _settings(statement, engine.name)

    def is_on(name: str) -> bool:
        return of_session.get(name) == "1" or types.is_on(name)

    columns = with_codecs(resolve_columns(statement.columns, types), is_on)
    check_suspicious_types(columns, is_on)
    stored = {c.name: parse_type(c.type) for c in columns if c.is_stored}
    if not stored:
        raise RmtError(
            "EMPTY_LIST_OF_COLUMNS_PASSED", "Cannot CREATE table without physical columns."
        )
    order_by, primary_key = _keys(statement)
    check_key(
        [name for name in engine.key_behind(deciding) if name in stored],
        "Sorting key",
        stored,
        settings,
    )
    engine.check(deciding, stored)
    sorted_by = _with_key_behind(order_by, engine.key_behind(deciding))
    for elements, what in ((sorted_by, "Sorting key"), (primary_key, "Primary key")):
        check_key(elements, what, stored, settings)
    if len(set(map(normalized, order_by))) != len(order_by):
        raise RmtError("BAD_ARGUMENTS", "Sorting key contains a duplicate expression.")
    partition_by = _partition_key(statement.partition_by, columns, stored, settings, types)
    key = _identity(sorted_by, columns, stored, types)
    check_sortable(key, stored)
    unique = unique_key(statement.unique_key, engine, columns, settings)
    sampling = None
    if statement.sample_by is not None:
        sampling = sampling_key(statement.sample_by, primary_key, stored, types)
    definition = TableDefinition(
        columns=columns,
        engine=engine.name,
        order_by=order_by,
        primary_key=primary_key,
        partition_by=partition_by,
        key=key,
        unique_key=unique,
        sampling=sampling,
        version=deciding.version,
        is_deleted=deciding.is_deleted,
        sign=deciding.sign,
        partition_follows_key=partition_follows_key(
            partition_by, identity_of(unique, key), columns
        ),
        settings=settings,
        indexes=_indexes(statement, columns, is_on),
        constraints=_constraints(statement, columns),
        ttl=named_ttl(declared_ttl(statement.ttl, statement.columns), structure=0),
        comment=statement.comment,
        is_replicated=clause.name.startswith(REPLICATED),
        declares_primary_key=statement.declares_primary_key,
        folded=deciding.folded,
        others=other_tables(clause) if isinstance(engine, OthersEngine) else None,
    )
    if engine.computes:
        definition = replace(definition, key_sources=tuple(whole_key_columns(definition)))
    engine.check_definition(definition)
    check_engine_settings(definition)
    check_table_ttl(definition, types)
    return replace(
        definition, projections=check_projections(statement.projections, definition, types)
    )


def check_table_ttl(definition: TableDefinition, types: ExpressionTypes) -> None:
    """Makes sure that a table may have its rules of TTL; see `check_ttl`."""
    fixed = tuple(definition.deciding_columns)
    columns = engine_of(definition).computed_columns(definition)
    computed = {name.lower(): name for name in columns}
    named = {name.lower() for rule in definition.ttl for name in named_by(rule)}
    if hit := sorted(computed.keys() & named):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A TTL by the column {computed[hit[0]]} is not supported: the engine computes its "
            "values.",
            "Name columns of the key, or such as keep the value of the first row.",
        )
    check_ttl(definition.ttl, definition.columns, key_identifiers(definition), fixed, types)


def column_types(definition: TableDefinition) -> dict[str, DataType]:
    """The parsed type of every column."""
    return {column.name: parse_type(column.type) for column in definition.columns}


def key_identifiers(definition: TableDefinition) -> list[str]:
    """The columns that the sorting, primary, unique and partition keys are made of."""
    return _columns_of_keys(definition, identifiers)


def whole_key_columns(definition: TableDefinition) -> list[str]:
    """The columns that the keys name as a whole.

    A key `t.a` does not keep a merge from computing the tuple `t`: ClickHouse compares names, and
    that of the key is the name of a subcolumn (`getColumnsRequiredForSortingKey`).
    """
    return _columns_of_keys(definition, whole_columns)


def _columns_of_keys(
    definition: TableDefinition, named: Callable[[str], frozenset[str]]
) -> list[str]:
    elements = [*sorting_key(definition), *definition.primary_key]
    elements += [element.expression for element in definition.partition_by]
    used = {name.lower() for element in elements for name in named(element)}
    used |= {name.lower() for name in definition.unique_key}
    return [column.name for column in definition.columns if column.name.lower() in used]


def version_identifiers(definition: TableDefinition) -> list[str]:
    """The columns whose values tell where the versions of a row are found.

    Those of a unique key are found in all parts, wherever they are sorted; without a version column
    the partition decides which of them is current.
    """
    if not definition.unique_key:
        return key_identifiers(definition)
    elements = () if definition.version else definition.partition_by
    used = {name.lower() for element in elements for name in identifiers(element.expression)}
    used |= {name.lower() for name in definition.unique_key}
    return [column.name for column in definition.columns if column.name.lower() in used]


def columns_named_by(statement: CreateTable) -> frozenset[str]:
    """The lower-case names of the columns a statement's engine and keys mention."""
    clauses = (
        *(statement.order_by, statement.primary_key, statement.unique_key),
        statement.partition_by,
    )
    elements = [element for clause in clauses if clause for element in split_list(clause)]
    elements += statement.engine.arguments if statement.engine else ()
    return frozenset(name.lower() for element in elements for name in identifiers(element))


# Engine


def _check_syntax(statement: CreateTable) -> None:
    """Refuses ClickHouse's first syntax, `ReplacingMergeTree(date, (key), 8192, version)`."""
    if is_deprecated(statement):
        raise RmtError(
            "BAD_ARGUMENTS",
            "This syntax for *MergeTree engine is deprecated.",
            "Use ORDER BY, and PARTITION BY for the date: "
            "ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(date) ORDER BY (key). "
            "SET allow_deprecated_syntax_for_merge_tree = 1 allows it.",
        )
    if lacks_keys(statement):
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "ORDER BY or PRIMARY KEY clause is missing.",
            "Say which rows are the same: ORDER BY (key), behind the engine.",
        )


def _settings(statement: CreateTable, engine: str) -> tuple[dict[str, str], dict[str, str]]:
    """The settings of the table, and those of the session that hold for the statement only."""
    of_table, of_session = split_table_settings(statement.settings)
    return table_values(of_table, engine), session_values(of_session)


def _check_engine(name: str) -> None:
    """Refuses engines of ClickHouse's that there are not here, and such that are nowhere."""
    plain = name.removeprefix(REPLICATED)
    if plain in _DECLARED and (plain == name or plain not in KEYLESS):
        return
    if plain in _NOT_YET:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The table engine {name} is not supported yet.",
            f"The engines are {_LISTED}.",
        )
    known = {one.lower(): one for one in (*_DECLARED, *_NOT_YET)}
    close = difflib.get_close_matches(plain.lower(), known, n=1, cutoff=0.7)
    hint = f"Maybe you meant {known[close[0]]}? " if close else ""
    raise RmtError(
        "UNKNOWN_STORAGE",
        f"Unknown table engine {name}.",
        f"{hint}The engines are {_LISTED}.",
    )


def _engine(clause: EngineClause) -> Engine:
    return ENGINES[clause.name.removeprefix(REPLICATED)]


def _arguments(clause: EngineClause) -> list[str]:
    """An engine's arguments as written, without a replicated one's path and replica."""
    arguments = list(clause.arguments)
    if clause.name.startswith(REPLICATED):
        while arguments and arguments[0][:1] in ("'", '"') and len(clause.arguments) > 1:
            arguments.pop(0)
    return arguments


def _named_columns(columns: EngineColumns) -> EngineColumns:
    """The columns that arguments name.

    Raises:
        RmtError: `BAD_ARGUMENTS`, an argument is no column.
    """
    named = (columns.version, columns.is_deleted, columns.sign)
    version, is_deleted, sign = (None if text is None else _named(text) for text in named)
    folded = columns.folded
    if folded is not None:
        folded = tuple(_named(text) for text in folded)
    return EngineColumns(version, is_deleted, sign, folded)


def _named(text: str) -> str:
    name = column_of(text)
    if name is None:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The engine's argument {text} is no column.",
            "It takes names of columns: ReplacingMergeTree(version, is_deleted), say.",
        )
    return name


def sorting_key(definition: TableDefinition) -> tuple[str, ...]:
    """All elements of a table's sorting key, those that the engine adds last."""
    columns = EngineColumns(definition.version, definition.is_deleted, definition.sign)
    return _with_key_behind(definition.order_by, engine_of(definition).key_behind(columns))


def _with_key_behind(order_by: tuple[str, ...], behind: Sequence[str]) -> tuple[str, ...]:
    """A sorting key with the columns that the engine puts behind it, unless it has them."""
    there = {normalized(element) for element in order_by} if behind else set()
    return (*order_by, *(name for name in behind if normalized(name) not in there))


# Columns


def resolve_columns(clauses: Sequence[ColumnClause], types: ExpressionTypes) -> tuple[Column, ...]:
    """Checks columns and their expressions, and finds the types that are left out.

    Args:
        clauses: the columns; those without a name are left out.
        types: asks Spark about expressions.

    Raises:
        RmtError: with ClickHouse's name of whatever is wrong.
    """
    named = [clause for clause in clauses if clause.name]
    _check_names(named)
    declared = {c.name: declared_type(c) for c in named if c.type is not None}
    order = evaluation_order(named)
    resolved = dict(declared)
    _check_readable(named)
    for clause in order:
        resolved[clause.name] = _expression_type(clause, resolved, declared, types)
    return tuple(
        Column(
            clause.name,
            str(resolved[clause.name]),
            clause.kind,
            clause.expression,
            clause.comment,
            clause.codec,
        )
        for clause in named
    )


def check_suspicious_types(columns: Iterable[Column], is_on: Callable[[str], bool]) -> None:
    """Refuses LowCardinality around small values and long FixedStrings, unless they are allowed.

    Args:
        columns: those that are new or have a new type.
        is_on: whether a setting of the statement or its session is on.

    Raises:
        RmtError: `SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY`, `ILLEGAL_COLUMN`.
    """
    for column in columns:
        data_type = parse_type(column.type)
        suspicious = suspicious_low_cardinality(data_type)
        if suspicious is not None and not is_on("allow_suspicious_low_cardinality_types"):
            raise RmtError(
                "SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY",
                f"Creating columns of type {suspicious} is prohibited by default: the values are "
                "as small as their codes.",
                f"Declare it as {replace(suspicious, low_cardinality=False)}, or SET "
                "allow_suspicious_low_cardinality_types = 1.",
            )
        long = suspicious_fixed_string(data_type)
        if long is not None and not is_on("allow_suspicious_fixed_string_types"):
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Cannot create column with type '{long}' because fixed string with size > "
                f"{LONGEST_FIXED_STRING} is suspicious.",
                "Declare it as String, or SET allow_suspicious_fixed_string_types = 1.",
            )


def _check_readable(clauses: Sequence[ColumnClause]) -> None:
    """Refuses ALIAS columns over EPHEMERAL ones, which no reader has.

    ClickHouse refuses to read such a column instead.
    """
    without = {clause.name.lower() for clause in clauses if clause.kind == "EPHEMERAL"}
    for clause in clauses:
        if clause.kind != "ALIAS":
            continue
        named = sorted(n for n in identifiers(clause.expression) if n.lower() in without)
        if named:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"The ALIAS column {clause.name} names the EPHEMERAL column {named[0]}, which is "
                "not there when rows are read.",
                "Make it MATERIALIZED, or DEFAULT.",
            )


def _check_names(clauses: Sequence[ColumnClause]) -> None:
    seen: dict[str, str] = {}
    for clause in clauses:
        other = seen.setdefault(clause.name.lower(), clause.name)
        if other != clause.name or list(seen).count(clause.name.lower()) > 1:
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Cannot add column {clause.name}: {other} differs only in upper and lower case, "
                "which Spark does not tell apart.",
            )
        if _RESERVED.fullmatch(clause.name):
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Cannot add column {clause.name}: the name is kept for the engine.",
            )
    if len({clause.name for clause in clauses}) != len(clauses):
        names = [clause.name for clause in clauses]
        twice = next(name for name in names if names.count(name) > 1)
        raise RmtError(
            "ILLEGAL_COLUMN", f"Cannot add column {twice}: column with this name already exists."
        )


def declared_type(clause: ColumnClause) -> DataType:
    """The type a column's clause declares, with its `NULL`.

    Raises:
        RmtError: there is no such type, or it cannot be Nullable.
    """
    assert clause.type is not None
    data_type = checked_aggregate_type(parse_type(clause.type))
    if clause.expression and data_type.category is Category.STATE:
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Column {clause.name}: there is no value that an expression gives an {data_type}.",
            "Leave its default out: a state of no values.",
        )
    if clause.nullable is not None and data_type.nullable and not data_type.low_cardinality:
        raise RmtError(
            "ILLEGAL_SYNTAX_FOR_DATA_TYPE",
            f"Column {clause.name}: Can't use [NOT] NULL modifier with Nullable type.",
            "Say it once.",
        )
    if clause.nullable:
        if data_type.elements or data_type.low_cardinality:
            raise RmtError(
                "ILLEGAL_TYPE_OF_ARGUMENT",
                f"Nested type {data_type} cannot be inside Nullable type.",
            )
        return replace(data_type, nullable=True)
    return data_type


def evaluation_order(clauses: Sequence[_C]) -> list[_C]:
    """The columns with expressions, each after those it needs.

    Args:
        clauses: columns, as a statement or a definition has them.

    Raises:
        RmtError: `CYCLIC_ALIASES`, two expressions need each other.
    """
    by_name = {clause.name.lower(): clause for clause in clauses if clause.expression}
    done: dict[str, _C] = {}

    def visit(clause: _C, path: tuple[str, ...]) -> None:
        if clause.name.lower() in done:
            return
        if clause.name in path:
            raise RmtError(
                "CYCLIC_ALIASES",
                f"Cyclic alias detected in column DEFAULT expressions: {' -> '.join(path)}.",
            )
        for needed in sorted(identifiers(clause.expression)):
            if needed.lower() in by_name:
                visit(by_name[needed.lower()], (*path, clause.name))
        done[clause.name.lower()] = clause

    for clause in by_name.values():
        visit(clause, ())
    return list(done.values())


def inserted_expressions(definition: TableDefinition) -> list[Column]:
    """The columns with expressions that an INSERT computes, each after those it needs.

    These are the stored ones, and ALIAS ones that one of them needs.
    """
    needed: set[str] = set()
    computed: list[Column] = []
    for column in reversed(evaluation_order(definition.columns)):
        if column.is_stored or column.name.lower() in needed:
            computed.append(column)
            needed |= {name.lower() for name in identifiers(column.expression)}
    return computed[::-1]


def _expression_type(
    clause: ColumnClause,
    resolved: Mapping[str, DataType],
    declared: Mapping[str, DataType],
    types: ExpressionTypes,
) -> DataType:
    if has_subquery(clause.expression):
        raise RmtError(
            "THERE_IS_NO_DEFAULT_VALUE",
            f"Select query is not allowed in columns DEFAULT expression: {clause.expression}.",
        )
    check_identifiers(clause.expression, resolved, f"the expression of column {clause.name}")
    value = stored(stored_value(clause.expression, resolved))
    [spark] = types.types_of(resolved, [value.sql])
    data_type = declared.get(clause.name)
    if data_type is None:
        return _known_type(value, spark, nullable=False)
    cast = cast_expression(f"({value.sql})", spark, data_type, clause.name, refuses_null=True)
    if not identifiers(clause.expression) and is_deterministic(clause.expression):
        types.evaluate([cast])
    return data_type


# Keys


def _keys(statement: CreateTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    clauses = [statement.primary_key] if statement.primary_key is not None else []
    among_columns = [c for c in statement.columns if c.primary_key]
    kinds = [clause for clause in clauses if clause]
    kinds += [c.expression for c in among_columns if not c.name]
    if len(kinds) + any(c.name for c in among_columns) > 1:
        raise RmtError("BAD_ARGUMENTS", "Multiple primary keys are not allowed.")
    clauses += [c.expression or c.name for c in among_columns]
    primary = tuple(e for clause in clauses for e in split_list(clause))
    if statement.order_by is None:
        return primary, primary
    order_by = tuple(split_list(statement.order_by))
    if not clauses:
        return order_by, order_by
    if len(primary) > len(order_by):
        raise RmtError(
            "BAD_ARGUMENTS",
            "Primary key must be a prefix of the sorting key, but its length: "
            f"{len(primary)} is greater than the sorting key length: {len(order_by)}.",
        )
    for position, (ours, theirs) in enumerate(zip(order_by, primary, strict=False)):
        if normalized(ours) != normalized(theirs):
            raise RmtError(
                "BAD_ARGUMENTS",
                "Primary key must be a prefix of the sorting key, but the column in the position "
                f"{position} is {ours}, not {theirs}.",
            )
    return order_by, primary


def check_key(
    elements: Sequence[str],
    what: str,
    stored: Mapping[str, DataType],
    settings: Mapping[str, str],
) -> None:
    """Makes sure that a key may consist of these elements.

    Args:
        elements: of the key.
        what: names it in messages.
        stored: the types of the columns that are stored.
        settings: the table's.

    Raises:
        RmtError: with ClickHouse's name of whatever is wrong.
    """
    for element in elements:
        if tokenize(element)[-1].word in ("ASC", "DESC") or is_named(element):
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"{what}: the direction in {element} is not supported; keys are ascending.",
            )
        if has_subquery(element):
            raise RmtError("BAD_ARGUMENTS", f"{what} cannot contain a subquery: {element}.")
        if calls_aggregate(element):
            raise RmtError(
                "ILLEGAL_AGGREGATION", f"{what} cannot contain an aggregate function: {element}."
            )
        check_identifiers(element, stored, what.lower())
        named = _type_of_name(element, stored)
        if named is not None and named.is_of_aggregate:
            raise RmtError(
                "DATA_TYPE_CANNOT_BE_USED_IN_KEY",
                f"Column with type {named} is not allowed in key expression.",
            )
        if named is not None and named.holds(Category.JSON, Category.VARIANT):
            raise RmtError(
                "DATA_TYPE_CANNOT_BE_USED_IN_KEY",
                f"{what}: a column of type {named} is not allowed in it: {element}.",
                f"Name a value inside, converted to one type: {element.partition('.')[0]}"
                ".name::String.",
            )
        if not is_deterministic(element):
            raise RmtError(
                "BAD_ARGUMENTS",
                f"{what}: expression must be deterministic but it contains a non-deterministic "
                f"part: {element}.",
            )
        if is_constant(element):
            raise RmtError("ILLEGAL_COLUMN", f"{what} cannot contain constants: {element}.")
        nullable = [n for n in columns_named(element, stored) if type_of(n, stored).nullable]
        if named is not None and named.has_nulls:
            nullable.append(element)
        if nullable and settings.get("allow_nullable_key") != "1":
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"{what} contains nullable columns ({nullable[0]}), but merge tree setting "
                "`allow_nullable_key` is disabled.",
                "Declare the column without Nullable, or set allow_nullable_key = 1.",
            )


def _type_of_name(text: str, stored: Mapping[str, DataType]) -> DataType | None:
    """The type of a column or a part of one; None for an expression that computes something."""
    column = column_of(text)
    if column is None:
        return None
    is_whole = column.lower() in {name.lower() for name in stored}
    return type_of(column, stored) if is_whole else stored_value(text, stored).type


def check_sortable(key: Sequence[KeyColumn], stored: Mapping[str, DataType]) -> None:
    """Makes sure that rows can be sorted by a key.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, they cannot.
    """
    for column in key:
        data_type = parse_type(column.type) if column.type else stored[column.name]
        if data_type.holds(Category.MAP):
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"A sorting key of type {data_type} is not supported: Spark cannot sort maps.",
            )


def _partition_key(
    clause: str | None,
    columns: Sequence[Column],
    stored: Mapping[str, DataType],
    settings: Mapping[str, str],
    types: ExpressionTypes,
) -> tuple[PartitionElement, ...]:
    if clause is None:
        return ()
    elements = split_list(clause)
    check_key(elements, "Partition key", stored, settings)
    result: list[PartitionElement] = []
    for element in elements:
        data_type = _type_of_key(element, stored, types)
        floating = data_type.category is Category.FLOAT
        if floating and settings.get("allow_floating_point_partition_key") != "1":
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Floating point partition key is not supported: {element}.",
                "Set allow_floating_point_partition_key = 1 to have it nevertheless.",
            )
        if data_type.category in _KEYED_BY_VALUE:
            raise RmtError(
                "NOT_IMPLEMENTED", f"A partition key of type {data_type} is not supported."
            )
        result.append(partition_element(element, data_type))
    return tuple(result)


def _type_of_key(
    element: str, stored_types: Mapping[str, DataType], types: ExpressionTypes
) -> DataType:
    """ClickHouse's type of an element of a key."""
    value = stored(stored_value(element, stored_types))
    [spark] = types.types_of(stored_types, [value.sql])
    named = columns_named(element, stored_types)
    nullable = any(type_of(name, stored_types).nullable for name in named)
    return _known_type(value, spark, nullable)


def _known_type(value: Value, spark: str, nullable: bool) -> DataType:
    """ClickHouse's type of a value; of one that only Spark knows, the nearest to Spark's."""
    if value.type is None or value.family == "Nothing":
        return from_spark_type(spark, nullable)
    return value.type


def sampling_key(
    clause: str,
    primary_key: Sequence[str],
    stored: Mapping[str, DataType],
    types: ExpressionTypes,
) -> SamplingKey:
    """What SAMPLE BY declares.

    Args:
        clause: what follows the words.
        primary_key: the table's.
        stored: the types of the columns that are stored.
        types: asks Spark about expressions.

    Raises:
        RmtError: with ClickHouse's name of whatever is wrong.
    """
    elements = split_list(clause)
    if not elements:
        raise RmtError("INCORRECT_QUERY", "There are no columns in sampling expression.")
    for element in elements:
        check_identifiers(element, stored, "sampling key")
    if normalized(elements[0]) not in {normalized(element) for element in primary_key}:
        raise RmtError(
            "BAD_ARGUMENTS",
            "Sampling expression must be present in the primary key.",
            f"Put it there: ORDER BY (…, {elements[0]}).",
        )
    data_type = _type_of_key(elements[0], stored, types)
    if len(elements) > 1 or str(data_type) not in SAMPLING_BITS:
        raise RmtError(
            "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER",
            f"Invalid sampling column type in storage parameters: {data_type}. Must be one "
            "unsigned integer type.",
            "Sample by a hash of the column: intHash32(column), or xxHash64(column) of a String.",
        )
    return SamplingKey(clause, str(data_type))


def _identity(
    order_by: Sequence[str],
    columns: Sequence[Column],
    stored: Mapping[str, DataType],
    types: ExpressionTypes,
) -> tuple[KeyColumn, ...]:
    """The stored columns that tell rows apart; see `TableDefinition.key`."""
    names = {column.name.lower(): column.name for column in columns}
    whole = [names.get((column_of(element) or "").lower()) for element in order_by]
    plain = set(filter(None, whole))
    key: list[KeyColumn] = []
    for position, (element, column) in enumerate(zip(order_by, whole, strict=True)):
        if column is not None:
            key.append(KeyColumn(column))
            continue
        used = {names[name.lower()] for name in columns_named(element, names)}
        if not used <= plain:
            data_type = replace(_type_of_key(element, stored, types), low_cardinality=False)
            key.append(KeyColumn(f"__key_{position}", element, str(data_type)))
    return tuple(key)


def partition_follows_key(
    partition_by: Sequence[PartitionElement], key: Sequence[KeyColumn], columns: Sequence[Column]
) -> bool:
    """Whether rows that are equal in a key are always in the same partition."""
    names = {column.name.lower(): column.name for column in columns}
    plain = {column.name for column in key if not column.expression}
    used = {names[n.lower()] for e in partition_by for n in columns_named(e.expression, names)}
    return used <= plain


def _indexes(
    statement: CreateTable, columns: Sequence[Column], is_on: Callable[[str], bool]
) -> tuple[Index, ...]:
    names = [index.name for index in statement.indexes]
    if len(set(names)) != len(names):
        raise RmtError("ILLEGAL_INDEX", "Two indexes have the same name.")
    return tuple(checked_index(index, columns, is_on) for index in statement.indexes)


def _constraints(statement: CreateTable, columns: Sequence[Column]) -> tuple[Constraint, ...]:
    constraints = tuple(Constraint(c.name, c.expression) for c in statement.constraints)
    check_constraints(constraints, columns)
    return constraints


def check_constraints(constraints: Sequence[Constraint], columns: Sequence[Column]) -> None:
    """Makes sure that constraints name stored columns only.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`; `NOT_IMPLEMENTED`, a constraint has a subquery.
    """
    stored = {column.name: parse_type(column.type) for column in columns if column.is_stored}
    for constraint in constraints:
        if has_subquery(constraint.expression):
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"A subquery in a constraint is not supported: {constraint.name} CHECK "
                f"{constraint.expression}.",
                "Check the columns of the row itself.",
            )
        where = f"{constraint.name} CHECK {constraint.expression}"
        check_identifiers(constraint.expression, stored, where)
