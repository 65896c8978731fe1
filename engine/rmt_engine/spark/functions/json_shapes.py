"""JSON whose type says something of its paths.

Source: https://clickhouse.com/docs/sql-reference/data-types/newjson, tried on 26.9.
"""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import MANY, Arguments, Builders, call, once, typed
from rmt_engine.spark.functions.dynamics import found_in, paths_of
from rmt_engine.spark.functions.json_nodes import Node, bound_by, got, json_of, kind, root
from rmt_engine.spark.functions.json_values import as_type, known
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.computed_once import computed_once
from rmt_engine.sql.values.json_functions import SHAPED_JSON, TYPED_SUBCOLUMN
from rmt_engine.sql.values.json_shapes import JsonShape, shape_of
from rmt_engine.sql.values.types import Category, DataType, parse_type

__all__ = ["JSON_SHAPES"]

_NUMBERS = (Category.INTEGER, Category.FLOAT, Category.DECIMAL)
_SECONDS = "yyyy-MM-dd HH:mm:ss"


def _shaped(arguments: Arguments) -> Column:
    """A JSON without what is left out, and with values of their types at the paths with types."""
    shape = shape_of(parse_type(arguments.text(1)))

    def made(values: Column) -> Column:
        kept = bound_by(
            values, f"`v` -> map_entries(map_filter(`v`, (`p`, `t`) -> {_is_kept(shape)}))"
        )
        ours = [
            F.struct(F.lit(path).alias("key"), _written(values, path, wanted).alias("value"))
            for path, wanted in shape.types.items()
        ]
        return bound_by(F.concat(kept, F.array(*ours)) if ours else kept, _WHOLE)

    text = arguments.columns[0]
    return F.when(text.isNotNull(), once(paths_of(text), made))


def _is_kept(shape: JsonShape) -> str:
    """Spark's text of whether a path has no type, and is not left out."""
    tests = ["true"]
    if shape.types:
        tests.append(f"NOT `p` IN ({', '.join(map(quote_string, shape.types))})")
    tests += [
        f"`p` <> {quote_string(one)} AND NOT startswith(`p`, {quote_string(f'{one}.')})"
        for one in shape.skipped
    ]
    tests += [f"NOT `p` RLIKE {quote_string(pattern)}" for pattern in shape.patterns]
    return " AND ".join(tests)


def _written(values: Column, path: str, wanted: DataType) -> Column:
    """The JSON of the value at a path, as one of its type."""
    text = F.try_element_at(values, F.lit(path))
    prefix = quote_string(f"{path}.")
    below = bound_by(values, f"`v` -> exists(map_keys(`v`), `p` -> startswith(`p`, {prefix}))")
    error = RmtError(
        "INCORRECT_DATA",
        f"Cannot insert data into JSON column: cannot read a {wanted} value at the path {path}.",
    )
    failure = F.raise_error(F.lit(str(error))).cast(wanted.spark)
    is_wrong = F.when(text.isNull(), below).otherwise(text != "null")
    found = F.coalesce(as_type(root(text), wanted), F.when(is_wrong, failure))
    return once(
        known(found, wanted), lambda value: F.coalesce(_json_of(value, wanted), F.lit("null"))
    )


def _json_of(value: Column, wanted: DataType) -> Column:
    """A value's JSON; NULL of NULL."""
    if wanted.family == "Array":
        items = F.transform(
            value, lambda one: F.coalesce(_json_of(one, wanted.element), F.lit("null"))
        )
        return F.concat(F.lit("["), F.array_join(items, ","), F.lit("]"))
    if wanted.category in _NUMBERS:
        return call("toString", value)
    if wanted.category is Category.BOOL:
        return value.cast("string")
    text = value
    if wanted.category is Category.DATETIME:
        digits = min(wanted.precision, 6)
        text = F.date_format(value, f"{_SECONDS}.{'S' * digits}" if digits else _SECONDS)
    return F.when(value.isNotNull(), json_of(text.cast("string")))


_KEYS = "split(`e`.key, '[.]')"
_PARENTS = f"slice({_KEYS}, 1, size({_KEYS}) - 1)"
_SAME = (
    f"array_max(filter(sequence(0, least(size(`s`.open), size({_PARENTS}))), "
    f"`n` -> slice(`s`.open, 1, `n`) = slice({_PARENTS}, 1, `n`)))"
)
"""How many keys around a path are around the one before it, too."""
_CLOSED = "concat(`s`.text, repeat('}', size(`s`.open) - `c`))"
_OPENED = (
    f"transform(slice({_PARENTS}, `c` + 1, size({_PARENTS})), `k` -> concat('\"', `k`, '\":{{'))"
)
_LONGER = (
    f"named_struct('open', {_PARENTS}, 'text', concat({_CLOSED}, "
    f"CASE WHEN endswith({_CLOSED}, '{{') THEN '' ELSE ',' END, array_join({_OPENED}, ''), "
    f"'\"', element_at({_KEYS}, -1), '\":', `e`.value))"
)
_WHOLE = (
    "`p` -> aggregate(array_sort(`p`), "
    "named_struct('open', CAST(array() AS ARRAY<STRING>), 'text', '{'), "
    f"(`s`, `e`) -> {computed_once(_SAME, '`c`', _LONGER)}, "
    "`s` -> concat(`s`.text, repeat('}', size(`s`.open) + 1)))"
)
"""The JSON of paths and the texts of their values, path by path."""


def _subcolumn(arguments: Arguments) -> Column:
    last = len(arguments) - 1
    wanted = parse_type(arguments.text(last))

    def read(value: Column) -> Column:
        text = F.when(kind(value) == "STRING", got(value, "string"))
        return as_type(Node(value, F.coalesce(text, F.to_json(value))), wanted)

    return known(once(found_in(arguments, last), read), wanted)


JSON_SHAPES: Builders = {
    SHAPED_JSON: typed(2, 2, _shaped),
    TYPED_SUBCOLUMN: typed(3, MANY, _subcolumn),
}
