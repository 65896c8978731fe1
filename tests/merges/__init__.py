"""Tests of what happens when runs of rows meet."""
