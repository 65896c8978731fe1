"""Whether what a model's configuration says can be: before anything is dropped or written.

Source: docs/dbt.md of this project;
https://clickhouse.com/docs/engines/table-engines/mergetree-family/replacingmergetree.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dbt_common.exceptions import DbtRuntimeError

if TYPE_CHECKING:
    from dbt.adapters.rmt.column import RmtColumn
    from dbt.adapters.rmt.layout import TableLayout

__all__ = [
    "ENGINES",
    "check_columns",
    "check_configuration",
    "check_engine",
    "check_unique_key",
    "refuse_grants",
]

ENGINES = (
    "MergeTree",
    "ReplacingMergeTree",
    "CollapsingMergeTree",
    "VersionedCollapsingMergeTree",
    "SummingMergeTree",
    "AggregatingMergeTree",
    "CoalescingMergeTree",
)
_REPLICATED = "Replicated"
_TEXTS = {
    "engine": "ReplacingMergeTree",
    "version": "updated_at",
    "is_deleted": "is_deleted",
    "sign": "sign",
    "sample_by": "id",
    "deleted_expression": "op = 'd'",
    "ttl": "at + INTERVAL 1 YEAR",
    "optimize": "final",
    "to": "daily",
}
_LISTS = {"order_by": "id", "partition_by": "toYYYYMM(day)", "primary_key": "id"}
_MAPPINGS = {
    "settings": "index_granularity: 1024",
    "column_types": "id: UInt64",
    "codecs": "note: ZSTD(3)",
    "refreshable": "interval: EVERY 1 HOUR",
}
_FLAGS = ("tombstone_missing", "final", "catchup")
_NAME = re.compile(r"`?(\w+)`?")
_WHOLE = ("tinyint", "smallint", "int", "bigint")
_FLOATS = ("float", "double")
_TIMES = ("date", "timestamp", "timestamp_ntz")
_NUMBERS_OF_CLICKHOUSE = re.compile(r"U?Int\d+|Float\d+")
_TIMES_OF_CLICKHOUSE = re.compile(r"Date(?:32|Time|Time64)?\b")
_BOOLS_OF_CLICKHOUSE = re.compile(r"UInt8|Bool")
_NULLABLE = re.compile(r"^(?:LowCardinality\()?Nullable\(|\bNULL$", re.IGNORECASE)


def check_configuration(config: Mapping[str, Any]) -> None:
    """Refuses values of a type that their key does not take, and `grants`.

    Args:
        config: a model's configuration; only its `get` is asked.

    Raises:
        DbtRuntimeError: a value is of another type; the message says how it is written.
    """
    refuse_grants(config.get("grants"))
    for key, example in _TEXTS.items():
        value = config.get(key)
        if value is not None and not isinstance(value, str):
            raise DbtRuntimeError(f"{key} is {value!r}: write one text, such as {example!r}.")
    for key, example in _LISTS.items():
        _check_list(key, config.get(key), example)
    for key, example in _MAPPINGS.items():
        value = config.get(key)
        if value is not None and not isinstance(value, Mapping):
            raise DbtRuntimeError(f"{key} is {value!r}: write a mapping, such as {{{example}}}.")
    for key in ("column_types", "codecs"):
        for name, text in (config.get(key) or {}).items():
            if not isinstance(text, str):
                raise DbtRuntimeError(f"{key} has {text!r} for {name}: write a text.")
    for key in _FLAGS:
        value = config.get(key)
        if value not in (None, True, False):
            raise DbtRuntimeError(f"{key} is {value!r}: write true or false.")


def refuse_grants(grants: Any) -> None:
    """Refuses `grants`.

    Raises:
        DbtRuntimeError: there are any.
    """
    if grants:
        raise DbtRuntimeError(
            "grants: the endpoint knows no users' rights. Who may log in is decided where it is "
            "started, who sees which rows by row policies; take `grants` out of the configuration."
        )


def check_engine(name: str) -> None:
    """Refuses an engine that dbt's tables cannot have.

    Args:
        name: without its arguments.

    Raises:
        DbtRuntimeError: there is no such engine, or it stands in another case.
    """
    known = [*ENGINES, *(_REPLICATED + engine for engine in ENGINES)]
    if name not in known:
        like = _nearest(name, known)
        raise DbtRuntimeError(
            f"engine is {name!r}, and no table of dbt's has such an engine. "
            + (f"Is {like} meant? " if like else "")
            + f"The engines are {', '.join(ENGINES)}, and each with {_REPLICATED} before it."
        )


def check_columns(
    columns: Iterable[RmtColumn], layout: TableLayout, column_types: Mapping[str, str]
) -> None:
    """Refuses a layout that the columns of a query do not fit.

    Expressions are left to the endpoint.

    Args:
        columns: the query's.
        layout: the table's.
        column_types: types of the endpoint's own by column, from the configuration.

    Raises:
        DbtRuntimeError: a column is not there, stands in another case or is of a type that its
            place does not take; or a key would be Nullable.
    """
    kinds = {column.name: column.dtype for column in columns}
    given = {name.lower(): text for name, text in column_types.items()}
    for key in ("version", "is_deleted", "sign"):
        name = getattr(layout, key)
        if name:
            _check_name(key, name, kinds)
            _check_type(key, name, kinds[_NAME.sub(r"\1", name)], given.get(name.lower()))
    if layout.version and layout.version == layout.is_deleted:
        raise DbtRuntimeError(
            f"version and is_deleted are both {layout.version!r}: name two columns."
        )
    keys = {
        "order_by": layout.order_by,
        "unique_key": layout.unique_key,
        "primary_key": layout.primary_key,
        "partition_by": layout.partition_by,
        "sample_by": (layout.sample_by,) if layout.sample_by else (),
        "engine": layout.folded,
    }
    for key, elements in keys.items():
        for element in elements:
            _check_element(key, element, kinds)
    if layout.settings.get("allow_nullable_key") not in ("1", "True"):
        for key in ("order_by", "unique_key", "primary_key", "partition_by"):
            for element in keys[key]:
                _check_not_nullable(key, element, given)
    _check_prefix(layout)


def check_unique_key(names: Iterable[str], columns: Iterable[RmtColumn]) -> None:
    """Refuses a key by which no rows of a model can be found.

    Args:
        names: the columns of the key, whose case does not count.
        columns: the model's.

    Raises:
        DbtRuntimeError: one of them is no column of the model.
    """
    kinds = {column.name.lower(): column.dtype for column in columns}
    for name in names:
        _check_name("unique_key", name.lower(), kinds)


def _check_list(key: str, value: Any, example: str) -> None:
    if value is None or isinstance(value, str):
        return
    if not isinstance(value, Sequence):
        raise DbtRuntimeError(
            f"{key} is {value!r}: write a column or an expression as text, such as {example!r}, "
            "or a list of them."
        )
    for element in value:
        if not isinstance(element, str) or not element.strip():
            raise DbtRuntimeError(
                f"{key} has {element!r}: write each column or expression as text, such as "
                f"{example!r}."
            )


def _check_name(key: str, name: str, kinds: Mapping[str, str]) -> None:
    found = _NAME.fullmatch(name.strip())
    plain = found[1] if found is not None else name
    if plain in kinds:
        return
    same = next((one for one in kinds if one.lower() == plain.lower()), None)
    if same is not None:
        raise DbtRuntimeError(
            f"{key} is {plain!r}, the model's column is {same!r}: the endpoint tells names apart "
            "by their case."
        )
    like = _nearest(plain, kinds)
    raise DbtRuntimeError(
        f"{key} names {plain!r}, which is no column of the model. "
        + (f"Is {like!r} meant? " if like else "")
        + f"Its columns are {', '.join(kinds)}."
    )


def _check_element(key: str, element: str, kinds: Mapping[str, str]) -> None:
    """Checks one column of a key, if it is no expression."""
    if _NAME.fullmatch(element.strip()) and not element.strip().isdigit():
        _check_name(key, element, kinds)


def _check_type(key: str, name: str, kind: str, given: str | None) -> None:
    """Checks the type of the column that decides which row is current, deleted or cancelled."""
    shown = given or kind
    if given is not None and _NULLABLE.search(given):
        raise DbtRuntimeError(
            f"{key} is {name!r}, which column_types makes {given}: it cannot be Nullable."
        )
    if key == "version":
        fits = _fits(
            given,
            kind,
            (_NUMBERS_OF_CLICKHOUSE, _TIMES_OF_CLICKHOUSE),
            (*_WHOLE, *_FLOATS, *_TIMES),
        )
        wanted = "a number other than a Decimal, a date or a time"
    elif key == "is_deleted":
        fits = _fits(given, kind, (_BOOLS_OF_CLICKHOUSE,), ("boolean", *_WHOLE))
        wanted = "0 or 1, or a truth value"
    else:
        fits = _fits(None, kind, (), _WHOLE)
        wanted = "the whole numbers 1 and -1"
    if not fits:
        hint = f" Give it one in column_types, such as {{{name}: UInt64}}, or cast it."
        raise DbtRuntimeError(
            f"{key} is {name!r}, a column of type {shown}: it has to be {wanted}."
            + (hint if key == "version" else " Cast it in the model.")
        )


def _fits(
    given: str | None, kind: str, patterns: Iterable[re.Pattern[str]], kinds: Iterable[str]
) -> bool:
    if given is not None:
        return any(pattern.match(given) for pattern in patterns)
    return kind in kinds


def _check_not_nullable(key: str, element: str, given: Mapping[str, str]) -> None:
    found = _NAME.fullmatch(element.strip())
    kind = given.get(found[1].lower()) if found is not None else None
    if kind is not None and _NULLABLE.search(kind):
        raise DbtRuntimeError(
            f"{key} has the column {element!r}, which column_types makes {kind}: a key cannot be "
            "Nullable. Take Nullable out, or set allow_nullable_key in the table's settings."
        )


def _check_prefix(layout: TableLayout) -> None:
    """Checks that the primary key begins the sorting key."""
    wanted = [_plain(element) for element in layout.primary_key]
    if wanted != [_plain(element) for element in layout.order_by][: len(wanted)]:
        raise DbtRuntimeError(
            f"primary_key is {', '.join(layout.primary_key)}, and order_by is "
            f"{', '.join(layout.order_by)}: order_by has to begin with primary_key."
        )


def _plain(element: str) -> str:
    return re.sub(r"[`\s]", "", element)


def _nearest(name: str, known: Iterable[str]) -> str | None:
    by_lower = {one.lower(): one for one in known}
    like = difflib.get_close_matches(name.lower(), by_lower, 1)
    return by_lower[like[0]] if like else None
