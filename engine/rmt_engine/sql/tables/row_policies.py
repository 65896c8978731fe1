"""Row policies: conditions that tell which rows of a table a user may read.

Source of how policies are combined: ClickHouse's `RowPolicyCache`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.tables.expressions import (
    calls_aggregate,
    check_identifiers,
    has_subquery,
    stored_condition,
)
from rmt_engine.sql.values.failures import failing
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.row_policy import RowPolicy
from rmt_engine.store.table import TableDefinition

__all__ = ["check_condition", "never", "readable_rows"]


def check_condition(condition: str, definition: TableDefinition) -> None:
    """Makes sure that a condition is about a table's stored columns.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`; `NOT_IMPLEMENTED` for a subquery.
    """
    stored = {column.name: parse_type(column.type) for column in definition.stored_columns}
    if has_subquery(condition):
        raise unsupported("A subquery in the condition of a row policy")
    if calls_aggregate(condition):
        raise RmtError(
            "ILLEGAL_AGGREGATION",
            f"A row policy cannot contain an aggregate function: {condition}.",
        )
    check_identifiers(condition, stored, "row policy")


def readable_rows(policies: Sequence[RowPolicy], user: str, definition: TableDefinition) -> str:
    """What the rows meet that a user may read, in Spark's SQL; empty when it is all of them.

    Permissive policies of a user are joined with OR, restrictive ones with AND. A user whom no
    permissive one concerns reads all rows that the restrictive ones leave.

    Args:
        policies: of the table.
        user: who reads.
        definition: the table's.
    """
    mine = [policy for policy in policies if policy.grantees.concern(user)]
    permissive = [_condition(policy, definition) for policy in mine if not policy.restrictive]
    conditions = [_condition(policy, definition) for policy in mine if policy.restrictive]
    if permissive:
        conditions.append(f"({' OR '.join(permissive)})")
    return " AND ".join(conditions)


def _condition(policy: RowPolicy, definition: TableDefinition) -> str:
    types = {column.name: parse_type(column.type) for column in definition.columns}
    try:
        return stored_condition(policy.condition, types)
    except RmtError as error:
        return never(f"{policy.database}.{policy.table}", error.message)


def never(table: str, reason: str) -> str:
    """A condition in Spark's SQL that fails for every row: that of a policy that makes no sense.

    A policy belongs to a name, and the table that has it now may lack its columns. Then no row is
    given, by an error that comes when rows are read: the table can still be created and described.

    Args:
        table: the table.
        reason: what is wrong.
    """
    error = RmtError(
        "BAD_ARGUMENTS",
        f"A row policy of {table} cannot be evaluated: {reason}",
        "DROP ROW POLICY, or CREATE ROW POLICY OR REPLACE with another condition.",
    )
    return failing(error, "BOOLEAN")
