"""Calls of functions of a row, by the types of their arguments."""
