"""Texts of queries as ClickHouse writes them: `formatQuery` and its kin.

Source: https://clickhouse.com/docs/sql-reference/functions/other-functions#formatQuery.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import nullable, plain
from rmt_engine.sql.query.composing import Compose, Lowering
from rmt_engine.sql.query.printing.operators import written_query
from rmt_engine.sql.query.printing.queries import in_one_line
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["FORMATTED_QUERIES"]


def _formatted(name: str, values: Sequence[Value], _call: Compose) -> Value:
    [value] = values
    text = value.constant
    if text is not None and not isinstance(text, str):
        raise RmtError("NOT_IMPLEMENTED", f"{name} of what is no constant text is not supported.")
    written = None if text is None else _written(text, is_refused="OrNull" not in name)
    if written is None:
        return Value("NULL", nullable(plain("String")), None)
    written = in_one_line(written) if "SingleLine" in name else written
    data_type = nullable(plain("String")) if "OrNull" in name else plain("String")
    return Value(quote_string(written), data_type, written)


def _written(text: str, *, is_refused: bool) -> str | None:
    """A query's text, formatted; None for what is no query, unless that is refused."""
    try:
        return written_query(read_query(text).query)
    except SparksOwn as word:
        if is_refused:
            raise RmtError("SYNTAX_ERROR", f"{word} is no word of ClickHouse's.") from None
    except RmtError:
        if is_refused:
            raise
    return None


FORMATTED_QUERIES: Mapping[str, Lowering] = dict.fromkeys(
    (
        "formatQuery",
        "formatQueryOrNull",
        "formatQuerySingleLine",
        "formatQuerySingleLineOrNull",
    ),
    _formatted,
)
"""Lowerings, by ClickHouse's function."""
