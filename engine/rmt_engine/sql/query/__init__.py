"""Queries: ClickHouse's language read into a tree, and the tree lowered to Spark SQL.

`read_query` makes a tree of a text, `compile_query` resolves its names and types and gives Spark's
text of it. No other module reads or writes the text of a query.
"""
