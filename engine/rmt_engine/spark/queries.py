"""Queries that read the engine: compiled to Spark SQL; all others are Spark's."""

from __future__ import annotations

import os
import sys

from rmt_engine.errors import RmtError
from rmt_engine.spark.active import ActiveSession
from rmt_engine.spark.gateway import Gateway
from rmt_engine.spark.query_catalog import QueryCatalog
from rmt_engine.sql.query.lower_query import Compiled, compile_query
from rmt_engine.sql.query.read_query import SparksOwn, read_query
from rmt_engine.sql.query.values import NotCompiled

__all__ = ["compiled_query"]

_FRAMES = 15_000
"""Python's frames that a query of 1,000 nested brackets needs."""
_STRICT = os.environ.get("RMT_COMPILER") == "strict"


def compiled_query(
    text: str,
    active: ActiveSession,
    gateway: Gateway,
    *,
    stores: bool = False,
    keeps_parameters: bool = False,
) -> Compiled | None:
    """A query in Spark's words, if it is ClickHouse's.

    Args:
        text: the query.
        active: the session.
        gateway: the bridge to the JVM.
        stores: whether its answer is kept, as that of CREATE TABLE … AS.
        keeps_parameters: whether it is a view's, whose parameters get their values later.

    Returns:
        None if it reads nothing of the engine's, or has what only Spark's grammar has.

    Raises:
        RmtError: it is wrong, or has what is not supported.
    """
    catalog = QueryCatalog(active, gateway)
    if not catalog.reads_engine(text):
        return None
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))
    try:
        return compile_query(
            read_query(text), catalog, stores=stores, keeps_parameters=keeps_parameters
        )
    except (SparksOwn, NotCompiled):
        if _STRICT:
            raise
        return None
    except RecursionError:
        raise RmtError(
            "TOO_DEEP_RECURSION",
            "The query is nested too deep.",
            "Put inner queries into views or WITH, and long conditions into IN.",
        ) from None
