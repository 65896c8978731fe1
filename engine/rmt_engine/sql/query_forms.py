"""Forms of ClickHouse's queries that Spark's grammar lacks, spelled out in forms it has.

`WITH expression AS name`, `DISTINCT ON`, `LIMIT … WITH TIES`, `ARRAY JOIN`, `* REPLACE`, `* APPLY`,
`COLUMNS('pattern')`, `GLOBAL`, table functions, the strictness of joins, `FORMAT`. What cannot be
said in Spark's words is refused by its name, as Spark takes most of these words for an alias.

Source of the semantics: https://clickhouse.com/docs/sql-reference/statements/select.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NoReturn

from rmt_engine.errors import RmtError
from rmt_engine.sql.any_join import left_any_join
from rmt_engine.sql.array_join import array_join
from rmt_engine.sql.array_join_calls import array_join_calls
from rmt_engine.sql.formats import FORMATS
from rmt_engine.sql.marks import Marks
from rmt_engine.sql.query_blocks import (
    LONGEST_EXPRESSION,
    Columns,
    QueryBlock,
    QueryText,
    closing,
    list_items,
)
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.star_modifiers import star_modifiers
from rmt_engine.sql.table_functions import TABLE_FUNCTION_CALLS, table_functions
from rmt_engine.sql.tokens import Kind, Token, splice

__all__ = ["FORMS", "spell_out"]

FORMS = Marks(
    ("WITH", r"(?:^|\(|\bAS)\s*WITH\b|\bWITH\s+(?:TIES|TOTALS|FILL)\b"),
    ("DISTINCT", r"\bDISTINCT\s+ON\s*\("),
    ("ARRAY", r"\bARRAY\s+JOIN\b"),
    ("ARRAYJOIN", r"\barrayJoin\s*+\("),
    ("GLOBAL", r"\bGLOBAL\b"),
    ("ANY ALL ASOF PASTE SEMI ANTI", r"\b(?:ANY|ALL|ASOF|PASTE|SEMI|ANTI)\s+(?:\w+\s+){0,2}JOIN\b"),
    ("REPLACE APPLY STRICT", r"\*[^*]{0,2000}?\b(?:REPLACE|APPLY|STRICT)\b"),
    ("COLUMNS", r"\bCOLUMNS\s*\("),
    ("FORMAT", r"\bFORMAT\s+`?\w+"),
    ("VALUES", r"\b(?:FROM|JOIN)\s+values\s*\(\s*'"),
    TABLE_FUNCTION_CALLS,
)
"""What a statement with such a form has in it; statements without it are left alone."""

Edits = list[tuple[int, int, str]]
_JOIN_SIDES = ("LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS")
_STRICTNESS = ("ANY", "ALL", "ASOF", "SEMI", "ANTI", "PASTE")


_MOST_READ = 5_000_000
"""Characters: a statement is read again after each form that stands in the text of another."""


def spell_out(text: str, columns: Columns) -> str:
    """A statement without ClickHouse's own forms of queries.

    Args:
        text: a query, or a statement that holds one.
        columns: names the columns of a query; asked only for stars that are changed and for arrays
            that are joined under their own name.

    Raises:
        RmtError: a form that is not supported, or used wrongly; `TOO_BIG_AST` when
            there are so many that reading them would take too long.
    """
    statement = QueryText(text, columns)
    left = max(_MOST_READ, 2 * len(text))
    for form in _FORMS:
        while edits := form(statement):
            statement = QueryText(splice(statement.text, edits), columns)
            left -= len(statement.text)
            if left < 0:
                raise RmtError(
                    "TOO_BIG_AST",
                    "The statement has too many of ClickHouse's forms in one another.",
                    "Split it: views, or CREATE TABLE … AS SELECT, can hold parts of it.",
                )
    return statement.text


def _in_each_query(
    form: Callable[[QueryText, QueryBlock], Edits],
) -> Callable[[QueryText], Edits]:
    """The edits of a form in all queries; one around a query that changes waits its turn."""

    def edits_of(statement: QueryText) -> Edits:
        edits: Edits = []
        last_changed = -1
        for block in statement.blocks:
            if block.first <= last_changed:
                continue
            found = form(statement, block)
            if found:
                last_changed = block.first
                edits += found
        return edits

    return edits_of


def _refuse(what: str, hint: str) -> NoReturn:
    raise RmtError("NOT_IMPLEMENTED", f"{what} is not supported yet.", hint)


def _refuse_the_rest(statement: QueryText) -> Edits:
    """Refuses what has no counterpart here."""
    tokens = statement.tokens
    for index, token in enumerate(tokens[:-1]):
        following = tokens[index + 1]
        is_table_of_with = _word(tokens, index + 2) == "AS" or _value(tokens, index + 2) == "("
        if token.word == "WITH" and following.word == "TOTALS" and not is_table_of_with:
            _refuse("WITH TOTALS", "WITH ROLLUP adds a row with NULL for each key.")
        if token.word == "WITH" and following.word == "FILL" and not is_table_of_with:
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
    """`ALL` is what Spark's joins do; `SEMI`, `ANTI` come after the side; most else is refused."""
    tokens = statement.tokens
    edits: Edits = []
    for index, token in enumerate(tokens):
        if token.word != "JOIN" or not index:
            continue
        first = index
        while first and tokens[first - 1].word in (*_JOIN_SIDES, *_STRICTNESS):
            first -= 1
        words = [tokens[at].word for at in range(first, index)]
        if not first or tokens[first - 1].word in ("AS", "FROM", "JOIN", ""):
            words = words if first and tokens[first - 1].word == "" else words[1:]
        if sorted(word for word in words if word != "OUTER") == ["ANY", "LEFT"]:
            start = tokens[index - len(words)].start
            edits += [(start, token.start, "LEFT "), left_any_join(statement, index)]
            continue
        for word, hint in (
            (
                "ANY",
                "LEFT ANY JOIN is there. LIMIT 1 BY the key in a subquery keeps one row of it.",
            ),
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
            edits.append((start, token.start, "".join(f"{word} " for word in wanted)))
    return edits


def _with_expressions(statement: QueryText, block: QueryBlock) -> Edits:
    """`WITH expression AS name`: the name stands for the expression, in subqueries, too."""
    tokens = statement.tokens
    if tokens[block.first].word != "WITH":
        return []
    select = block.clauses["SELECT"]
    first = block.first + 1 + (_word(tokens, block.first + 1) == "RECURSIVE")
    named: dict[str, str] = {}
    kept: list[str] = []
    for item in list_items(tokens, range(first, select)):
        if not _names_expression(tokens, item):
            kept.append(_with_names(statement, item, named))
            continue
        expression = item[:-2]
        if any(_value(tokens, at) == "->" for at in expression[:2]):
            _refuse("A function defined in WITH", "Write the expression where it is used.")
        if _value(tokens, closing(tokens, expression[0]) + 1) == "->":
            _refuse("A function defined in WITH", "Write the expression where it is used.")
        named[tokens[item[-1]].value] = _with_names(statement, expression, named)
    if not named:
        return []
    head = statement.between(block.first, first - 1)
    tables = f"{head} {', '.join(kept)} " if kept else ""
    chosen = {found[0] for found in list_items(tokens, block.clause("SELECT")) if len(found) == 1}
    return [
        (tokens[block.first].start, tokens[select].start, tables),
        *_uses(tokens, range(select, block.stop), named, chosen),
    ]


def _names_expression(tokens: Sequence[Token], item: range) -> bool:
    """Whether an element of WITH is ClickHouse's `expression AS name`."""
    if len(item) < 3 or _is_table_expression(tokens, item):
        return False
    return tokens[item[-2]].word == "AS" and tokens[item[-1]].is_identifier


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


def _with_names(statement: QueryText, part: range, named: Mapping[str, str]) -> str:
    """A part of a statement, each name in it replaced by what it stands for."""
    tokens = statement.tokens
    if not part:
        return ""
    edits = _uses(tokens, part, named, frozenset())
    if sum(len(replacement) for _, _, replacement in edits) > LONGEST_EXPRESSION:
        raise RmtError(
            "TOO_BIG_AST",
            "The expressions of WITH grow too long when they are put into one another.",
            "Compute them in a subquery.",
        )
    start = tokens[part[0]].start
    moved = [(first - start, last - start, text) for first, last, text in edits]
    return splice(statement.between(part[0], part[-1]), moved)


def _uses(
    tokens: Sequence[Token], part: range, named: Mapping[str, str], chosen: Collection[int]
) -> Edits:
    """Puts expressions where their names are used; a column of SELECT keeps the name."""
    edits: Edits = []
    for index in part:
        token = tokens[index]
        if (
            token.value not in named
            or not token.is_identifier
            or _value(tokens, index + 1) == "("
            or (_value(tokens, index + 1) == "." and not _is_place(tokens, index + 2))
            or tokens[index - 1].value == "."
            or tokens[index - 1].word in ("AS", "FROM", "JOIN")
        ):
            continue
        alias = f" AS {quote_name(token.value)}" if index in chosen else ""
        edits.append((token.start, token.end, f"({named[token.value]}){alias}"))
    return edits


def _is_place(tokens: Sequence[Token], index: int) -> bool:
    """Whether a token is the number of an element of a tuple: the 1 of `t.1`."""
    return index < len(tokens) and tokens[index].kind is Kind.NUMBER


def _distinct_on(statement: QueryText, block: QueryBlock) -> Edits:
    """`DISTINCT ON (a, b)` is `LIMIT 1 BY a, b`."""
    text, tokens = statement.text, statement.tokens
    at = block.clauses["SELECT"] + 1
    if _words(tokens, at) != ("DISTINCT", "ON") or _value(tokens, at + 2) != "(":
        return []
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


def _with_ties(statement: QueryText, block: QueryBlock) -> Edits:
    """`ORDER BY a LIMIT [m,] n WITH TIES`: n rows behind m, and those that equal the last."""
    text, tokens = statement.text, statement.tokens
    limit, offset = block.clause("LIMIT"), block.clause("OFFSET")
    last = offset if offset.start > limit.start else limit
    ties = next((at for at in last if _words(tokens, at) == ("WITH", "TIES")), None)
    if any(_words(tokens, at) == ("WITH", "TIES") for at in limit) and offset:
        _refuse("An OFFSET after WITH TIES", "Put it before: LIMIT n OFFSET m WITH TIES.")
    if ties is None or not limit:
        return []
    if "ORDER" not in block.clauses:
        raise RmtError("WITH_TIES_WITHOUT_ORDER_BY", "LIMIT WITH TIES needs an ORDER BY.")
    *skipped, count = (
        statement.between(item[0], item[-1])
        for item in list_items(tokens, range(limit[0], min(ties, limit.stop)))
    )
    if offset:
        skipped = [statement.between(offset[0], min(ties, offset.stop) - 1)]
    if "QUALIFY" in block.clauses:
        _refuse("LIMIT … WITH TIES together with QUALIFY", "Put rank() into the QUALIFY.")
    order = block.clause("ORDER")
    by = text[tokens[order[1]].start : tokens[order[-1]].end]
    place = tokens[order.start - 1].start
    most, least = f"({count})", ""
    if skipped:
        most += f" + ({skipped[0]})"
        least = f" AND row_number() OVER (ORDER BY {by}) > ({skipped[0]})"
    return [
        (place, place, f"QUALIFY rank() OVER (ORDER BY {by}) <= {most}{least} "),
        (tokens[limit.start - 1].start, tokens[ties + 1].end, ""),
    ]


def _format(statement: QueryText) -> Edits:
    """`FORMAT name` has no effect on a protocol of rows; `FORMAT Null` computes and sends none."""
    tokens = statement.tokens
    for block in statement.blocks:
        at = block.clauses.get("FORMAT")
        if at is None or at + 1 >= block.stop or not tokens[at + 1].is_identifier:
            continue
        if at + 2 < block.stop and tokens[at + 2].word != "SETTINGS":
            continue
        if tokens[at + 1].value.lower() not in FORMATS:
            raise RmtError("UNKNOWN_FORMAT", f"Unknown format {tokens[at + 1].value}.")
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


def _value(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].value if index < len(tokens) else ""


def _words(tokens: Sequence[Token], index: int) -> tuple[str, str]:
    return _word(tokens, index), _word(tokens, index + 1)


_FORMS: tuple[Callable[[QueryText], Edits], ...] = (
    _refuse_the_rest,
    table_functions,
    _format,
    _global,
    _strictness,
    _in_each_query(_with_expressions),
    _in_each_query(star_modifiers),
    _in_each_query(array_join),
    _in_each_query(array_join_calls),
    _in_each_query(_distinct_on),
    _in_each_query(_with_ties),
)
