"""Reads ClickHouse's queries into a tree.

Source: `ParserSelectQuery.cpp` and `ParserUnionQueryElement` of ClickHouse,
https://clickhouse.com/docs/sql-reference/statements/select.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.sources import SourceReader
from rmt_engine.sql.query.tree import (
    Alias,
    Call,
    CommonTable,
    Expression,
    Fill,
    Grouping,
    Interpolation,
    Limit,
    LimitBy,
    Literal,
    Ordering,
    Query,
    Select,
    SetOperation,
    Setting,
)
from rmt_engine.sql.settings.declared import parse_assignments
from rmt_engine.sql.text.nesting import DEEPEST
from rmt_engine.sql.text.tokens import Kind, Token, tokenize

__all__ = ["Statement", "read_expression", "read_query"]

_SET_OPERATIONS = ("UNION", "INTERSECT", "EXCEPT")
_SPARKS_CLAUSES = ("LATERAL", "CLUSTER", "DISTRIBUTE", "SORT", "MINUS")


class Statement:
    """A query as it was given.

    Attributes:
        query: its tree.
        text: its text.
        output_format: the name behind FORMAT; empty without it.
    """

    def __init__(self, query: Query, text: str, output_format: str) -> None:
        self.query = query
        self.text = text
        self.output_format = output_format


def read_query(text: str, tokens: Sequence[Token] | None = None) -> Statement:
    """Reads one query.

    Args:
        text: the query, perhaps with semicolons behind it.
        tokens: its tokens, if they are known.

    Raises:
        RmtError: `SYNTAX_ERROR`, it is none; `TOO_DEEP_RECURSION`.
        SparksOwn: it has a word that only Spark's grammar has.
    """
    reader = QueryReader(text, tokenize(text) if tokens is None else tokens)
    try:
        return reader.statement()
    except RecursionError:
        raise RmtError(
            "TOO_DEEP_RECURSION",
            f"The query is nested deeper than {DEEPEST}.",
            "Put inner queries into views or WITH, and long conditions into IN.",
        ) from None


def read_expression(text: str) -> Expression:
    """Reads one expression.

    Raises:
        RmtError: `SYNTAX_ERROR`, it is none.
    """
    reader = QueryReader(text, tokenize(text))
    found = reader.aliased()
    reader.end()
    return found


class QueryReader(SourceReader):
    """Reads SELECT, its clauses, and set operations."""

    _closed_at: dict[int, int] | None = None

    def statement(self) -> Statement:
        """Reads a query with what follows it, up to the end."""
        query = self.query()
        if self.at("INTO", "OUTFILE"):
            raise RmtError(
                "NOT_IMPLEMENTED",
                "INTO OUTFILE is not supported.",
                "INSERT OVERWRITE DIRECTORY of Spark's writes files.",
            )
        output_format = ""
        self._more_settings(query)
        if self.accept("FORMAT"):
            output_format = self.name_part("the name of a format")
        self._more_settings(query)
        token = self.peek()
        if token is not None and token.word in _SPARKS_CLAUSES:
            raise SparksOwn(token.word)
        self.end()
        return Statement(query, self.text, output_format)

    def _more_settings(self, query: Query) -> None:
        if self.accept("SETTINGS"):
            query.settings += self._settings()

    def at_query(self) -> bool:
        """Whether a query begins here, perhaps behind parentheses."""
        ahead = 0
        while self._symbol_at(ahead, "("):
            ahead += 1
        return self._starts_query(ahead) and self._is_all_query(ahead)

    def _is_all_query(self, depth: int) -> bool:
        """Whether what stands in so many parentheses is a query, and not a value that has one."""
        closings = self._closings() if depth > 1 else {}
        for inner in range(1, depth):
            after = closings.get(self.position + inner, len(self.tokens)) + 1
            token = self.tokens[after] if after < len(self.tokens) else None
            if token is None or not (token.value == ")" or token.word in _SET_OPERATIONS):
                return False
        return True

    def _closings(self) -> dict[int, int]:
        """Where the parentheses close that open at a token; found once."""
        if self._closed_at is None:
            self._closed_at = {}
            opened: list[int] = []
            for index, token in enumerate(self.tokens):
                if token.kind is Kind.SYMBOL and token.value == "(":
                    opened.append(index)
                elif token.kind is Kind.SYMBOL and token.value == ")" and opened:
                    self._closed_at[opened.pop()] = index
        return self._closed_at

    def _starts_query(self, ahead: int) -> bool:
        token, following = self.peek(ahead), self.peek(ahead + 1)
        if token is None or following is None or token.word not in ("SELECT", "WITH", "FROM"):
            return False
        if following.value in (")", ",", "=", ".", "]") or following.word == "AS":
            return False
        if following.word in ("AND", "OR") and not self._symbol_at(ahead + 2, "("):
            return False
        return token.word != "FROM" or following.is_identifier or following.value == "("

    # Set operations

    def query(self) -> Query:
        """Reads a query up to what cannot belong to it."""
        start = self.offset
        tables, values = self._with()
        found = self._union()
        if tables or values:
            self._give(found, tables, values)
        found.at, found.end = start, self.previous_end
        return found

    def _give(self, query: Query, tables: list[CommonTable], values: list[Alias]) -> None:
        """Puts what WITH names where it is known: in all SELECTs of the query."""
        query.tables = [*tables, *query.tables]
        for select in _selects(query):
            select.with_values = [*values, *select.with_values]

    def _union(self) -> Query:
        """UNION and EXCEPT, from left to right."""
        left = self._intersection()
        while True:
            kind = self._set_operation("UNION", "EXCEPT")
            if kind is None:
                return left
            quantifier = self.accept_any("ALL", "DISTINCT") or ""
            right = self._intersection()
            if isinstance(left, SetOperation) and _goes_on(left, kind, quantifier):
                left.members.append(right)
            else:
                left = SetOperation(kind, quantifier, [left, right], at=left.at)

    def _intersection(self) -> Query:
        left = self._member()
        while self._set_operation("INTERSECT"):
            quantifier = self.accept_any("ALL", "DISTINCT") or ""
            left = SetOperation("INTERSECT", quantifier, [left, self._member()], at=left.at)
        return left

    def _set_operation(self, *kinds: str) -> str | None:
        return self.accept_any(*kinds)

    def _member(self) -> Query:
        if self.at("("):
            self.expect("(")
            found = self.query()
            self.expect(")")
            if isinstance(found, SetOperation):
                found.is_closed = True
            return found
        if self.at("WITH"):
            return self.query_without_operations()
        return self._select()

    def query_without_operations(self) -> Query:
        """Reads `WITH … SELECT …` as a member of a set operation."""
        tables, values = self._with()
        found = self._select()
        self._give(found, tables, values)
        return found

    # WITH

    def _with(self) -> tuple[list[CommonTable], list[Alias]]:
        tables: list[CommonTable] = []
        values: list[Alias] = []
        if not self.accept("WITH"):
            return tables, values
        is_recursive = self.accept("RECURSIVE")
        while True:
            self._with_member(tables, values)
            if not self.accept(",") or self.at("SELECT"):
                break
        for table in tables:
            table.is_recursive = is_recursive
        return tables, values

    def _with_member(self, tables: list[CommonTable], values: list[Alias]) -> None:
        start = self.offset
        table = self._common_table()
        if table is not None:
            if any(table.name == one.name for one in tables):
                raise RmtError(
                    "MULTIPLE_EXPRESSIONS_FOR_ALIAS", f"CTE with name {table.name} already exists."
                )
            table.at, table.end = start, self.previous_end
            tables.append(table)
            return
        value = self.aliased()
        if not isinstance(value, Alias):
            self.fail("expected AS and a name")
        values.append(value)

    def _common_table(self) -> CommonTable | None:
        """`name [(columns)] AS [MATERIALIZED] (query)`."""
        here, token = self.position, self.peek()
        if token is None or not token.is_identifier:
            return None
        name = self.take().value
        columns: list[str] = []
        if self.at("(") and not self.at_query():
            self.expect("(")
            while (one := self.peek()) is not None and one.is_identifier:
                columns.append(self.take().value)
                if not self.accept(","):
                    break
            if not columns or not self.accept(")"):
                self.position = here
                return None
        if self.accept("AS"):
            if not self.accept("NOT", "MATERIALIZED"):
                self.accept("MATERIALIZED")
            if self.at("(") and self.at_query():
                self.expect("(")
                query = self.query()
                self.expect(")")
                return CommonTable(name, query, tuple(columns))
        self.position = here
        return None

    # SELECT

    def _select(self) -> Select:
        start = self.offset
        select = Select()
        if self.accept("FROM"):
            select.source = self.source()
            if self.at("INSERT"):
                raise SparksOwn("FROM … INSERT")
        if not self.accept("SELECT"):
            self.fail("expected SELECT")
        self._quantifier(select)
        self._top(select)
        select.columns = self.expressions(bare_aliases=True)
        if select.source is None and self.accept("FROM"):
            select.source = self.source()
        self._conditions(select)
        self._grouping(select)
        if self.accept("HAVING"):
            select.having = self.aliased()
        self._windows(select)
        if self.accept("QUALIFY"):
            select.qualify = self.aliased()
        self._order(select)
        self._limits(select)
        if self.accept("SETTINGS"):
            select.settings = self._settings()
        select.at, select.end = start, self.previous_end
        return select

    def _quantifier(self, select: Select) -> None:
        if self.at("ALL") and not self._is_call_or_name(1):
            self.position += 1
        if not self.at("DISTINCT") or self._symbol_at(1, ","):
            return
        self.position += 1
        if self.at("ON", "("):
            self.position += 1
            self.expect("(")
            select.distinct_on = self.expressions()
            self.expect(")")
        else:
            select.distinct = True

    def _top(self, select: Select) -> None:
        """`SELECT TOP 3 …`."""
        if not self.at("TOP") or self._is_call_or_name(1):
            return
        following = self.peek(1)
        if following is None or not (following.value.isdigit() or following.value == "("):
            return
        self.position += 1
        in_parentheses = self.accept("(")
        select.limit = Limit(self.expression(99))
        if in_parentheses:
            self.expect(")")
        select.limit.with_ties = self.accept("WITH", "TIES")

    def _conditions(self, select: Select) -> None:
        if self.accept("PREWHERE"):
            select.prewhere = self.aliased()
        if self.accept("WHERE"):
            select.where = self.aliased()

    def _grouping(self, select: Select) -> None:
        start = self.offset
        if not self.accept("GROUP", "BY"):
            if self.at("WITH", "TOTALS"):
                self.position += 2
                select.grouping = Grouping([[]], with_totals=True, at=start)
            return
        grouping = select.grouping = Grouping(at=start)
        if self.at("ALL") and self._ends_grouping(1):
            self.position += 1
            grouping.by_all = True
        elif self.at("GROUPING", "SETS"):
            self.position += 2
            grouping.kind = "GROUPING SETS"
            self.expect("(")
            grouping.sets = [self._key_list()]
            while self.accept(","):
                grouping.sets.append(self._key_list())
            self.expect(")")
        elif (self.at("ROLLUP") or self.at("CUBE")) and self._symbol_at(1, "("):
            grouping.kind = self.take().word
            self.expect("(")
            grouping.sets = [self.expressions()]
            self.expect(")")
        else:
            grouping.sets = [self._keys()]
        self._after_keys(grouping)
        grouping.end = self.previous_end

    def _ends_grouping(self, ahead: int) -> bool:
        token = self.peek(ahead)
        return token is None or token.value not in (",", ".", "(", "+", "-", "*", "/", "%")

    def _key_list(self) -> list[Expression]:
        if not self.at("("):
            return [self.expression()]
        self.expect("(")
        keys = [] if self.at(")") else self.expressions()
        self.expect(")")
        return keys

    def _keys(self) -> list[Expression]:
        """Keys; one tuple is its elements."""
        keys = self.expressions()
        if len(keys) == 1 and isinstance(keys[0], Call):
            call = keys[0]
            if call.name == "tuple" and call.is_operator and call.arguments:
                return call.arguments
        return keys

    def _after_keys(self, grouping: Grouping) -> None:
        while self.at("WITH"):
            following = self.peek(1)
            word = following.word if following is not None else ""
            if word in ("ROLLUP", "CUBE"):
                grouping.kind = word
            elif word == "TOTALS":
                if grouping.kind == "GROUPING SETS":
                    raise RmtError(
                        "NOT_IMPLEMENTED",
                        "WITH TOTALS and GROUPING SETS are not supported together.",
                        "Add () to the sets.",
                    )
                grouping.with_totals = True
            else:
                return
            self.position += 2

    def _windows(self, select: Select) -> None:
        if not self.at("WINDOW") or self._is_call_or_name(1):
            return
        self.position += 1
        while True:
            name = self.name_part("a window")
            if any(name == taken for taken, _ in select.windows):
                raise RmtError("BAD_ARGUMENTS", f"Window {name} is already defined.")
            self.expect("AS")
            select.windows.append((name, self.window()))
            if not self.accept(","):
                return

    # ORDER BY, LIMIT

    def _order(self, select: Select) -> None:
        if not self.accept("ORDER", "BY"):
            return
        if self.at("ALL") and self._ends_grouping(1):
            start = self.offset
            self.position += 1
            select.order_by_all = Ordering(Literal(1, "1"), at=start)
            self.direction(select.order_by_all)
            return
        select.order_by = [self._filled()]
        while self.accept(","):
            select.order_by.append(self._filled())
        if len(select.order_by) == 1:
            select.order_by = _spread(select.order_by[0])
        if self.accept("INTERPOLATE"):
            select.interpolate = self._interpolations()

    def _filled(self) -> Ordering:
        ordering = self.ordering()
        if self.accept("WITH", "FILL"):
            fill = ordering.fill = Fill()
            while True:
                if self.accept("FROM"):
                    fill.start = self.expression()
                elif self.accept("TO"):
                    fill.stop = self.expression()
                elif self.accept("STEP"):
                    fill.step = self.expression()
                elif self.accept("STALENESS"):
                    fill.staleness = self.expression()
                else:
                    return ordering
        return ordering

    def _interpolations(self) -> list[Interpolation]:
        found: list[Interpolation] = []
        if not self.accept("("):
            return found
        while not self.accept(")"):
            name = self.name_part("a column")
            value = self.expression() if self.accept("AS") else None
            found.append(Interpolation(name, value))
            if not self.accept(",") and not self.at(")"):
                self.fail("expected , or )")
        return found

    def _limits(self, select: Select) -> None:
        """`[LIMIT n BY …] [LIMIT n [OFFSET m] [WITH TIES]]`, or `OFFSET m [FETCH …]`."""
        while self.accept("LIMIT"):
            if self.accept("ALL"):
                continue
            first = self.expression()
            offset: Expression | None = None
            if self.accept(","):
                offset, first = first, self.expression()
            elif self.accept("OFFSET"):
                offset = self.expression()
            if self.at("BY"):
                if select.limit_by is not None or select.limit is not None:
                    self.fail("expected one LIMIT BY before LIMIT")
                select.limit_by = self._limit_by(first, offset)
                continue
            if select.limit is not None:
                self.fail("expected one LIMIT")
            with_ties = self.accept("WITH", "TIES")
            select.limit = Limit(first, offset, with_ties)
        if select.limit_by is None and self.accept("OFFSET"):
            self._offset(select)
        if self.at("FETCH"):
            self._fetch(select)

    def _limit_by(self, count: Expression, offset: Expression | None) -> LimitBy:
        self.expect("BY")
        if self.at("ALL") and self._ends_grouping(1):
            self.position += 1
            return LimitBy(count, offset, by_all=True)
        return LimitBy(count, offset, self._keys())

    def _offset(self, select: Select) -> None:
        offset = self.expression()
        self.accept_any("ROW", "ROWS")
        limit = select.limit = select.limit or Limit()
        if limit.with_ties:
            self.fail("expected OFFSET before WITH TIES")
        if limit.offset is not None:
            self.fail("expected one OFFSET")
        limit.offset = offset

    def _fetch(self, select: Select) -> None:
        """`FETCH FIRST n ROWS ONLY | WITH TIES`."""
        self.expect("FETCH")
        if self.accept_any("FIRST", "NEXT") is None:
            self.fail("expected FIRST or NEXT")
        limit = select.limit = select.limit or Limit()
        limit.count = self.expression()
        if self.accept_any("ROW", "ROWS") is None:
            self.fail("expected ROW or ROWS")
        if self.accept("WITH", "TIES"):
            limit.with_ties = True
        else:
            self.expect("ONLY")

    def _settings(self) -> list[Setting]:
        return [Setting(name, value) for name, value in parse_assignments(self).items()]


def _goes_on(left: SetOperation, kind: str, quantifier: str) -> bool:
    """Whether another member can join: UNIONs of one kind are one."""
    same = kind == "UNION" == left.kind and quantifier == left.quantifier
    return same and not left.is_closed


def _spread(ordering: Ordering) -> list[Ordering]:
    """`ORDER BY (a, b)` orders by a and b."""
    value = ordering.value
    is_tuple = isinstance(value, Call) and value.name == "tuple" and value.is_operator
    if not is_tuple or ordering.fill is not None or not isinstance(value, Call):
        return [ordering]
    return [
        Ordering(one, ordering.descending, ordering.nulls_first, ordering.collation, at=ordering.at)
        for one in value.arguments
    ] or [ordering]


def _selects(query: Query) -> list[Select]:
    """The SELECTs that set operations of a query join."""
    if isinstance(query, Select):
        return [query]
    members = query.members if isinstance(query, SetOperation) else []
    return [select for member in members for select in _selects(member)]
