"""Arrays, with and without lambdas, and tuples.

A lambda is applied first, by Spark's `transform` or `zip_with`; what is left is a function of its
results, and Spark resolves that with the results' type known.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/array-functions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, DataType, DoubleType, FloatType, MapType, StructType

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    INTEGER_TYPES,
    MANY,
    Arguments,
    Builder,
    Builders,
    at_least,
    at_most,
    call,
    default_of,
    element_type,
    failing,
    of,
    typed,
)
from rmt_engine.sql.query.types.arithmetic import WRAPPING

__all__ = ["ARRAYS"]


def _true(value: Column) -> Column:
    """Whether a value counts as true: NULL and 0 do not."""
    return F.coalesce(value.cast("boolean"), F.lit(False))


# Lambdas


def _applied(arguments: Arguments) -> Any:
    """What the lambda gives for each element, as a higher-order expression."""
    function, arrays = arguments.expressions[0], arguments.expressions[1:]
    if len(arrays) == 1:
        return arguments.catalyst("ArrayTransform", arrays[0], function)
    if len(arrays) == 2:
        return arguments.catalyst("ZipWith", arrays[0], arrays[1], function)
    raise RmtError(
        "NOT_IMPLEMENTED",
        f"A lambda over {len(arrays)} arrays is not supported.",
        "Zip them with arrayZip and take the elements of its tuples.",
    )


def _array_map(arguments: Arguments) -> Any:
    if not arguments.is_lambda(0):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "The first argument must be a lambda.")
    return _applied(arguments)


def _of_values(name: str, build: Callable[[Arguments], Any], most: int = 1) -> Builder:
    """A function of an array, or of a lambda's values: `arraySum([f, ]array)`."""

    def either(arguments: Arguments) -> Any:
        if not arguments.is_lambda(0):
            return build(arguments)
        values = arguments.column_of(_applied(arguments))
        return arguments.higher_order(call(name, values))

    return typed(1, max(most, MANY), either)


def _of_values_and_array(
    name: str, build: Callable[[Column, Column, Arguments], Column]
) -> Builder:
    """A function of a lambda's values and the array they belong to: `arrayFilter(f, array)`."""

    def either(arguments: Arguments) -> Any:
        if not arguments.is_lambda(0):
            values, array = (arguments.columns * 2)[:2]
            return build(values, array, arguments)
        values = arguments.column_of(_applied(arguments))
        return arguments.higher_order(call(name, values, arguments.columns[1]))

    return typed(1, MANY, either)


def _pairs(values: Column, array: Column) -> Column:
    return F.zip_with(
        values, array, lambda value, item: F.struct(value.alias("value"), item.alias("item"))
    )


def _kept(values: Column, array: Column) -> Column:
    """The elements whose value is true."""
    chosen = F.filter(_pairs(values, array), lambda pair: _true(pair["value"]))
    return F.transform(chosen, lambda pair: pair["item"])


def _array_filter(arguments: Arguments) -> Any:
    if arguments.is_lambda(0) and len(arguments) == 2:
        function = arguments.expressions[0]
        condition = arguments.expression_of(_true(arguments.column_of(function.function())))
        variables = arguments.gateway.items(function.arguments())
        return arguments.catalyst(
            "ArrayFilter", arguments.expressions[1], arguments.lambda_of(condition, variables)
        )
    return _of_values_and_array("arrayFilter", lambda v, a, _: _kept(v, a)).build(arguments)


def _first(or_null: bool, last: bool) -> Callable[[Column, Column, Arguments], Column]:
    def build(values: Column, array: Column, arguments: Arguments) -> Column:
        found = F.try_element_at(_kept(values, array), F.lit(-1 if last else 1))
        if or_null:
            return found
        default = default_of(element_type(arguments.type(len(arguments) - 1)))
        nothing = F.size(_kept(values, array)) == 0
        return F.when(nothing, default).otherwise(found)

    return build


def _flags(arguments: Arguments) -> Column:
    return F.transform(arguments.columns[0], _true)


def _count(arguments: Arguments) -> Column:
    return F.size(F.filter(arguments.columns[0], _true))


def _last_index(arguments: Arguments) -> Column:
    flags = _flags(arguments)
    from_end = F.array_position(F.reverse(flags), F.lit(True))
    return F.when(from_end == 0, F.lit(0).cast("bigint")).otherwise(F.size(flags) - from_end + 1)


# Sorting


def _sorted_by(reverse: bool) -> Callable[[Column, Column, Arguments], Column]:
    """Sorted by the values, stable; NaN and NULL come last either way, inside of tuples, too."""

    def build(values: Column, array: Column, arguments: Arguments) -> Column:
        kind = arguments.kind(0)
        assert isinstance(kind, ArrayType)
        numbered = F.transform(
            _pairs(values, array),
            lambda pair, at: F.struct(
                _place(pair["value"], kind.elementType, kind.containsNull, reverse).alias("value"),
                at.alias("at"),
                pair["item"].alias("item"),
            ),
        )
        if reverse:
            ordered = F.array_sort(numbered, _descending)
        else:
            # Spark orders no structs that hold maps, but without a comparator it is faster.
            has_map = "map<" in kind.simpleString()
            ordered = F.array_sort(numbered, _ascending if has_map else None)
        return F.transform(ordered, lambda one: one["item"])

    return build


def _place(value: Column, kind: DataType, is_nullable: bool, reverse: bool) -> Column:
    """What orders a value: that it is NULL or NaN counts before what it is."""
    last = -1 if reverse else 1
    marks = [F.when(value.isNull(), last).otherwise(0)] if is_nullable else []
    if isinstance(kind, FloatType | DoubleType):
        marks.append(F.when(F.isnan(value), last).otherwise(0))
    if isinstance(kind, StructType):
        members = [
            _place(value[one.name], one.dataType, is_nullable or one.nullable, reverse)
            for one in kind.fields
        ]
        value = F.struct(*members)
    elif isinstance(kind, MapType):
        entries = StructType().add("key", kind.keyType, nullable=False)
        entries = entries.add("value", kind.valueType, nullable=kind.valueContainsNull)
        value = _place(F.map_entries(value), ArrayType(entries, False), is_nullable, reverse)
    elif isinstance(kind, ArrayType):
        value = F.transform(
            value, lambda one: _place(one, kind.elementType, kind.containsNull, reverse)
        )
    return F.struct(*marks, value) if marks else value


def _ascending(a: Column, b: Column) -> Column:
    return _compared(a["value"], b["value"], a["at"], b["at"])


def _descending(a: Column, b: Column) -> Column:
    return _compared(b["value"], a["value"], a["at"], b["at"])


def _compared(left: Column, right: Column, at: Column, other: Column) -> Column:
    return F.when(left < right, -1).when(left > right, 1).otherwise(at - other)


# Sums


def _summable(arguments: Arguments) -> tuple[Column, str]:
    """The elements in the type their sum has, and that type."""
    kind = element_type(arguments.type(0))
    if kind in INTEGER_TYPES or kind == "boolean":
        return F.transform(arguments.columns[0], lambda x: x.cast("bigint")), "bigint"
    if kind.startswith("decimal("):
        scale = kind.removesuffix(")").split(",")[1]
        wide = f"decimal(38,{scale})"
        return F.transform(arguments.columns[0], lambda x: x.cast(wide)), wide
    return F.transform(arguments.columns[0], lambda x: x.cast("double")), "double"


def _sum(arguments: Arguments) -> Column:
    values, kind = _summable(arguments)
    zero = F.lit(0).cast(kind)
    return F.aggregate(values, zero, lambda total, x: _added(total, F.coalesce(x, zero), kind))


def _added(one: Column, other: Column, kind: str) -> Column:
    """The sum of two numbers; one of 64 bits wraps around."""
    if kind == "bigint":
        return call(WRAPPING["+"], one, other)
    return (one + other).cast(kind)


def _avg(arguments: Arguments) -> Column:
    size = F.size(arguments.columns[0])
    total = _sum(arguments).cast("double")
    return F.when(size == 0, F.lit(0.0)).otherwise(total / F.nullif(size, F.lit(0)))


def _product(arguments: Arguments) -> Column:
    values = F.transform(arguments.columns[0], lambda x: x.cast("double"))
    product = F.aggregate(values, F.lit(1.0), lambda total, x: total * x)
    # A zero has no sign in ClickHouse's product.
    product = F.when(product == 0, 0.0).otherwise(product)
    return F.when(F.size(values) == 0, F.lit(0.0)).otherwise(product)


def _extreme(find: Callable[[Column], Column]) -> Callable[[Arguments], Column]:
    def build(arguments: Arguments) -> Column:
        array, element = arguments.columns[0], element_type(arguments.type(0))
        found = find(array)
        if element in ("float", "double"):
            # NaN is the extreme of nothing but NaNs.
            found = F.coalesce(find(F.filter(array, lambda x: ~F.isnan(x))), found)
        return F.when(F.size(array) == 0, default_of(element)).otherwise(found)

    return build


def _cumulative(non_negative: bool) -> Callable[[Arguments], Column]:
    def build(arguments: Arguments) -> Column:
        values, kind = _summable(arguments)

        def add(done: Column, x: Column) -> Column:
            before = F.coalesce(F.try_element_at(done, F.lit(-1)), F.lit(0).cast(kind))
            total = _added(before, x, kind)
            if non_negative:
                total = F.greatest(total, F.lit(0).cast(kind))
            return F.concat(done, F.array(total))

        return F.aggregate(values, F.array().cast(f"array<{kind}>"), add)

    return build


def _difference(arguments: Arguments) -> Column:
    values, kind = _summable(arguments)
    return F.transform(
        values,
        lambda x, at: F.when(at == 0, F.lit(0).cast(kind)).otherwise(
            x - F.try_element_at(values, F.greatest(at, F.lit(1)))
        ),
    )


# Elements


def _element(arguments: Arguments) -> Column:
    container, key = arguments.columns
    kind = arguments.type(0)
    if kind.startswith("map<"):
        value = str(arguments.expressions[0].dataType().valueType().catalogString())
        found = F.when(F.map_contains_key(container, key), F.try_element_at(container, key))
        return found.when(container.isNotNull() & key.isNotNull(), default_of(value))
    if arguments.expressions[1].foldable() and str(arguments.literal(1)) == "0":
        raise RmtError("ZERO_ARRAY_OR_TUPLE_INDEX", "Array indices are 1-based.")
    found = F.try_element_at(container, F.when(key != 0, key.cast("int")))
    within = (key != 0) & (F.abs(key) <= F.size(container))
    return F.when(within, found).when(~within, default_of(element_type(kind)))


def _empty_to_single(arguments: Arguments) -> Column:
    [array] = arguments.columns
    default = default_of(element_type(arguments.type(0)))
    return F.when(F.size(array) == 0, F.array(default)).otherwise(array)


def _element_or_null(arguments: Arguments) -> Column:
    container, key = arguments.columns
    if arguments.type(0).startswith("map<"):
        return F.try_element_at(container, key)
    return F.try_element_at(container, F.when(key != 0, key).cast("int"))


def _has(array: Column, value: Column) -> Column:
    return F.when(array.isNotNull(), F.exists(array, lambda item: item.eqNullSafe(value)))


def _index_of(array: Column, value: Column) -> Column:
    same = F.transform(array, lambda item: item.eqNullSafe(value))
    return F.array_position(same, F.lit(True))


def _count_equal(array: Column, value: Column) -> Column:
    return F.size(F.filter(array, lambda item: item.eqNullSafe(value)))


def _has_all(array: Column, subset: Column) -> Column:
    return F.forall(subset, lambda item: F.exists(array, lambda mine: mine.eqNullSafe(item)))


def _has_any(array: Column, others: Column) -> Column:
    return F.exists(others, lambda item: F.exists(array, lambda mine: mine.eqNullSafe(item)))


def _has_substr(array: Column, piece: Column) -> Column:
    last = F.size(array) - F.size(piece)
    starts = F.sequence(F.lit(0), F.greatest(last, F.lit(0)))
    found = F.exists(starts, lambda at: F.slice(array, at + 1, F.size(piece)) == piece)
    return (last >= 0) & ((F.size(piece) == 0) | found)


# Slices


def _slice(array: Column, offset: Column, length: Column | None = None) -> Column:
    size = F.size(array)
    offset = F.coalesce(offset, F.lit(1))
    length = None if length is None else F.coalesce(length, size)
    start = F.when(offset > 0, offset - 1).otherwise(size + offset)
    end = (
        size
        if length is None
        else F.when(length < 0, size + length).otherwise(F.least(start + length, size))
    )
    first = F.greatest(start, F.lit(0))
    count = F.greatest(end - first, F.lit(0))
    return F.when(offset == 0, F.slice(array, F.lit(1), F.lit(0))).otherwise(
        F.slice(array, (first + 1).cast("int"), count.cast("int"))
    )


def _resize(arguments: Arguments) -> Column:
    array, size = arguments.columns[:2]
    kind = element_type(arguments.type(0))
    filling = arguments.columns[2] if len(arguments) > 2 else default_of(kind)
    # Names of its fields may be ones that Spark reads in quotes only, as those of `tuple(1, 2)`.
    filling = filling if "struct<" in kind else filling.cast(kind)
    missing = F.greatest(F.abs(size) - F.size(array), F.lit(0)).cast("int")
    more = F.array_repeat(filling, missing)
    longer = F.concat(array, more)
    from_end = F.concat(more, array)
    kept = F.slice(longer, F.lit(1), F.greatest(size, F.lit(0)).cast("int"))
    tail = F.slice(
        from_end,
        (F.size(from_end) - F.abs(size) + 1).cast("int"),
        F.abs(size).cast("int"),
    )
    return F.when(size >= 0, kept).otherwise(tail)


def _shift_of(count: Column) -> Column:
    """How far elements move: not at all by NULL, and never by more than an array may have."""
    most = F.lit(2**31 - 1).cast("bigint")
    return F.coalesce(at_most(at_least(count, -most), most), F.lit(0)).cast("bigint")


def _rotate(sign: int) -> Builder:
    def build(array: Column, count: Column) -> Column:
        size = F.size(array)
        by = F.pmod(_shift_of(count) * sign, F.nullif(size, F.lit(0))).cast("int")
        head, tail = F.slice(array, F.lit(1), by), F.slice(array, by + 1, size)
        return F.when(size == 0, array).otherwise(F.concat(tail, head))

    return of(build)


def _shift(sign: int) -> Callable[[Arguments], Column]:
    def build(arguments: Arguments) -> Column:
        array = arguments.columns[0]
        count = (_shift_of(arguments.columns[1]) * sign).cast("int")
        kind = element_type(arguments.type(0))
        filling = arguments.columns[2] if len(arguments) > 2 else default_of(kind)
        filling = filling.cast(kind)
        size = F.size(array)
        moved = F.least(F.abs(count), size)
        new = F.array_repeat(filling, moved)
        left = F.concat(F.slice(array, moved + 1, size), new)
        right = F.concat(new, F.slice(array, F.lit(1), size - moved))
        return F.when(count >= 0, left).otherwise(right)

    return build


def _popped(front: bool) -> Builder:
    def build(array: Column) -> Column:
        left = F.greatest(F.size(array) - 1, F.lit(0))
        return F.slice(array, F.lit(2 if front else 1), left)

    return of(build)


def _compact(array: Column) -> Column:
    numbered = F.transform(array, lambda item, at: F.struct(item.alias("item"), at.alias("at")))
    changed = F.filter(
        numbered,
        lambda one: (
            (one["at"] == 0)
            | ~one["item"].eqNullSafe(F.try_element_at(array, F.greatest(one["at"], F.lit(1))))
        ),
    )
    return F.transform(changed, lambda one: one["item"])


# Sets


def _distinct(array: Column) -> Column:
    return F.array_distinct(F.filter(array, lambda item: item.isNotNull()))


def _enumerated(array: Column) -> Column:
    return F.transform(array, lambda _, at: (at + 1).cast("bigint"))


def _enumerated_uniq(array: Column) -> Column:
    return F.transform(
        array,
        lambda item, at: F.size(
            F.filter(F.slice(array, F.lit(1), at + 1), lambda other: other.eqNullSafe(item))
        ).cast("bigint"),
    )


def _enumerated_dense(array: Column) -> Column:
    unique = F.array_distinct(array)
    return F.transform(array, lambda item: _index_of(unique, item))


def _all_of(combine: Callable[[Column, Column], Column]) -> Builder:
    def build(first: Column, *others: Column) -> Column:
        result = F.array_distinct(first)
        for other in others:
            result = combine(result, other)
        return result

    return of(build)


def _symmetric_difference(*arrays: Column) -> Column:
    """The elements that some of the arrays have, but not all."""
    return F.array_except(reduce(F.array_union, arrays), reduce(F.array_intersect, arrays))


def _jaccard(a: Column, b: Column) -> Column:
    both = F.size(F.array_intersect(a, b))
    union = F.size(F.array_union(a, b))
    return F.when(union == 0, F.lit(float("nan"))).otherwise(both / F.nullif(union, F.lit(0)))


# Making arrays


def _range(*bounds: Column) -> Column:
    start, stop, step = (
        (F.lit(0), *bounds, F.lit(1)) if len(bounds) == 1 else (*bounds, F.lit(1))[:3]
    )
    start, stop, step = (bound.cast("bigint") for bound in (start, stop, step))
    error = RmtError("ARGUMENT_OUT_OF_BOUND", "The step of range must not be 0")
    step = F.when(step == 0, failing(error, step.cast("string"), "bigint")).otherwise(step)
    empty = F.when(step > 0, start >= stop).otherwise(start <= stop)
    last = F.when(step > 0, stop - 1).otherwise(stop + 1)
    safe = F.when(empty, start).otherwise(last)
    return F.when(empty, F.array().cast("array<bigint>")).otherwise(F.sequence(start, safe, step))


def _flatten(arguments: Arguments) -> Column:
    array, kind = arguments.columns[0], arguments.type(0)
    while kind.startswith("array<array<"):
        array, kind = F.flatten(array), element_type(kind)
    return array


def _fold(arguments: Arguments) -> Any:
    """`arrayFold((acc, x) -> …, array, start)`."""
    if not arguments.is_lambda(0):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", "The first argument must be a lambda.")
    function, array, start = arguments.expressions
    kept = arguments.variable("kept")
    kind = arguments.expressions[2].dataType()
    cast = arguments.expression_of(
        arguments.column_of(function.function()).cast(str(kind.asNullable().sql()))
    )
    merge = arguments.lambda_of(cast, arguments.gateway.items(function.arguments()))
    return arguments.catalyst(
        "ArrayAggregate", array, start, merge, arguments.lambda_of(kept, [kept])
    )


def _fill(reverse: bool) -> Callable[[Column, Column, Arguments], Column]:
    """Elements whose value is false become the nearest kept one before, or after, them."""

    def build(values: Column, array: Column, _: Arguments) -> Column:
        flags = F.transform(values, _true)
        size = F.size(array)

        def near(item: Column, at: Column) -> Column:
            if reverse:
                rest = F.slice(flags, at + 1, size)
                step = F.array_position(rest, F.lit(True))
                target = F.when(step == 0, size).otherwise(at + step)
            else:
                head = F.reverse(F.slice(flags, F.lit(1), at + 1))
                step = F.array_position(head, F.lit(True))
                target = F.when(step == 0, F.lit(1)).otherwise(at + 2 - step)
            return F.try_element_at(array, target.cast("int"))

        return F.transform(array, near)

    return build


def _split(after: int) -> Callable[[Column, Column, Arguments], Column]:
    """An array cut before, or so many places after, the elements whose value is true."""

    def build(values: Column, array: Column, _: Arguments) -> Column:
        flags, size = F.transform(values, _true), F.size(array)
        places = F.sequence(F.lit(1), F.greatest(size, F.lit(1)))
        starts = F.filter(
            places, lambda at: (at == 1) | F.coalesce(F.get(flags, at - 1 - after), F.lit(False))
        )

        def piece(start: Column, place: Column) -> Column:
            end = F.coalesce(F.get(starts, place + 1), size + 1)
            return F.slice(array, start, end - start)

        nothing = F.slice(F.array(array), F.lit(1), F.lit(0))
        return F.when(size > 0, F.transform(starts, piece)).otherwise(nothing)

    return build


_REDUCERS = {
    "sum": "arraySum",
    "avg": "arrayAvg",
    "min": "arrayMin",
    "max": "arrayMax",
    "uniq": "arrayUniq",
    "uniqExact": "arrayUniq",
    "groupUniqArray": "arrayDistinct",
    "count": "clickhouse_length",
}


def _reduce(arguments: Arguments) -> Column:
    aggregate = arguments.text(0)
    if aggregate not in _REDUCERS:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"arrayReduce is not supported for {aggregate}.",
            f"It is for {', '.join(_REDUCERS)}.",
        )
    return call(_REDUCERS[aggregate], arguments.columns[1])


def _zip(*arrays: Column) -> Column:
    return F.arrays_zip(*arrays)


def _dot_product(a: Column, b: Column) -> Column:
    return call("arraySum", F.zip_with(a, b, lambda x, y: x * y))


def _tuple_element(arguments: Arguments) -> Column:
    names = arguments.expressions[0].dataType().fieldNames()
    wanted = arguments.literal(1)
    if isinstance(wanted, int):
        if not 1 <= wanted <= len(names):
            raise RmtError("ARGUMENT_OUT_OF_BOUND", f"The tuple has no element {wanted}.")
        return arguments.columns[0].getField(names[wanted - 1])
    if str(wanted) not in list(names):
        raise RmtError("UNKNOWN_IDENTIFIER", f"The tuple has no element {wanted}.")
    return arguments.columns[0].getField(str(wanted))


def _untuple(arguments: Arguments) -> Any:
    if not arguments.type(0).startswith("struct<"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"Function untuple expect tuple as argument, not a value of {arguments.type(0)}.",
        )
    return arguments.catalyst("Inline", arguments.expression_of(F.array(arguments.columns[0])))


def _tuple(*values: Column) -> Column:
    return F.struct(*(value.alias(str(at)) for at, value in enumerate(values, 1)))


ARRAYS: Builders = {
    "arrayMap": typed(2, MANY, _array_map),
    "arrayFilter": typed(1, MANY, _array_filter),
    "arrayExists": _of_values("arrayExists", lambda a: F.exists(a.columns[0], _true)),
    "arrayAll": _of_values("arrayAll", lambda a: F.forall(a.columns[0], _true)),
    "arrayCount": _of_values("arrayCount", _count),
    "arrayFirst": _of_values_and_array("arrayFirst", _first(False, False)),
    "arrayFirstOrNull": _of_values_and_array("arrayFirstOrNull", _first(True, False)),
    "arrayLast": _of_values_and_array("arrayLast", _first(False, True)),
    "arrayLastOrNull": _of_values_and_array("arrayLastOrNull", _first(True, True)),
    "arrayFirstIndex": _of_values(
        "arrayFirstIndex", lambda a: F.array_position(_flags(a), F.lit(True))
    ),
    "arrayLastIndex": _of_values("arrayLastIndex", _last_index),
    "arraySort": _of_values_and_array("arraySort", _sorted_by(False)),
    "arrayReverseSort": _of_values_and_array("arrayReverseSort", _sorted_by(True)),
    "arraySum": _of_values("arraySum", _sum),
    "arrayAvg": _of_values("arrayAvg", _avg),
    "arrayMin": _of_values("arrayMin", _extreme(F.array_min)),
    "arrayMax": _of_values("arrayMax", _extreme(F.array_max)),
    "arrayProduct": _of_values("arrayProduct", _product),
    "arrayCumSum": _of_values("arrayCumSum", _cumulative(False)),
    "arrayCumSumNonNegative": _of_values("arrayCumSumNonNegative", _cumulative(True)),
    "arrayDifference": _of_values("arrayDifference", _difference),
    "arrayFill": _of_values_and_array("arrayFill", _fill(False)),
    "arrayReverseFill": _of_values_and_array("arrayReverseFill", _fill(True)),
    "arraySplit": _of_values_and_array("arraySplit", _split(0)),
    "arrayReverseSplit": _of_values_and_array("arrayReverseSplit", _split(1)),
    "arrayFold": typed(3, 3, _fold),
    "arrayReduce": typed(2, 2, _reduce),
    "arrayElement": typed(2, 2, _element),
    "arrayElementOrNull": typed(2, 2, _element_or_null),
    "has": of(_has),
    "hasAll": of(_has_all),
    "hasAny": of(_has_any),
    "hasSubstr": of(_has_substr),
    "indexOf": of(_index_of),
    "countEqual": of(_count_equal),
    "arrayReverse": of(F.reverse),
    "arrayConcat": of(F.concat),
    "arrayPushBack": of(F.array_append),
    "arrayPushFront": of(F.array_prepend),
    "arrayPopBack": _popped(False),
    "arrayPopFront": _popped(True),
    "arraySlice": of(_slice),
    "arrayResize": typed(2, 3, _resize),
    "arrayRotateLeft": _rotate(1),
    "arrayRotateRight": _rotate(-1),
    "arrayShiftLeft": typed(2, 3, _shift(1)),
    "arrayShiftRight": typed(2, 3, _shift(-1)),
    "arrayDistinct": of(_distinct),
    "arrayUniq": of(lambda array: F.size(F.array_distinct(array))),
    "arrayCompact": of(_compact),
    "arrayEnumerate": of(_enumerated),
    "arrayEnumerateUniq": of(_enumerated_uniq),
    "arrayEnumerateDense": of(_enumerated_dense),
    "arrayIntersect": _all_of(F.array_intersect),
    "arrayUnion": _all_of(F.array_union),
    "arraySymmetricDifference": of(_symmetric_difference),
    "arrayJaccardIndex": of(_jaccard),
    "arrayFlatten": typed(1, 1, _flatten),
    "arrayWithConstant": of(lambda n, value: F.array_repeat(value, n.cast("int"))),
    "arrayZip": of(_zip),
    "arrayDotProduct": of(_dot_product),
    "arrayJoin": typed(1, 1, lambda a: a.catalyst("Explode", a.expressions[0])),
    "arrayShuffle": typed(1, 1, lambda a: F.shuffle(a.columns[0])),
    "range": of(_range),
    "emptyArrayToSingle": typed(1, 1, _empty_to_single),
    "emptyArrayString": of(lambda: F.array().cast("array<string>")),
    "emptyArrayInt64": of(lambda: F.array().cast("array<bigint>")),
    "emptyArrayFloat64": of(lambda: F.array().cast("array<double>")),
    "tuple": of(_tuple),
    "tupleElement": typed(2, 2, _tuple_element),
    "untuple": typed(1, 1, _untuple),
}
