"""Queries: what ClickHouse says and Spark has no word for, said in Spark's words.

Rewriting goes token by token and leaves everything else byte for byte: `t FINAL` becomes
`rmt_final('db.t') AS t`, `t SAMPLE 1/10` `rmt_scan('db.t', 'sample 1/10') AS t`, `PREWHERE` a
`WHERE`, `LIMIT n BY` a `QUALIFY`, `SETTINGS` is taken off and returned. A statement that uses any
of these, or a function only ClickHouse has, is read as ClickHouse's altogether: double quotes then
make identifiers, and `rand()` is ClickHouse's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn, Protocol

from rmt_engine.errors import RmtError
from rmt_engine.sql.aliases import spell_aliases
from rmt_engine.sql.clickhouse_expressions import (
    TUPLE_ELEMENT,
    adds_conditions,
    has_tuple_elements,
    shifts_dates,
    spelled,
)
from rmt_engine.sql.column_names import ColumnNames
from rmt_engine.sql.conditions import CONDITION_WORDS
from rmt_engine.sql.function_calls import (
    homonym_calls,
    is_clickhouse_call,
    may_have_clickhouse_calls,
    parameter_edits,
)
from rmt_engine.sql.functions import AGGREGATES_OF_NOTHING
from rmt_engine.sql.having import HAVING, order_edits
from rmt_engine.sql.in_frame import IN_FRAME, in_frame_edits
from rmt_engine.sql.marks import Marks, words_of
from rmt_engine.sql.nesting import check_nesting
from rmt_engine.sql.operators import spell_operators
from rmt_engine.sql.query_blocks import closing, openings
from rmt_engine.sql.query_forms import FORMS, spell_out
from rmt_engine.sql.quoting import quote_name, quote_string
from rmt_engine.sql.sampling import Sample, at_sample, read_sample, sampling_not_supported
from rmt_engine.sql.settings import SESSION_SETTINGS, parse_assignments, session_values
from rmt_engine.sql.show_like import SHOW_LIKE, pattern_edits
from rmt_engine.sql.time_arithmetic import TIME_FUNCTIONS, has_sums
from rmt_engine.sql.tokens import Cursor, Kind, Name, Token, splice, tokenize
from rmt_engine.sql.tuples import TUPLES

__all__ = ["Relation", "Relations", "Rewritten", "needs_rewriting", "rewrite"]


@dataclass(frozen=True)
class Relation:
    """What a name in FROM stands for.

    Attributes:
        kind: `replacing`, `merge_tree`, `view` or `other` (a table of Spark's own).
        qualified: `db.table`.
        hidden: columns that `*` leaves out: MATERIALIZED and ALIAS ones.
        key: the stored columns that identify a row.
        version: the version column, if there is one.
        is_deleted: the column that marks a deleted row, if there is one.
        measured: the columns whose extremes the registry may know.
        virtual: columns the engine computes when a query names them.
    """

    kind: str
    qualified: str
    hidden: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    version: str | None = None
    is_deleted: str | None = None
    measured: tuple[str, ...] = ()
    virtual: tuple[str, ...] = ()


class Relations(Protocol):
    """Resolves names as the session does."""

    def relation(self, name: Name) -> Relation | None:
        """What the name stands for; None when there is no such table or view."""

    def column_names(self) -> ColumnNames:
        """What is known of the columns of all tables by their names."""

    def columns(self, query: str) -> Sequence[str]:
        """The names of a query's columns."""


@dataclass(frozen=True)
class Rewritten:
    """A rewritten query and the settings its `SETTINGS` clause gave."""

    text: str
    settings: dict[str, str] = field(default_factory=dict)


_VALUE = r"[`.\w]++(?:\((?:[^()]|\([^()]*+\))*+\))?+\s*+(?:[-+*/%]\s*+[`.\w]++\s*+)*+"
_ENDS_VALUE = (
    r"(?:$|[;),]|\b(?:AND|OR|THEN|GROUP|HAVING|QUALIFY|ORDER|LIMIT|OFFSET|UNION|INTERSECT|EXCEPT"
    r"|MINUS)\b)"
)
_MARKS = Marks(
    ("FINAL PREWHERE SETTINGS", r"\b(?:FINAL|PREWHERE|SETTINGS)\b"),
    ("COUNT", r"\bcount\s*+\(\s*+[*1]?+\s*+\)"),
    ("GROUP", r"\bGROUP\s+BY\s*+\("),
    (
        "DATEADD DATESUB DATE_ADD DATE_SUB TIMESTAMPADD TIMESTAMPSUB TIMESTAMP_ADD TIMESTAMP_SUB",
        r"\b(?:date|timestamp)_?(?:add|sub)\s*+\(",
    ),
    ("SAMPLE", r"\bSAMPLE\s*+\d"),
    ("", TUPLES),
    ("SHOW", SHOW_LIKE),
    ("LAGINFRAME LEADINFRAME", IN_FRAME),
    ("HAVING", HAVING),
    ("MIN MAX", r"\b(?:min|max)\s*+\(\s*+`?\w++`?\s*+\)"),
    (
        "SUM AVG",
        r"\b(?:sum|avg)\s*+\([^()]{0,200}?(?:[=<>]|\b(?:AND|OR|NOT|I?LIKE|IN|IS|BETWEEN)\b)",
    ),
    (
        " ".join(CONDITION_WORDS),
        rf"\b(?:{'|'.join(CONDITION_WORDS)})\b[(\s]*+{_VALUE}{_ENDS_VALUE}",
    ),
)
_OURS = frozenset(("replacing", "merge_tree"))
_DOT_AND_DIGIT = re.compile(r"\.\d")
_LIMIT = re.compile(r"\bLIMIT\b", re.IGNORECASE)
_BY = re.compile(r"\bBY\b", re.IGNORECASE)
_CLAUSES = frozenset(
    """SELECT FROM JOIN WHERE PREWHERE GROUP HAVING ORDER LIMIT OFFSET QUALIFY WINDOW ON USING
    SETTINGS FORMAT UNION INTERSECT EXCEPT MINUS VALUES LATERAL CLUSTER DISTRIBUTE SORT""".split()
)
_NO_ALIAS = _CLAUSES | frozenset(
    """FINAL INNER LEFT RIGHT FULL CROSS ANTI SEMI NATURAL OUTER SAMPLE TABLESAMPLE PIVOT UNPIVOT
    ASOF GLOBAL ANY ALL ARRAY FETCH SET WITH INSERT THEN END""".split()
)
_ENDS_CONDITION = (
    "WHERE",
    "GROUP",
    "HAVING",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "QUALIFY",
    "WINDOW",
    "SETTINGS",
    "FORMAT",
    "UNION",
    "INTERSECT",
    "EXCEPT",
    "MINUS",
    "CLUSTER",
    "DISTRIBUTE",
    "SORT",
    ";",
)


def needs_rewriting(text: str, names: ColumnNames) -> bool:
    """Whether a statement may hold something to rewrite; cheap, for every statement pays it."""
    words = words_of(text)
    return (
        _MARKS.found(text, words)
        or FORMS.found(text, words)
        or bool(_DOT_AND_DIGIT.search(text) and TUPLE_ELEMENT.search(text))
        or may_have_clickhouse_calls(text)
        or any(name.upper() in words for name in names.hidden)
        or _adds_times(text, words, names)
        or (words.issuperset(("LIMIT", "BY")) and _limits_by(text))
    )


def _adds_times(text: str, words: frozenset[str], names: ColumnNames) -> bool:
    holds_time = not TIME_FUNCTIONS.isdisjoint(words) or any(
        name.upper() in words for name in names.times
    )
    return holds_time and has_sums(text)


def _limits_by(text: str) -> bool:
    limit = _LIMIT.search(text)
    return limit is not None and _BY.search(text, limit.end()) is not None


def rewrite(text: str, relations: Relations, session: Mapping[str, str]) -> Rewritten:
    """Rewrites one statement.

    Args:
        text: a query, or a statement that holds one.
        relations: resolves the names in FROM.
        session: values of the session settings, for `final` and the like.

    Raises:
        RmtError: FINAL or PREWHERE where ClickHouse allows none, a setting that does not exist, a
            clause that is not supported yet, or brackets that are nested too deep.
    """
    if session.get("dialect") == "spark":
        return Rewritten(text)
    try:
        tokens = tokenize(text, "spark")
    except RmtError:
        return Rewritten(text)
    check_nesting(text)
    given = text
    if FORMS.found(text):
        text = spell_out(text, relations.columns)
        tokens = tokenize(text, "spark")
    is_clickhouse = text != given or session.get("dialect") == "clickhouse"
    settings = _take_settings(text, tokens, session)
    if settings.found:
        tokens = tokenize(settings.text, "spark")
    rewriter = _Rewriter(
        settings.text, tokens, relations, {**session, **settings.values}, settings.final_in
    )
    text = rewriter.run(clickhouse=is_clickhouse or settings.found)
    return Rewritten(text, settings.values)


@dataclass(frozen=True)
class _Settings:
    """The `SETTINGS` of a statement, taken out of its text.

    Attributes:
        text: the rest.
        values: those at its end, which hold for all of it.
        final_in: which parentheses, counted from 0, hold a query with `SETTINGS final = 1`.
        found: whether there were any.
    """

    text: str
    values: dict[str, str]
    final_in: frozenset[int]
    found: bool


def _take_settings(text: str, tokens: Sequence[Token], session: Mapping[str, str]) -> _Settings:
    """Takes every `SETTINGS …` off."""
    values: dict[str, str] = {}
    final_in: set[int] = set()
    edits: list[tuple[int, int, str]] = []
    opened: list[int] = []
    count = 0
    for index, token in enumerate(tokens):
        if token.kind is Kind.SYMBOL and token.value == "(":
            opened.append(count)
            count += 1
        elif token.kind is Kind.SYMBOL and token.value == ")" and opened:
            opened.pop()
        if not index or not _is_settings(tokens, index):
            continue
        cursor = Cursor(text, tokens, index + 1)
        assignments = parse_assignments(cursor)
        given = session_values(assignments)
        edits.append((tokens[index - 1].end, cursor.previous_end, ""))
        if opened:
            if not cursor.at(")"):
                cursor.fail("expected the end of the subquery after its SETTINGS")
            final_in |= {opened[-1]} if _is_final_inside(given, session) else set()
        else:
            cursor.end()
            values = given
            edits[-1] = (edits[-1][0], len(text), "")
            break
    return _Settings(splice(text, edits), values, frozenset(final_in), bool(edits))


def _is_final_inside(given: Mapping[str, str], session: Mapping[str, str]) -> bool:
    """Whether the settings of a subquery make its tables FINAL."""
    for name, value in given.items():
        same = value == session.get(name)
        if name in SESSION_SETTINGS and (name, value) != ("final", "1") and not same:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"SETTINGS {name} = {value} inside a subquery is not supported yet.",
                "Put it at the end of the statement; it then holds for all of it.",
            )
    return given.get("final") == "1"


def _is_settings(tokens: Sequence[Token], index: int) -> bool:
    if tokens[index].word != "SETTINGS" or index + 2 >= len(tokens):
        return False
    previous, name, equals = tokens[index - 1], tokens[index + 1], tokens[index + 2]
    return previous.value not in (".", ",") and name.is_identifier and equals.value == "="


@dataclass
class _Scope:
    """A pair of parentheses, or the statement itself: which clause of which query it is in."""

    opened_at: int
    clause: str = ""
    select_at: int | None = None
    stars: list[int] = field(default_factory=list)
    tables: list[_Table] = field(default_factory=list)
    is_from_item: bool = False
    from_at: int | None = None
    order_at: int | None = None
    has_qualify: bool = False
    is_final: bool = False
    hidden: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Table:
    """A table in FROM: its tokens are `tokens[first:end]`, and without modifiers up to `last`.

    It is raw when all its rows are asked for by name: `rmt_scan('db.table', 'raw')`.
    """

    name: Name
    alias: str
    first: int
    name_end: int
    last: int
    end: int
    final: bool
    sample: Sample | None
    relation: Relation | None
    is_raw: bool = False

    @property
    def is_modified(self) -> bool:
        """Whether FINAL or SAMPLE follow."""
        return self.end > self.last


@dataclass(frozen=True)
class _Extreme:
    """`min(column)` or `max(column)`, from one token to another; named when a name follows."""

    function: str
    column: str
    first: int
    last: int
    named: bool = False


@dataclass(frozen=True)
class _AskedExtremes:
    """A query that asks for nothing but extremes of a table's columns."""

    table: _Table
    relation: Relation
    extremes: Sequence[_Extreme]


class _Rewriter:
    """One pass over a statement's tokens, collecting edits."""

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        relations: Relations,
        settings: Mapping[str, str],
        final_in: frozenset[int],
    ) -> None:
        self.text = text
        self.tokens = tokens
        self.relations = relations
        self.settings = settings
        self.final_in = final_in
        self.parentheses = 0
        self.edits: list[tuple[int, int, str]] = []
        self.names = relations.column_names()
        self.hidden = self.names.hidden
        self.identifiers = frozenset(token.value.lower() for token in tokens if token.is_identifier)
        self.mentions_hidden = not self.hidden.isdisjoint(self.identifiers)
        self.has_prewhere = any(token.word == "PREWHERE" for token in tokens)
        self.ctes = self._cte_names()
        self.clickhouse = False
        self.asked: list[_AskedExtremes] = []
        self.tables: list[_Table] = []

    def run(self, clickhouse: bool) -> str:
        self.clickhouse = clickhouse
        scopes = [_Scope(opened_at=-1)]
        index = 0
        while index < len(self.tokens):
            index = self._step(index, scopes)
        self._finish(scopes[-1])
        self.clickhouse = self.clickhouse or self._uses_clickhouse_functions()
        for asked in self.asked:
            self._ask_extremes(asked)
        self.edits += pattern_edits(self.tokens)
        self.edits += in_frame_edits(self.text, self.tokens)
        if self.clickhouse:
            self._read_as_clickhouse()
        text = splice(self.text, self.edits)
        if self.clickhouse:
            text = spelled(spell_aliases(text))
        return self._with_operators(text)

    def _with_operators(self, text: str) -> str:
        """Operators as functions, and orders that Spark resolves.

        What asks only Spark's own tables stays as it is.
        """
        seconds = frozenset[str]()
        if self.clickhouse and not self.names.seconds.isdisjoint(self.identifiers):
            seconds = self.names.seconds if self._kinds() <= _OURS else seconds
        spelled_out = text
        if any(token.word == "HAVING" for token in self.tokens):
            spelled_out = splice(text, order_edits(text, tokenize(text, "spark")))
        spelled_out = spell_operators(spelled_out, self.names.times, seconds, self.clickhouse)
        if self.clickhouse or spelled_out == text:
            return spelled_out
        asks_tables = any(token.word == "FROM" for token in self.tokens)
        is_sparks = asks_tables and self._kinds().isdisjoint((*_OURS, "view"))
        return text if is_sparks else spelled_out

    def _kinds(self) -> frozenset[str]:
        """The kinds of the relations in FROM, anywhere in the statement."""
        names = [table.name for table in self.tables if not self._is_cte(table.name)]
        relations = map(self.relations.relation, names)
        return frozenset("other" if found is None else found.kind for found in relations)

    def _step(self, index: int, scopes: list[_Scope]) -> int:
        """Looks at one token, or at one table of FROM, and returns the index to go on from."""
        token, scope = self.tokens[index], scopes[-1]
        if token.kind is Kind.SYMBOL:
            return self._symbol(index, scopes)
        if token.word in _CLAUSES and not self._is_qualified(index):
            return self._clause(index, scope)
        if scope.clause == "FROM" and self._starts_table(index):
            return self._table(index, scope)
        return index + 1

    def _symbol(self, index: int, scopes: list[_Scope]) -> int:
        token, scope = self.tokens[index], scopes[-1]
        if token.value == "(":
            self._parenthesis(index, scopes)
        elif token.value == ")" and len(scopes) > 1:
            self._finish(scopes.pop())
            if scope.is_from_item:
                self._after_subquery(index + 1, scope)
        elif token.value == "," and scope.clause == "ON":
            scope.clause = "FROM"
        elif token.value == "*" and scope.clause == "SELECT":
            scope.stars.append(index)
        return index + 1

    def _parenthesis(self, index: int, scopes: list[_Scope]) -> None:
        scope = scopes[-1]
        previous = self.tokens[index - 1] if index else None
        is_from_item = scope.clause == "FROM" and (
            previous is None
            or previous.value == ","
            or previous.word in ("FROM", "JOIN", "LATERAL")
        )
        is_final = scope.is_final or self.parentheses in self.final_in
        self.parentheses += 1
        inner = _Scope(opened_at=index, is_from_item=is_from_item, is_final=is_final)
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        if is_from_item and following is not None and following.word not in ("SELECT", "WITH"):
            inner.clause = "FROM"
        scopes.append(inner)
        if previous is not None and previous.word == "COUNT" and self._at(index + 1, ")"):
            self.edits.append((self.tokens[index].end, self.tokens[index].end, "*"))

    def _clause(self, index: int, scope: _Scope) -> int:
        word = self.tokens[index].word
        if word in ("UNION", "INTERSECT", "EXCEPT", "MINUS"):
            self._set_operation(index, scope)
        elif word == "SELECT":
            if scope.clause == "FROM" and scope.tables:
                scope.clause = "SELECT"
            else:
                scope.clause, scope.select_at = "SELECT", index
        elif word in ("FROM", "JOIN"):
            scope.clause = "FROM"
            scope.from_at = index if word == "FROM" else scope.from_at
        elif word in ("ON", "USING"):
            scope.clause = "ON"
        elif word == "LATERAL":
            return index + 1
        elif word == "PREWHERE":
            return self._prewhere(index, scope)
        elif word == "LIMIT":
            scope.clause = word
            self._limit_by(index, scope)
        else:
            self._plain_clause(index, scope)
        return index + 1

    def _plain_clause(self, index: int, scope: _Scope) -> None:
        word = scope.clause = self.tokens[index].word
        if word == "GROUP":
            self._group_by_tuple(index)
        elif word == "ORDER":
            scope.order_at = index
        elif word == "QUALIFY":
            scope.has_qualify = True

    def _set_operation(self, index: int, scope: _Scope) -> None:
        is_column_list = self.tokens[index].word == "EXCEPT" and self._at(index + 1, "(")
        if not is_column_list:
            self._finish(scope)
            scope.clause, scope.tables, scope.stars, scope.order_at = "", [], [], None
            scope.has_qualify, scope.hidden = False, []

    # FINAL and the tables of FROM

    def _starts_table(self, index: int) -> bool:
        previous = self.tokens[index - 1] if index else None
        token = self.tokens[index]
        if previous is None or not (token.is_identifier or self._is_double_quoted(token)):
            return False
        return previous.word in ("FROM", "JOIN", "LATERAL") or previous.value in (",", "(")

    def _table(self, index: int, scope: _Scope) -> int:
        """Reads `[db.]table [[AS] alias] [FINAL] [SAMPLE …]` and notes what has to change."""
        parts, end = [self.tokens[index].value], index + 1
        while self._at(end, ".") and end + 1 < len(self.tokens):
            parts.append(self.tokens[end + 1].value)
            end += 2
        if self._at(end, "("):
            return self._table_function(index, end, parts[-1], scope)
        if len(parts) == 3 and parts[0].lower() == "spark_catalog":
            parts = parts[1:]
        name = Name(parts[-2] if len(parts) > 1 else None, parts[-1])
        alias, last = self._alias(end)
        final, sample, stop = self._modifiers(last)
        relation = self._relation(name, last, stop, scope.is_final)
        if scope.is_final and relation is not None and relation.kind == "replacing":
            final = True
        table = _Table(
            name,
            alias or name.table,
            first=index,
            name_end=end,
            last=last,
            end=stop,
            final=final,
            sample=sample,
            relation=relation,
        )
        if table.is_modified:
            if relation is None:
                self._refuse_unknown(name)
            if relation.kind == "other":
                if table.final and self._is_alias("final"):
                    return last + 1
                self._refuse_modifiers(f"Storage {relation.qualified}", table.final)
            self._check_after_modifiers(table)
            self.clickhouse = True
        scope.tables.append(table)
        self.tables.append(table)
        return stop

    def _modifiers(self, index: int) -> tuple[bool, Sample | None, int]:
        """Reads `[FINAL] [SAMPLE size [OFFSET offset]]`; returns the index after them, too."""
        final = self._word(index) == "FINAL"
        cursor = Cursor(self.text, self.tokens, index + final)
        sample = read_sample(cursor) if at_sample(cursor) else None
        if sample is not None and "_sample_factor" in self.identifiers:
            raise RmtError(
                "NOT_IMPLEMENTED",
                "The column _sample_factor is not supported.",
                "Multiply by the number itself: by 10 for SAMPLE 1/10.",
            )
        return final, sample, cursor.position

    def _relation(self, name: Name, last: int, stop: int, is_final: bool) -> Relation | None:
        if self._is_cte(name):
            if stop > last:
                self._refuse_subquery(last, stop, name.table)
            return None
        is_plain = stop == last and not is_final
        if is_plain and not self.mentions_hidden and not self.has_prewhere:
            return None
        return self.relations.relation(name)

    def _alias(self, index: int) -> tuple[str, int]:
        """Reads `[AS] alias [(columns)]`; returns the alias and the index after it."""
        start = index + 1 if self._word(index) == "AS" else index
        if start >= len(self.tokens):
            return "", index
        token = self.tokens[start]
        names = token.is_identifier or self._is_double_quoted(token)
        if not names or (start == index and token.word in _NO_ALIAS):
            return "", index
        end = start + 1
        if self._at(end, "("):
            end = closing(self.tokens, end) + 1
        return token.value, end

    def _table_function(self, index: int, start: int, name: str, scope: _Scope) -> int:
        end = closing(self.tokens, start) + 1
        alias, after = self._alias(end)
        final, _, stop = self._modifiers(after)
        if stop > after and not (final and self._is_alias("final")):
            self._refuse_modifiers(f"The table function {name}", final)
        raw = self._raw_table(name, start) if stop == after else None
        if raw is None:
            return start
        table = _Table(
            raw,
            alias or raw.table,
            first=index,
            name_end=end,
            last=after,
            end=after,
            final=False,
            sample=None,
            relation=None,
            is_raw=True,
        )
        scope.tables.append(table)
        return after

    def _raw_table(self, function: str, start: int) -> Name | None:
        """The table of `rmt_scan('db.table', 'raw')`."""
        inside = self.tokens[start + 1 : start + 5]
        if function.lower() != "rmt_scan" or [token.value for token in inside[1:]] != [
            ",",
            "raw",
            ")",
        ]:
            return None
        database, dot, table = inside[0].value.partition(".")
        return Name(database, table) if dot and inside[0].kind is Kind.STRING else None

    def _after_subquery(self, index: int, scope: _Scope) -> None:
        _, after = self._alias(index)
        final, _, stop = self._modifiers(after)
        if stop > after and not (final and self._is_alias("final")):
            start = self.tokens[scope.opened_at].start
            self._refuse_subquery(after, stop, self.text[start : self.tokens[index - 1].end])

    def _check_after_modifiers(self, table: _Table) -> None:
        following = self.tokens[table.end] if table.end < len(self.tokens) else None
        if following is None or not following.is_identifier:
            return
        cursor = Cursor(self.text, self.tokens, table.end)
        if table.sample is not None and following.word == "FINAL":
            cursor.fail("FINAL stands before SAMPLE: FROM t FINAL SAMPLE 1/10")
        if following.word == "SAMPLE":
            cursor.fail("expected a ratio or a number of rows after SAMPLE")
        if following.word not in _NO_ALIAS:
            word = "FINAL" if table.final else "SAMPLE"
            cursor.fail(f"the alias stands before {word}: FROM t AS x {word}")

    @staticmethod
    def _refuse_unknown(name: Name) -> NoReturn:
        raise RmtError("UNKNOWN_TABLE", f"Table {name} does not exist.")

    @staticmethod
    def _refuse_final(storage: str) -> NoReturn:
        raise RmtError(
            "ILLEGAL_FINAL",
            f"{storage} doesn't support FINAL.",
            "FINAL is for ReplacingMergeTree tables.",
        )

    def _refuse_modifiers(self, storage: str, final: bool) -> NoReturn:
        if final:
            self._refuse_final(storage)
        raise sampling_not_supported(storage.removeprefix("Storage "))

    def _refuse_subquery(self, first: int, stop: int, subquery: str) -> NoReturn:
        modifiers = self.text[self.tokens[first].start : self.tokens[stop - 1].end]
        raise RmtError(
            "UNSUPPORTED_METHOD",
            f"Table expression modifiers {modifiers} are not supported for subquery "
            f"{subquery[:100]}.",
            f"Put {modifiers} after the table inside the subquery.",
        )

    def _finish(self, scope: _Scope) -> None:
        """Rewrites the tables and the stars of a query when its end is reached."""
        asked = self._bare_aggregates(scope)
        if asked is not None and self._ask_parts(scope.tables[0], asked):
            return
        hidden = scope.hidden
        for table in scope.tables:
            relation = table.relation
            if relation is None:
                continue
            if relation.kind == "merge_tree" and table.final:
                self._refuse_final("Storage MergeTree")
            final = relation.kind == "replacing" and table.final
            sample = table.sample if relation.kind != "view" else None
            shows_hidden = self.mentions_hidden and bool(relation.hidden)
            shows_virtual = self.mentions_hidden and self._mentions(relation.virtual)
            shown = relation.hidden if shows_hidden else ()
            shown += relation.virtual if shows_virtual else ()
            hidden += _qualified(table, shown)
            if final or shown or sample is not None:
                function = "rmt_final" if final else "rmt_scan"
                words = ["hidden"] if shows_hidden else []
                words += ["virtual"] if shows_virtual else []
                words += [str(sample)] if sample is not None else []
                self._replace_table(table, relation, function, *words)
            elif table.is_modified:
                self._drop_modifiers(table)
        if hidden:
            self._hide_from_stars(scope, hidden)

    def _mentions(self, names: Sequence[str]) -> bool:
        return any(name.lower() in self.identifiers for name in names)

    def _bare_aggregates(self, scope: _Scope) -> list[_Extreme] | None:
        """Whether a query is `SELECT count(), … FROM t [FINAL]` or min and max, and nothing else.

        Returns:
            Each min and max that is asked; none for a count.
        """
        if scope.select_at is None or scope.from_at is None or len(scope.tables) != 1:
            return None
        [table] = scope.tables
        end = table.end
        if (
            table.sample is not None
            or table.first != scope.from_at + 1
            or not (
                end >= len(self.tokens)
                or self._at(end, ")")
                or self._at(end, ";")
                or self._word(end) in ("UNION", "INTERSECT", "EXCEPT", "MINUS")
            )
        ):
            return None
        cursor = Cursor(self.text, self.tokens, scope.select_at + 1)
        extremes: list[_Extreme] = []
        counts = 0
        while True:
            aggregate = self._bare_aggregate(cursor)
            if aggregate is None:
                return None
            named = cursor.accept("AS") or not (cursor.at(",") or cursor.at("FROM"))
            if named:
                cursor.take()
            if aggregate.column:
                extremes.append(replace(aggregate, named=named))
            else:
                counts += 1
            if cursor.position == scope.from_at:
                return extremes if not (counts and extremes) else None
            if not cursor.accept(","):
                return None

    def _bare_aggregate(self, cursor: Cursor) -> _Extreme | None:
        """Reads `count()`, `min(column)` or `max(column)`; a count has no column."""
        first, column = cursor.position, ""
        function = self.tokens[first].word.lower()
        if cursor.accept("COUNT") and cursor.accept("("):
            if self.tokens[cursor.position].value in ("*", "1"):
                cursor.take()
        elif (cursor.accept("MIN") or cursor.accept("MAX")) and cursor.accept("("):
            if not self.tokens[cursor.position].is_identifier:
                return None
            column = cursor.take().value
        else:
            return None
        last = cursor.position
        return _Extreme(function, column, first, last) if cursor.accept(")") else None

    def _ask_parts(self, table: _Table, extremes: Sequence[_Extreme]) -> bool:
        """The registry knows how many rows a table has, and extremes: no file is read for that."""
        relation = table.relation
        if relation is None and not table.final and not self._is_cte(table.name):
            relation = self.relations.relation(table.name)
        kind = relation.kind if relation is not None else ""
        if relation is None or kind not in ("replacing", "merge_tree"):
            return False
        if table.final and kind != "replacing":
            return False
        measured = {name.lower(): name for name in relation.measured}
        if any(extreme.column.lower() not in measured for extreme in extremes):
            return False
        if extremes:
            self.asked.append(_AskedExtremes(table, relation, extremes))
        else:
            self._replace_table(table, relation, "rmt_count", *_which_rows(table))
        return True

    def _ask_extremes(self, asked: _AskedExtremes) -> None:
        """A row that has the extremes, each a column."""
        measured = {name.lower(): name for name in asked.relation.measured}
        columns: dict[str, None] = {}
        for extreme in asked.extremes:
            start, end = self.tokens[extreme.first].start, self.tokens[extreme.last].end
            function = extreme.function
            if self.clickhouse:
                function = AGGREGATES_OF_NOTHING[function]
            column = f"{function} {measured[extreme.column.lower()]}"
            columns[column] = None
            if extreme.named:
                name = ""
            elif self.clickhouse:
                name = self.text[start:end]
            else:
                name = f"{extreme.function}({extreme.column})"
            alias = f" AS {quote_name(name)}" if name else ""
            self.edits.append((start, end, quote_name(column) + alias))
        words = (*_which_rows(asked.table), *columns)
        self._replace_table(asked.table, asked.relation, "rmt_extremes", *words)

    def _is_cte(self, name: Name) -> bool:
        return name.database is None and name.table.lower() in self.ctes

    def _replace_table(self, table: _Table, relation: Relation, function: str, *words: str) -> None:
        arguments = (relation.qualified, *words)
        call = f"{function}({', '.join(quote_string(argument) for argument in arguments)})"
        start = self.tokens[table.first].start
        if table.last == table.name_end:
            call += f" AS {_quote(table.alias)}"
        self.edits.append((start, self.tokens[table.name_end - 1].end, call))
        self._drop_modifiers(table)
        if table.name.database is not None and table.last == table.name_end:
            self._shorten_qualifiers(table)

    def _drop_modifiers(self, table: _Table) -> None:
        if table.is_modified:
            start, end = self.tokens[table.last - 1].end, self.tokens[table.end - 1].end
            self.edits.append((start, end, ""))

    def _shorten_qualifiers(self, table: _Table) -> None:
        """`db.t.column` cannot name a column of a table function; `t.column` can."""
        database = (table.name.database or "").lower()
        for index in range(len(self.tokens) - 3):
            first, dot, second, next_dot = self.tokens[index : index + 4]
            if (
                first.is_identifier
                and first.value.lower() == database
                and dot.value == "."
                and second.is_identifier
                and second.value.lower() == table.name.table.lower()
                and next_dot.value == "."
                and not self._is_qualified(index)
            ):
                self.edits.append((first.start, second.start, ""))

    def _hide_from_stars(self, scope: _Scope, hidden: Sequence[str]) -> None:
        for index in scope.stars:
            before, after = self.tokens[index - 1], index + 1
            if before.value == "(" or self._at(after, "(") or self._word(after) == "EXCEPT":
                continue
            if before.value == ".":
                alias = self.tokens[index - 2].value
                names = [n.split(".", 1)[1] for n in hidden if n.startswith(f"{_quote(alias)}.")]
            elif before.word in ("SELECT", "DISTINCT", "ALL") or before.value == ",":
                names = list(hidden)
            else:
                continue
            if names:
                end = self.tokens[index].end
                self.edits.append((end, end, f" EXCEPT ({', '.join(names)})"))

    # PREWHERE

    def _prewhere(self, index: int, scope: _Scope) -> int:
        """`PREWHERE a WHERE b` filters before FINAL looks for the newest row, then after."""
        if scope.clause not in ("FROM", "ON"):
            return index + 1
        self.clickhouse = True
        self._check_prewhere(scope)
        cursor = Cursor(self.text, self.tokens, index + 1)
        condition = cursor.skip_until(*_ENDS_CONDITION)
        if not condition:
            cursor.fail("expected a condition after PREWHERE")
        final = [table for table in scope.tables if self._is_final(table)]
        if final:
            if len(scope.tables) > 1:
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    "PREWHERE with FINAL in a query of several tables is not supported yet.",
                    "Put the table with its PREWHERE into a subquery.",
                )
            inner = rewrite(condition, self.relations, self.settings).text
            self._final_after_prewhere(final[0], inner, scope)
            scope.tables.remove(final[0])
            self.edits.append((self.tokens[index].start, self.tokens[cursor.position - 1].end, ""))
            scope.clause = "WHERE"
            return cursor.position
        self._where_from_prewhere(index, cursor)
        scope.clause = "WHERE"
        return index + 1

    def _check_prewhere(self, scope: _Scope) -> None:
        """PREWHERE filters the first table of FROM, which has to be one of ours."""
        table = next((table for table in scope.tables if table.first - 1 == scope.from_at), None)
        if table is None:
            source = "A subquery or a table function"
        elif table.relation is None:
            if table.name.table.lower() not in self.ctes:
                self._refuse_unknown(table.name)
            source = f"The subquery {table.name.table}"
        elif table.relation.kind in ("replacing", "merge_tree"):
            return
        else:
            source = f"Storage {table.relation.kind} (table {table.relation.qualified})"
        raise RmtError("ILLEGAL_PREWHERE", f"{source} does not support PREWHERE.", "Use WHERE.")

    def _is_final(self, table: _Table) -> bool:
        if table.relation is None or table.relation.kind != "replacing":
            return False
        return table.final or self.settings.get("final") == "1"

    def _where_from_prewhere(self, index: int, cursor: Cursor) -> None:
        prewhere = self.tokens[index]
        end = self.tokens[cursor.position - 1].end
        self.edits.append((prewhere.start, prewhere.end, "WHERE ("))
        if not cursor.at("WHERE"):
            self.edits.append((end, end, ")"))
            return
        where = self.tokens[cursor.position]
        after = Cursor(self.text, self.tokens, cursor.position + 1)
        after.skip_until(*_ENDS_CONDITION)
        where_end = self.tokens[after.position - 1].end
        self.edits += [(where.start, where.end, ") AND ("), (where_end, where_end, ")")]

    def _final_after_prewhere(self, table: _Table, condition: str, scope: _Scope) -> None:
        relation = table.relation
        assert relation is not None
        key = [_quote(column) for column in relation.key]
        if self.settings.get("do_not_merge_across_partitions_select_final") == "1":
            key.append("`__partition_rank`")
        partition_by = f"PARTITION BY {', '.join(key)} " if key else ""
        order = [f"{_quote(relation.version)} DESC"] if relation.version else []
        order += ["`__part_rank` DESC", "`__row` DESC"]
        deleted = f" WHERE {_quote(relation.is_deleted)} = 0" if relation.is_deleted else ""
        alias = _quote(table.alias)
        arguments = [relation.qualified, *([str(table.sample)] if table.sample else [])]
        rows = f"rmt_rows({', '.join(map(quote_string, arguments))})"
        newest = (
            f"SELECT * FROM {rows} AS {alias} "
            f"WHERE ({condition}) QUALIFY row_number() OVER "
            f"({partition_by}ORDER BY {', '.join(order)}) = 1"
        )
        hidden = ["`__partition_rank`", "`__part_rank`", "`__row`"]
        hidden += [_quote(column) for column in relation.key if column.startswith("__key_")]
        if self.mentions_hidden:
            scope.hidden += _qualified(table, relation.hidden)
        else:
            hidden += [_quote(column) for column in relation.hidden]
        subquery = f"(SELECT * EXCEPT ({', '.join(hidden)}) FROM ({newest}){deleted}) AS {alias}"
        start = self.tokens[table.first].start
        self.edits.append((start, self.tokens[table.end - 1].end, subquery))

    # LIMIT n BY, GROUP BY (a, b)

    def _limit_by(self, index: int, scope: _Scope) -> None:
        """`LIMIT [m,] n [OFFSET m] BY a, b` keeps n rows for each value of (a, b)."""
        cursor = Cursor(self.text, self.tokens, index + 1)
        first = cursor.skip_until("BY", "OFFSET", ",", *_ENDS_CONDITION)
        offset, count = "0", first
        if cursor.accept(","):
            offset, count = first, cursor.skip_until("BY", *_ENDS_CONDITION)
        elif cursor.accept("OFFSET"):
            offset = cursor.skip_until("BY", *_ENDS_CONDITION)
        if not cursor.accept("BY"):
            return
        if scope.has_qualify:
            raise RmtError("NOT_IMPLEMENTED", "LIMIT BY together with QUALIFY is not supported.")
        self.clickhouse = True
        columns = cursor.skip_until(*_ENDS_CONDITION)
        end = self.tokens[cursor.position - 1].end
        order, insert_at = "NULL", self.tokens[index].start
        if scope.order_at is not None:
            by = self.tokens[scope.order_at + 1].end
            order = self.text[by : self.tokens[index].start].strip()
            insert_at = self.tokens[scope.order_at].start
        rank = f"row_number() OVER (PARTITION BY {columns} ORDER BY {order})"
        bounds = f"BETWEEN ({offset}) + 1 AND ({offset}) + ({count})"
        self.edits.append((insert_at, insert_at, f"QUALIFY {rank} {bounds} "))
        self.edits.append((self.tokens[index].start, end, ""))

    def _group_by_tuple(self, index: int) -> None:
        """`GROUP BY (a, b)` groups by a and b in ClickHouse, by one struct in Spark."""
        start = index + 2
        if self._word(index + 1) != "BY" or not self._at(start, "("):
            return
        end = closing(self.tokens, start)
        following = self.tokens[end + 1] if end + 1 < len(self.tokens) else None
        if following is None or following.word in _ENDS_CONDITION or following.value in ";)":
            self.edits += [(self.tokens[at].start, self.tokens[at].end, " ") for at in (start, end)]

    # Statements that are ClickHouse's

    def _uses_clickhouse_functions(self) -> bool:
        return (
            any(is_clickhouse_call(self.tokens, index) for index in range(len(self.tokens)))
            or has_tuple_elements(self.tokens)
            or adds_conditions(self.tokens)
            or any(shifts_dates(self.tokens, index) for index in range(len(self.tokens)))
        )

    def _read_as_clickhouse(self) -> None:
        edits = [
            (token.start, token.end, _quote(token.value))
            for token in self.tokens
            if self._is_double_quoted(token)
        ]
        edits += [(token.start, token.end, name) for token, name in homonym_calls(self.tokens)]
        edits += parameter_edits(self.text, self.tokens)
        edited = sorted((start, end) for start, end, _ in self.edits if end > start)
        starts = [start for start, _ in edited]
        for edit in edits:
            before = bisect_right(starts, edit[0])
            if not before or edit[0] >= edited[before - 1][1]:
                self.edits.append(edit)

    # Tokens

    def _at(self, index: int, symbol: str) -> bool:
        return (
            index < len(self.tokens)
            and self.tokens[index].kind is Kind.SYMBOL
            and self.tokens[index].value == symbol
        )

    def _is_double_quoted(self, token: Token) -> bool:
        """Whether the token is a string of Spark's that would be a name in ClickHouse."""
        return token.kind is Kind.STRING and self.text[token.start] == '"'

    def _word(self, index: int) -> str:
        return self.tokens[index].word if index < len(self.tokens) else ""

    def _is_qualified(self, index: int) -> bool:
        return index > 0 and self.tokens[index - 1].value == "."

    def _is_alias(self, name: str) -> bool:
        """Whether the word is used as a qualifier somewhere: `final.column`."""
        return any(
            token.is_identifier and token.value.lower() == name and self._at(index + 1, ".")
            for index, token in enumerate(self.tokens)
        )

    def _cte_names(self) -> frozenset[str]:
        return frozenset(self._iterate_cte_names())

    def _iterate_cte_names(self) -> Iterator[str]:
        if not any(token.word == "WITH" for token in self.tokens):
            return
        opened_at = openings(self.tokens)
        for index, token in enumerate(self.tokens):
            if token.word != "AS" or not self._at(index + 1, "("):
                continue
            before = self.tokens[opened_at.get(index - 1, index) - 1]
            if before.is_identifier:
                yield before.value.lower()


def _quote(name: str | None) -> str:
    return quote_name(name or "")


def _which_rows(table: _Table) -> list[str]:
    """The word that a table function gets for FINAL, or for all rows whatever `final` is set to."""
    return ["final"] if table.final else ["raw"] if table.is_raw else []


def _qualified(table: _Table, columns: Sequence[str]) -> list[str]:
    return [f"{_quote(table.alias)}.{_quote(column)}" for column in columns]
