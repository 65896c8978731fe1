"""Names that a SELECT gives to its columns, where ClickHouse knows them and Spark does not.

`SELECT a * 2 AS b FROM t WHERE b > 4` compares `a * 2`, and in `SELECT toDate(d) AS d … GROUP BY d`
the name is the column's of the SELECT, not the table's.

Source of the semantics: https://clickhouse.com/docs/sql-reference/syntax#expression-aliases.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rmt_engine.sql.functions import AGGREGATES_OF_NOTHING, FUNCTIONS
from rmt_engine.sql.query_blocks import LONGEST_EXPRESSION, QueryBlock, QueryText, list_items
from rmt_engine.sql.tokens import Kind, Token, splice

__all__ = ["may_filter_by_alias", "spell_aliases"]

Edit = tuple[int, int, str]
_WHERE = re.compile(r"\bWHERE\b", re.IGNORECASE)
_NEXT_CLAUSE = re.compile(
    r"(?<![\w.`])(?:GROUP\s+BY|ORDER\s+BY|HAVING|UNION|SELECT|WHERE)\b", re.IGNORECASE
)
# Also one that does not end: what follows each of its quotes need not be looked through again.
_STRING = re.compile(r"""'(?:[^'\\]|\\.)*+'?|"(?:[^"\\]|\\.)*+"?""", re.DOTALL)
_COMMENT = re.compile(r"--|/\*|#")
_NAMED = re.compile(r"\bAS\s++`?(\w++)", re.IGNORECASE)
_NAME = re.compile(r"(?<![\w.`])`?(\w++)(?!`?\s*+[.(])")
_AGGREGATES = (
    {"count", "sum", "avg", "min", "max", "median", "corr", "any_value", "collect_list", "over"}
    | {function.known_as.lower() for function in FUNCTIONS.values() if function.aggregate}
    | {name.lower() for name in AGGREGATES_OF_NOTHING.values()}
)


def may_filter_by_alias(text: str) -> bool:
    """Whether a WHERE may name a column of the SELECT; cheap, and not exact."""
    if _WHERE.search(text) is None:
        return False
    text = _STRING.sub("''", text)
    has_comments = _COMMENT.search(text) is not None
    named: set[str] = set()
    end_of_last = 0
    for where in _WHERE.finditer(text):
        named.update(name.lower() for name in _NAMED.findall(text, end_of_last, where.start()))
        end_of_last = where.end()
        following = _NEXT_CLAUSE.search(text, end_of_last)
        if has_comments or (following is not None and following[0].upper() == "SELECT"):
            # The clause goes on behind the query in it: all that follows is looked at.
            named.update(name.lower() for name in _NAMED.findall(text, end_of_last))
            return any(name.lower() in named for name in _NAME.findall(text, end_of_last))
        stop = len(text) if following is None else following.start()
        if any(name.lower() in named for name in _NAME.findall(text, end_of_last, stop)):
            return True
    return False


def spell_aliases(text: str) -> str:
    """A statement whose WHERE and GROUP BY name no column of their SELECT any more.

    Args:
        text: a query, or a statement that holds one.
    """
    statement = QueryText(text, _no_columns)
    owners = _owners(statement)
    edits: list[Edit] = []
    for block in statement.blocks:
        named, shadowing = _named(statement, block)
        if not named:
            continue
        for word, names in (("WHERE", named), ("PREWHERE", named), ("GROUP", shadowing)):
            clause = [at for at in block.clause(word) if owners[at] == block.first]
            edits += _uses(statement.tokens, clause, names)
    return splice(text, edits)


def _no_columns(_query: str) -> Sequence[str]:
    return ()


def _owners(statement: QueryText) -> list[int]:
    """For each token the first one of the innermost query that it is in."""
    owners = [-1] * len(statement.tokens)
    starts = {block.first: block.stop for block in statement.blocks}
    inside: list[tuple[int, int]] = []
    for index in range(len(owners)):
        while inside and index >= inside[-1][1]:
            inside.pop()
        if index in starts:
            inside.append((index, starts[index]))
        owners[index] = inside[-1][0] if inside else -1
    return owners


def _named(statement: QueryText, block: QueryBlock) -> tuple[dict[str, str], dict[str, str]]:
    """The expressions of a SELECT's columns by their names, and those that hold their own name."""
    tokens = statement.tokens
    named: dict[str, str] = {}
    shadowing: dict[str, str] = {}
    for item in list_items(tokens, block.clause("SELECT")):
        if len(item) < 3 or tokens[item[-2]].word != "AS" or not tokens[item[-1]].is_identifier:
            continue
        expression = item[:-2]
        if tokens[expression[0]].word in ("DISTINCT", "ALL"):
            expression = expression[1:]
        words = {tokens[at].value.lower() for at in expression}
        if not expression or not words.isdisjoint(_AGGREGATES) or "select" in words:
            continue
        name = tokens[item[-1]].value.lower()
        start = tokens[expression[0]].start
        named.pop(name, None)
        edits = _uses(tokens, expression, named)
        moved = [(first - start, last - start, text) for first, last, text in edits]
        written = splice(statement.between(expression[0], expression[-1]), moved)
        if len(written) > LONGEST_EXPRESSION:
            continue
        named[name] = written
        if name in words and len(expression) > 1:
            shadowing[name] = written
    return named, shadowing


def _uses(tokens: Sequence[Token], part: Sequence[int], named: Mapping[str, str]) -> list[Edit]:
    """Puts the expressions where their names are used."""
    edits: list[Edit] = []
    for index in part:
        token = tokens[index]
        following = tokens[index + 1].value if index + 1 < len(tokens) else ""
        before = tokens[index - 1]
        is_name = token.kind in (Kind.WORD, Kind.QUOTED) and before.word not in ("AS", "INTERVAL")
        is_alone = following not in (".", "(", "->") and before.value != "."
        if is_name and is_alone and token.value.lower() in named:
            edits.append((token.start, token.end, f"({named[token.value.lower()]})"))
    return edits
