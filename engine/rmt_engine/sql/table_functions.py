"""Table functions of ClickHouse's that are queries in Spark's words: `values`, `view`, `cluster`.

Those that there are not, `s3` and `remote` say, are refused by their names.

Source of the semantics: https://clickhouse.com/docs/sql-reference/table-functions.
"""

from __future__ import annotations

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import ABSENT_TABLE_FUNCTIONS, refusal_of_table_function
from rmt_engine.sql.query_blocks import QueryText, closing, list_items
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.tokens import Kind, Token, split_list, tokenize
from rmt_engine.sql.types import parse_type

__all__ = ["TABLE_FUNCTION_CALLS", "table_functions"]

Edits = list[tuple[int, int, str]]
_CLUSTERS = ("CLUSTER", "CLUSTERALLREPLICAS")
_ABSENT = frozenset(name.upper() for name in ABSENT_TABLE_FUNCTIONS)
TABLE_FUNCTION_CALLS = (
    " ".join(("VIEW", *_CLUSTERS, *sorted(_ABSENT))),
    r"\b(?:FROM|JOIN)\s++(?:"
    + "|".join(sorted((*_ABSENT, *_CLUSTERS, "VIEW"), key=len, reverse=True))
    + r")\s*+\(",
)
"""The words of such functions, and how a call begins, but for `values`."""


def table_functions(statement: QueryText) -> Edits:
    """The edits that spell out table functions, the first one of several in one another.

    Raises:
        RmtError: `UNKNOWN_TYPE` and the like, the structure of `values` makes no sense;
            `NOT_IMPLEMENTED`, ClickHouse has such a function and this engine has not.
    """
    tokens = statement.tokens
    edits: Edits = []
    done = 0
    for index, token in enumerate(tokens[:-2]):
        if index < done or token.kind is not Kind.WORD or tokens[index + 1].value != "(":
            continue
        if not index or tokens[index - 1].word not in ("FROM", "JOIN"):
            continue
        if token.word in _ABSENT:
            raise refusal_of_table_function(token.value)
        end = closing(tokens, index + 1)
        found = _spelled_out(statement, index, end)
        if found is not None:
            edits += found
            done = end
    return edits


def _spelled_out(statement: QueryText, index: int, end: int) -> Edits | None:
    tokens = statement.tokens
    name, following = tokens[index].word, tokens[index + 2]
    if name == "VIEW" and following.word in ("SELECT", "WITH"):
        return [(tokens[index].start, tokens[index].end, "")]
    if name in _CLUSTERS:
        return _cluster(statement, index, end)
    if name == "VALUES" and following.kind is Kind.STRING:
        return _values(statement, index, end)
    return None


def _cluster(statement: QueryText, index: int, end: int) -> Edits | None:
    """`cluster('c', db.table)` is the table: there is one server."""
    tokens = statement.tokens
    _, *names = list_items(tokens, range(index + 2, end))
    if not 1 <= len(names) <= 3:
        return None
    table = ".".join(_text(statement, item) for item in names[:2])
    return [(tokens[index].start, tokens[end].end, table)]


def _text(statement: QueryText, item: range) -> str:
    if len(item) == 1 and statement.tokens[item[0]].kind is Kind.STRING:
        return quote_name(statement.tokens[item[0]].value)
    return statement.between(item[0], item[-1]) if item else ""


def _values(statement: QueryText, index: int, end: int) -> Edits | None:
    """`values('a Int32, b String', (1, 'x'), …)`: rows of columns with those types."""
    tokens = statement.tokens
    columns = _structure(tokens[index + 2])
    rows = list_items(tokens, range(index + 4, end))
    if columns is None or tokens[index + 3].value != "," or not rows[0]:
        return None
    given = ", ".join(f"`__{at}`" for at in range(len(columns)))
    casts = ", ".join(
        f"CAST(`__{at}` AS {spark}) AS {quote_name(name)}"
        for at, (name, spark) in enumerate(columns)
    )
    literals = statement.between(rows[0][0], rows[-1][-1])
    query = f"(SELECT {casts} FROM VALUES {literals} AS `__values`({given}))"
    return [(tokens[index].start, tokens[end].end, query)]


def _structure(token: Token) -> list[tuple[str, str]] | None:
    """The names and Spark's types of columns; None for a text that is no list of columns."""
    columns: list[tuple[str, str]] = []
    try:
        for declared in split_list(token.value):
            name, *rest = tokenize(declared)
            if not name.is_identifier or not rest:
                return None
            columns.append((name.value, parse_type(declared[rest[0].start :]).spark))
    except RmtError as error:
        if error.name in ("UNKNOWN_TYPE", "SYNTAX_ERROR"):
            return None
        raise
    return columns or None
