"""Values behind a key that is looked for in the text of a JSON, wherever it stands.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/json-functions, where
these functions are the ones that suppose a JSON without spaces.
"""

from __future__ import annotations

from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, Builders, typed
from rmt_engine.spark.functions.json_values import whole_as
from rmt_engine.sql.values.types import parse_type

__all__ = ["SIMPLE_JSON"]

_TEXT = r'"((?:[^"\\]|\\.)*)"'
_TOKENS = r'("(?:[^"\\]|\\.)*"|[\[{]|[\]}]|,|[^"\[\]{},]+|")'
_UNSIGNED = parse_type("UInt64")
_WHOLE = '^"?([+-]?[0-9]+)'
_FRACTION = '^"?([+-]?[0-9]*[.]?[0-9]*(?:[eE][+-]?[0-9]+)?)'


def _behind_key(arguments: Arguments) -> Column:
    """What stands behind the key and its colon; NULL if the key is not there."""
    json, key = arguments.columns
    sought = F.concat(F.lit('"'), key, F.lit('":'))
    start = F.call_function("instr", json, sought)
    return F.when(start > 0, F.substr(json, start + F.length(sought)))


def _found(pattern: str, text: Column) -> Column:
    return F.when(F.rlike(text, F.lit(pattern)), F.regexp_extract(text, pattern, 1))


def _has(behind: Column) -> Column:
    return behind.isNotNull()


def _int(behind: Column) -> Column:
    return F.coalesce(_found(_WHOLE, behind).try_cast("bigint"), F.lit(0).cast("bigint"))


def _uint(behind: Column) -> Column:
    number = whole_as(_found(_WHOLE, behind).try_cast("decimal(20,0)"), _UNSIGNED)
    return F.coalesce(number, F.lit(0).cast(_UNSIGNED.spark))


def _float(behind: Column) -> Column:
    return F.coalesce(_found(_FRACTION, behind).try_cast("double"), F.lit(0.0))


def _bool(behind: Column) -> Column:
    return F.coalesce(F.startswith(behind, F.lit("true")), F.lit(False))


def _string(behind: Column) -> Column:
    text = F.concat(F.lit('"'), _found(f"^{_TEXT}", behind), F.lit('"'))
    read = F.try_variant_get(F.try_parse_json(text), "$", "string")
    return F.coalesce(read, F.lit(""))


def _raw(behind: Column) -> Column:
    """What stands up to the comma or the bracket that ends the value."""
    tokens = F.regexp_extract_all(behind, F.lit(_TOKENS), F.lit(1))
    start = F.struct(
        F.lit(0).alias("depth"), F.lit("").alias("text"), F.lit(False).alias("is_whole")
    )

    def read(state: Column, token: Column) -> Column:
        is_end = (state["depth"] == 0) & token.isin(",", "]", "}")
        depth = state["depth"] + F.when(token.isin("[", "{"), 1).when(
            token.isin("]", "}"), -1
        ).otherwise(0)
        longer = F.struct(
            depth.alias("depth"),
            F.concat(state["text"], token).alias("text"),
            F.lit(False).alias("is_whole"),
        )
        whole = F.struct(state["depth"], state["text"], F.lit(True).alias("is_whole"))
        return F.when(state["is_whole"], state).when(is_end, whole).otherwise(longer)

    found = F.aggregate(tokens, start, read, lambda state: F.when(state["is_whole"], state["text"]))
    return F.coalesce(found, F.lit(""))


_FORMS: dict[str, Callable[[Column], Column]] = {
    "Has": _has,
    "ExtractInt": _int,
    "ExtractUInt": _uint,
    "ExtractFloat": _float,
    "ExtractBool": _bool,
    "ExtractString": _string,
    "ExtractRaw": _raw,
}


def _built(form: Callable[[Column], Column]) -> Callable[[Arguments], Column]:
    def build(arguments: Arguments) -> Column:
        is_known = arguments.columns[0].isNotNull()
        return F.when(is_known, form(_behind_key(arguments)))

    return build


SIMPLE_JSON: Builders = {
    f"{prefix}{name}": typed(2, 2, _built(form))
    for prefix in ("simpleJSON", "visitParam")
    for name, form in _FORMS.items()
}
