"""What a failed statement tells its client: what was wrong, in the words of the statement.

Spark and HiveServer2 add the classes of Java's exceptions, their stack frames, the plan that could
not be analyzed and the statement as it was rewritten. The log keeps these.
"""

from __future__ import annotations

import re

from rmt_engine.errors import RmtError
from rmt_engine.sql.values.types import unknown_zone

__all__ = ["is_of_a_subquery", "own_sqlstate", "readable", "resource_error"]

_SPENT = re.compile(r"(?:\A|: )java\.lang\.(OutOfMemoryError|StackOverflowError)\b")
_RESOURCES = {
    "OutOfMemoryError": (
        "MEMORY_LIMIT_EXCEEDED",
        "Memory limit exceeded: the statement needs more memory than the server has.",
        "Read or write fewer rows at a time, or start the endpoint with more --driver-memory.",
    ),
    "StackOverflowError": (
        "TOO_DEEP_RECURSION",
        "The statement is nested too deep.",
        "Put inner queries into views, and long conditions into IN.",
    ),
}
"""What to say when all memory or a thread's stack is used up, by the class of Java's error."""

_ZONE = re.compile(r"\[INVALID_TIMEZONE\] The timezone: (.*?) is invalid\.")
"""What Spark says of a time zone that it does not know, which a row named."""
_FRAMES = re.compile(
    r"\n[ \t]*+(?:at [\w.$/<>]++\(|Caused by: |Driver stacktrace:|\.\.\. \d++ more)"
)
_AWAITED = "Exception thrown in awaitResult:"
"""What Spark says of an error of a subquery: the error itself is the cause."""
_STATEMENT = re.compile(r"\n[ \t]*+== (?:SQL|DataFrame)\b")
_PLAN = re.compile(r";\n['!+A-Z]")
_JAVA_CLASS = r"(?:[a-z]\w*+\.)++[A-Z][\w$]*+(?:(?<=Exception)|(?<=Error))"
_PREFIXES = (
    re.compile(r"\s*+Error (?:running|operating) \w++:"),
    re.compile(r"\s*+Failed to open new session:"),
    re.compile(rf"\s*+{_JAVA_CLASS}:"),
    re.compile(r"\s*+Job aborted due to stage failure: [^\n\[]*+\((?:TID )?[^\n\[]*+:\s(?=\[)"),
    # The name of the error, where its class and the name again follow.
    re.compile(rf"\s*+\[[A-Z][A-Z0-9_.]++\](?=\s++{_JAVA_CLASS}:)"),
    # An error of the engine's own that a row raised.
    re.compile(r"\s*+\[USER_RAISED_EXCEPTION\](?=\s++\[[A-Z][A-Z0-9_]++\]\s)"),
)
_OWN = re.compile(r"\(code \d++, SQLSTATE (\w{5})\)")
_HIDDEN = (
    r"`__(?:row|part|alive|path|partition_rank|part_rank|matched|joined_\d++|key_\d++|new_\d++"
    r"|p\d++|ttl_\w++)`"
)
_SUGGESTED = re.compile(rf"(?:, {_HIDDEN}(?=[,\]])|(?<=\[){_HIDDEN}(?:, |(?=\])))")
_TABLE_CALL = re.compile(r"\brmt_\w++\('([\w.]++)'(?:, '[^']*+')*+\)(?: AS `?\w++`?)?")
_OUR_NAME = re.compile(r"\b(?:rmt_default|clickhouse)_(?=\w)")


def readable(message: str) -> str:
    """An error's message without what only the server's developers understand.

    Args:
        message: as HiveServer2 sends it.
    """
    spent = resource_error(message)
    if spent is not None:
        return str(spent)
    zone = _ZONE.search(message)
    if zone is not None:
        return str(unknown_zone(zone[1]))
    text = message
    for end in (_FRAMES, _STATEMENT, _PLAN):
        found = end.search(text)
        text = text[: found.start()] if found and found.start() else text
    text = _without_prefixes(text)
    own = _OWN.search(text)
    if own is not None:
        text = text[: own.end()]
    text = _SUGGESTED.sub("", text)
    text = _TABLE_CALL.sub(lambda match: match[1], text)
    return _OUR_NAME.sub("", text).strip() or message


def is_of_a_subquery(message: str) -> bool:
    """Whether an error's message says nothing but that a subquery, run beside, had one."""
    return _AWAITED in message


def resource_error(message: str) -> RmtError | None:
    """The error of a statement for which there was no memory or stack; None if it had another."""
    found = _SPENT.search(message)
    return RmtError(*_RESOURCES[found[1]]) if found is not None else None


def own_sqlstate(message: str) -> str | None:
    """The SQLSTATE that an error of the engine names, also when a row of a query raised it."""
    found = _OWN.search(message)
    return found[1] if found is not None else None


def _without_prefixes(text: str) -> str:
    """Cuts off what the server was doing, Java's classes, and names that stand there twice."""
    start = 0
    while found := next(filter(None, (p.match(text, start) for p in _PREFIXES)), None):
        start = found.end()
    return text[start:]
