from __future__ import annotations

import time

import pytest

from rmt_engine.spark.bridge.messages import own_sqlstate, readable, resource_error

UNRESOLVED = "[UNRESOLVED_COLUMN.WITH_SUGGESTION] No column `x`. Did you mean one of [`s`, `k`]."
PREFIX = "Error running query: [UNRESOLVED_COLUMN.WITH_SUGGESTION] "
PLAN = ";\n'Project ['x]\n+- Relation [k#54,s#55,__row#56L] parquet\n"
FRAMES = "\n\tat org.apache.spark.sql.Foo$.bar(Foo.scala:12)\nCaused by: java.lang.Error: x\n"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"{PREFIX}org.apache.spark.sql.AnalysisException: {UNRESOLVED}{PLAN}", UNRESOLVED),
        (
            f"org.apache.hive.service.cli.HiveSQLException: {PREFIX}"
            f"org.apache.spark.SparkRuntimeException: {UNRESOLVED}{FRAMES}",
            UNRESOLVED,
        ),
        (
            "Error running query: [PARSE_SYNTAX_ERROR] "
            "org.apache.spark.sql.catalyst.parser.ParseException: \n[PARSE_SYNTAX_ERROR] Syntax "
            "error at end of input. SQLSTATE: 42601 (line 1, pos 49)\n\n== SQL ==\nSELECT k FROM "
            "rmt_final('default.t') AS `t` WHERE\n-----^^^\n",
            "[PARSE_SYNTAX_ERROR] Syntax error at end of input. SQLSTATE: 42601 (line 1, pos 49)",
        ),
        (
            "[USER_RAISED_EXCEPTION] [INCORRECT_DATA] Odd. (code 117, SQLSTATE 22000) "
            "SQLSTATE: P0001",
            "[INCORRECT_DATA] Odd. (code 117, SQLSTATE 22000)",
        ),
        ("[USER_RAISED_EXCEPTION] mine SQLSTATE: P0001",) * 2,
        (
            "Did you mean one of [`s`, `__row`, `k`], [`__key_0`, `a`], [`__part`]?",
            "Did you mean one of [`s`, `k`], [`a`], []?",
        ),
        (
            "Cannot read rmt_final('db.t') AS `x`, clickhouse_length(k)",
            "Cannot read db.t, length(k)",
        ),
        ("The function rmt_default_sumIf was given 1.", "The function sumIf was given 1."),
        ("Keys of several;\nlines stay", "Keys of several;\nlines stay"),
        ("No column `java.lang.OutOfMemoryError`",) * 2,
        ("\n\tat nothing.but.Frames(x)", "at nothing.but.Frames(x)"),
        ("", ""),
    ],
)
def test_a_message_keeps_what_was_wrong(message: str, expected: str) -> None:
    assert readable(message) == expected


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (
            "Error running query: java.lang.OutOfMemoryError: Java heap space\n\tat x.Y(Y.java:1)",
            "MEMORY_LIMIT_EXCEEDED",
        ),
        (
            "Job aborted due to stage failure: Task 1 in stage 3.0 failed 1 times, most recent "
            "failure: Lost task 1.0 in stage 3.0 (TID 4) (localhost executor driver): "
            "java.lang.OutOfMemoryError: GC overhead limit exceeded",
            "MEMORY_LIMIT_EXCEEDED",
        ),
        ("java.lang.StackOverflowError", "TOO_DEEP_RECURSION"),
    ],
)
def test_what_java_ran_out_of_is_named(message: str, name: str) -> None:
    text = readable(message)
    assert text.startswith(f"[{name}]")
    assert "java" not in text
    assert own_sqlstate(text) in ("53200", "54001")


def test_each_statement_gets_an_error_of_its_own() -> None:
    first, second = (
        resource_error("java.lang.StackOverflowError"),
        resource_error("java.lang.StackOverflowError"),
    )
    assert first is not None
    assert first is not second


def test_an_error_of_the_engine_names_its_sqlstate() -> None:
    assert own_sqlstate("[USER_RAISED_EXCEPTION] [X] y (code 117, SQLSTATE 22000)") == "22000"
    assert own_sqlstate("[X] y SQLSTATE: 42703") is None


@pytest.mark.parametrize(
    "piece", ["\n", "a.", "[A", "`__row`, ", "rmt_a('", " Error:", "at ", "(: "]
)
def test_no_message_takes_long(piece: str) -> None:
    started = time.process_time()
    readable(piece * 40_000)
    readable("Job aborted due to stage failure: " + piece * 40_000)
    assert time.process_time() - started < 1
