"""Values inside JSON columns."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from sqlalchemy_rmt.json_paths import json_path
from tests.sqlalchemy_rmt.compiling import Compiling

documents = sa.Table("d", sa.MetaData(), sa.Column("j", sa.JSON))
column: Any = documents.c.j


class TestPaths:
    @pytest.mark.parametrize(
        ("steps", "path"),
        [
            (["a"], "$['a']"),
            ([0, "a b", 12], "$[0]['a b'][12]"),
            (["it's", 'say "x"'], '$["it\'s"][\'say "x"\']'),
            (["a.b", "*", "]"], "$['a.b']['*'][']']"),
            ([], "$"),
        ],
    )
    def test_a_path(self, steps: list[str | int], path: str) -> None:
        assert json_path(steps) == path

    @pytest.mark.parametrize("key", ["", "why?", "'\""])
    def test_keys_that_spark_cannot_write(self, key: str) -> None:
        with pytest.raises(exc.ArgumentError, match="cannot stand in a JSON path"):
            json_path(["a", key])

    def test_places_from_the_end(self) -> None:
        with pytest.raises(exc.ArgumentError, match="count from 0, not -1"):
            json_path([-1])


class TestStatements(Compiling):
    @pytest.mark.parametrize(
        ("expression", "text"),
        [
            (column["a"], r"to_json(variant_get(parse_json(d.j), '$[\'a\']'))"),
            (column[("a", 1)], r"to_json(variant_get(parse_json(d.j), '$[\'a\'][1]'))"),
            (column["a"].as_string(), r"variant_get(parse_json(d.j), '$[\'a\']', 'STRING')"),
            (column[2].as_integer(), "variant_get(parse_json(d.j), '$[2]', 'BIGINT')"),
            (column[2].as_float(), "variant_get(parse_json(d.j), '$[2]', 'DOUBLE')"),
            (column[2].as_boolean(), "variant_get(parse_json(d.j), '$[2]', 'BOOLEAN')"),
            (
                column[("a%",)].as_numeric(10, 2),
                r"variant_get(parse_json(d.j), '$[\'a%%\']', 'DECIMAL(10, 2)')",
            ),
        ],
    )
    def test_a_value(self, expression: Any, text: str) -> None:
        self.assert_compile(expression, text, literal_binds=True)

    def test_keys_are_parameters(self) -> None:
        compiled = sa.select(column["it's"]).compile(dialect=self.__dialect__)
        [(name, process)] = compiled._bind_processors.items()  # type: ignore[attr-defined]
        assert process(compiled.params[name]) == '$["it\'s"]'
