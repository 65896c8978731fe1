"""The endpoint's SQL for Superset, which takes every statement apart and writes it anew.

Superset reads statements with sqlglot to find the tables in them, to see whether they change
something, to limit their rows and to add row-level security. A query has to mean the same
afterwards. So this is sqlglot's Spark SQL with ClickHouse's clauses, and with functions and types
that stay as they were written. A statement that is no query is kept letter by letter.

Sources: docs/sql.md, https://sqlglot.com/sqlglot/dialects/dialect.html, `superset.sql.parse`.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, cast

from sqlglot import TokenType, exp
from sqlglot.dialects.clickhouse import ClickHouse
from sqlglot.dialects.spark import Spark
from sqlglot.errors import ParseError

__all__ = ["Change", "Choice", "FinalTable", "LimitBy", "Reading", "Rmt"]

_Parser: Any = Spark.Parser
_Generator: Any = Spark.Generator

_QUERIES = {"SELECT", "WITH", "FROM", "("}
_READINGS = set("DESC DESCRIBE EXISTS EXPLAIN RESET SET SHOW TABLE VALUES".split())
_LISTS = {"CATALOGS", "DATABASES", "FUNCTIONS", "SCHEMAS", "TABLES", "VIEWS"}
_BEFORE_READ = set(
    "DESC DESCRIBE EXTENDED FORMATTED FROM IN PARTITIONS TABLE TBLPROPERTIES".split()
)
_CLICKHOUSE_TYPES = """DATE32 DATETIME64 ENUM8 ENUM16 FIXEDSTRING FLOAT32 FLOAT64 LOWCARDINALITY
    MAP TUPLE UINT8 UINT16 UINT32 UINT64""".split()
# What has a syntax of its own between its parentheses. Every other function is a name and
# arguments, and goes out as it came in.
_FUNCTIONS_WITH_SYNTAX = ("CAST", "EXTRACT", "OVERLAY", "SUBSTRING", "TRIM", "TRY_CAST")
# TABLE after one of these is followed by what a statement changes; after another word by what it
# reads.
_BEFORE_TARGET = set(
    """ALTER ANALYZE CACHE COMMENT CREATE DROP EXTERNAL INTO LAZY MSCK ON OPTIMIZE OVERWRITE REFRESH
    RENAME REPAIR REPLACE TEMPORARY TO TRUNCATE UNCACHE""".split()
)
# These read tables whose names Superset cannot see, and so would let users read any.
_HIDING_FUNCTION = re.compile(r"identifier|rmt_\w+", re.IGNORECASE)
_CLAUSE_WORDS = {TokenType.FINAL, TokenType.SETTINGS}


class FinalTable(exp.Table):
    """A table that is read `FINAL`."""

    arg_types = exp.Table.arg_types


class SampledTable(exp.Table):
    """A table of which some rows are read: `t [FINAL] SAMPLE size [OFFSET offset]`."""

    arg_types = {**exp.Table.arg_types, "is_final": False, "size": True, "offset": False}


class DoubleQuoted(exp.Literal):
    """What stands in double quotes, as it was written.

    It is a text or a name, as the endpoint reads the query as Spark's or as ClickHouse's: that
    depends on what the tables are, which is not to be seen here.
    """

    arg_types = exp.Literal.arg_types


class LimitBy(exp.Expression):
    """`LIMIT this OFFSET offset BY expressions`."""

    arg_types = {"this": True, "offset": False, "expressions": True}


class Choice(exp.Condition):
    """`this ? true : false`."""

    arg_types = {"this": True, "true": True, "false": True}


class Reading(exp.Describe):
    """A statement that tells something and changes nothing, as it was written.

    Superset looks at all tables below a DESCRIBE; they are in `expressions`.
    """

    arg_types = {"this": True, "expressions": False}


class Change(exp.Update):
    """A statement that may change something, as it was written.

    Superset runs an UPDATE only where changes are allowed, and looks at the tables of the queries
    in it; they are in `expressions`.
    """

    arg_types = {"this": True, "expressions": False}


class Rmt(Spark):
    """Spark SQL with FINAL, SAMPLE, PREWHERE, LIMIT BY and SETTINGS."""

    NORMALIZE_FUNCTIONS = False

    class Tokenizer(Spark.Tokenizer):
        """Spark's words and ClickHouse's."""

        COMMANDS: ClassVar[set[TokenType]] = set()
        STRING_ESCAPES = ["\\", "'", '"']
        KEYWORDS = {
            **Spark.Tokenizer.KEYWORDS,
            **{name: ClickHouse.Tokenizer.KEYWORDS[name] for name in _CLICKHOUSE_TYPES},
            "FINAL": TokenType.FINAL,
            "PREWHERE": TokenType.PREWHERE,
            "SETTINGS": TokenType.SETTINGS,
        }

    class Parser(_Parser):
        """Reads queries; takes other statements as they are."""

        FUNCTIONS: ClassVar[dict[str, Any]] = {}
        FUNCTION_PARSERS = {name: _Parser.FUNCTION_PARSERS[name] for name in _FUNCTIONS_WITH_SYNTAX}
        NO_PAREN_FUNCTION_PARSERS = {"CASE": _Parser.NO_PAREN_FUNCTION_PARSERS["CASE"]}
        QUERY_MODIFIER_PARSERS = {
            **_Parser.QUERY_MODIFIER_PARSERS,
            TokenType.LIMIT: lambda self: self._parse_either_limit(),
        }
        PRIMARY_PARSERS = {
            **_Parser.PRIMARY_PARSERS,
            TokenType.STRING: lambda self, token: self._made_of_text(token),
        }
        # Otherwise `a ? b : c` would be read as a question about JSON.
        COLUMN_OPERATORS = {
            token: build
            for token, build in _Parser.COLUMN_OPERATORS.items()
            if token != TokenType.PLACEHOLDER
        }
        # Otherwise `array(1, 2)[0]` would be read as an array of 0.
        ARRAY_CONSTRUCTORS: ClassVar[dict[str, Any]] = {}
        ALIAS_TOKENS = _Parser.ALIAS_TOKENS - _CLAUSE_WORDS
        TABLE_ALIAS_TOKENS = _Parser.TABLE_ALIAS_TOKENS - _CLAUSE_WORDS

        def _parse_statement(self) -> exp.Expression | None:
            if self._index or not self._tokens:
                return super()._parse_statement()  # what follows a WITH
            self._refuse_hiding()
            is_query = self._curr.text.upper() in _QUERIES
            if not is_query or any(t.token_type == TokenType.INSERT for t in self._tokens):
                return self._parse_other_statement()
            try:
                query = self._parse_query_statement()
            except ParseError:
                if not self._quote_names():
                    raise
            else:
                if query is None or not _is_clickhouse(query) or not self._quote_names():
                    return query
            self._retreat(0)
            return self._parse_query_statement()

        def _refuse_hiding(self) -> None:
            """Refuses what gets its tables only after Superset has looked at the statement."""
            if "${" in self._find_sql(self._tokens[0], self._tokens[-1]):
                self.raise_error("${…} is not allowed: the endpoint would replace it")
            if self._tokens[0].text.upper() == "EXECUTE":
                self.raise_error("EXECUTE IMMEDIATE is not allowed: write the statement itself")

        def _parse_function_call(self, *arguments: Any, **options: Any) -> exp.Expression | None:
            token = self._curr
            found = super()._parse_function_call(*arguments, **options)
            if found is not None and _HIDING_FUNCTION.fullmatch(token.text):
                self.raise_error(f"{token.text}() is not allowed: write the table itself", token)
            return found

        def _parse_query_statement(self) -> exp.Expression | None:
            query = super()._parse_statement()
            if query is not None and self._match(TokenType.SETTINGS):
                query.set("settings", self._parse_csv(self._parse_assignment))
            if query is not None:
                query.set("is_statement", True)
                query.set("own_limit", _number_of(query.args.get("limit")))
            return query

        def parse_set_operation(self, *arguments: Any, **options: Any) -> exp.Expression | None:
            """`UNION` and `UNION DISTINCT` are not the same to ClickHouse: `union_default_mode`."""
            first = self._index
            made = super().parse_set_operation(*arguments, **options)
            if made is not None:
                kinds = [token.token_type for token in self._tokens[first : self._index]]
                place = next(i for i, kind in enumerate(kinds) if kind in self.SET_OPERATIONS)
                made.set("says_distinct", kinds[place + 1] == TokenType.DISTINCT)
            return cast("exp.Expression | None", made)

        def _parse_other_statement(self) -> exp.Expression:
            """Takes the statement as it is, and finds the tables that it reads."""
            first, last = self._curr, self._tokens[-1]
            sources = self._parse_sources()
            kind = Reading if first.text.upper() in _READINGS else Change
            return kind(this=self._find_sql(first, last), expressions=sources)

        def _parse_sources(self) -> list[Any]:
            """Queries anywhere in a statement, and `SELECT * FROM` each table that it names."""
            words = [token.text.upper() for token in self._tokens]
            lists = words[0] == "SHOW" and _LISTS.intersection(words[1:3])
            sources: list[Any] = []
            while self._curr:
                word, index = words[self._index], self._index
                query = self._parse_select() if word == "SELECT" else None
                if word == "WITH":
                    query = self._try_parse(self._parse_select)
                if isinstance(query, exp.Query):
                    sources.append(query)
                    continue
                self._retreat(index)
                self._advance()
                if not lists and _names_source(words, index) and self._curr:
                    sources += self._parse_source()
            return sources

        def _parse_source(self) -> list[Any]:
            table = self._try_parse(self._parse_table_parts)
            return [] if table is None else [exp.select("*").from_(table)]

        def _parse_table(self, *arguments: Any, **options: Any) -> exp.Expression | None:
            table = super()._parse_table(*arguments, **options)
            if type(table) is not exp.Table:
                return table
            is_final = bool(self._match(TokenType.FINAL))
            if self._at_sample():
                self._advance()
                size = self._parse_factor()
                offset = self._parse_factor() if self._match(TokenType.OFFSET) else None
                return SampledTable(**table.args, is_final=is_final, size=size, offset=offset)
            return FinalTable(**table.args) if is_final else table

        def _parse_table_alias(self, *arguments: Any, **options: Any) -> exp.TableAlias | None:
            return None if self._at_sample() else super()._parse_table_alias(*arguments, **options)

        def _at_sample(self) -> bool:
            """Whether SAMPLE comes next; the word may be an alias, too."""
            following = self._next is not None and self._next.token_type is TokenType.NUMBER
            return bool(following and self._curr and self._curr.text.upper() == "SAMPLE")

        def _parse_either_limit(self) -> tuple[str, exp.Expression | None]:
            by = self._try_parse(self._parse_limit_by_clause)
            return ("limit_by", by) if by is not None else ("limit", self._parse_limit())

        def _parse_limit_by_clause(self) -> LimitBy | None:
            """`LIMIT n BY …`, `LIMIT n OFFSET m BY …` or `LIMIT m, n BY …`."""
            self._match(TokenType.LIMIT)
            limit, offset = self._parse_term(), None
            if self._match(TokenType.COMMA):
                limit, offset = self._parse_term(), limit
            elif self._match(TokenType.OFFSET):
                offset = self._parse_term()
            if not self._match_text_seq("BY"):
                return None
            columns = self._parse_csv(self._parse_bitwise)
            return self.expression(LimitBy, this=limit, offset=offset, expressions=columns)

        def _parse_assignment(self) -> exp.Expression | None:
            """An expression, or `condition ? a : b`."""
            this = super()._parse_assignment()
            if this is None or not self._match(TokenType.PLACEHOLDER):
                return this
            then = self._parse_assignment()
            if not self._match(TokenType.COLON):
                self.raise_error("Expected a colon")
            otherwise = self._parse_assignment()
            return self.expression(Choice, this=this, true=then, false=otherwise)

        def _parse_ordered(self, parse_method: Any = None) -> exp.Ordered | None:
            first = self._index
            ordered = super()._parse_ordered(parse_method)
            words = [token.text.upper() for token in self._tokens[first : self._index]]
            if ordered is not None and "NULLS" in words[-2:-1]:
                ordered.set("nulls", words[-1])
            return ordered

        def _parse_types(
            self, check_func: bool = False, schema: bool = False, allow_identifiers: bool = True
        ) -> exp.Expression | None:
            first = self._curr
            found = super()._parse_types(check_func, schema, allow_identifiers)
            if check_func or first is None or not isinstance(found, exp.DataType):
                return found
            text = self._find_sql(first, self._prev)
            if not text.startswith(first.text):
                return found  # the D of `1.5D`, which is no text of its own
            return exp.DataType(this=exp.DataType.Type.USERDEFINED, kind=text)

        def _made_of_text(self, token: Any) -> exp.Expression:
            following = self._curr
            if (
                following is not None
                and following.token_type == TokenType.STRING
                and '"' in (self.sql[token.start], self.sql[following.start])
            ):
                self.raise_error("Two texts, which Spark reads as one", following)
            if self.sql[token.start] != '"':
                made: exp.Expression = _Parser.PRIMARY_PARSERS[TokenType.STRING](self, token)
                return made
            written = self.sql[token.start : token.end + 1]
            return self.expression(DoubleQuoted, this=written, is_string=True)

        def _quote_names(self) -> bool:
            """Makes names of this statement's texts in double quotes; whether there are any."""
            quoted = [
                token
                for token in self._tokens
                if token.token_type == TokenType.STRING and self.sql[token.start] == '"'
            ]
            for token in quoted:
                token.token_type = TokenType.IDENTIFIER
            return bool(quoted)

    class Generator(_Generator):
        """Writes what the parser read."""

        # Without the rewriting of SELECT for servers that have no QUALIFY, and of `[1, 2]`.
        TRANSFORMS = {
            kind: write
            for kind, write in _Generator.TRANSFORMS.items()
            if kind not in (exp.Select, exp.Array)
        }

        def reading_sql(self, expression: Reading) -> str:
            return str(expression.this)

        def change_sql(self, expression: Change) -> str:
            return str(expression.this)

        def array_sql(self, expression: exp.Array) -> str:
            return f"[{self.expressions(expression, flat=True)}]"

        def doublequoted_sql(self, expression: DoubleQuoted) -> str:
            return str(expression.this)

        def choice_sql(self, expression: Choice) -> str:
            condition, then, otherwise = (
                self.sql(expression, part) for part in ("this", "true", "false")
            )
            return f"{condition} ? {then} : {otherwise}"

        def finaltable_sql(self, expression: FinalTable) -> str:
            return f"{self.table_sql(expression)} FINAL"

        def sampledtable_sql(self, expression: SampledTable) -> str:
            final = " FINAL" if expression.args.get("is_final") else ""
            offset = self.sql(expression, "offset")
            sample = f" SAMPLE {self.sql(expression, 'size')}"
            sample += f" OFFSET {offset}" if offset else ""
            return f"{self.table_sql(expression)}{final}{sample}"

        def prewhere_sql(self, expression: exp.PreWhere) -> str:
            condition = self.indent(self.sql(expression, "this"))
            return f"{self.seg('PREWHERE')}{self.sep()}{condition}"

        def limitby_sql(self, expression: LimitBy) -> str:
            offset = self.sql(expression, "offset")
            offset = f" OFFSET {offset}" if offset else ""
            columns = self.expressions(expression, flat=True)
            return f"{self.seg('LIMIT')} {self.sql(expression, 'this')}{offset} BY {columns}"

        def ordered_sql(self, expression: exp.Ordered) -> str:
            """The order as it was written: Spark and ClickHouse differ in where NULL stands."""
            descending, nulls = expression.args.get("desc"), expression.args.get("nulls")
            order = " DESC" if descending else " ASC" if descending is False else ""
            return f"{self.sql(expression, 'this')}{order}{f' NULLS {nulls}' if nulls else ''}"

        def set_operation(self, expression: exp.SetOperation) -> str:
            name = type(expression).key.upper()
            text = str(super().set_operation(expression))
            if expression.args.get("says_distinct"):
                return text.replace(name, f"{name} DISTINCT", 1)
            return text

        def set_operations(self, expression: exp.SetOperation) -> str:
            """A union, around which there is the LIMIT that Superset set.

            A LIMIT behind a union is that of its last SELECT to ClickHouse.
            """
            own, given = expression.args.get("own_limit"), _number_of(expression.args.get("limit"))
            if given is None or given == own or not expression.args.get("is_statement"):
                return str(super().set_operations(expression))
            union = expression.copy()
            union.set("is_statement", None)
            settings = union.args.pop("settings", None)
            own_limit = None if own is None else exp.Limit(expression=exp.Literal.number(own))
            union.set("limit", own_limit)
            limited = exp.select("*").from_(exp.Subquery(this=union)).limit(given)
            limited.set("settings", settings)
            return str(self.sql(limited))

        def offset_limit_modifiers(
            self, expression: exp.Expression, fetch: bool, limit: Any
        ) -> list[str]:
            """LIMIT BY, and the LIMIT that Superset set, but no more than was asked for."""
            asked, given = expression.args.get("own_limit"), _number_of(limit)
            if asked is not None and given is not None and asked < given:
                limit = exp.Limit(expression=exp.Literal.number(asked))
            usual = super().offset_limit_modifiers(expression, fetch, limit)
            return [self.sql(expression, "limit_by"), *usual]

        def after_limit_modifiers(self, expression: exp.Expression) -> list[str]:
            settings = self.expressions(expression, key="settings", flat=True)
            clause = f"{self.seg('SETTINGS')} {settings}" if settings else ""
            return [*super().after_limit_modifiers(expression), clause]


def _names_source(words: list[str], index: int) -> bool:
    """Whether the word at `index` of a statement that is no query stands before a table it reads.

    The targets of changes are not among them: Superset does not look at these.
    """
    word, before = words[index], words[index - 1] if index else ""
    if words[0] in _READINGS:
        following = words[index + 1] if index + 1 < len(words) else ""
        return word in _BEFORE_READ and following not in _BEFORE_READ
    if word == "TABLE":
        return before not in _BEFORE_TARGET
    return word == "FROM" or (word == "USING" and words[0] == "MERGE")


def _number_of(limit: exp.Expression | None) -> int | None:
    """The number of a LIMIT; None when there is none, or no number in it."""
    count = limit.args.get("expression") if isinstance(limit, exp.Limit) else None
    return int(count.name) if isinstance(count, exp.Literal) and count.is_int else None


def _is_clickhouse(query: exp.Expression) -> bool:
    """Whether the endpoint reads a query as ClickHouse's: docs/sql.md, How a statement is read."""
    clauses = FinalTable | SampledTable | LimitBy | exp.PreWhere | exp.Array | Choice
    return bool(query.args.get("settings")) or any(
        isinstance(node, clauses) for node in query.walk()
    )
