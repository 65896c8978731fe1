"""What both engines answer to a composed query, in one form, and whether it is the same."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any, Protocol

from support.both import Both
from support.clickhouse import ClickHouse, ClickHouseError
from support.composed.documented import documented
from support.composed.tables import FUNCTIONS, PARAMETERS, TABLES, VIEWS
from support.endpoint import ServerError

__all__ = [
    "Asked",
    "Outcome",
    "answer_of",
    "canonical",
    "compare",
    "create_tables",
    "drop_functions",
    "other_statements",
    "repeated",
]

Rows = list[tuple[str | None, ...]]

_SPECIFIC = frozenset(
    """UNKNOWN_IDENTIFIER UNKNOWN_FUNCTION UNKNOWN_TABLE NOT_AN_AGGREGATE ILLEGAL_AGGREGATION
    AMBIGUOUS_IDENTIFIER NUMBER_OF_ARGUMENTS_DOESNT_MATCH SYNTAX_ERROR NO_COMMON_TYPE
    ILLEGAL_TYPE_OF_ARGUMENT TYPE_MISMATCH CYCLIC_ALIASES EXPECTED_ALL_OR_DISTINCT""".split()
)
"""Refusals that say what is wrong, so that ours must say the same."""
_OF_ITS_OWN = ("LOGICAL_ERROR", "INVALID_JOIN_ON_EXPRESSION", "NOT_FOUND_COLUMN_IN_BLOCK")
"""Errors of ClickHouse's own in queries that are right: each ON here has an equality of columns of
both sides, which it cannot find again once it knows that one of them is constant."""
_TOKEN = re.compile(r"'(?:[^'\\]|\\.)*'|\bNULL\b|\bnan\b|-?\binf\b|\btrue\b|\bfalse\b")
_NOT_UTF_8 = re.compile("\ufffd+")
"""Bytes that are no UTF-8: a sign for each of them here, one for all of a sequence in chdb."""
_WORDS = {
    "NULL": "None",
    "nan": "'nan'",
    "inf": "'inf'",
    "-inf": "'-inf'",
    "true": "1",
    "false": "0",
}


_LOSES_ROWS = (
    "use_skip_indexes_for_top_k",
    "use_top_k_dynamic_filtering",
    "use_query_condition_cache",
    "query_plan_optimize_prewhere",
)
"""What ClickHouse 26.9 loses rows by: the first two where NaN is among the first of ORDER BY …
LIMIT, the third in a view with parameters, which takes what another query's conditions left out,
the last where PREWHERE is of a table of a join no column of which is read besides.
"""


class Asked(Protocol):
    """A query, with what is compared of its answer."""

    @property
    def sql(self) -> str:
        """Its text; `{db}` stands for the database."""

    @property
    def codes(self) -> str:
        """The kinds of its columns."""

    @property
    def names(self) -> Sequence[str | None]:
        """The names of its columns; None of those without an alias."""

    @property
    def is_ordered(self) -> bool:
        """Whether the order of its rows is defined."""

    @property
    def has_totals(self) -> bool:
        """Whether ClickHouse gives totals beside its rows."""


@dataclass(frozen=True)
class Outcome:
    """How the answers to a query compare.

    Attributes:
        kind: `same`, `refused` by both, `rows` differ, `error` of ours, `accepted` by us only,
            `refusal` with other codes, `names` of columns differ; `documented`, one of these
            differs as the documentation says.
        group: what such differences have in common: an error without its names.
        ours: our answer.
        theirs: ClickHouse's.
    """

    kind: str
    group: str = ""
    ours: str = ""
    theirs: str = ""

    @property
    def agrees(self) -> bool:
        return self.kind in ("same", "refused", "documented")


def create_tables(both: Both) -> None:
    """Makes the tables, with their rows in several parts, and what else queries name.

    Nobody merges the parts: what a read without FINAL shows would change meanwhile.
    """
    for setting in _LOSES_ROWS:
        both.clickhouse.execute(f"SET {setting} = 0")
    for table in TABLES:
        both.create(table.create)
        both.run(f"SYSTEM STOP MERGES {table.create.split()[2]}", *table.inserts)
    both.run(*other_statements())


def other_statements() -> list[str]:
    """What makes the views and functions, and gives the parameters their values."""
    views = [view.create for view in VIEWS]
    functions = [f"CREATE OR REPLACE FUNCTION {function}" for function in FUNCTIONS]
    return [*views, *functions, *(f"SET param_{name} = '{v}'" for name, v in PARAMETERS.items())]


def drop_functions(both: Both) -> None:
    """Takes the functions away, which all databases share."""
    both.run(*(f"DROP FUNCTION {function.split()[0]}" for function in FUNCTIONS))


def compare(both: Both, query: Asked) -> Outcome:
    """Asks both engines."""
    outcome = _compare(both, query)
    known = None if outcome.agrees else documented(query.sql, outcome.kind, outcome.group)
    return outcome if known is None else replace(outcome, kind="documented", group=known.reason)


def _compare(both: Both, query: Asked) -> Outcome:
    answered = answer_of(both.clickhouse, query)
    refusal = answered if isinstance(answered, ClickHouseError) else None
    theirs = [] if isinstance(answered, ClickHouseError) else answered
    try:
        answer = both.client.run(query.sql.replace("{db}", both.client.database))
    except ServerError as error:
        return _refused(error, refusal, theirs)
    if refusal is not None and refusal.name in _OF_ITS_OWN:
        return Outcome("refused", refusal.name)
    if refusal is not None:
        return Outcome("accepted", refusal.name, f"{len(answer)} rows", str(refusal))
    return _compared(both, answer, theirs, query)


def answer_of(clickhouse: ClickHouse, query: Asked) -> Rows | ClickHouseError:
    """What ClickHouse says."""
    sql = query.sql.replace("{db}", clickhouse.current)
    try:
        rows = clickhouse.rows(sql)
    except ClickHouseError as error:
        if error.name:
            return error
        # One of some hundred times chdb says that an answer were an error.
        rows = clickhouse.rows(sql)
    if len(rows) == 1 and '"totals": [' in str(rows[0][0]):
        rows = []  # chdb writes totals without rows as pieces of JSON in the wrong order
    return _canonical(rows, query.codes)


def repeated(first: Rows | ClickHouseError, again: Rows | ClickHouseError, query: Asked) -> Outcome:
    """Whether ClickHouse says the same with other settings, and refuses nothing."""
    if isinstance(first, ClickHouseError) or isinstance(again, ClickHouseError):
        error = first if isinstance(first, ClickHouseError) else again
        assert isinstance(error, ClickHouseError)
        return Outcome("refusal", error.name, theirs=str(error))
    if again == first or (not query.is_ordered and Counter(again) == Counter(first)):
        return Outcome("same")
    return Outcome("rows", _difference(again, first), _shown(again), _shown(first))


def _refused(error: ServerError, refusal: ClickHouseError | None, theirs: Rows) -> Outcome:
    if refusal is None:
        return Outcome("error", _group(error), error.message, _shown(theirs))
    if refusal.name in _SPECIFIC and error.name != refusal.name:
        group = f"{refusal.name} is {error.name or 'without a name'}"
        return Outcome("refusal", group, error.message, str(refusal))
    return Outcome("refused", refusal.name)


def _compared(both: Both, answer: Sequence[tuple[Any, ...]], theirs: Rows, query: Asked) -> Outcome:
    width = len(query.codes)
    named = [column[0] for column in both.client.cursor.description or ()]
    if len(named) != width:
        return Outcome("rows", "number of columns", str(answer[:3]), _shown(theirs))
    wanted = [name or given for name, given in zip(query.names, named, strict=True)]
    if named != wanted:
        return Outcome("names", "names of columns", str(named), str(wanted))
    ours = _canonical(answer, query.codes)
    if ours == theirs or (not query.is_ordered and Counter(ours) == Counter(theirs)):
        return Outcome("same")
    if query.has_totals and _has_totals(ours, theirs):
        return Outcome("same")
    return Outcome("rows", _difference(ours, theirs), _shown(ours), _shown(theirs))


def _has_totals(ours: Rows, theirs: Rows) -> bool:
    """Whether there is one more row: ClickHouse's totals stand beside the rows."""
    more, fewer = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    return not fewer and more.total() == 1


def _difference(ours: Rows, theirs: Rows) -> str:
    if len(ours) != len(theirs):
        return "number of rows"
    return "order of rows" if Counter(ours) == Counter(theirs) else "values"


def _group(error: ServerError) -> str:
    text = re.sub(r"[`'\"][^`'\"]*[`'\"]", "…", error.message.split("\n")[0])
    text = re.sub(r"\d+", "N", text.rpartition("Exception: ")[2] or text)
    return " ".join(text.split())[:110]


def _shown(rows: Rows) -> str:
    more = f" … {len(rows)} rows" if len(rows) > 8 else ""
    return " ".join(str(row) for row in rows[:8]) + more


def _canonical(rows: Sequence[Sequence[Any]], codes: str) -> Rows:
    return [tuple(canonical(*pair) for pair in zip(row, codes, strict=False)) for row in rows]


def canonical(value: Any, code: str) -> str | None:
    """A value of either engine, of this kind, as one text."""
    if value is None:
        return None
    if isinstance(value, str):
        value = _NOT_UTF_8.sub("\ufffd", value)
    if code in "ifmb":
        return _number(value, code)
    if code in "tv":
        return re.sub(r"\.?0*$", "", str(value)) if "." in str(value) else str(value)
    if code in "ISMPQ":
        return str(_nested(_parsed(value), code))
    return str(value).rstrip("\0") if code == "F" else str(value)


def _number(value: Any, code: str) -> str:
    text = {"true": "1", "false": "0"}.get(str(value).lower(), str(value))
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if number.is_nan():
        return "nan"
    if number.is_infinite() or (code == "f" and number != number.to_integral_value()):
        return f"{float(number):.12g}"
    if code == "f" and abs(number) >= 10**12:
        return f"{float(number):.12g}"
    return format(number.normalize() + 0, "f")


def _parsed(value: Any) -> Any:
    """An array, a map or a tuple, which is a text of ClickHouse's or of Spark's."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value, strict=False)
    except ValueError:
        pass
    try:
        return ast.literal_eval(_TOKEN.sub(lambda m: _WORDS.get(m[0], m[0]), value))
    except (ValueError, SyntaxError):
        return value


def _nested(value: Any, code: str) -> Any:
    if isinstance(value, dict) and code == "M":
        return sorted((str(key), _nested(one, "i")) for key, one in value.items())
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [_nested(one, code) for one in value]
    if value is None or isinstance(value, str):
        return value
    return _number(value, "i")
