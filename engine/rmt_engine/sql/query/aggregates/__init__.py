"""Calls of aggregate functions: rows, states, combinators, NULL, and no rows."""
