"""Tests that fail because the endpoint is not made for what they ask; by reason."""

from __future__ import annotations

UNSUPPORTED: dict[str, str] = {}
