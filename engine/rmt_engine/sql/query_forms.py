"""Forms of ClickHouse's queries that Spark's grammar lacks, spelled out in forms it has.

`WITH expression AS name`, `DISTINCT ON`, `LIMIT … WITH TIES`, `ARRAY JOIN`, `* REPLACE`, `* APPLY`,
`COLUMNS('pattern')`, `GLOBAL`, the strictness of joins, `FORMAT`. What cannot be said in Spark's
words is refused by its name, as Spark takes most of these words for an alias.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/select.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NoReturn

from rmt_engine.errors import RmtError
from rmt_engine.sql.array_join import array_join
from rmt_engine.sql.query_blocks import Columns, QueryBlock, QueryText, closing, list_items
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.star_modifiers import star_modifiers
from rmt_engine.sql.tokens import Token, splice

__all__ = ["FORMS", "spell_out"]

FORMS = re.compile(
    r"(?:^|\(|\bAS)\s*WITH\b|\bWITH\s+(?:TIES|TOTALS|FILL)\b|\bDISTINCT\s+ON\s*\("
    r"|\bARRAY\s+JOIN\b|\bGLOBAL\b|\b(?:ANY|ALL|ASOF|PASTE|SEMI|ANTI)\s+(?:\w+\s+){0,2}JOIN\b"
    r"|\*[^*]{0,2000}?\b(?:REPLACE|APPLY|STRICT)\b|\bCOLUMNS\s*\(|\bFORMAT\s+\w+",
    re.IGNORECASE | re.DOTALL,
)
"""What a statement with such a form has in it; statements without it are left alone."""

Edits = list[tuple[int, int, str]]
_JOIN_SIDES = ("LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS")
_STRICTNESS = ("ANY", "ALL", "ASOF", "SEMI", "ANTI", "PASTE")


def spell_out(text: str, columns: Columns) -> str:
    """A statement without ClickHouse's own forms of queries.

    Args:
        text: a query, or a statement that holds one.
        columns: names the columns of a query; asked only for stars that are changed and for arrays
            that are joined under their own name.

    Raises:
        RmtError: a form that is not supported, or used wrongly.
    """
    statement = QueryText(text, columns)
    for form in _FORMS:
        while edits := form(statement):
            statement = QueryText(splice(statement.text, edits), columns)
    return statement.text


def _refuse(what: str, hint: str) -> NoReturn:
    raise RmtError("NOT_IMPLEMENTED", f"{what} is not supported yet.", hint)


def _refuse_the_rest(statement: QueryText) -> Edits:
    """Refuses what has no counterpart here."""
    tokens = statement.tokens
    for block in statement.blocks:
        for index in (*block.clause("GROUP"), *block.clause("ORDER")):
            if tokens[index].word == "WITH" and index + 1 < len(tokens):
                following = tokens[index + 1].word
                if following == "TOTALS":
                    _refuse("WITH TOTALS", "WITH ROLLUP adds a row with NULL for each key.")
                if following == "FILL":
                    _refuse("ORDER BY … WITH FILL", "Join the rows with numbers(n) instead.")
    return []


def _global(statement: QueryText) -> Edits:
    """`GLOBAL IN` and `GLOBAL JOIN` tell servers of a cluster what to send; here there is one."""
    tokens = statement.tokens
    edits: Edits = []
    for index, token in enumerate(tokens[:-1]):
        if token.word != "GLOBAL" or tokens[index - 1].value == ".":
            continue
        following = tokens[index + 1].word
        is_in = following == "IN" or (following == "NOT" and _word(tokens, index + 2) == "IN")
        is_join = following in ("JOIN", *_JOIN_SIDES, *_STRICTNESS)
        if is_in or (is_join and tokens[index - 1].word not in ("AS", "FROM", "JOIN")):
            edits.append((token.start, tokens[index + 1].start, ""))
    return edits


def _strictness(statement: QueryText) -> Edits:
    """`ALL` is what Spark's joins do; `SEMI`, `ANTI` come after the side; the rest is refused."""
    tokens = statement.tokens
    for index, token in enumerate(tokens):
        if token.word != "JOIN" or not index:
            continue
        first = index
        while first and tokens[first - 1].word in (*_JOIN_SIDES, *_STRICTNESS):
            first -= 1
        words = [tokens[at].word for at in range(first, index)]
        if not first or tokens[first - 1].word in ("AS", "FROM", "JOIN", ""):
            words = words if first and tokens[first - 1].word == "" else words[1:]
        for word, hint in (
            ("ANY", "LIMIT 1 BY the key in a subquery keeps one row of the other table."),
            ("ASOF", "max_by and a join on the range do the same."),
            ("PASTE", "Join on row_number() OVER (…)."),
        ):
            if word in words:
                _refuse(f"{word} JOIN", hint)
        kept = [word for word in words if word not in ("ALL", "SEMI", "ANTI")]
        kind = [word for word in words if word in ("SEMI", "ANTI")]
        if kind and "RIGHT" in words:
            _refuse(f"{kind[0]} RIGHT JOIN", "Swap the two tables: LEFT SEMI JOIN, LEFT ANTI JOIN.")
        wanted = ["LEFT", *kind] if kind else kept
        if wanted != words:
            start = tokens[index - len(words)].start
            return [(start, token.start, "".join(f"{word} " for word in wanted))]
    return []


def _with_expressions(statement: QueryText) -> Edits:
    """`WITH expression AS name`: the name stands for the expression, in subqueries, too."""
    text, tokens = statement.text, statement.tokens
    for block in statement.blocks:
        if tokens[block.first].word != "WITH":
            continue
        first = block.first + 1 + (_word(tokens, block.first + 1) == "RECURSIVE")
        items = list_items(tokens, range(first, block.clauses["SELECT"]))
        for position, item in enumerate(items):
            if len(item) < 3 or _is_table_expression(tokens, item):
                continue
            name = tokens[item[-1]]
            if tokens[item[-2]].word != "AS" or not name.is_identifier:
                continue
            expression = text[tokens[item[0]].start : tokens[item[-3]].end]
            if "->" in expression and tokens[item[0] + 1].value != "(":
                _refuse("A function defined in WITH", "Write the expression where it is used.")
            return [
                *_without_item(tokens, block, items, position),
                *_named(tokens, block, name.value, expression, item),
            ]
    return []


def _is_table_expression(tokens: Sequence[Token], item: range) -> bool:
    """Whether an element of WITH is Spark's `name [(columns)] AS (query)`."""
    at = item.start + 1
    if not tokens[item.start].is_identifier:
        return False
    if tokens[at].value == "(":
        at = closing(tokens, at) + 1
    while at < item.stop and tokens[at].word != "AS":
        at += 1
    return at + 1 < item.stop and tokens[at + 1].value == "("


def _without_item(
    tokens: Sequence[Token], block: QueryBlock, items: Sequence[range], position: int
) -> Edits:
    item = items[position]
    if len(items) == 1:
        return [(tokens[block.first].start, tokens[block.clauses["SELECT"]].start, "")]
    if position + 1 < len(items):
        return [(tokens[item[0]].start, tokens[items[position + 1][0]].start, "")]
    return [(tokens[items[position - 1][-1]].end, tokens[item[-1]].end, "")]


def _named(
    tokens: Sequence[Token], block: QueryBlock, name: str, expression: str, item: range
) -> Edits:
    """Puts the expression where its name is used."""
    selected = {found[0] for found in list_items(tokens, block.clause("SELECT")) if len(found) == 1}
    edits: Edits = []
    for index in range(item.stop, block.stop):
        token = tokens[index]
        following = tokens[index + 1].value if index + 1 < len(tokens) else ""
        if (
            not token.is_identifier
            or token.value != name
            or following in (".", "(")
            or tokens[index - 1].value == "."
            or tokens[index - 1].word in ("AS", "FROM", "JOIN")
        ):
            continue
        alias = f" AS {quote_name(name)}" if index in selected else ""
        edits.append((token.start, token.end, f"({expression}){alias}"))
    return edits


def _distinct_on(statement: QueryText) -> Edits:
    """`DISTINCT ON (a, b)` is `LIMIT 1 BY a, b`."""
    text, tokens = statement.text, statement.tokens
    for block in statement.blocks:
        at = block.clauses["SELECT"] + 1
        if [_word(tokens, at), _word(tokens, at + 1)] != ["DISTINCT", "ON"]:
            continue
        end = closing(tokens, at + 2)
        columns = text[tokens[at + 2].end : tokens[end].start]
        after = min(
            (block.clauses[word] for word in ("LIMIT", "OFFSET", "SETTINGS", "FORMAT")
             if word in block.clauses),
            default=block.stop,
        )  # fmt: skip
        place = tokens[after - 1].end
        return [
            (tokens[at].start, tokens[end].end, ""),
            (place, place, f" LIMIT 1 BY {columns}"),
        ]
    return []


def _with_ties(statement: QueryText) -> Edits:
    """`ORDER BY a LIMIT n WITH TIES`: the first n rows, and those that equal the last."""
    text, tokens = statement.text, statement.tokens
    for block in statement.blocks:
        limit = block.clause("LIMIT")
        ties = next((at for at in limit if _words(tokens, at) == ("WITH", "TIES")), None)
        if ties is None:
            continue
        if "ORDER" not in block.clauses:
            raise RmtError("WITH_TIES_WITHOUT_ORDER_BY", "LIMIT WITH TIES needs an ORDER BY.")
        count = text[tokens[limit[0]].start : tokens[ties - 1].end]
        if "OFFSET" in block.clauses or len(list_items(tokens, range(limit[0], ties))) > 1:
            _refuse("LIMIT … WITH TIES with an offset", "Filter by rank() OVER (…) instead.")
        if "QUALIFY" in block.clauses:
            _refuse("LIMIT … WITH TIES together with QUALIFY", "Put rank() into the QUALIFY.")
        order = block.clause("ORDER")
        by = text[tokens[order[1]].start : tokens[order[-1]].end]
        place = tokens[order.start - 1].start
        return [
            (place, place, f"QUALIFY rank() OVER (ORDER BY {by}) <= ({count}) "),
            (tokens[limit.start - 1].start, tokens[ties + 1].end, ""),
        ]
    return []


def _format(statement: QueryText) -> Edits:
    """`FORMAT name` has no effect on a protocol of rows; `FORMAT Null` computes and sends none."""
    tokens = statement.tokens
    for block in statement.blocks:
        at = block.clauses.get("FORMAT")
        if at is None or at + 1 >= block.stop or not tokens[at + 1].is_identifier:
            continue
        if at + 2 < block.stop and tokens[at + 2].word != "SETTINGS":
            continue
        start, end = tokens[at - 1].end, tokens[at + 1].end
        if tokens[at + 1].value.upper() != "NULL":
            return [(start, end, "")]
        query = tokens[_query_start(statement, block)].start
        place = tokens[min(at, block.clauses.get("SETTINGS", at)) - 1].end
        return [
            (query, query, "SELECT * FROM ("),
            (place, place, ") WHERE rand() < 0"),
            (start, end, ""),
        ]
    return []


def _query_start(statement: QueryText, block: QueryBlock) -> int:
    """The index of the first token of the whole query, with what UNION puts before the block."""
    return min(
        (other.first for other in statement.blocks if other.first < block.first),
        default=block.first,
    )


def _word(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].word if index < len(tokens) else ""


def _words(tokens: Sequence[Token], index: int) -> tuple[str, str]:
    return _word(tokens, index), _word(tokens, index + 1)


_FORMS: tuple[Callable[[QueryText], Edits], ...] = (
    _refuse_the_rest,
    _format,
    _global,
    _strictness,
    _with_expressions,
    star_modifiers,
    array_join,
    _distinct_on,
    _with_ties,
)
