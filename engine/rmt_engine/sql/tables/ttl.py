"""The rules of TTL: ClickHouse's checks, and what Spark computes for them.

Source of the checks: ClickHouse's `TTLDescription` and `MergeTreeData::checkTTLExpressions` as they
answer on ClickHouse 26.9.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import ColumnClause, TtlClause
from rmt_engine.sql.settings.declared import table_setting
from rmt_engine.sql.tables.expressions import (
    ExpressionTypes,
    calls_aggregate,
    check_identifiers,
    columns_named,
    expression_text,
    has_subquery,
    identifiers,
    is_deterministic,
    normalized,
    stored_condition,
    stored_value,
    type_of,
)
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType, from_spark_type, parse_type
from rmt_engine.store.table import Column, Expiry, TableDefinition

__all__ = [
    "check_ttl",
    "declared_rule",
    "declared_ttl",
    "expired",
    "expiry_moment",
    "goes_by_parts",
    "named_by",
    "named_ttl",
    "row_rules",
]

_DATES = ("Date", "Date32")
_TIMES = ("DateTime", "DateTime64")
_ALLOW_SUSPICIOUS = "allow_suspicious_ttl_expressions"


def declared_ttl(rules: Sequence[TtlClause], columns: Sequence[ColumnClause]) -> tuple[Expiry, ...]:
    """The rules of a CREATE TABLE, those of rows first; their hidden columns have no names yet."""
    of_columns = (declared_rule(c.ttl, column=c.name) for c in columns if c.ttl)
    return (*row_rules(rules), *of_columns)


def row_rules(rules: Sequence[TtlClause]) -> tuple[Expiry, ...]:
    """The rules by which rows expire."""
    return tuple(declared_rule(rule.expression, rule.condition) for rule in rules)


def declared_rule(expression: str, condition: str = "", column: str = "") -> Expiry:
    """A rule, kept as ClickHouse shows it, so that one in another spelling is the same."""
    return Expiry(expression_text(expression), expression_text(condition), column=column)


def named_ttl(rules: Sequence[Expiry], structure: int) -> tuple[Expiry, ...]:
    """The rules with hidden columns, those that have none getting one in a structure.

    Two tables have the same name for it only if their rules read alike.
    """
    return tuple(
        rule if rule.name else replace(rule, name=_hidden_name(rule, structure), since=structure)
        for rule in rules
    )


def goes_by_parts(definition: TableDefinition) -> bool:
    """Whether rows that expire wait until all of their part have: `ttl_only_drop_parts`.

    As in ClickHouse the setting says nothing in a table where a column has a TTL.
    """
    wanted = table_setting(definition.settings, "ttl_only_drop_parts") == "1"
    return wanted and not any(rule.column for rule in definition.ttl)


def named_by(rule: Expiry) -> frozenset[str]:
    """The columns that a rule's moment and condition name."""
    return identifiers(rule.expression) | (
        identifiers(rule.condition) if rule.condition else frozenset()
    )


def check_ttl(
    rules: Sequence[Expiry],
    columns: Sequence[Column],
    keys: Sequence[str],
    fixed: Sequence[str | None],
    types: ExpressionTypes,
) -> None:
    """Makes sure that a table may have these rules.

    Args:
        rules: all of them.
        columns: the table's columns.
        keys: those its keys are made of.
        fixed: the version and the column that marks deleted rows.
        types: asks Spark about expressions.

    Raises:
        RmtError: with ClickHouse's name of whatever is wrong.
    """
    if sum(not rule.column and not rule.condition for rule in rules) > 1:
        raise RmtError(
            "BAD_TTL_EXPRESSION",
            "More than one DELETE TTL expression without WHERE expression is not allowed.",
            "Only one can be the first to come: leave the later one out.",
        )
    stored = {c.name: parse_type(c.type) for c in columns if c.is_stored}
    for rule in rules:
        if rule.column:
            _check_column(rule.column, columns, keys, fixed)
        _check_expression(rule.expression, stored, types)
        _check_moment(rule.expression, stored, types)
        if rule.condition:
            _check_expression(rule.condition, stored, types)
            _check_condition(rule.condition, stored, types)


def expiry_moment(rule: Expiry, types: Mapping[str, DataType]) -> str:
    """The Spark expression of a rule's hidden column, in a session whose time zone is UTC.

    Args:
        rule: the rule.
        types: the types of the table's columns.
    """
    value = stored_value(rule.expression, types)
    moment = f"CAST(({value.sql}) AS TIMESTAMP)"
    # 1970-01-01 00:00:00 means never.
    seconds = f"nullif(unix_seconds({moment}), 0L)"
    if not rule.condition:
        return seconds
    return f"CASE WHEN {stored_condition(rule.condition, types)} THEN {seconds} END"


def expired(rule: Expiry, now: int) -> str:
    """The Spark condition that a rule's moment has come by a time; never NULL."""
    return f"coalesce({quote_name(rule.name)} <= {now}L, false)"


# Checks


def _check_column(
    name: str, columns: Sequence[Column], keys: Sequence[str], fixed: Sequence[str | None]
) -> None:
    if name in keys:
        raise RmtError("ILLEGAL_COLUMN", f"Trying to set TTL for key column {name}.")
    if name in fixed:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A TTL of the column {name} is not supported: the engine decides by it which row is "
            "the newest.",
        )
    if not any(column.name == name and column.is_stored for column in columns):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A TTL of the column {name} is not supported: it has no values that are stored.",
        )


def _check_expression(text: str, stored: Mapping[str, DataType], types: ExpressionTypes) -> None:
    if has_subquery(text):
        raise RmtError("NOT_IMPLEMENTED", f"A subquery in TTL is not supported: {text}.")
    if calls_aggregate(text):
        raise RmtError("ILLEGAL_AGGREGATION", f"TTL cannot contain an aggregate function: {text}.")
    check_identifiers(text, stored, "TTL")
    if not identifiers(text) and not types.is_on(_ALLOW_SUSPICIOUS):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"TTL expression {text} does not depend on any of the columns of the table.",
            f"SET {_ALLOW_SUSPICIOUS} = 1 for a moment that is the same for all rows.",
        )
    if not is_deterministic(text):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A TTL expression that is not deterministic is not supported: {text}.",
            "It is computed when a row is inserted.",
        )


def _check_moment(text: str, stored: Mapping[str, DataType], types: ExpressionTypes) -> None:
    value = stored_value(text, stored)
    [spark] = types.types_of(stored, [value.sql])
    data_type = value.type or from_spark_type(spark, nullable=True)
    if data_type.family not in (*_DATES, *_TIMES):
        raise RmtError(
            "BAD_TTL_EXPRESSION",
            "TTL expression result column should have Date, Date32, DateTime or DateTime64 type, "
            f"but {text} has the type {data_type}.",
            "Add an interval to a column of such a type: TTL created + INTERVAL 30 DAY.",
        )
    named = sorted(columns_named(text, stored))
    nullable = [name for name in named if type_of(name, stored).nullable]
    if data_type.nullable and nullable:
        raise RmtError(
            "BAD_TTL_EXPRESSION",
            "TTL expression result column should have Date, Date32, DateTime or DateTime64 type, "
            f"but {text} is Nullable, as {nullable[0]} is.",
            f"Say when such a row expires: coalesce({nullable[0]}, toDateTime(0)) is never.",
        )


def _check_condition(text: str, stored: Mapping[str, DataType], types: ExpressionTypes) -> None:
    types.types_of(stored, [stored_condition(text, stored)])


def _hidden_name(rule: Expiry, structure: int) -> str:
    texts = (rule.column, *(normalized(t) if t else "" for t in (rule.expression, rule.condition)))
    digest = hashlib.blake2b("\n".join(texts).encode(), digest_size=4).hexdigest()
    return f"__ttl_{structure}_{digest}"
