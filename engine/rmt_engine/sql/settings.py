"""Settings of sessions and of tables: each declared once, with ClickHouse's name, type and default.

`SET`, `SETTINGS`, `system.settings` and `docs/settings.md` read these tables. Spark's own settings
(`spark.*`) are not listed here: they go to Spark.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.tokens import Cursor, Kind

__all__ = [
    "NOT_YET_SESSION",
    "NOT_YET_TABLE",
    "SESSION_SETTINGS",
    "TABLE_SETTINGS",
    "Setting",
    "parse_assignments",
    "session_value",
    "table_values",
]


_CODEC = re.compile(r"(?P<name>[A-Za-z0-9]+)(?:\((?P<level>[0-9]{1,4})\))?")


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        name: ClickHouse's name.
        type: `Bool`, `UInt64`, `Codec` or `Enum`.
        default: the value when nobody sets it, as text.
        description: what it does, in one sentence.
        choices: the values of an `Enum`.
    """

    name: str
    type: str
    default: str
    description: str
    choices: tuple[str, ...] = ()


def _table(*settings: Setting) -> dict[str, Setting]:
    return {setting.name: setting for setting in settings}


SESSION_SETTINGS = _table(
    Setting(
        "final",
        "Bool",
        "0",
        "Reads of ReplacingMergeTree tables are FINAL without the word; other engines ignore it.",
    ),
    Setting(
        "do_not_merge_across_partitions_select_final",
        "Bool",
        "0",
        "FINAL looks for the newest row inside each partition, not across partitions.",
    ),
    Setting(
        "optimize_on_insert",
        "Bool",
        "1",
        "Rows with the same sorting key inside one INSERT are collapsed before they are written.",
    ),
    Setting(
        "min_insert_block_size_rows",
        "UInt64",
        "1048449",
        "An INSERT … SELECT of up to so many rows becomes one block, a larger one a block a task.",
    ),
    Setting(
        "allow_drop_detached",
        "Bool",
        "0",
        "ALTER TABLE … DROP DETACHED PARTITION and PART are allowed.",
    ),
    Setting(
        "allow_replace_partition_from_empty_source",
        "Bool",
        "0",
        "ALTER TABLE … REPLACE PARTITION … FROM a table without that partition drops it.",
    ),
    Setting(
        "final_build",
        "Enum",
        "background",
        "When FINAL's deletion vector is built: `background`, after an INSERT or OPTIMIZE, while a "
        "query that comes sooner waits; `sync`, before the statement returns; `lazy`, by the first "
        "query. Not one of ClickHouse's.",
        ("background", "lazy", "sync"),
    ),
)

TABLE_SETTINGS = _table(
    Setting(
        "index_granularity",
        "UInt64",
        "8192",
        "Rows in a page of a part's files, the unit a filter can skip.",
    ),
    Setting(
        "allow_nullable_key",
        "Bool",
        "0",
        "The sorting and partition keys may be Nullable; NULLs are equal to each other.",
    ),
    Setting(
        "allow_floating_point_partition_key",
        "Bool",
        "0",
        "The partition key may be a floating-point number.",
    ),
    Setting(
        "allow_experimental_replacing_merge_with_cleanup",
        "Bool",
        "0",
        "OPTIMIZE … FINAL CLEANUP is allowed; it drops rows marked as deleted for good.",
    ),
    Setting(
        "old_parts_lifetime",
        "UInt64",
        "480",
        "Seconds for which parts replaced by a merge stay readable by queries that began before.",
    ),
    Setting(
        "default_compression_codec",
        "Codec",
        "",
        "How all parts are compressed: `NONE`, `LZ4` or `ZSTD(level)`. When it is empty, young "
        "parts are compressed with LZ4 and old ones as `old_parts_compression_codec` says.",
    ),
    Setting(
        "old_parts_compression_codec",
        "Codec",
        "ZSTD(1)",
        "How old parts are compressed: smaller, and slower to write. Not one of ClickHouse's.",
    ),
    Setting(
        "old_parts_min_level",
        "UInt64",
        "3",
        "A part of this level or above is old. Not one of ClickHouse's.",
    ),
    Setting(
        "row_group_rows",
        "UInt64",
        "131072",
        "Rows in a row group of a part's files, the unit tasks split a file by. Not one of "
        "ClickHouse's.",
    ),
)

NOT_YET_SESSION = frozenset(
    """apply_mutations_on_fly apply_prewhere_after_final async_insert insert_deduplicate
    insert_deduplication_token insert_null_as_default max_final_threads max_insert_threads
    max_partitions_per_insert_block max_threads mutations_sync
    optimize_move_to_prewhere optimize_move_to_prewhere_if_final use_skip_indexes_if_final
    use_skip_indexes_if_final_exact_mode wait_for_async_insert""".split()
)
NOT_YET_TABLE = frozenset(
    """clean_deleted_rows enable_replacing_merge_with_cleanup_for_min_age_to_force_merge
    index_granularity_bytes max_bytes_to_merge_at_max_space_in_pool
    max_bytes_to_merge_at_min_space_in_pool max_suspicious_broken_parts merge_with_ttl_timeout
    min_age_to_force_merge_on_partition_only min_age_to_force_merge_seconds min_bytes_for_wide_part
    min_rows_for_wide_part non_replicated_deduplication_window parts_to_delay_insert
    parts_to_throw_insert replicated_deduplication_window storage_policy
    ttl_only_drop_parts""".split()
)


def parse_assignments(cursor: Cursor) -> dict[str, str]:
    """Reads `name = value, …` up to whatever is not an assignment.

    Raises:
        RmtError: `SYNTAX_ERROR`, a value is missing or is no literal.
    """
    assignments: dict[str, str] = {}
    while True:
        name = cursor.identifier("the name of a setting")
        cursor.expect("=")
        sign = "-" if cursor.accept("-") else ""
        token = cursor.take()
        if token.kind not in (Kind.NUMBER, Kind.STRING, Kind.WORD):
            cursor.fail("expected the value of a setting")
        assignments[name] = sign + token.value
        if not cursor.accept(","):
            return assignments


def session_value(name: str, value: str) -> str:
    """Checks a session setting and returns its value as ClickHouse prints it.

    Raises:
        RmtError: `UNKNOWN_SETTING`, or the error ClickHouse gives for a value of the wrong type.
    """
    return _checked(name, value, SESSION_SETTINGS, NOT_YET_SESSION, "")


def table_values(assignments: Mapping[str, str], engine: str) -> dict[str, str]:
    """Checks the settings of a table.

    Raises:
        RmtError: as `session_value`; `BAD_ARGUMENTS` for a page or a row group without rows.
    """
    where = f": for storage {engine}"
    values = {
        name: _checked(name, value, TABLE_SETTINGS, NOT_YET_TABLE, where)
        for name, value in assignments.items()
    }
    for name in ("index_granularity", "row_group_rows"):
        if values.get(name) == "0":
            raise RmtError("BAD_ARGUMENTS", f"{name}: value 0 makes no sense.")
    return values


def _checked(
    name: str, value: str, known: Mapping[str, Setting], not_yet: frozenset[str], where: str
) -> str:
    setting = known.get(name)
    if setting is not None:
        return _PARSERS[setting.type](setting, value)
    if name in not_yet:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The setting {name} has no effect here yet and is refused.",
            "Leave it out; docs/settings.md lists the settings there are.",
        )
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"Did you mean {close[0]}?" if close else "docs/settings.md lists the settings."
    raise RmtError("UNKNOWN_SETTING", f"Unknown setting '{name}'{where}.", hint)


def _bool(setting: Setting, value: str) -> str:
    lower = value.lower()
    if lower in ("1", "true"):
        return "1"
    if lower in ("0", "false"):
        return "0"
    if lower.lstrip("-").isdigit():
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Setting {setting.name}: field value {value} is out of range of bool type.",
            "Use 0 or 1.",
        )
    raise RmtError(
        "CANNOT_PARSE_BOOL",
        f"Setting {setting.name}: cannot parse bool from string '{value}'.",
        "Use 0 or 1.",
    )


def _uint64(setting: Setting, value: str) -> str:
    if value.isdigit() and int(value) < 2**64:
        return str(int(value))
    raise RmtError(
        "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
        f"Setting {setting.name}: cannot parse a number from '{value}'.",
        "Use a whole number, not negative.",
    )


def _enum(setting: Setting, value: str) -> str:
    if value in setting.choices:
        return value
    raise RmtError(
        "BAD_ARGUMENTS",
        f"Setting {setting.name}: '{value}' is none of its values.",
        f"Use one of {', '.join(setting.choices)}.",
    )


def _codec(setting: Setting, value: str) -> str:
    found = _CODEC.fullmatch(value.strip())
    if value and (found is None or found["name"].upper() not in ("NONE", "LZ4", "ZSTD")):
        raise RmtError(
            "UNKNOWN_CODEC",
            f"Setting {setting.name}: unknown codec family: {value}.",
            "Use NONE, LZ4 or ZSTD(level).",
        )
    level = found["level"] if found is not None else None
    if level is not None and not (value.upper().startswith("ZSTD") and 1 <= int(level) <= 22):
        raise RmtError(
            "ILLEGAL_CODEC_PARAMETER",
            f"Setting {setting.name}: the codec has no such level: {value}.",
            "ZSTD has levels 1 to 22, the others none.",
        )
    return value


_PARSERS = {"Bool": _bool, "UInt64": _uint64, "Codec": _codec, "Enum": _enum}
