"""The table functions."""

from __future__ import annotations

from rmt_engine.sql.functions.declaration import Function

__all__ = ["COMPILED_TABLE_FUNCTIONS", "TABLE_FUNCTIONS"]

COMPILED_TABLE_FUNCTIONS = frozenset(
    "cluster clusterallreplicas file generaterandom merge numbers_mt zeros_mt".split()
)
"""Those that only the compiler of queries knows, in small letters: a query with one of them is
ClickHouse's. Beside them it knows `values`, `view` and `null`."""

TABLE_FUNCTIONS: dict[str, Function] = {
    f.name: f
    for f in (
        Function("numbers", "([offset, ]count[, step])", "", "a column `number` of whole numbers"),
        Function("zeros", "(count)", "", "a column `zero` of as many zeros"),
        Function(
            "generateSeries",
            "(start, stop[, step])",
            "",
            "a column `generate_series` of whole numbers, `stop` among them",
        ),
        Function("generate_series", "(start, stop[, step])", "", "the same"),
        Function(
            "rmt_scan",
            "('db.table'[, 'raw'])",
            "",
            "a table of this engine, duplicates and all; with 'raw' whatever `final` is set to",
        ),
        Function("rmt_final", "('db.table')", "", "a table of this engine, current rows only"),
        Function("rmt_count", "('db.table')", "", "as many rows as the table has, empty"),
        Function(
            "rmt_extremes",
            "('db.table', ['final', ]'max column', …)",
            "",
            "one row with the greatest or, after `min`, the least values of columns",
        ),
        Function(
            "rmt_file",
            "('path', 'format'[, 'columns'])",
            "",
            "the rows of files, as the table function `file` reads them",
        ),
        Function(
            "rmt_merge",
            "('db', 'pattern', 'structure'[, 'final'])",
            "",
            "columns of all tables whose names match a pattern: what `merge` is in a view",
        ),
        Function(
            "rmt_metadata",
            "('answer'[, 'conditions'])",
            "",
            "what drivers are told of `tables`, `columns`, `primary_keys`, `schemas` and "
            "`table_types`; the conditions are a query of a URL: `schema=shop&type=TABLE`",
        ),
        Function("rmt_rows", "('db.table')", "", "its rows with their hidden columns"),
        Function(
            "rmt_system",
            "('name'[, 'database'])",
            "",
            "a table of the database system; with a database, `tables` and `columns` have the rows "
            "of that one only, and those of its views and of Spark's own tables, too",
        ),
    )
}
