"""The parameters that aggregate functions take, `quantile(0.9)(x)`, as their signatures say it.

Source: https://clickhouse.com/docs/sql-reference/aggregate-functions/parametric-functions, tried on
26.9.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.aggregates import AGGREGATES, COMPILED_AGGREGATES
from rmt_engine.sql.query.aggregates.plain_calls import MANY
from rmt_engine.sql.query.values import Value

__all__ = ["check_parameters"]

_SIGNATURES = {one.name: one.signature for one in (*AGGREGATES, *COMPILED_AGGREGATES)}
_BEFORE_ARGUMENTS = re.compile(r"(\[?)\((.*?)\)\]?\(")
_LEFT_OUT = re.compile(r"\[.*\]")
_TAKES_ANY = ("argMin", "argMax", "argAndMin", "argAndMax", "groupConcat")
"""What does not mind parameters that it has no use for, or refuses them itself."""

_OF_NONE = {"groupArrayLast": "BAD_ARGUMENTS"}
"""The errors of what lacks parameters, where they are others."""

_WITHIN = {"uniqUpTo": (0, 100), "uniqCombined": (12, 20), "uniqCombined64": (12, 20)}
"""What the first parameter may be from and to."""


def check_parameters(name: str, parameters: Sequence[Value]) -> None:
    """Refuses parameters that a function does not take.

    Args:
        name: the function, without combinators.
        parameters: those it was given.

    Raises:
        RmtError: `AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS`, `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`,
            `ARGUMENT_OUT_OF_BOUND`.
    """
    if name in _TAKES_ANY:
        return
    fewest, most = _numbers(name)
    if parameters and not most:
        raise RmtError(
            "AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS",
            f"Aggregate function {name} cannot have parameters.",
            f"Its arguments stand in its only brackets: {name}(…).",
        )
    if not fewest <= len(parameters) <= most:
        wanted = f"at least {fewest}" if len(parameters) < fewest else f"at most {most}"
        error = "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"
        raise RmtError(
            error if parameters else _OF_NONE.get(name, error),
            f"Aggregate function {name} takes {wanted} parameters, and was given "
            f"{len(parameters)}.",
        )
    if name in _WITHIN and parameters:
        least, greatest = _WITHIN[name]
        given = parameters[0].constant
        if isinstance(given, int) and not least <= given <= greatest:
            raise RmtError(
                "ARGUMENT_OUT_OF_BOUND",
                f"The parameter {given} of the aggregate function {name} is not from {least} to "
                f"{greatest}.",
            )


def _numbers(name: str) -> tuple[int, int]:
    """How many parameters a function takes at least and at most, by its signature."""
    found = _BEFORE_ARGUMENTS.match(_SIGNATURES.get(name, ""))
    if found is None:
        return 0, 0
    may_lack, listed = found.groups()
    fewest = 0 if may_lack else _counted(_LEFT_OUT.sub("", listed))
    return fewest, MANY if "…" in listed else _counted(listed)


def _counted(listed: str) -> int:
    return len([one for one in listed.split(",") if one.strip(" …[]")])
