"""The lowerings of functions that are made of others, by the types of their arguments."""

from __future__ import annotations

from collections.abc import Mapping

from rmt_engine.sql.query.calls.alike_texts import OF_ALIKE_TEXTS
from rmt_engine.sql.query.calls.asked_of_types import OF_TYPES
from rmt_engine.sql.query.calls.bits_and_digits import BITS_AND_DIGITS
from rmt_engine.sql.query.calls.consistent_hashes import CONSISTENT_HASHES
from rmt_engine.sql.query.calls.dynamic_calls import OF_DYNAMICS
from rmt_engine.sql.query.calls.formatted_queries import FORMATTED_QUERIES
from rmt_engine.sql.query.calls.interval_tuples import OF_INTERVALS
from rmt_engine.sql.query.calls.json_paths import OF_PATHS
from rmt_engine.sql.query.calls.limits_and_defaults import LIMITS_AND_DEFAULTS
from rmt_engine.sql.query.calls.midpoints import MIDPOINTS
from rmt_engine.sql.query.calls.networks import NETWORKS
from rmt_engine.sql.query.calls.reinterpreting import REINTERPRETING
from rmt_engine.sql.query.calls.searched_texts import OF_SEARCHED_TEXTS
from rmt_engine.sql.query.calls.space_curves import SPACE_CURVES
from rmt_engine.sql.query.calls.tuple_arithmetic import OF_TUPLES
from rmt_engine.sql.query.calls.vectors import OF_VECTORS
from rmt_engine.sql.query.calls.windows_of_time import WINDOWS_OF_TIME
from rmt_engine.sql.query.composing import Lowering

__all__ = ["COMPOSITIONS"]

COMPOSITIONS: Mapping[str, Lowering] = {
    **OF_TUPLES,
    **OF_VECTORS,
    **OF_TYPES,
    **LIMITS_AND_DEFAULTS,
    **OF_SEARCHED_TEXTS,
    **OF_ALIKE_TEXTS,
    **REINTERPRETING,
    **BITS_AND_DIGITS,
    **FORMATTED_QUERIES,
    **OF_DYNAMICS,
    **OF_PATHS,
    **OF_INTERVALS,
    **WINDOWS_OF_TIME,
    **SPACE_CURVES,
    **MIDPOINTS,
    **NETWORKS,
    **CONSISTENT_HASHES,
}
"""By ClickHouse's function; `rmt_engine.sql.functions.composed` declares each."""
