"""What the lowering of a call is told of its statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["CallContext"]


@dataclass(frozen=True)
class CallContext:
    """The statement that a call stands in.

    Attributes:
        settings: that hold for it.
        zone: the session's time zone.
    """

    settings: Mapping[str, str]
    zone: str = "UTC"
