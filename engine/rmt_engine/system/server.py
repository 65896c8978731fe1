"""What the engine is: its databases, functions and versions, and the tables `one` and `numbers`.

Sources: https://clickhouse.com/docs/operations/system-tables/databases and its neighbours.
"""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Iterator

from rmt_engine.engines import ENGINES
from rmt_engine.sql.functions import (
    COMPILED_AGGREGATES,
    COMPOSED,
    DEFINED,
    FUNCTIONS,
)
from rmt_engine.sql.functions.absent import ABSENT
from rmt_engine.sql.functions.arguments import is_taken
from rmt_engine.sql.functions.names import known_names
from rmt_engine.sql.tables.expressions import is_deterministic_function
from rmt_engine.sql.values.types import ALIASES, FAMILIES
from rmt_engine.store.table import KEYLESS
from rmt_engine.system.table import Row, SystemContext, SystemTable
from rmt_engine.version import __version__

__all__ = ["SERVER_TABLES"]

_LIBRARIES = {"PYSPARK": "pyspark", "PYARROW": "pyarrow", "SQLALCHEMY": "sqlalchemy"}
_MOST_NUMBERS = 2**63 - 1


def _databases(context: SystemContext) -> Iterator[Row]:
    for database in context.databases():
        name = database.name
        yield (name, "Atomic", database.path, "Atomic", database.comment, 0, name)


def _functions(context: SystemContext) -> Iterator[Row]:
    composed = (one.function for one in DEFINED.values())
    declared = (*FUNCTIONS.values(), *COMPILED_AGGREGATES, *composed, *COMPOSED.values())
    described = {function.name: function for function in declared}
    for one in known_names().values():
        canonical = one.alias_to or one.name
        if not is_taken(canonical) or canonical in ABSENT:
            continue
        function = described.get(canonical)
        yield (
            one.name,
            int(one.aggregate),
            int(one.any_case),
            one.alias_to,
            "",
            "System",
            function.description if function is not None else "",
            one.name + function.signature if function is not None else "",
            function.returns if function is not None else "",
            int(is_deterministic_function(one.name)),
        )
    for name, definition in context.store.registry.sql_functions.all().items():
        statement = f"CREATE FUNCTION {name} AS {definition}"
        yield (name, 0, 0, "", statement, "SQLUserDefined", "", "", "", 1)


def _table_engines(_: SystemContext) -> Iterator[Row]:
    for name in ENGINES:
        has_key = int(name not in KEYLESS)
        yield (name, has_key, has_key, has_key, has_key, 0, 0)


def _data_type_families(_: SystemContext) -> Iterator[Row]:
    for name in FAMILIES:
        yield (name, int(ALIASES.get(name.upper()) == name), "")
    for alias, name in ALIASES.items():
        if alias != name.upper():
            yield (alias, 1, name)


def _build_options(_: SystemContext) -> Iterator[Row]:
    yield ("VERSION_FULL", f"RMT on Spark {__version__}")
    yield ("VERSION_DESCRIBE", f"v{__version__}")
    yield ("VERSION_STRING", __version__)
    yield ("VERSION_NAME", "RMT on Spark")
    yield ("PYTHON_VERSION", platform.python_version())
    for name, distribution in _LIBRARIES.items():
        yield (f"{name}_VERSION", importlib.metadata.version(distribution))


def _one(_: SystemContext) -> Iterator[Row]:
    yield (0,)


def _no_rows(_: SystemContext) -> Iterator[Row]:
    yield from ()


SERVER_TABLES = (
    SystemTable(
        "databases",
        "a database",
        """name STRING, engine STRING, data_path STRING, engine_full STRING, comment STRING,
        is_external BIGINT, database STRING""",
        _databases,
        flags="is_external",
    ),
    SystemTable(
        "functions",
        "a function that queries of ClickHouse's may call, or one that CREATE FUNCTION made; "
        "`SHOW FUNCTIONS` lists Spark's",
        """name STRING, is_aggregate BIGINT, case_insensitive BIGINT, alias_to STRING,
        create_query STRING, origin STRING, description STRING, syntax STRING,
        returned_value STRING, deterministic BIGINT""",
        _functions,
        flags="is_aggregate case_insensitive deterministic",
    ),
    SystemTable(
        "table_engines",
        "an engine of tables; `SHOW ENGINES` lists them",
        """name STRING, supports_skipping_indices BIGINT, supports_projections BIGINT,
        supports_sort_order BIGINT, supports_ttl BIGINT, supports_replication BIGINT,
        supports_deduplication BIGINT""",
        _table_engines,
        flags="""supports_skipping_indices supports_projections supports_sort_order supports_ttl
        supports_replication supports_deduplication""",
    ),
    SystemTable(
        "data_type_families",
        "a type of columns, or another name of one",
        "name STRING, case_insensitive BIGINT, alias_to STRING",
        _data_type_families,
        flags="case_insensitive",
    ),
    SystemTable(
        "build_options",
        "a version of the engine or of a library",
        "name STRING, value STRING",
        _build_options,
    ),
    SystemTable(
        "one",
        "the only one",
        "dummy BIGINT",
        _one,
        flags="dummy",
    ),
    *(
        SystemTable(
            name,
            "a whole number from 0 to 9223372036854775806, in order. A query of them has to have a "
            "`LIMIT`, and nothing before it that wants all of them, or it does not end until it is "
            "cancelled",
            "number BIGINT",
            _no_rows,
            _MOST_NUMBERS,
        )
        for name in ("numbers", "numbers_mt")
    ),
)
