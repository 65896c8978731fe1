"""`SHOW TABLES LIKE '%orders%'`: ClickHouse's pattern as Spark's, which knows `*` only.

A pattern without `%` is Spark's own.

Sources: https://clickhouse.com/docs/sql-reference/statements/show; Spark's
`StringUtils.filterPattern`.
"""

from __future__ import annotations

import re
from itertools import pairwise

from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.text.tokens import BLANK, Kind, splice, tokenize

__all__ = ["with_sparks_pattern"]

_SHOW_LIKE = re.compile(rf"\A(?:{BLANK}|\()*+SHOW\s.*?\bLIKE\s*+'[^']*%", re.IGNORECASE | re.DOTALL)
_WILD = {"%": "*", "_": "."}


def with_sparks_pattern(text: str) -> str:
    """A statement, the pattern of a SHOW in it spelled with Spark's signs."""
    if not _SHOW_LIKE.match(text):
        return text
    edits = []
    for before, token in pairwise(tokenize(text, "spark")):
        if before.word == "LIKE" and token.kind is Kind.STRING and "%" in token.value:
            spelled = "".join(_WILD.get(sign, re.escape(sign)) for sign in token.value)
            edits.append((token.start, token.end, quote_string(spelled)))
    return splice(text, edits)
