"""Queries: ClickHouse's language read into a tree, and the tree lowered to Spark SQL.

`compiler` makes Spark's text of ClickHouse's. Its rooms, each of which knows those above it only:

- `tree`, `values`, `catalog`: what the text says, what it becomes, and who is asked for tables;
- `reading` and `printing`: from text to tree, and from tree to ClickHouse's text;
- `types`: what the types of values decide, as conversions, comparisons, keys and order;
- `names`: which column, alias or function a name means;
- `aggregates` and `calls`: calls of functions of many rows, and of one;
- `expressions`: the expressions of one SELECT, of rows or of groups;
- `sources` and `clauses`: FROM, and what each clause of a SELECT makes of its rows;
- `lower_query`: whole queries, with set operations and WITH.

What goes from room to room is the tree; no room edits text.
"""
