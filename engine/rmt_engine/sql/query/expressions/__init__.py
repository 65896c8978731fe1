"""Lowers the expressions of one SELECT."""
