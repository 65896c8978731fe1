"""Reads FROM: tables, table functions, subqueries, joins and ARRAY JOIN.

Source: https://clickhouse.com/docs/sql-reference/statements/select/from and the pages on JOIN,
ARRAY JOIN and SAMPLE below it.
"""

from __future__ import annotations

from abc import ABC

from rmt_engine.errors import RmtError, unsupported
from rmt_engine.sql.grammar.sampling import at_sample, read_sample
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.expressions import ExpressionReader
from rmt_engine.sql.query.reading.words import NO_TABLE_ALIAS
from rmt_engine.sql.query.tree import (
    ArrayJoin,
    Call,
    Derived,
    Expression,
    FunctionSource,
    Join,
    Source,
    TableSource,
)
from rmt_engine.sql.text.tokens import Kind, Name, Token

__all__ = ["SourceReader"]

_KINDS = ("INNER", "LEFT", "RIGHT", "FULL", "CROSS", "PASTE")
_STRICTNESSES = ("ALL", "ANY", "ASOF", "SEMI", "ANTI")
_OF_QUERIES = frozenset(("view", "viewexplain"))
_EXPLAINED = ("SELECT", "WITH", "SYNTAX", "AST", "PLAN", "ESTIMATE", "PIPELINE", "QUERY")
_SPARKS = frozenset(("PIVOT", "UNPIVOT", "LATERAL"))
_SPARKS_CLAUSES = (
    ("DISTRIBUTE", "BY"),
    ("CLUSTER", "BY"),
    ("SORT", "BY"),
    ("MINUS", "SELECT"),
    ("INSERT", "INTO"),
    ("INSERT", "OVERWRITE"),
)


class SourceReader(ExpressionReader, ABC):
    """Reads what stands behind FROM."""

    def source(self) -> Source:
        """Reads sources and their joins, from left to right."""
        start = self.offset
        found = self._one()
        while True:
            following = self._joined(found)
            if following is None:
                return found
            following.at, following.end = start, self.previous_end
            found = following

    def _joined(self, left: Source) -> Source | None:
        if self.accept(","):
            return Join(left, self._one(), "COMMA")
        token = self.peek()
        if token is not None and token.word in _SPARKS:
            raise SparksOwn(token.word)
        if self.at("ARRAY", "JOIN") or self.at("LEFT", "ARRAY", "JOIN"):
            is_left = self.accept("LEFT")
            self.position += 2
            return ArrayJoin(left, self.expressions(bare_aliases=True), is_left=is_left)
        if self.at("INNER", "ARRAY", "JOIN"):
            self.position += 3
            return ArrayJoin(left, self.expressions(bare_aliases=True))
        return self._join(left)

    def _join(self, left: Source) -> Source | None:
        here = self.position
        self.accept_any("GLOBAL", "LOCAL")
        is_natural = self.accept("NATURAL")
        strictness = self.accept_any(*_STRICTNESSES) or ""
        kind = self.accept_any(*_KINDS) or ""
        strictness = strictness or self.accept_any(*_STRICTNESSES) or ""
        self.accept("OUTER")
        strictness = strictness or self.accept_any(*_STRICTNESSES) or ""
        if not self.accept("JOIN"):
            self.position = here
            return None
        right = self._one()
        join = Join(left, right, kind or "INNER", strictness, is_natural=is_natural)
        if is_natural:
            _check_natural(join)
        elif self.accept("ON"):
            join.condition = self.expression()
        elif self.accept("USING"):
            in_parentheses = self.accept("(")
            join.using = self.expressions()
            if in_parentheses:
                self.expect(")")
        elif join.kind not in ("CROSS", "PASTE"):
            self.fail("expected ON or USING")
        return join

    def _one(self) -> Source:
        start = self.offset
        found = self._bare()
        if not isinstance(found, Join | ArrayJoin):
            found.table_sample = self._table_sample()
            self._alias_of(found)
            self._modifiers_of(found)
        found.at, found.end = start, self.previous_end
        return found

    def _table_sample(self) -> str:
        """Spark's `TABLESAMPLE (…) [REPEATABLE (…)]`, which SAMPLE is none of."""
        start = self.offset
        if not self.accept("TABLESAMPLE"):
            return ""
        self.parenthesized()
        if self.accept("REPEATABLE"):
            self.parenthesized()
        return self.text[start : self.previous_end]

    def _lateral(self) -> Source:
        """Spark's `LATERAL (query)`, which may name columns of the sources before it."""
        self.expect("LATERAL")
        if not self.at_query():
            raise SparksOwn("LATERAL")
        self.expect("(")
        query = self.query()
        self.expect(")")
        return Derived(query, is_lateral=True)

    def _at_explain(self) -> bool:
        return any(self.at("EXPLAIN", word) for word in _EXPLAINED)

    def _bare(self) -> Source:
        if self.at("LATERAL", "("):
            return self._lateral()
        if self.at("("):
            if self.at_query():
                self.expect("(")
                query = self.query()
                self.expect(")")
                return Derived(query)
            self.expect("(")
            if self.at("VALUES", "("):
                return self._rows_of_constants()
            if self._at_explain():
                raise unsupported("FROM (EXPLAIN …)")
            inner = self.source()
            self.expect(")")
            return inner
        token, following = self.peek(), self.peek(1)
        if token is not None and token.is_identifier and following is not None:
            is_call = following.value == "(" and following.kind is Kind.SYMBOL
            if token.word == "LATERAL" or (token.word == "VALUES" and not is_call):
                raise SparksOwn(token.word)
            if is_call:
                return self._function()
        parts = [self.name_part("a table")]
        while self.accept("."):
            parts.append(self.name_part("a table"))
        if len(parts) == 3 and parts[0].lower() == "spark_catalog":
            parts = parts[1:]
        if len(parts) > 2:
            raise SparksOwn(".".join(parts))
        if self.at("("):
            return self._call_of_table(".".join(parts))
        return TableSource(Name(parts[0] if len(parts) == 2 else None, parts[-1]))

    def _rows_of_constants(self) -> Source:
        """Reads `VALUES (1, 'a'), (2, 'b'))`, each a row, for the table function `values`."""
        start = self.offset
        self.expect("VALUES")
        rows: list[Expression] = []
        while not rows or self.accept(","):
            if not self.at("("):
                self.fail("expected a row in parentheses")
            row = self.expression()
            is_row = isinstance(row, Call) and row.name == "tuple" and row.is_operator
            rows.append(row if is_row else Call("tuple", [row], is_operator=True))
        self.expect(")")
        return FunctionSource(Call("values", rows, at=start, end=self.previous_end))

    def _function(self) -> Source:
        start = self.offset
        name = self.name_part("a table function")
        if name.lower() in _OF_QUERIES and self.at("("):
            self.expect("(")
            query = self.query()
            self.expect(")")
            return FunctionSource(Call(name, [], at=start, end=self.previous_end), query)
        return self._call_of_table(name)

    def _call_of_table(self, name: str) -> Source:
        start = self.offset
        self.expect("(")
        arguments = [] if self.at(")") else self.expressions()
        self.expect(")")
        return FunctionSource(Call(name, arguments, at=start, end=self.previous_end))

    def _alias_of(self, source: Source) -> None:
        token = self.peek()
        if self.accept("AS"):
            source.alias = self.alias()
        elif token is not None and token.is_identifier and token.word not in NO_TABLE_ALIAS:
            self._refuse_sparks(token)
            source.alias = self.alias()
        if source.alias and self.at("("):
            self.expect("(")
            names = [self.name_part("a column")]
            while self.accept(","):
                names.append(self.name_part("a column"))
            self.expect(")")
            source.column_names = tuple(names)

    def _refuse_sparks(self, token: Token) -> None:
        """Refuses a word that only Spark's grammar has behind a table."""
        if token.word in _SPARKS or any(self.at(*words) for words in _SPARKS_CLAUSES):
            raise SparksOwn(token.word)

    def _modifiers_of(self, source: Source) -> None:
        source.final = self.accept("FINAL")
        if at_sample(self):
            source.sample = read_sample(self)
        token = self.peek()
        if token is None or not (source.final or source.sample):
            return
        self._refuse_sparks(token)
        if token.word == "FINAL":
            self.fail("FINAL stands before SAMPLE: FROM t FINAL SAMPLE 1/10")
        if token.word == "SAMPLE":
            self.fail("expected a ratio or a number of rows after SAMPLE")
        if token.is_identifier and token.word not in NO_TABLE_ALIAS:
            word = "FINAL" if source.final else "SAMPLE"
            self.fail(f"the alias stands before {word}: FROM t AS x {word}")


def _check_natural(join: Join) -> None:
    """Refuses words beside NATURAL.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    if join.strictness:
        raise RmtError(
            "SYNTAX_ERROR",
            "NATURAL JOIN cannot be combined with ANY/ALL/ASOF/SEMI/ANTI modifiers.",
        )
    if join.kind in ("CROSS", "PASTE"):
        raise RmtError("SYNTAX_ERROR", "NATURAL JOIN cannot be used with CROSS or PASTE join.")
