"""`SHOW TABLES LIKE '%orders%'`: ClickHouse's pattern as Spark's, which knows `*` only.

A pattern without `%` is Spark's own.

Sources: https://clickhouse.com/docs/sql-reference/statements/show; Spark's
`StringUtils.filterPattern`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rmt_engine.sql.quoting import quote_string
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["SHOW_LIKE", "pattern_edits"]

Edit = tuple[int, int, str]
SHOW_LIKE = r"\A[\s(]*+SHOW\s.*?\bLIKE\s*+'[^']*%"
"""What such a statement looks like."""
_WILD = {"%": "*", "_": "."}


def pattern_edits(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Spells the pattern of a SHOW with Spark's signs."""
    if not tokens or tokens[0].word != "SHOW":
        return
    for before, token in pairwise(tokens):
        if before.word == "LIKE" and token.kind is Kind.STRING and "%" in token.value:
            spelled = "".join(_WILD.get(sign, re.escape(sign)) for sign in token.value)
            yield token.start, token.end, quote_string(spelled)
