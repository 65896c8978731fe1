from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.expressions.window_calls import (
    Bound,
    OrderKey,
    WindowFrame,
    WindowSpec,
    lower_window_function,
)
from rmt_engine.sql.query.types.ordering import order_by_text
from rmt_engine.sql.query.values import Value, literal
from rmt_engine.sql.values.types import parse_type


def column(name: str, type_text: str) -> Value:
    return Value(name, parse_type(type_text))


NUMBER, FLOAT = column("i", "UInt8"), column("f", "Nullable(Float64)")
BY_NUMBER = WindowSpec([column("g", "String")], [OrderKey(NUMBER)])
PLACE = "CASE WHEN f IS NULL THEN 2 WHEN isnan(f) THEN 1 ELSE 0 END"


@pytest.mark.parametrize(
    ("value", "descending", "nulls_first", "text"),
    [
        (NUMBER, False, None, "i ASC NULLS LAST"),
        (NUMBER, True, True, "i DESC NULLS FIRST"),
        (FLOAT, False, None, "f ASC NULLS LAST"),
        (FLOAT, True, None, f"{PLACE} ASC, f DESC NULLS LAST"),
        (FLOAT, False, True, f"{PLACE} DESC, f ASC NULLS FIRST"),
        (FLOAT, True, True, "f DESC NULLS FIRST"),
        (
            column("e", "Enum8('b' = 1, 'a' = 2)"),
            False,
            None,
            "CASE e WHEN 'b' THEN 1 WHEN 'a' THEN 2 END ASC NULLS LAST",
        ),
    ],
)
def test_order(value: Value, descending: bool, nulls_first: bool | None, text: str) -> None:
    assert order_by_text(value, descending, nulls_first) == text


def test_texts_are_ordered_by_the_rules_of_a_language() -> None:
    text = Value("s", parse_type("String"))
    assert order_by_text(text, collation="tr_TR") == "(s COLLATE tr) ASC NULLS LAST"
    assert "`_c0` COLLATE tr" in order_by_text(
        Value("a", parse_type("Array(String)")), collation="tr"
    )
    with pytest.raises(RmtError, match="BAD_COLLATION"):
        order_by_text(NUMBER, collation="tr")
    with pytest.raises(RmtError, match="UNSUPPORTED_COLLATION_LOCALE"):
        order_by_text(text, collation="nowhere")
    for of_its_own in ("fr_CA", "zh_TW", "de@collation=phonebook"):
        with pytest.raises(RmtError, match="NOT_IMPLEMENTED"):
            order_by_text(text, collation=of_its_own)


def test_frames() -> None:
    frame = WindowFrame("ROWS", Bound("PRECEDING", literal(1)), Bound("CURRENT ROW"))
    window = WindowSpec((), [OrderKey(NUMBER)], frame)
    assert window.text() == (
        " OVER (ORDER BY i ASC NULLS LAST ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
    )
    ranges = WindowSpec((), [OrderKey(NUMBER)], WindowFrame("RANGE", frame.start, frame.stop))
    assert ranges.text() == (
        " OVER (ORDER BY CAST(i AS BIGINT) ASC NULLS LAST "
        "RANGE BETWEEN CAST('1' AS BIGINT) PRECEDING AND CURRENT ROW)"
    )


def test_functions_of_windows() -> None:
    over = "OVER (PARTITION BY g ORDER BY i ASC NULLS LAST)"
    rank = lower_window_function("RANK", [], [], BY_NUMBER)
    assert rank.sql == f"CAST(rank() {over} AS DECIMAL(20,0))"
    lag = lower_window_function("lag", [NUMBER], [], BY_NUMBER)
    assert lag.sql == f"lag(i, 1, CAST(0 AS SMALLINT)) {over}"
    total = lower_window_function("sum", [NUMBER], [], BY_NUMBER)
    assert total.sql.startswith(f"coalesce(CAST(sum(i) {over} AS DECIMAL(20,0)), ")


def test_windows_without_order_make_all_rows_equal() -> None:
    assert lower_window_function("rank", [], [], WindowSpec()).sql.startswith(
        "CAST(rank() OVER (ORDER BY 1)"
    )


@pytest.mark.parametrize(
    ("name", "values", "error"),
    [
        ("length", [NUMBER], "UNKNOWN_AGGREGATE_FUNCTION"),
        ("nonsense", [NUMBER], "UNKNOWN_AGGREGATE_FUNCTION"),
        ("lag", [], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("lag", [NUMBER, literal(-1)], "BAD_ARGUMENTS"),
        ("lag", [NUMBER, literal(1), literal("x")], "BAD_ARGUMENTS"),
        ("rank", [NUMBER], "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("nonNegativeDerivative", [NUMBER, NUMBER], "BAD_ARGUMENTS"),
        ("nth_value", [NUMBER, literal(0)], "BAD_ARGUMENTS"),
    ],
)
def test_refusals(name: str, values: list[Value], error: str) -> None:
    with pytest.raises(RmtError) as raised:
        lower_window_function(name, values, [], BY_NUMBER)
    assert raised.value.code.name == error
