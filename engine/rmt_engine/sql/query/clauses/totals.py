"""WITH TOTALS: the row of all rows behind the groups."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import LoweredQuery
from rmt_engine.sql.query.clauses.group_by import Totals
from rmt_engine.sql.query.clauses.lower_select import SelectLowering
from rmt_engine.sql.query.tree import Select

if TYPE_CHECKING:
    from rmt_engine.sql.query.expressions.queries import Queries

__all__ = ["with_totals"]


def with_totals(queries: Queries, select: Select) -> LoweredQuery:
    """The groups, and behind them the row of all rows in them, as the answer's last.

    ClickHouse's modes `after_having_…` differ in groups beyond `max_rows_to_group_by` only.

    Source: https://clickhouse.com/docs/sql-reference/statements/select/group-by#with-totals-modifier.
    """
    grouping = select.grouping
    filters = {"HAVING": select.having, "QUALIFY": select.qualify}
    written = [word for word, condition in filters.items() if condition is not None]
    if written and grouping is not None and grouping.kind:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "WITH TOTALS and WITH ROLLUP or CUBE are not supported together in presence of "
            f"{written[0]}.",
            "Ask for the totals in a query of their own.",
        )
    groups = SelectLowering(queries, select, None, is_top=True).lower()
    kept = None
    if select.having is not None and queries.settings.get("totals_mode") != "before_having":
        kept = SelectLowering(queries, select, None).kept_keys()
    whole = Select(
        with_values=select.with_values,
        columns=select.columns,
        source=select.source,
        prewhere=select.prewhere,
        where=select.where,
        grouping=select.grouping,
        windows=select.windows,
    )
    totals = SelectLowering(queries, whole, None, totals=Totals(kept)).lower()
    # ClickHouse's totals are one row: of arrayJoin, the first element.
    text = f"SELECT * FROM ({groups.sql}) UNION ALL SELECT * FROM ({totals.sql} LIMIT 1)"
    return replace(groups, sql=text)
