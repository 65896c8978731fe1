"""Statements with the answers real ClickHouse gave: a file for each case."""
