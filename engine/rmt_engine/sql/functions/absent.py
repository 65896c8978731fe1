"""Functions of ClickHouse's that are refused, and why; and what an unknown one may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.names import canonical_name, known_names
from rmt_engine.sql.functions.tables import TABLE_FUNCTIONS

__all__ = ["ABSENT", "ABSENT_TABLE_FUNCTIONS", "refusal_of", "refusal_of_table_function"]

_TWO_STEPS = "Its answer is not its state."
_NO_DICTIONARIES = "There are no dictionaries. Join the table they are made of."
_NO_SUCH_TYPE = "There is no such type; docs/types.md lists the types there are."
_BY_BEGINNING: dict[str, str] = {
    "dict": _NO_DICTIONARIES,
    "region": "There are no dictionaries of regions. Join a table of them.",
    "naiveBayes": "There are no dictionaries of models.",
    "ai": "No model outside of the engine is asked.",
    "timeSeries": "There are no TimeSeries tables.",
    "toTime64": _NO_SUCH_TYPE,
    "toBFloat16": _NO_SUCH_TYPE,
    "transaction": "There are no transactions of several statements.",
}
"""Why functions are refused whose names begin so."""
_WIDTHS = "Its number depends on an algorithm Spark does not have."
_BLOCKS = "It depends on how ClickHouse cuts a query's rows into blocks."

ABSENT: dict[str, str] = {
    **{
        name: reason
        for name in known_names()
        for beginning, reason in _BY_BEGINNING.items()
        if name.startswith(beginning)
    },
    **dict.fromkeys(
        "farmHash64 metroHash64 xxh3 wyHash64 sipHash128".split(),
        f"{_WIDTHS} cityHash64, sipHash64 and xxHash64 give ClickHouse's numbers.",
    ),
    **dict.fromkeys(
        "blockNumber rowNumberInBlock rowNumberInAllBlocks blockSize blockSerializedSize "
        "runningConcurrency".split(),
        f"{_BLOCKS} A window function, lag() OVER (…) say, does it.",
    ),
    **dict.fromkeys(
        "lowCardinalityKeys lowCardinalityIndices".split(),
        "They depend on how ClickHouse keeps a part's column.",
    ),
    **dict.fromkeys(
        "joinGet joinGetOrNull".split(), "There are no Join tables. Join the table instead."
    ),
    **dict.fromkeys(
        "dumpColumnStructure toColumnTypeName".split(),
        "Columns are Spark's here. toTypeName(x) names the type of their values.",
    ),
}
"""Functions of ClickHouse's that this engine has not, and why."""

_DEPRECATED = (
    "neighbor runningAccumulate runningDifference runningDifferenceStartingWithFirstValue".split()
)
"""Those that ClickHouse has for `allow_deprecated_error_prone_window_functions` only."""

_FILES = "Spark reads files: SELECT * FROM parquet.`path`, or a table USING csv OPTIONS (path …)."
_SERVERS = "Spark reads other databases: CREATE TEMPORARY VIEW v USING jdbc OPTIONS (url …)."
_LAKES = "Spark reads it with its own connector, as a table."
_INSIDE = "It looks inside ClickHouse; the tables of the database system say what there is to say."

ABSENT_TABLE_FUNCTIONS: dict[str, str] = {
    **dict.fromkeys(
        """azureBlobStorage azureBlobStorageCluster cosn fileCluster filesystem gcs hdfs
        hdfsCluster oss s3 s3Cluster url urlCluster""".split(),
        _FILES,
    ),
    **dict.fromkeys(
        """arrowstream bigquery jdbc mongodb mysql odbc postgresql redis remote remoteSecure sqlite
        ytsaurus""".split(),
        _SERVERS,
    ),
    **dict.fromkeys(
        [
            *"deltaLake deltaLakeAzure deltaLakeAzureCluster deltaLakeCluster".split(),
            *"deltaLakeLocal deltaLakeS3 deltaLakeS3Cluster hudi hudiCluster iceberg".split(),
            *"icebergAzure icebergAzureCluster icebergCluster icebergHDFS".split(),
            *"icebergHDFSCluster icebergLocal icebergLocalCluster icebergS3".split(),
            *"icebergS3Cluster paimon paimonAzure paimonAzureCluster paimonCluster".split(),
            *"paimonHDFS paimonHDFSCluster paimonLocal paimonS3 paimonS3Cluster".split(),
        ],
        _LAKES,
    ),
    **dict.fromkeys(
        """mergeTreeAnalyzeIndexes mergeTreeAnalyzeIndexesUUID mergeTreeCodecBlockCounts
        mergeTreeIndex mergeTreeProjection mergeTreeTextIndex viewExplain""".split(),
        _INSIDE,
    ),
    **dict.fromkeys(
        """prometheusQuery prometheusQueryRange timeSeriesData timeSeriesMetricFamilies
        timeSeriesMetrics timeSeriesSamples timeSeriesSelector timeSeriesTags""".split(),
        "There are no TimeSeries tables.",
    ),
    **dict.fromkeys(
        "eval executable python".split(), "No code is run that a statement brings along."
    ),
    "dictionary": "There are no dictionaries. Read the table they are made of.",
    "format": "values('a Int32', (1), …) makes rows of literals.",
    "fuzzJSON": "numbers(n) with rand() makes rows at random.",
    "fuzzQuery": "numbers(n) with rand() makes rows at random.",
    "input": "Use INSERT … SELECT from a table, or VALUES.",
    "loop": "Join with numbers(n) to repeat rows.",
    "null": "SELECT … FORMAT Null computes rows and sends none.",
    "primes": "numbers(n) is there.",
    "viewIfPermitted": "view(SELECT …) is there.",
}
"""Table functions of ClickHouse's, `system.table_functions` of 26.9, that this engine has not."""

_TABLE_FUNCTIONS = (
    *(name for name in TABLE_FUNCTIONS if not name.startswith("rmt_")),
    *("cluster", "clusterAllReplicas", "values", "view"),
    *("file", "generateRandom", "merge", "numbers_mt", "zeros_mt"),
    *ABSENT_TABLE_FUNCTIONS,
)
"""What a table function that there is not may have meant."""
_STATE_COMBINATORS = ("SimpleState",)
_MOST_SUGGESTIONS = 3


def refusal_of(name: str, known: Iterable[str]) -> RmtError:
    """The error for a function there is not.

    Args:
        name: as it was written.
        known: the names of the functions there are.
    """
    names = {one.lower(): one for one in known}
    by_name = {one.lower(): one for one in ABSENT}
    if name.lower() in by_name:
        absent = by_name[name.lower()]
        return RmtError(
            "NOT_IMPLEMENTED", f"The function {absent} is not supported.", ABSENT[absent]
        )
    if name in _DEPRECATED:
        return RmtError(
            "DEPRECATED_FUNCTION",
            f"Function {name} is deprecated since its usage is error-prone. {_BLOCKS}",
            "A window function, lag() OVER (…) say, does it.",
        )
    for combinator in _STATE_COMBINATORS:
        base = name.removesuffix(combinator)
        if base != name and base.lower() in names:
            return RmtError(
                "NOT_IMPLEMENTED",
                f"The combinator -{combinator}, of {name}, is not supported. {_TWO_STEPS}",
                "The combinator -State makes states.",
            )
    close = difflib.get_close_matches(name.lower(), names, _MOST_SUGGESTIONS, 0.7)
    listed = ", ".join(repr(names[one]) for one in close)
    canonical = canonical_name(name)
    if canonical is not None and canonical.lower() not in names:
        hint = f"Maybe one of these does it: [{listed}]." if close else ""
        return RmtError("NOT_IMPLEMENTED", f"The function {canonical} is not supported.", hint)
    hint = f"Maybe you meant: [{listed}]." if close else ""
    return RmtError("UNKNOWN_FUNCTION", f"Function {name} does not exist.", hint)


def refusal_of_table_function(name: str) -> RmtError:
    """The error for a table function there is not.

    Args:
        name: as it was written.
    """
    by_name = {one.lower(): one for one in ABSENT_TABLE_FUNCTIONS}
    if name.lower() in by_name:
        absent = by_name[name.lower()]
        return RmtError(
            "NOT_IMPLEMENTED",
            f"The table function {absent} is not supported.",
            ABSENT_TABLE_FUNCTIONS[absent],
        )
    known = {one.lower(): one for one in _TABLE_FUNCTIONS}
    close = difflib.get_close_matches(name.lower(), known, _MOST_SUGGESTIONS, 0.7)
    hint = ""
    if close:
        hint = f"Maybe you meant: [{', '.join(repr(known[one]) for one in close)}]."
    return RmtError("UNKNOWN_FUNCTION", f"Unknown table function {name}.", hint)
