"""Tests of the store: its registry, its files, and what becomes of them."""
