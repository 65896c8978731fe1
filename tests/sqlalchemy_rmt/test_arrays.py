"""SQLAlchemy's own ARRAY: declared, written and read like `types.Array`."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from tests.sqlalchemy_rmt.compiling import Compiling

DIALECT = Compiling.__dialect__


@pytest.mark.parametrize(
    ("type_", "value", "text"),
    [
        (sa.ARRAY(sa.Integer), [1, 2], "array(1, 2)"),
        (sa.ARRAY(sa.String), ["it's", None], r"array('it\'s', NULL)"),
        (sa.ARRAY(sa.Integer, dimensions=2), [[1], []], "array(array(1), array())"),
    ],
)
def test_a_literal(type_: Any, value: Any, text: str) -> None:
    assert type_.dialect_impl(DIALECT).literal_processor(DIALECT)(value) == text


@pytest.mark.parametrize(
    ("type_", "text", "value"),
    [
        (sa.ARRAY(sa.Integer), "[1,2]", [1, 2]),
        (sa.ARRAY(sa.String, dimensions=2), '[["a"],[]]', [["a"], []]),
        (sa.ARRAY(sa.String, as_tuple=True, dimensions=2), '[["a"],[]]', (("a",), ())),
        (sa.ARRAY(sa.Integer, as_tuple=True), None, None),
    ],
)
def test_an_answer(type_: Any, text: str | None, value: Any) -> None:
    assert type_.dialect_impl(DIALECT).result_processor(DIALECT, None)(text) == value


class TestStatements(Compiling):
    def test_it_is_read_as_json(self) -> None:
        column = sa.Column("a", sa.ARRAY(sa.Integer))
        table = sa.Table("t", sa.MetaData(), column)
        self.assert_compile(
            sa.select(table),
            "SELECT to_json(t.a, map('timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', "
            "'ignoreNullFields', 'false')) AS a FROM t",
        )
