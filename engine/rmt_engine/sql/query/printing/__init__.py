"""Writes trees as ClickHouse shows them: EXPLAIN SYNTAX, EXPLAIN AST, names of columns."""
