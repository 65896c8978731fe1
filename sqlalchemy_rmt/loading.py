"""FINAL in what the ORM loads beside a statement: relationships, and columns that are deferred.

`selectinload`, `subqueryload` and lazy loading send statements of their own. They read FINAL where
the statement did that loaded the objects, and where the relationship says so itself, with
`relationship(…, info={"rmt_final": True})`.

Source: https://docs.sqlalchemy.org/orm/events.html#sqlalchemy.orm.SessionEvents.do_orm_execute.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Session
from sqlalchemy.orm.interfaces import UserDefinedOption

from sqlalchemy_rmt import constructs

__all__ = ["FinalLoads"]


class FinalLoads(UserDefinedOption):  # type: ignore[misc, unused-ignore]
    """Whether what is loaded for a statement's objects later on is read FINAL; see `final()`."""

    propagate_to_loaders = True


def _read_final(state: Any) -> None:
    """Puts FINAL into a statement that the ORM sends by itself."""
    if not (state.is_relationship_load or state.is_column_load):
        return
    value = _wanted(state)
    if value is None or constructs.clause_of(state.statement, constructs.ReadFinal) is not None:
        return
    state.statement = constructs.with_clause(state.statement, constructs.ReadFinal(value))


def _wanted(state: Any) -> bool | None:
    """What the relationship says, or else the statement; None if neither does."""
    path = state.loader_strategy_path
    steps = path.path if path is not None and state.is_relationship_load else ()
    infos = [getattr(step, "info", {}) for step in steps if hasattr(step, "direction")]
    if infos and "rmt_final" in infos[-1]:
        return bool(infos[-1]["rmt_final"])
    options = [o for o in state.user_defined_options if isinstance(o, FinalLoads)]
    return bool(options[-1].payload) if options else None


event.listen(Session, "do_orm_execute", _read_final)
