"""How names are quoted: in backquotes, when one of the endpoint's two parsers wants it.

Sources: https://spark.apache.org/docs/latest/sql-ref-identifier.html,
https://clickhouse.com/docs/sql-reference/syntax#identifiers.
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import exc
from sqlalchemy.sql import compiler

__all__ = ["RmtIdentifierPreparer"]

_SPARK = """all alter and anti any array as asc at authorization between both by case cast check
    cluster collate column commit constraint create cross cube current current_date current_time
    current_timestamp current_user database date day default delete desc describe distinct
    distribute drop else end escape except exists external extract false fetch filter for foreign
    from full function global grant group grouping having hour in inner insert intersect interval
    into is join lateral leading left like limit local map minus minute month natural no not null
    of offset on only or order out outer overlaps partition pivot position primary qualify range
    references revoke right rollback rollup row rows second select semi session_user set some sort
    start struct table tablesample then time timestamp to trailing true truncate union unique
    unknown unpivot update user using values view when where window with within year"""
_CLICKHOUSE = """alias asof cleanup codec comment deduplicate engine final format granularity index
    materialized prewhere projection sample settings system ttl tuple type"""


class RmtIdentifierPreparer(compiler.IdentifierPreparer):
    """Quotes names in backquotes; one inside is doubled."""

    reserved_words = {*_SPARK.split(), *_CLICKHOUSE.split()}  # noqa: RUF012
    legal_characters = re.compile(r"^[a-z_][a-z0-9_]*$", re.IGNORECASE)
    illegal_initial_characters = set("0123456789$")  # noqa: RUF012

    def __init__(self, dialect: Any, **options: Any) -> None:
        super().__init__(dialect, initial_quote="`", escape_quote="`", **options)

    def _escape_identifier(self, value: str) -> str:
        """Doubles backquotes; refuses a backslash, which only one of the two parsers escapes."""
        if "\\" in value:
            raise exc.CompileError(f"The name {value!r} has a backslash, which no name may have.")
        return super()._escape_identifier(value)
