"""All aggregate functions without combinators.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/reference, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.sql.query.aggregates.arrays import ARRAY_RULES
from rmt_engine.sql.query.aggregates.bitmaps import BITMAP_RULES
from rmt_engine.sql.query.aggregates.bits import BIT_RULES
from rmt_engine.sql.query.aggregates.decayed import DECAYED_RULES
from rmt_engine.sql.query.aggregates.drawn import DRAWN_RULES
from rmt_engine.sql.query.aggregates.events import EVENT_RULES
from rmt_engine.sql.query.aggregates.extremes import EXTREME_RULES
from rmt_engine.sql.query.aggregates.funnels import FUNNEL_RULES
from rmt_engine.sql.query.aggregates.histogram import HISTOGRAM_RULES
from rmt_engine.sql.query.aggregates.kolmogorov import KOLMOGOROV_RULES
from rmt_engine.sql.query.aggregates.lists import LIST_RULES
from rmt_engine.sql.query.aggregates.maps import MAP_RULES
from rmt_engine.sql.query.aggregates.moments import MOMENT_RULES
from rmt_engine.sql.query.aggregates.plain_calls import Rule
from rmt_engine.sql.query.aggregates.quantiles import QUANTILE_RULES
from rmt_engine.sql.query.aggregates.samples import SAMPLE_RULES
from rmt_engine.sql.query.aggregates.sequences import SEQUENCE_RULES
from rmt_engine.sql.query.aggregates.statistics import STATISTICS_RULES
from rmt_engine.sql.query.aggregates.sums import SUM_RULES
from rmt_engine.sql.query.aggregates.weights import WEIGHT_RULES

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
    **FUNNEL_RULES,
    **SEQUENCE_RULES,
    **HISTOGRAM_RULES,
    **BITMAP_RULES,
    **WEIGHT_RULES,
    **LIST_RULES,
    **STATISTICS_RULES,
    **DECAYED_RULES,
    **SAMPLE_RULES,
    **KOLMOGOROV_RULES,
    **DRAWN_RULES,
}
"""Aggregate functions, by ClickHouse's name."""
