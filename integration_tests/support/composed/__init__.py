"""Composed queries: all forms of ClickHouse's SELECT nested in each other, at random.

`tables` are what they read; `templates` say what expressions there are, by the kind of their
values; `expressions`, `sources` and `queries` put them together; `answers` compares what the engine
and ClickHouse give; `reduction` finds the smallest query that still differs; `report` counts.
"""

from support.composed.queries import Query, compose
from support.composed.tables import TABLES

__all__ = ["TABLES", "Query", "compose"]
