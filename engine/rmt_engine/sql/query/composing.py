"""How a function is lowered that is made of others, by the types of its arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rmt_engine.sql.query.context import CallContext
from rmt_engine.sql.query.values import Value

__all__ = ["Compose", "Lowering", "LoweringInContext"]

Compose = Callable[[str, Sequence[Value]], Value]
"""Makes the call of another function."""
Lowering = Callable[[str, Sequence[Value], Compose], Value]
"""Makes the value of a call: of the function's name, its arguments, and what calls others."""
LoweringInContext = Callable[[Sequence[Value], CallContext], Value]
"""Makes the value of a call: of its arguments and the statement it stands in."""
