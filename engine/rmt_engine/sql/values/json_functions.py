"""The engine's own functions of JSON, which no statement calls by these names.

A value inside a JSON is a VARIANT of Spark's, ClickHouse's Dynamic; an object is none.
"""

from __future__ import annotations

__all__ = [
    "DYNAMIC_TEXT",
    "DYNAMIC_TYPE",
    "JSON_ELEMENT",
    "JSON_TEXT",
    "PATH_VALUES",
    "SHAPED_JSON",
    "SUBCOLUMN",
    "SUBOBJECT",
    "SUBOBJECTS",
    "TYPED_SUBCOLUMN",
    "is_time",
    "text_of_json",
]

_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIMES = {
    "Date": f"^{_DAY}$",
    "DateTime": f"^{_DAY}[ T][0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}(?:Z|[.][0-9]{{3}})?$",
}

JSON_TEXT = "rmt_json_text"
"""(JSON) to the text a JSON is kept as: without NULLs and empty objects in objects."""
SHAPED_JSON = "rmt_shaped_json"
"""(JSON, type) to the JSON as a value of a type that says something of its paths."""
TYPED_SUBCOLUMN = "rmt_typed_subcolumn"
"""(JSON, key, …, type) to the value at a path that has a type."""
SUBCOLUMN = "rmt_subcolumn"
"""(JSON, key, …) to the value at a path; NULL for none, and for an object."""
JSON_ELEMENT = "rmt_json_element"
"""(JSON, key, …) to the value at a path, or the object there; NULL for none, and an empty one."""
SUBOBJECT = "rmt_subobject"
"""(JSON, key, …) to the text of the object at a path; an empty one for none."""
SUBOBJECTS = "rmt_subobjects"
"""(JSON, key, …) to the texts of the objects in the array at a path; no texts for none."""
PATH_VALUES = "rmt_path_values"
"""(JSON) to the values at all its paths, in the paths' order."""
DYNAMIC_TYPE = "rmt_dynamic_type"
"""(value) to the name of ClickHouse's type of it; `None` of NULL."""
DYNAMIC_TEXT = "rmt_dynamic_text"
"""(value) to its text."""


def is_time(text: str, family: str) -> str:
    """Spark's text of whether a text in a JSON is a Date, or a DateTime, to ClickHouse."""
    day = f"substring({text}, 1, 10)"
    in_range = (
        f"{day} BETWEEN '1970-01-01' AND '2148-12-31' AND try_cast({day} AS DATE) IS NOT NULL"
    )
    return f"{text} RLIKE '{_TIMES[family]}' AND {in_range}"


def text_of_json(text: str) -> str:
    r"""Spark's text of a JSON as ClickHouse writes it, with `\/` for a slash."""
    return rf"replace({text}, '/', '\\/')"
