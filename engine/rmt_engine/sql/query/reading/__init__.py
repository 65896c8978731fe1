"""Reads the text of queries and expressions into trees."""
