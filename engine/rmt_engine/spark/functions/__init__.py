"""ClickHouse's functions, built from Spark's expressions: no Python runs for a row.

`rmt_engine.sql.functions` declares them; here each has its builder, under the name Spark knows it
by. A builder gets the arguments of a call and returns a column or a Catalyst expression.
"""

from rmt_engine.spark.functions.addresses import ADDRESSES
from rmt_engine.spark.functions.aggregates import AGGREGATES, DEFAULTS_OF_NOTHING
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders
from rmt_engine.spark.functions.arrays import ARRAYS
from rmt_engine.spark.functions.bases import BASES
from rmt_engine.spark.functions.best_effort import BEST_EFFORT
from rmt_engine.spark.functions.charsets import CHARSETS
from rmt_engine.spark.functions.conversion import CONVERSION
from rmt_engine.spark.functions.dates import DATES
from rmt_engine.spark.functions.digests import DIGESTS
from rmt_engine.spark.functions.distances import DISTANCES
from rmt_engine.spark.functions.domains import DOMAINS
from rmt_engine.spark.functions.dynamics import PATHS
from rmt_engine.spark.functions.encodings import ENCODINGS
from rmt_engine.spark.functions.exact_numbers import EXACT_NUMBERS
from rmt_engine.spark.functions.geohashes import GEOHASHES
from rmt_engine.spark.functions.hashing import HASHING
from rmt_engine.spark.functions.joda_formats import JODA_FORMATS
from rmt_engine.spark.functions.json import JSON
from rmt_engine.spark.functions.key_values import KEY_VALUES
from rmt_engine.spark.functions.letters import LETTERS
from rmt_engine.spark.functions.made_times import MADE_TIMES
from rmt_engine.spark.functions.maps import MAPS
from rmt_engine.spark.functions.numbers import NUMBERS
from rmt_engine.spark.functions.operators import OPERATORS
from rmt_engine.spark.functions.other import OTHER
from rmt_engine.spark.functions.random_texts import RANDOM_TEXTS
from rmt_engine.spark.functions.read_quantities import READ_QUANTITIES
from rmt_engine.spark.functions.sample_sizes import SAMPLE_SIZES
from rmt_engine.spark.functions.special_numbers import SPECIAL_NUMBERS
from rmt_engine.spark.functions.states import STATE_FUNCTIONS
from rmt_engine.spark.functions.strings import STRINGS
from rmt_engine.spark.functions.urls import URLS

__all__ = ["BUILDERS", "DEFAULTS_OF_NOTHING", "OPERATORS", "Arguments", "Builder"]

BUILDERS: Builders = {
    **DATES,
    **MADE_TIMES,
    **BEST_EFFORT,
    **CONVERSION,
    **JODA_FORMATS,
    **NUMBERS,
    **STRINGS,
    **ARRAYS,
    **MAPS,
    **JSON,
    **PATHS,
    **URLS,
    **DOMAINS,
    **ADDRESSES,
    **HASHING,
    **DIGESTS,
    **BASES,
    **ENCODINGS,
    **LETTERS,
    **CHARSETS,
    **SPECIAL_NUMBERS,
    **SAMPLE_SIZES,
    **EXACT_NUMBERS,
    **READ_QUANTITIES,
    **DISTANCES,
    **GEOHASHES,
    **KEY_VALUES,
    **RANDOM_TEXTS,
    **OTHER,
    **STATE_FUNCTIONS,
    **AGGREGATES,
}
