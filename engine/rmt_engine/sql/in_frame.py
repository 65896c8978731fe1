"""`lagInFrame` and `leadInFrame`, as Spark's `lag` and `lead`, which take no frame.

They are the same where the frame holds all rows on that side; the default frame ends at the current
row.

Source of the semantics: https://clickhouse.com/docs/sql-reference/window-functions/lagInFrame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.query_blocks import closings, list_items, query_blocks
from rmt_engine.sql.tokens import Kind, Token

__all__ = ["IN_FRAME", "OR_DEFAULT", "in_frame_edits"]

Edit = tuple[int, int, str]
IN_FRAME = r"\b(?:lag|lead)InFrame\s*+\("
"""What a statement looks like that calls one."""
OR_DEFAULT = "rmt_or_default"
"""The function that gives the default of its second argument's type where the first one is NULL,
unless that argument may be NULL itself."""
_ALL_BEFORE = ("BETWEEN", "UNBOUNDED", "PRECEDING", "AND")
_BEGINS_BOUND = frozenset(("BETWEEN", "UNBOUNDED", "CURRENT"))


def in_frame_edits(text: str, tokens: Sequence[Token]) -> Iterator[Edit]:
    """Makes `lag` and `lead` of such calls.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, the frame leaves rows out on the side that is asked for.
    """
    calls = [index for index in range(len(tokens) - 1) if _is_call(tokens, index)]
    if not calls:
        return
    closed_at = closings(tokens)
    windows = _named_windows(tokens, closed_at)
    for index in calls:
        token = tokens[index]
        close = closed_at.get(index + 1, len(tokens))
        over = close + 2
        arguments = list_items(tokens, range(index + 2, min(close, len(tokens))))
        if over >= len(tokens) or tokens[close + 1].word != "OVER" or not arguments[0]:
            continue
        is_lead = token.word == "LEADINFRAME"
        if tokens[over].value == "(":
            last = closed_at.get(over, len(tokens) - 1)
            kept = _without_frame(tokens, range(over + 1, last), is_lead)
            if kept.stop < last:
                yield tokens[kept.stop - 1].end, tokens[last].start, ""
        else:
            last = over
            window = windows.get(over, range(0))
            kept = _without_frame(tokens, window, is_lead)
            if len(kept) < len(window):
                definition = text[tokens[kept.start - 1].start : tokens[kept.stop - 1].end]
                yield tokens[over].start, tokens[over].end, f"{definition})"
        yield token.start, token.end, "lead" if is_lead else "lag"
        if len(arguments) < 3:
            value = text[tokens[arguments[0][0]].start : tokens[arguments[0][-1]].end]
            yield token.start, token.start, f"{OR_DEFAULT}("
            yield tokens[last].end, tokens[last].end, f", {value})"


def _is_call(tokens: Sequence[Token], index: int) -> bool:
    is_function = tokens[index].word in ("LAGINFRAME", "LEADINFRAME")
    return is_function and tokens[index + 1].value == "("


def _named_windows(tokens: Sequence[Token], closed_at: Mapping[int, int]) -> dict[int, range]:
    """For each name behind OVER, what stands in the parentheses of its `WINDOW name AS (…)`."""
    found: dict[int, range] = {}
    for block in query_blocks(tokens):
        inside: dict[str, range] = {}
        for index in block.clause("WINDOW")[:-2]:
            if tokens[index + 1].word == "AS" and tokens[index + 2].value == "(":
                stop = closed_at.get(index + 2, block.stop)
                inside[tokens[index].value.lower()] = range(index + 3, stop)
        for index in range(block.first, block.stop if inside else block.first):
            window = inside.get(tokens[index].value.lower())
            if window is not None and tokens[index - 1].word == "OVER":
                found.setdefault(index, window)
    return found


def _without_frame(tokens: Sequence[Token], window: range, is_lead: bool) -> range:
    """A window's tokens without its frame, which has to hold all rows on one side."""
    at = next((at for at in window if _begins_frame(tokens, at)), None)
    if at is None and not is_lead:
        return window
    frame = [tokens[index].word for index in range(at or window.stop, window.stop)]
    end = frame[5:]
    is_held = end == ["UNBOUNDED", "FOLLOWING"] if is_lead else _reaches_current_row(end)
    if tuple(frame[1:5]) == _ALL_BEFORE and is_held:
        return range(window.start, window.stop - len(frame))
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"{'leadInFrame' if is_lead else 'lagInFrame'} is not supported in a frame that leaves "
        "rows out.",
        "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING holds all rows.",
    )


def _begins_frame(tokens: Sequence[Token], at: int) -> bool:
    following = tokens[at + 1]
    is_bound = following.kind is Kind.NUMBER or following.word in _BEGINS_BOUND
    return tokens[at].word in ("ROWS", "RANGE", "GROUPS") and is_bound


def _reaches_current_row(end: Sequence[str]) -> bool:
    return end == ["CURRENT", "ROW"] or end[-1:] == ["FOLLOWING"]
