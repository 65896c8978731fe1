"""Queries inside statements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.queries import compiled_instead, compiled_query
from rmt_engine.spark.session.active import ActiveSession, statement_settings, untouched
from rmt_engine.sql.text.nesting import check_nesting
from rmt_engine.sql.values.types import DataType

__all__ = ["InnerQueries", "InnerQuery"]


@dataclass(frozen=True)
class InnerQuery:
    """A query inside a statement.

    Attributes:
        frame: its rows.
        settings: those at its end.
        types: ClickHouse's types of its columns; none if they are not known.
    """

    frame: DataFrame
    settings: Mapping[str, str]
    types: tuple[DataType | None, ...] = ()


class InnerQueries:
    """Reads queries inside statements.

    Args:
        gateway: the bridge to the JVM.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    def run(self, text: str, active: ActiveSession, dialect: str = "") -> InnerQuery:
        """A query inside a statement; in the session's dialect unless one is given."""
        dialect = dialect or active.setting("dialect")
        compiled = compiled_query(text, active, self._gateway, dialect=dialect, stores=True)
        if compiled is None:
            check_nesting(text)
            try:
                with untouched():
                    return InnerQuery(active.spark.sql(text), {})
            except AnalysisException as refused:
                if dialect == "spark":
                    raise
                compiled = compiled_instead(text, refused, active, self._gateway, stores=True)
        with untouched(), statement_settings(compiled.settings):
            frame = active.spark.sql(compiled.sql)
        types = tuple(column.type for column in compiled.columns)
        return InnerQuery(frame, compiled.settings, types)
