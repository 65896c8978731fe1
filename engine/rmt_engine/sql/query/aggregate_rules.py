"""All aggregate functions without combinators.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.sql.query.aggregate_arrays import ARRAY_RULES
from rmt_engine.sql.query.aggregate_bitmaps import BITMAP_RULES
from rmt_engine.sql.query.aggregate_bits import BIT_RULES
from rmt_engine.sql.query.aggregate_events import EVENT_RULES
from rmt_engine.sql.query.aggregate_extremes import EXTREME_RULES
from rmt_engine.sql.query.aggregate_histogram import HISTOGRAM_RULES
from rmt_engine.sql.query.aggregate_lists import LIST_RULES
from rmt_engine.sql.query.aggregate_maps import MAP_RULES
from rmt_engine.sql.query.aggregate_moments import MOMENT_RULES
from rmt_engine.sql.query.aggregate_quantiles import QUANTILE_RULES
from rmt_engine.sql.query.aggregate_statistics import STATISTICS_RULES
from rmt_engine.sql.query.aggregate_sums import SUM_RULES
from rmt_engine.sql.query.aggregate_weights import WEIGHT_RULES
from rmt_engine.sql.query.aggregates import Rule

__all__ = ["RULES"]

RULES: Mapping[str, Rule] = {
    **SUM_RULES,
    **EXTREME_RULES,
    **MOMENT_RULES,
    **BIT_RULES,
    **ARRAY_RULES,
    **QUANTILE_RULES,
    **MAP_RULES,
    **EVENT_RULES,
    **HISTOGRAM_RULES,
    **BITMAP_RULES,
    **WEIGHT_RULES,
    **LIST_RULES,
    **STATISTICS_RULES,
}
"""Aggregate functions, by ClickHouse's name."""
