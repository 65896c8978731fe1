"""Tests that fail although the endpoint could do what they ask: not there yet; by reason."""

from __future__ import annotations

FUTURE: dict[str, str] = {}
