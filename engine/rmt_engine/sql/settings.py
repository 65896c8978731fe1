"""Settings of sessions and of tables: each declared once, with ClickHouse's name, type and default.

`SET`, `SETTINGS`, `system.settings` and `docs/settings.md` read these tables. Spark's own settings
(`spark.*`) are not listed here: they go to Spark.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rmt_engine.errors import RmtError
from rmt_engine.sql.tokens import Cursor, Kind

__all__ = [
    "ALL_SESSION_SETTINGS",
    "NOT_YET_SESSION",
    "NOT_YET_TABLE",
    "SESSION_SETTINGS",
    "TABLE_SETTINGS",
    "TUNING_SETTINGS",
    "Setting",
    "changed_table_values",
    "parse_assignments",
    "session_value",
    "table_setting",
    "table_values",
]


_CODEC = re.compile(r"(?P<name>[A-Za-z0-9]+)(?:\((?P<level>[0-9]{1,4})\))?")


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        name: ClickHouse's name.
        type: `Bool`, `UInt64`, `Int64`, `Float`, `String`, `Codec`, or the name of a list of
            choices.
        default: the value when nobody sets it, as text.
        description: what it does, in one sentence.
        choices: the values it may have; empty for any of its type.
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
        "mutations_sync",
        "UInt64",
        "1",
        "ALTER TABLE … DELETE and UPDATE return once they are recorded (0) or when they are done "
        "(1, 2).",
    ),
    Setting(
        "alter_sync",
        "UInt64",
        "1",
        "Read and ignored: other changes by ALTER TABLE are done when the statement returns.",
    ),
    Setting(
        "materialize_ttl_after_modify",
        "Bool",
        "1",
        "A new TTL by ALTER TABLE is applied to the parts there are, by a mutation.",
    ),
    Setting(
        "lightweight_deletes_sync",
        "UInt64",
        "2",
        "The same for DELETE FROM.",
    ),
    Setting("enable_lightweight_delete", "Bool", "1", "DELETE FROM is allowed."),
    Setting("enable_lightweight_update", "Bool", "1", "UPDATE … SET is allowed."),
    Setting(
        "apply_deleted_mask",
        "Bool",
        "1",
        "Rows that DELETE FROM took away are left out; with 0 they are shown until a merge drops "
        "them, `_row_exists` 0. Not for FINAL.",
    ),
    Setting(
        "apply_row_policy_after_final",
        "Bool",
        "1",
        "FINAL looks for the current row among all rows, and a row policy hides it then; with 0 "
        "FINAL of a table with a policy is refused.",
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
        "allow_deprecated_syntax_for_merge_tree",
        "Bool",
        "0",
        "CREATE TABLE takes keys as arguments of the engine: MergeTree(date, (key), 8192).",
    ),
    Setting(
        "allow_suspicious_low_cardinality_types",
        "Bool",
        "0",
        "New columns may have LowCardinality around numbers, dates and times.",
    ),
    Setting(
        "flatten_nested",
        "Enum",
        "0",
        "A Nested column is one array of tuples; 1, ClickHouse's default, is refused.",
        ("0",),
    ),
    Setting(
        "join_use_nulls",
        "Enum",
        "1",
        "A row of an outer join without a match has NULLs; 0, ClickHouse's default, is refused.",
        ("1",),
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
    Setting(
        "dialect",
        "Enum",
        "auto",
        "How queries are read: `auto`, as Spark's unless they use what only ClickHouse has; "
        "`clickhouse`, always as ClickHouse's: double quotes make identifiers, `rand()` is a whole "
        "number; `spark`, never: there is no FINAL then but for the setting `final`.",
        ("auto", "clickhouse", "spark"),
    ),
    Setting(
        "deduplicate_insert",
        "DeduplicateInsertMode",
        "enable",
        "Whether an INSERT into a table with a deduplication window leaves out blocks that were "
        "inserted before: `enable`, `disable`, or `backward_compatible_choice`, as "
        "`insert_deduplicate` says.",
        ("backward_compatible_choice", "disable", "enable"),
    ),
    Setting(
        "insert_deduplicate",
        "Bool",
        "1",
        "What `deduplicate_insert = 'backward_compatible_choice'` asks; of no effect otherwise.",
    ),
    Setting(
        "deduplicate_insert_select",
        "DeduplicateInsertSelectMode",
        "enable_when_possible",
        "The same for INSERT … SELECT: `enable_when_possible`, with a token or `ORDER BY ALL` at "
        "the end of the query; `force_enable`, any other query is refused; "
        "`enable_even_for_bad_queries`; `disable`.",
        ("disable", "enable_even_for_bad_queries", "enable_when_possible", "force_enable"),
    ),
    Setting(
        "insert_deduplication_token",
        "String",
        "",
        "A name of the INSERT: the same one again inserts nothing. Without it a block is known by "
        "its rows.",
    ),
)

_TUNING = "Read and ignored: it tunes how ClickHouse executes, and changes no answer."

TUNING_SETTINGS = _table(
    *(
        Setting(name, type_, default, _TUNING)
        for name, type_, default in (
            ("max_threads", "MaxThreads", "auto"),
            ("max_final_threads", "MaxThreads", "auto"),
            ("max_insert_threads", "MaxThreads", "auto"),
            ("max_block_size", "NonZeroUInt64", "65409"),
            ("preferred_block_size_bytes", "UInt64", "1000000"),
            ("optimize_move_to_prewhere", "Bool", "1"),
            ("optimize_move_to_prewhere_if_final", "Bool", "0"),
            ("optimize_read_in_order", "Bool", "1"),
            ("optimize_aggregation_in_order", "Bool", "0"),
            ("use_skip_indexes", "Bool", "1"),
            ("use_skip_indexes_if_final", "Bool", "1"),
            ("use_skip_indexes_if_final_exact_mode", "Bool", "1"),
            ("use_uncompressed_cache", "Bool", "0"),
            ("use_query_condition_cache", "Bool", "1"),
            ("enable_vertical_final", "Bool", "1"),
            ("split_parts_ranges_into_intersecting_and_non_intersecting_final", "Bool", "1"),
            ("split_intersecting_parts_ranges_into_layers_final", "Bool", "1"),
            ("enable_analyzer", "Bool", "1"),
            ("allow_experimental_analyzer", "Bool", "1"),
            ("compile_expressions", "Bool", "1"),
            ("allow_experimental_json_type", "Bool", "1"),
            ("enable_json_type", "Bool", "1"),
            ("join_algorithm", "JoinAlgorithm", "direct,parallel_hash,hash,ie_join"),
            ("max_bytes_before_external_group_by", "UInt64", "0"),
            ("max_bytes_before_external_sort", "UInt64", "0"),
            ("merge_tree_min_rows_for_concurrent_read", "UInt64", "163840"),
            ("merge_tree_min_bytes_for_concurrent_read", "UInt64", "251658240"),
            ("prefer_localhost_replica", "Bool", "1"),
            ("load_balancing", "LoadBalancing", "random"),
            ("log_comment", "String", ""),
            ("send_progress_in_http_headers", "Bool", "0"),
            ("max_memory_usage", "UInt64", "0"),
            ("max_memory_usage_for_user", "UInt64", "0"),
            ("max_parallel_replicas", "NonZeroUInt64", "1000"),
            ("enable_parallel_replicas", "UInt64", "0"),
            ("allow_experimental_parallel_reading_from_replicas", "UInt64", "0"),
            ("max_streams_to_max_threads_ratio", "Float", "1"),
            ("max_read_buffer_size", "NonZeroUInt64", "1048576"),
            ("min_bytes_to_use_direct_io", "UInt64", "0"),
            ("merge_tree_max_rows_to_use_cache", "UInt64", "1048576"),
            ("group_by_two_level_threshold", "UInt64", "100000"),
            ("optimize_trivial_count_query", "Bool", "1"),
            ("optimize_use_projections", "Bool", "1"),
            ("optimize_skip_unused_shards", "Bool", "0"),
            ("optimize_throw_if_noop", "Bool", "0"),
            ("use_query_cache", "Bool", "0"),
            ("query_plan_optimize_lazy_materialization", "Bool", "1"),
            ("input_format_parallel_parsing", "Bool", "1"),
            ("output_format_json_quote_64bit_integers", "Bool", "0"),
            ("output_format_pretty_max_rows", "UInt64", "1000"),
            ("allow_experimental_lightweight_delete", "Bool", "1"),
            ("allow_experimental_variant_type", "Bool", "1"),
            ("allow_experimental_window_functions", "Bool", "1"),
            ("replication_alter_partitions_sync", "UInt64", "1"),
            ("distributed_ddl_task_timeout", "Int64", "180"),
        )
    )
)

ALL_SESSION_SETTINGS = SESSION_SETTINGS | TUNING_SETTINGS

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
        "enable_block_number_column",
        "Bool",
        "0",
        "With `enable_block_offset_column`, UPDATE … SET is allowed. Nothing is stored for it, and "
        "there is no column `_block_number`.",
    ),
    Setting(
        "enable_block_offset_column",
        "Bool",
        "0",
        "With `enable_block_number_column`, UPDATE … SET is allowed. Nothing is stored for it, and "
        "there is no column `_block_offset`.",
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
        "clean_deleted_rows",
        "Enum",
        "Never",
        "Obsolete: it is taken and does nothing, as in ClickHouse.",
        ("Always", "Never"),
    ),
    Setting(
        "enable_replacing_merge_with_cleanup_for_min_age_to_force_merge",
        "Bool",
        "0",
        "A merge of a whole partition that its age forces drops rows marked as deleted for good; "
        "takes `allow_experimental_replacing_merge_with_cleanup`, `min_age_to_force_merge_seconds` "
        "and `min_age_to_force_merge_on_partition_only` as well.",
    ),
    Setting(
        "min_age_to_force_merge_seconds",
        "UInt64",
        "0",
        "Parts all older than this are merged whatever their sizes; 0 for never.",
    ),
    Setting(
        "min_age_to_force_merge_on_partition_only",
        "Bool",
        "0",
        "`min_age_to_force_merge_seconds` only forces merges of all parts of a partition.",
    ),
    Setting(
        "max_bytes_to_merge_at_max_space_in_pool",
        "UInt64",
        "161061273600",
        "The most bytes a background merge reads while the pool has slots to spare.",
    ),
    Setting(
        "max_bytes_to_merge_at_min_space_in_pool",
        "UInt64",
        "1048576",
        "The most bytes a background merge reads when it takes the pool's last slot.",
    ),
    Setting(
        "merge_with_ttl_timeout",
        "UInt64",
        "14400",
        "Seconds between two merges of a partition that only drop expired rows and values.",
    ),
    Setting(
        "ttl_only_drop_parts",
        "Bool",
        "0",
        "No part is merged because of TTL before all its rows have expired; not for tables with a "
        "TTL of a column.",
    ),
    Setting(
        "merge_selector_base",
        "Float",
        "5",
        "How many times as large as its largest part a background merge must be; it falls to 2 as "
        "parts get older and more.",
    ),
    Setting(
        "parts_to_delay_insert",
        "UInt64",
        "1000",
        "With more active parts than this in one partition, INSERT waits, longer and longer; 0 for "
        "never.",
    ),
    Setting(
        "parts_to_throw_insert",
        "UInt64",
        "3000",
        "With more active parts than this in one partition, INSERT is refused with "
        "`TOO_MANY_PARTS`; 0 for never.",
    ),
    Setting(
        "max_delay_to_insert",
        "UInt64",
        "1",
        "The longest an INSERT waits because of `parts_to_delay_insert`, in seconds.",
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
    Setting(
        "replicated_deduplication_window",
        "UInt64",
        "10000",
        "Newest blocks that INSERTs into a table with a `Replicated…` engine are compared with; 0 "
        "for none.",
    ),
    Setting(
        "replicated_deduplication_window_seconds",
        "UInt64",
        "3600",
        "Seconds for which such a table remembers a block.",
    ),
    Setting(
        "non_replicated_deduplication_window",
        "UInt64",
        "0",
        "Newest blocks that INSERTs into any other table are compared with; 0 for none.",
    ),
)

_READ_ONLY = ("index_granularity",)

NOT_YET_SESSION = frozenset(
    """apply_mutations_on_fly apply_prewhere_after_final async_insert insert_null_as_default
    log_queries max_insert_block_size max_partitions_per_insert_block
    wait_for_async_insert""".split()
)
NOT_YET_TABLE = frozenset(
    """exclude_deleted_rows_for_part_size_in_merge index_granularity_bytes
    max_suspicious_broken_parts
    min_bytes_for_wide_part min_rows_for_wide_part storage_policy""".split()
)


def parse_assignments(cursor: Cursor) -> dict[str, str]:
    """Reads `name = value, …` up to whatever is not an assignment; DEFAULT is a setting's default.

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
        known = ALL_SESSION_SETTINGS.get(name) or TABLE_SETTINGS.get(name)
        if known and token.word == "DEFAULT":
            assignments[name] = known.default
        else:
            assignments[name] = sign + token.value
        if not cursor.accept(","):
            return assignments


def session_value(name: str, value: str) -> str:
    """Checks a session setting and returns its value as ClickHouse prints it.

    Raises:
        RmtError: `UNKNOWN_SETTING`, or the error ClickHouse gives for a value of the wrong type.
    """
    return _checked(name, value, ALL_SESSION_SETTINGS, NOT_YET_SESSION, "")


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


def changed_table_values(
    changed: Mapping[str, str], reset: Sequence[str], engine: str
) -> dict[str, str]:
    """Checks what ALTER TABLE … MODIFY SETTING or RESET SETTING names.

    Args:
        changed: new values.
        reset: settings that get their default again.
        engine: the table's engine.

    Raises:
        RmtError: as `table_values`; `BAD_ARGUMENTS`, there is no setting to reset;
            `READONLY_SETTING`, it holds for the table's whole life.
    """
    values = table_values(changed, engine)
    for name in reset:
        if name not in {*TABLE_SETTINGS, *NOT_YET_TABLE}:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Cannot reset setting '{name}' because it doesn't exist for MergeTree engines "
                "family.",
            )
    for name in (*changed, *reset):
        if name in _READ_ONLY:
            raise RmtError(
                "READONLY_SETTING",
                f"Setting '{name}' is readonly for storage '{engine}'.",
                "Create another table with it and insert the rows there.",
            )
    return values


def table_setting(settings: Mapping[str, str], name: str) -> str:
    """A table's value of a setting: its own or the default."""
    return settings.get(name, TABLE_SETTINGS[name].default)


def _checked(
    name: str, value: str, known: Mapping[str, Setting], not_yet: frozenset[str], where: str
) -> str:
    setting = known.get(name)
    if setting is not None:
        parse = _enum if setting.choices else _PARSERS[setting.type]
        return parse(setting, value)
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


def _int64(setting: Setting, value: str) -> str:
    return f"-{_uint64(setting, value[1:])}" if value.startswith("-") else _uint64(setting, value)


def _float(setting: Setting, value: str) -> str:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if math.isfinite(number) and number >= 0:
        return value
    raise RmtError(
        "CANNOT_PARSE_NUMBER",
        f"Setting {setting.name}: cannot read floating point value here: {value}.",
        "Use a number, not negative.",
    )


def _enum(setting: Setting, value: str) -> str:
    if value in setting.choices:
        return value
    raise RmtError(
        "BAD_ARGUMENTS",
        f"Setting {setting.name}: '{value}' is none of its values.",
        f"Use one of {', '.join(setting.choices)}.",
    )


def _threads(setting: Setting, value: str) -> str:
    return value if re.fullmatch(r"auto(\(\d+\))?", value) else _uint64(setting, value)


def _positive(setting: Setting, value: str) -> str:
    number = _uint64(setting, value)
    if number == "0":
        raise RmtError(
            "BAD_ARGUMENTS", f"A setting's value has to be greater than 0: {setting.name}."
        )
    return number


def _string(_setting: Setting, value: str) -> str:
    return value


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


_PARSERS = {
    "Bool": _bool,
    "UInt64": _uint64,
    "Int64": _int64,
    "NonZeroUInt64": _positive,
    "MaxThreads": _threads,
    "JoinAlgorithm": _string,
    "LoadBalancing": _string,
    "Float": _float,
    "String": _string,
    "Codec": _codec,
}
