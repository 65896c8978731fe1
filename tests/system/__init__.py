"""Tests of what the engine knows of itself."""
