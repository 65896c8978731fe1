"""Every pattern of the engine, the dialect and the driver takes linear time, whatever the text.

The texts repeat what patterns look for: brackets that are never closed, words before a blank, lines
that begin like a stack trace. A pattern that takes quadratic time needs seconds of a processor for
20,000 characters of the wrong kind; a linear one needs milliseconds.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from types import ModuleType

import pytest

import rmt_engine
import sqlalchemy_rmt

_SIZE = 20_000
_MOST_S = 1.0
_TRIED_AT_ONE_PLACE = frozenset(
    """rights._URI messages._PREFIXES executor._QUERY function_calls._LAST_WORD launch._KEPT_BACK
    tokens._LEADING plain_rows._VALUES plain_rows._PIECE part._NAME guarded._GUARDED_SETTING
    results._INTERVAL dialect._WRITES reflection._SETTINGS reflection._TTL cursor._QUERY
    type_text._TOKEN errors._PREFIXES table._TIME reflection._TUPLE views._INTERVAL
    executor._FUNCTION lower_select._COLUMN special_forms._INTERVAL_TEXT indexes._WHOLE
    literals._QUERY json_paths._RANGE shown_tables.SHOW_EXTENDED parameters._BEFORE_ARGUMENTS
    codecs._BITS nested_text._QUOTED""".split()
)
"""Only matched where a text begins or the last match ended, or within a text of a few characters,
or one of ours."""
_LEFT_OUT = ("airflow", "migrations", "__main__", "superset")
_REPEATED = (
    *("a", "1", "é", "_", "a1 ", "1a", "(a", "a(", "a.", "1.", "a,", "a a", "a: ", "A", "[A] "),
    *(" ", "\t", "\n", "\r\n", "(", ")", "((", "[", "]", "<", ">", "{", "}", ".", ",", ";", "; "),
    *("'", '"', "`", "''", "\\", "\\'", "'a'", "'a", "`a`", "x'", "-", "--", "- ", "+", "1+", "#"),
    *("/*", "*/", "/* ", "= ", "a = ", "$", "AS ", "a AS ", "CAST(", "SELECT ", "WITH a AS ("),
    *("AND ", "OR ", "NOT ", "IN (", "ON ", "INTERVAL ", "GROUP BY (", "LIMIT ", "FINAL ", "BY "),
    *("\n\tat a.b(", "at a.b(", "a.b.C: ", "rmt_x('", "`__row`, ", "VALUES (", "count(", "sum("),
)


def _modules() -> Iterator[ModuleType]:
    for package in (rmt_engine, sqlalchemy_rmt):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not any(part in found.name for part in _LEFT_OUT):
                yield importlib.import_module(found.name)


def _patterns(value: object, depth: int = 3) -> Iterator[re.Pattern[str]]:
    """The patterns in a module's value: itself, its elements, or what an object holds."""
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
        return
    inner: list[object] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list | tuple | frozenset | set):
        inner = list(value)
    elif type(value).__module__.startswith(("rmt_engine", "sqlalchemy_rmt")):
        inner = list(getattr(value, "__dict__", {}).values())
    for one in inner if depth else ():
        yield from _patterns(one, depth - 1)


def _all_patterns() -> dict[re.Pattern[str], list[str]]:
    """The patterns, with a name for each module that has them."""
    found: dict[re.Pattern[str], list[str]] = {}
    for module in _modules():
        for name, value in vars(module).items():
            for pattern in _patterns(value):
                module_name = module.__name__.rpartition(".")[2]
                found.setdefault(pattern, []).append(f"{module_name}.{name}")
    return found


_PATTERNS = _all_patterns()


def test_there_are_patterns() -> None:
    assert len(_PATTERNS) > 150


@pytest.mark.sample(0)
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("pattern", "names"), _PATTERNS.items(), ids=[names[0] for names in _PATTERNS.values()]
)
def test_a_pattern_takes_linear_time(pattern: re.Pattern[str], names: list[str]) -> None:
    words = tuple(f"{word} " for word in re.findall(r"[A-Za-z_]{2,}", pattern.pattern)[:10])
    for repeated in (*_REPEATED, *words):
        text = repeated * (_SIZE // len(repeated)) + "!"
        started = time.thread_time()
        pattern.match(text)
        if _TRIED_AT_ONE_PLACE.isdisjoint(names):
            for _ in pattern.finditer(text):
                pass
        assert time.thread_time() - started < _MOST_S, repeated
