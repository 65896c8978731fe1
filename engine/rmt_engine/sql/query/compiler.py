"""From the text of a query to Spark's."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rmt_engine.errors import RmtError
from rmt_engine.sql.nesting import check_nesting
from rmt_engine.sql.query.catalog import Catalog
from rmt_engine.sql.query.lower_query import Compiled, compile_query
from rmt_engine.sql.query.read_query import read_query

__all__ = ["compile_text"]

_FRAMES = 15_000
"""Python's frames that a query of 1,000 nested brackets needs."""


def compile_text(text: str, catalog: Catalog, *, stores: bool = False) -> Compiled:
    """Spark's text of a query.

    Args:
        text: the query.
        catalog: resolves names.
        stores: whether its answer is kept: conditions are then numbers, as their type says.

    Raises:
        RmtError: it is wrong, or has what is not supported.
        SparksOwn: it has a word that only Spark's grammar has.
        NotCompiled: it has what only Spark's language has.
    """
    check_nesting(text)
    with _deep():
        return compile_query(read_query(text), catalog, stores=stores)


@contextmanager
def _deep() -> Iterator[None]:
    """Enough frames for what may be nested, and an error for what is nested deeper."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))
    try:
        yield
    except RecursionError:
        raise RmtError(
            "TOO_DEEP_RECURSION",
            "The statement is nested too deep.",
            "Put inner queries into views or WITH, and long conditions into IN.",
        ) from None
