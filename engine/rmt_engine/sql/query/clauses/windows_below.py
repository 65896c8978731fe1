"""The query below that calculates functions over windows, where arrays are joined above it.

Source: the steps `Window` and `Expression` of ClickHouse's plans (EXPLAIN), tried on 26.9.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from rmt_engine.sql.query.clauses.group_by import from_text
from rmt_engine.sql.query.expressions.columns_below import ColumnsBelow
from rmt_engine.sql.query.expressions.joined_values import Lateral
from rmt_engine.sql.query.names.scopes import LoweredSource
from rmt_engine.sql.text.quoting import quote_name

__all__ = ["above_columns", "rows_above_windows", "tables_below", "with_laterals"]

_QUALIFIER = re.compile(r"(?<![`.])(`(?:[^`]|``)+`)\.(?=`)")


def with_laterals(source: str, laterals: Iterable[Lateral]) -> str:
    """What stands behind FROM, and what is joined to its rows."""
    for lateral in laterals:
        source = source + lateral.joined if source else lateral.sql.removeprefix("LATERAL ")
    return source


def tables_below(source: LoweredSource) -> list[str]:
    """Spark's names of the tables that the columns of a source are of."""
    texts = [column.value.sql for one in source.relations for column in one.columns]
    found = dict.fromkeys(alias for text in texts for alias in _QUALIFIER.findall(text))
    # A lambda's variable with a field looks alike.
    return [alias for alias in found if alias in source.sql]


def rows_above_windows(
    windows: ColumnsBelow,
    source: str,
    aliases: Sequence[str],
    laterals: Sequence[Lateral],
    where: str,
) -> str:
    """Spark's ` FROM …`: the query below, and what is joined to its rows.

    A table of the query below is one column of it, a struct: `t.k` means the same above. What a
    window or the condition names is joined below, as in ClickHouse.

    Args:
        windows: what the query below calculates.
        source: what it reads.
        aliases: Spark's names of the tables in that.
        laterals: what is joined to their rows.
        where: the condition.
    """
    return f" FROM {above_columns(windows, source, aliases, laterals, where)}"


def above_columns(
    columns: ColumnsBelow,
    source: str,
    aliases: Sequence[str],
    laterals: Sequence[Lateral],
    where: str = "",
) -> str:
    """A source whose rows have columns that a query below calculates.

    Args:
        columns: they.
        source: the tables, as text.
        aliases: their names.
        laterals: what is joined to their rows.
        where: the condition on these.
    """
    below = _named_in([*columns.names, where], laterals)
    tables = [*aliases, *(one.alias for one in below)]
    selected = [f"struct({table}.*) AS {table}" for table in tables]
    selected += [f"{sql} AS {quote_name(name)}" for sql, name in columns.names.items()]
    rows = from_text(with_laterals(source, below), where)
    inner = f"(SELECT {', '.join(selected)}{rows}) AS {columns.alias}"
    return with_laterals(inner, [one for one in laterals if one not in below])


def _named_in(texts: Iterable[str], laterals: Sequence[Lateral]) -> Collection[Lateral]:
    """What texts name of what is joined, and what that names in turn, in order."""
    named, waiting = set[Lateral](), list(texts)
    while waiting:
        text = waiting.pop()
        found = {one for one in laterals if f"{one.alias}." in text} - named
        named |= found
        waiting += [one.sql for one in found]
    return [one for one in laterals if one in named]
