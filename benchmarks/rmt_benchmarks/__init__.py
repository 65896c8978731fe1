"""Reproducible measurements: ReplacingMergeTree on Spark beside ClickHouse, DuckDB and Delta Lake.

`rmt bench` or `make bench` runs them. Every work is run by all engines in turn, round after round,
in one process on one machine, and what is reported are medians and medians of ratios: they hold
where seconds do not.
"""
