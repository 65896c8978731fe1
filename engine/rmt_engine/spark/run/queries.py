"""Which language a query is in: those that read the engine are compiled, all others are Spark's.

A query that reads nothing of the engine's is read by Spark first. What Spark's parser or analyser
refuses is compiled, so that `SELECT [1, 2]` has an answer. If neither makes sense of it, the error
is that of the language whose grammar it is: Spark's if Spark's parser reads it, else ClickHouse's
if the compiler reads it, else Spark's. A table that does not exist is told of before what Spark
says of the rest, as of the arguments of `count()`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.errors import AnalysisException, ParseException

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.spark.session.query_catalog import QueryCatalog
from rmt_engine.sql.grammar.view_columns import TypedColumn
from rmt_engine.sql.query.compiler import compile_text
from rmt_engine.sql.query.lower_query import Compiled
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.values import NotCompiled

__all__ = ["compiled_instead", "compiled_query"]

_NO_TABLE = ("UNKNOWN_DATABASE", "UNKNOWN_TABLE")
_SPARKS_NO_TABLE = ("SCHEMA_NOT_FOUND", "TABLE_OR_VIEW_NOT_FOUND")


def compiled_query(
    text: str,
    active: ActiveSession,
    gateway: Gateway,
    *,
    dialect: str,
    stores: bool = False,
    keeps_parameters: bool = False,
    columns: Sequence[TypedColumn] = (),
    lasts: bool = False,
) -> Compiled | None:
    """A query in Spark's words, if it is ClickHouse's.

    Args:
        text: the query.
        active: the session.
        gateway: the bridge to the JVM.
        dialect: the session's: with `clickhouse` every query is ClickHouse's, with `spark` none.
        stores: whether its answer is kept, as that of CREATE TABLE … AS.
        keeps_parameters: whether it is a view's, whose parameters get their values later.
        columns: those of a view that lists them with types.
        lasts: whether the text is kept, as a view's is.

    Returns:
        None if it is Spark's: it reads nothing of the engine's, or has what only Spark's grammar
        has.

    Raises:
        RmtError: it is wrong, or has what is not supported; `NOT_IMPLEMENTED`, it says FINAL beside
            a word of Spark's.
    """
    if dialect == "spark":
        return None
    catalog = QueryCatalog(active, gateway)
    if dialect != "clickhouse" and not catalog.reads_engine(text):
        return None
    try:
        return compile_text(
            text,
            catalog,
            stores=stores,
            keeps_parameters=keeps_parameters,
            columns=columns,
            lasts=lasts,
        )
    except NotCompiled:
        return None
    except SparksOwn as word:
        _refuse_final(text, str(word), catalog)
        return None


def compiled_instead(
    text: str,
    refused: AnalysisException,
    active: ActiveSession,
    gateway: Gateway,
    *,
    stores: bool = False,
) -> Compiled:
    """A query in Spark's words that Spark cannot read as it is.

    Args:
        text: the query.
        refused: what Spark said of it.
        active: the session.
        gateway: the bridge to the JVM.
        stores: whether its answer is kept, or its text.

    Raises:
        RmtError: it is ClickHouse's, and wrong.
        AnalysisException: `refused`, it is not ClickHouse's either.
    """
    try:
        return compile_text(text, QueryCatalog(active, gateway), stores=stores, lasts=stores)
    except (SparksOwn, NotCompiled, AnalysisException):
        raise refused from None
    except RmtError as error:
        is_clickhouses = isinstance(refused, ParseException) and error.name != "SYNTAX_ERROR"
        if is_clickhouses or (error.name in _NO_TABLE and not _misses_table(refused)):
            raise
        raise refused from None


def _misses_table(refused: AnalysisException) -> bool:
    return (refused.getCondition() or "").startswith(_SPARKS_NO_TABLE)


def _refuse_final(text: str, word: str, catalog: QueryCatalog) -> None:
    """Refuses FINAL in a query that Spark reads, for which it would be an alias."""
    table = catalog.final_table(text)
    if table is not None:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"FINAL is not supported in a query with {word}, which only Spark's grammar has.",
            f"Put FINAL into a view, or SET final = 1, or read {table} by the function rmt_final.",
        )
