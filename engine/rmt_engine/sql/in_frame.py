"""`lagInFrame` and `leadInFrame`, as Spark's `lag` and `lead`, which take no frame.

They are the same where the frame holds all rows on that side.

Source of the semantics: https://clickhouse.com/docs/sql-reference/window-functions/lagInFrame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_blocks import closing, list_items
from rmt_engine.sql.tokens import Token

__all__ = ["IN_FRAME", "OR_DEFAULT", "in_frame_edits"]

Edit = tuple[int, int, str]
IN_FRAME = r"\b(?:lag|lead)InFrame\s*+\("
"""What a statement looks like that calls one."""
OR_DEFAULT = "rmt_or_default"
"""The function that gives the default of its second argument's type where the first one is NULL,
unless that argument may be NULL itself."""
_ALL_BEFORE = ("BETWEEN", "UNBOUNDED", "PRECEDING", "AND")
_ALL_AFTER = ("UNBOUNDED", "FOLLOWING")


def in_frame_edits(text: str, tokens: Sequence[Token]) -> Iterator[Edit]:
    """Makes `lag` and `lead` of such calls.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the frame leaves rows out on the side that is asked for.
    """
    for index, token in enumerate(tokens[:-1]):
        if token.word not in ("LAGINFRAME", "LEADINFRAME") or tokens[index + 1].value != "(":
            continue
        close = closing(tokens, index + 1)
        over = close + 1
        arguments = list_items(tokens, range(index + 2, close))
        if over + 1 >= len(tokens) or tokens[over].word != "OVER" or not arguments:
            continue
        is_lead = token.word == "LEADINFRAME"
        last = over + 1
        if tokens[last].value == "(":
            last = closing(tokens, over + 1)
            yield from _without_frame(tokens, over + 1, last, is_lead)
        yield token.start, token.end, "lead" if is_lead else "lag"
        if len(arguments) < 3:
            value = text[tokens[arguments[0][0]].start : tokens[arguments[0][-1]].end]
            yield token.start, token.start, f"{OR_DEFAULT}("
            yield tokens[last].end, tokens[last].end, f", {value})"


def _without_frame(tokens: Sequence[Token], first: int, last: int, is_lead: bool) -> Iterator[Edit]:
    starts = [at for at in range(first, last) if tokens[at].word in ("ROWS", "RANGE", "GROUPS")]
    words = tuple(token.word for token in tokens[starts[-1] + 1 : last]) if starts else ()
    holds_all = words[:4] == _ALL_BEFORE and (not is_lead or words[4:] == _ALL_AFTER)
    if starts and holds_all:
        yield tokens[starts[-1]].start, tokens[last - 1].end, ""
    elif starts or is_lead:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{'leadInFrame' if is_lead else 'lagInFrame'} is not supported in a frame that leaves "
            "rows out.",
            "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING holds all rows.",
        )
