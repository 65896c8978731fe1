"""Tests that fail although the endpoint could do what they ask, as patterns by reason."""

from __future__ import annotations

FUTURE: dict[str, list[str]] = {}
