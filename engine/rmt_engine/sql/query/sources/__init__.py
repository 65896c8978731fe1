"""Lowers FROM: tables, table functions, joins, PREWHERE, and what answers without a scan."""
