"""Settings of sessions and of tables: each declared once, with ClickHouse's name, type and default.

Here are those with an effect; `setting_groups` has all others that ClickHouse knows. `SET`,
`SETTINGS`, `system.settings` and `docs/settings.md` read these tables. Spark's own settings
(`spark.*`) are not listed: they go to Spark.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.settings.kinds import Setting, checked
from rmt_engine.sql.settings.without_effect import listed
from rmt_engine.sql.text.tokens import Cursor, Kind
from rmt_engine.store.refresh import FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS, RETRIES
from rmt_engine.store.table import MEMORY

__all__ = [
    "LIMIT_SETTINGS",
    "MEMORY_SETTINGS",
    "PARAMETER_PREFIX",
    "READER_SETTINGS",
    "REFRESH_SETTINGS",
    "SESSION_SETTINGS",
    "TABLE_SETTINGS",
    "ZONE_SETTING",
    "Setting",
    "all_session_settings",
    "all_table_settings",
    "changed_table_values",
    "check_column_settings",
    "parse_assignments",
    "refresh_values",
    "session_setting",
    "session_value",
    "session_values",
    "split_table_settings",
    "table_setting",
    "table_values",
]

PARAMETER_PREFIX = "param_"
"""What the name of a setting begins with that gives a parameter of queries its value."""
_OF_COLUMNS = ("max_compress_block_size", "min_compress_block_size")
"""The settings of tables that a column may have for itself."""
_CLOSING = {"{": "}", "[": "]"}


def _table(*settings: Setting) -> dict[str, Setting]:
    return {setting.name: setting for setting in settings}


ZONE_SETTING = "session_timezone"
"""The time zone of a session, by ClickHouse's name."""
READER_SETTINGS = (
    ZONE_SETTING,
    "do_not_merge_across_partitions_select_final",
    "apply_deleted_mask",
    "apply_row_policy_after_final",
)
"""The settings that what reads tables asks for: they hold for a statement, not for a part of it."""

LIMIT_SETTINGS = ("limit", "offset")
"""The settings that say which rows of an answer are kept: how many, and how many are left out."""

SESSION_SETTINGS = _table(
    Setting(
        ZONE_SETTING,
        "Timezone",
        "",
        "The time zone of the session, `spark.sql.session.timeZone`; empty for the endpoint's. SET "
        "and a connection set it; SETTINGS of a statement do not.",
    ),
    Setting(
        "limit",
        "Double",
        "0",
        "A query answers so many of its rows, after its own LIMIT; 0 for all. A negative number "
        "counts from the last row, one below 1 is a part of the rows. SET sets it for what clients "
        "are answered; SETTINGS of a SELECT also inside of other queries.",
    ),
    Setting("offset", "Double", "0", "So many rows are left out before that."),
    Setting(
        "max_recursive_cte_evaluation_depth",
        "UInt64",
        "1000",
        "`WITH RECURSIVE` fails after so many steps.",
    ),
    Setting(
        "final",
        "Bool",
        "0",
        "Reads of ReplacingMergeTree tables are FINAL without the word; other engines ignore it. "
        "Where it is not set, each table's `final_by_default` decides; where it is 0, all rows are "
        "read.",
        unset="auto",
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
        "With 0, ALTER TABLE with a new TTL returns before the TTL is applied to the parts there "
        "are; other changes are done when the statement returns.",
    ),
    Setting(
        "optimize_throw_if_noop",
        "Bool",
        "0",
        "OPTIMIZE TABLE that finds nothing to merge fails with `CANNOT_ASSIGN_OPTIMIZE`.",
    ),
    Setting(
        "materialize_ttl_after_modify",
        "Bool",
        "1",
        "A new TTL by ALTER TABLE is applied to the parts there are, by a mutation.",
    ),
    Setting(
        "materialized_views_ignore_errors",
        "Bool",
        "0",
        "An INSERT goes on when a materialized view over its table fails; the view's target lacks "
        "the rows then.",
    ),
    Setting(
        "ignore_materialized_views_with_dropped_target_table",
        "Bool",
        "0",
        "An INSERT leaves out materialized views whose target is gone.",
    ),
    Setting(
        "deduplicate_blocks_in_dependent_materialized_views",
        "Bool",
        "1",
        "What a materialized view makes of a repeated INSERT is recognised by its target, if that "
        "has a window.",
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
        "check_query_single_value_result",
        "Bool",
        "0",
        "CHECK TABLE answers with one number for all parts, 1 if they are sound; with 0 with a row "
        "for each part.",
    ),
    Setting(
        "alter_partition_verbose_result",
        "Bool",
        "0",
        "ALTER TABLE … FREEZE, UNFREEZE and ATTACH PARTITION or PART answer with a row for each "
        "part.",
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
        "allow_suspicious_codecs",
        "Bool",
        "0",
        "New columns may have codecs that compress nothing, or what has been compressed.",
    ),
    Setting(
        "allow_suspicious_indices",
        "Bool",
        "0",
        "A new index may have an expression twice.",
    ),
    Setting(
        "allow_suspicious_fixed_string_types",
        "Bool",
        "0",
        "New columns may have FixedStrings of more than 256 bytes.",
    ),
    Setting(
        "allow_suspicious_ttl_expressions",
        "Bool",
        "0",
        "A TTL may be a moment that no column is part of.",
    ),
    Setting(
        "flatten_nested",
        "Bool",
        "1",
        "A Nested column is one of arrays for each of its elements; 0: one of arrays of tuples.",
    ),
    Setting(
        "join_use_nulls",
        "Bool",
        "0",
        "A row of an outer join without a match has NULLs, with 0 the defaults of types.",
    ),
    Setting(
        "group_by_use_nulls",
        "Bool",
        "0",
        "Keys that ROLLUP, CUBE or GROUPING SETS leave out are NULL, with 0 the defaults.",
    ),
    Setting(
        "totals_mode",
        "TotalsMode",
        "after_having_exclusive",
        "Whether the row of WITH TOTALS is of all groups, `before_having`, or of those that HAVING "
        "keeps.",
        ("before_having", "after_having_exclusive", "after_having_inclusive", "after_having_auto"),
    ),
    Setting(
        "asterisk_include_materialized_columns", "Bool", "0", "`*` has MATERIALIZED columns, too."
    ),
    Setting("asterisk_include_alias_columns", "Bool", "0", "`*` has ALIAS columns, as its last."),
    Setting(
        "aggregate_functions_null_for_empty",
        "Bool",
        "0",
        "An aggregate function over no rows is NULL, with 0 the default of its type.",
    ),
    Setting(
        "default_temporary_table_engine",
        "DefaultTableEngine",
        "Memory",
        "The engine of CREATE TEMPORARY TABLE without ENGINE; `None` for an error.",
        (
            *("Log", "Memory", "MergeTree", "None", "ReplacingMergeTree", "ReplicatedMergeTree"),
            *("ReplicatedReplacingMergeTree", "SharedMergeTree", "SharedReplacingMergeTree"),
            "StripeLog",
        ),
    ),
    Setting(
        "enable_order_by_all",
        "Bool",
        "1",
        "`ORDER BY ALL` orders by all columns, with 0 by the column `all`.",
    ),
    Setting(
        "joined_subquery_requires_alias",
        "Bool",
        "1",
        "A subquery or table function that is joined needs an alias.",
    ),
    Setting("transform_null_in", "Bool", "0", "`IN` takes NULL for a value like others."),
    Setting("cast_keep_nullable", "Bool", "0", "`CAST` of a Nullable value gives a Nullable one."),
    Setting(
        "union_default_mode",
        "SetOperationMode",
        "",
        "What UNION without ALL or DISTINCT is: `ALL`, `DISTINCT`, or an error if it is empty.",
        ("", "ALL", "DISTINCT"),
    ),
    Setting(
        "intersect_default_mode",
        "SetOperationMode",
        "ALL",
        "What INTERSECT without ALL or DISTINCT is.",
        ("", "ALL", "DISTINCT"),
    ),
    Setting(
        "except_default_mode",
        "SetOperationMode",
        "ALL",
        "What EXCEPT without ALL or DISTINCT is.",
        ("", "ALL", "DISTINCT"),
    ),
    Setting(
        "enable_positional_arguments",
        "Bool",
        "1",
        "A number in GROUP BY, ORDER BY and LIMIT BY stands for a column of the SELECT.",
    ),
    Setting(
        "prefer_column_name_to_alias",
        "Bool",
        "0",
        "A name that a column and an alias have is the column's.",
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
        "max_rows_read_in_driver",
        "UInt64",
        "1000",
        "Where WHERE compares columns of a table with literals and leaves no more of its rows than "
        "this, the endpoint reads them itself, without a job of Spark's. 0: never. Not one of "
        "ClickHouse's.",
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
    Setting(
        "log_comment",
        "String",
        "",
        "A text that `system.query_log` shows beside the statement.",
    ),
    Setting(
        "optimize_use_projections",
        "Bool",
        "1",
        "A query reads a projection that answers it instead of the table.",
    ),
    Setting(
        "optimize_use_implicit_projections",
        "Bool",
        "1",
        "`count()`, min and max of a whole table are answered by the registry, without its files.",
    ),
    Setting(
        "force_optimize_projection",
        "Bool",
        "0",
        "A query of a table with projections that reads none of them fails with "
        "`PROJECTION_NOT_USED`.",
    ),
    Setting(
        "force_optimize_projection_name",
        "String",
        "",
        "A query that reads tables and not the projection of this name fails with "
        "`INCORRECT_DATA`.",
    ),
    Setting(
        "preferred_optimize_projection_name",
        "String",
        "",
        "Of several projections that answer a query, the one of this name is read.",
    ),
    Setting(
        "max_query_size",
        "UInt64",
        "262144",
        "The most bytes a statement may have, without the rows of INSERT … VALUES and FORMAT; 0 "
        "for any number.",
    ),
    Setting(
        "max_parser_depth",
        "UInt64",
        "1000",
        "How deep brackets, CASE and signs may be nested; more than 1,000 is 1,000.",
    ),
    Setting(
        "max_ast_elements",
        "UInt64",
        "50000",
        "The most names, literals and operators a statement may have, a list of literals counted "
        "once; 0 for any number. ClickHouse counts the nodes of its tree, which are about as many.",
    ),
)

TABLE_SETTINGS = _table(
    Setting(
        "index_granularity",
        "UInt64",
        "8192",
        "Rows in a page of a part's files, the unit a filter can skip. SHOW CREATE TABLE has it "
        "whether it was declared or not.",
        is_fixed=True,
    ),
    Setting(
        "allow_dimensions_outside_sorting_key",
        "Bool",
        "0",
        "An AggregatingMergeTree table may have columns that are in no key and of no type that "
        "aggregates; they keep the value of the first row.",
    ),
    Setting(
        "allow_nullable_key",
        "Bool",
        "0",
        "The sorting and partition keys may be Nullable; NULLs are equal to each other.",
    ),
    Setting(
        "final_by_default",
        "Bool",
        "0",
        "Every read of the table is FINAL, unless `final = 0` is set or the table function "
        "`rmt_rows` reads it; not for engines without FINAL. Not one of ClickHouse's.",
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
        "deduplicate_merge_projection_mode",
        "DeduplicateMergeProjectionMode",
        "throw",
        "Whether a table whose engine merges rows may have projections: `throw`, it may not; "
        "`drop`, a merged part has none; `rebuild`, it has them of its own rows; `ignore` is the "
        "same here.",
        ("drop", "ignore", "rebuild", "throw"),
    ),
    Setting(
        "lightweight_mutation_projection_mode",
        "LightweightMutationProjectionMode",
        "throw",
        "What DELETE FROM does in a table with projections: `throw`, it is refused; `drop`, the "
        "parts lose them; `rebuild`, they are made anew without the rows.",
        ("drop", "rebuild", "throw"),
    ),
    Setting(
        "materialize_projections_on_insert",
        "Bool",
        "1",
        "INSERT writes the projections of its parts; with 0, MATERIALIZE PROJECTION does.",
    ),
    Setting(
        "materialize_projections_on_merge",
        "Bool",
        "0",
        "A merge writes projections that none of its parts has; with 0, only such as they have.",
    ),
    Setting(
        "max_projections",
        "UInt64",
        "25",
        "The most projections of a table.",
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
        "tombstone_retention_seconds",
        "UInt64",
        "0",
        "Merges drop rows marked as deleted for good once their part is older than this and no "
        "other part may have their key; 0 for never. Not one of ClickHouse's.",
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
        "max_number_of_merges_with_ttl_in_pool",
        "UInt64",
        "2",
        "With so many merges at work that only drop expired rows and values, none is begun in this "
        "table; with 0 only other merges and OPTIMIZE drop them.",
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


REFRESH_SETTINGS = _table(
    Setting(
        "refresh_retries",
        "Int64",
        str(RETRIES),
        "A refresh that failed is tried so many times again, then it waits for its next time; "
        "-1 for ever.",
    ),
    Setting(
        "refresh_retry_initial_backoff_ms",
        "UInt64",
        str(FIRST_BACKOFF_MS),
        "The pause before a refresh is tried again for the first time; each further one is twice "
        "as long.",
    ),
    Setting(
        "refresh_retry_max_backoff_ms",
        "UInt64",
        str(LONGEST_BACKOFF_MS),
        "No such pause is longer.",
    ),
    Setting(
        "all_replicas",
        "Bool",
        "0",
        "Has each replica of a Replicated database refresh an APPEND view; without effect here, "
        "where one endpoint makes each refresh.",
    ),
)
"""The settings in the REFRESH clause of a materialized view."""

_KEPT_IN_MEMORY = (
    "How much of its newest rows a table of the engine Memory keeps; here it keeps all."
)
MEMORY_SETTINGS = _table(
    Setting("compress", "Bool", "0", "Tunes ClickHouse's memory; without effect here."),
    *(
        Setting(name, "UInt64", "0", _KEPT_IN_MEMORY, accepts="=")
        for name in (
            "max_bytes_to_keep",
            "max_rows_to_keep",
            "min_bytes_to_keep",
            "min_rows_to_keep",
        )
    ),
)
"""The settings of tables of the engine Memory, which have no others."""


@functools.cache
def all_session_settings() -> dict[str, Setting]:
    """All settings of sessions: ClickHouse's and our own."""
    return {**SESSION_SETTINGS, **listed("settings_session.tsv")}


@functools.cache
def all_table_settings() -> dict[str, Setting]:
    """All settings of tables: ClickHouse's and our own."""
    return {**TABLE_SETTINGS, **listed("settings_table.tsv")}


def session_setting(name: str) -> Setting | None:
    """The setting of sessions of a name, or of one of its other names; None if there is none."""
    setting = SESSION_SETTINGS.get(name) or all_session_settings().get(name)
    if setting is None or not setting.alias_for:
        return setting
    return all_session_settings()[setting.alias_for]


def parse_assignments(cursor: Cursor) -> dict[str, str]:
    """Reads `name = value, …` up to whatever is not an assignment; DEFAULT is a setting's default.

    Raises:
        RmtError: `SYNTAX_ERROR`, a value is missing or is no literal.
    """
    assignments: dict[str, str] = {}
    while True:
        name = cursor.identifier("the name of a setting")
        cursor.expect("=")
        known = (
            session_setting(name) or all_table_settings().get(name) or REFRESH_SETTINGS.get(name)
        )
        following = cursor.peek()
        if known and following is not None and following.word == "DEFAULT":
            cursor.take()
            value = known.when_unset
        else:
            value = _value(cursor)
        assignments[known.name if known else name] = value
        if not cursor.accept(","):
            return assignments


def _value(cursor: Cursor) -> str:
    """The text of a literal: a number, a string, a word, an array or a map."""
    following = cursor.peek()
    if following is not None and following.value in _CLOSING and following.kind is Kind.SYMBOL:
        start = cursor.offset
        closing: list[str] = []
        while True:
            token = cursor.take()
            if token.kind is Kind.SYMBOL and token.value in _CLOSING:
                closing.append(_CLOSING[token.value])
            elif token.kind is Kind.SYMBOL and token.value == closing[-1]:
                closing.pop()
            if not closing:
                return cursor.text[start : cursor.previous_end]
    sign = "-" if cursor.accept("-") else ""
    token = cursor.take()
    if token.kind not in (Kind.NUMBER, Kind.STRING, Kind.WORD):
        cursor.fail("expected the value of a setting")
    return sign + token.value


def session_value(name: str, value: str) -> str:
    """Checks a session setting and returns its value as ClickHouse prints it.

    Raises:
        RmtError: `UNKNOWN_SETTING`; `NOT_IMPLEMENTED`, the value would change an answer; or the
            error ClickHouse gives for a value of the wrong type.
    """
    if name.startswith(PARAMETER_PREFIX):
        return value
    return _checked(session_setting(name), name, value, all_session_settings(), "")


def session_values(assignments: Mapping[str, str]) -> dict[str, str]:
    """Checks session settings, as `session_value` does."""
    return {name: session_value(name, value) for name, value in assignments.items()}


def split_table_settings(assignments: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The settings of a CREATE TABLE: the table's own, and those of the session.

    As in ClickHouse, a session's setting there holds for the statement.
    """
    of_session = {
        name: value
        for name, value in assignments.items()
        if name not in all_table_settings() and session_setting(name) is not None
    }
    of_table = {name: v for name, v in assignments.items() if name not in of_session}
    return of_table, of_session


def table_values(assignments: Mapping[str, str], engine: str) -> dict[str, str]:
    """Checks the settings of a table.

    Raises:
        RmtError: as `session_value`; `BAD_ARGUMENTS` for a page or a row group without rows.
    """
    known = _settings_of(engine)
    where = f": for storage {engine}"
    values = {
        name: _checked(known.get(name), name, value, known, where)
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
    known = _settings_of(engine)
    for name in reset:
        if name not in known:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Cannot reset setting '{name}' because it doesn't exist for MergeTree engines "
                "family.",
            )
    for name in (*changed, *reset):
        if known[name].is_fixed:
            raise RmtError(
                "READONLY_SETTING",
                f"Setting '{name}' is readonly for storage '{engine}'.",
                "Create another table with it and insert the rows there.",
            )
    return values


def refresh_values(assignments: Mapping[str, str]) -> dict[str, str]:
    """Checks the settings in a REFRESH clause.

    Raises:
        RmtError: as `session_value`.
    """
    return {
        name: _checked(REFRESH_SETTINGS.get(name), name, value, REFRESH_SETTINGS, "")
        for name, value in assignments.items()
    }


def check_column_settings(assignments: Mapping[str, str]) -> None:
    """Checks the settings of a column, which only tune ClickHouse's files.

    Raises:
        RmtError: `UNKNOWN_SETTING`, a column has no such setting; or the error ClickHouse gives for
            a value of the wrong type.
    """
    for name, value in assignments.items():
        if name not in _OF_COLUMNS:
            raise RmtError(
                "UNKNOWN_SETTING",
                f"Setting {name} is unknown or not supported at column level, supported settings: "
                f"{', '.join(_OF_COLUMNS)}.",
                "The statement's own SETTINGS have no parentheses.",
            )
        checked(all_table_settings()[name], value)


def _settings_of(engine: str) -> dict[str, Setting]:
    return MEMORY_SETTINGS if engine == MEMORY else all_table_settings()


def table_setting(settings: Mapping[str, str], name: str) -> str:
    """A table's value of a setting: its own or the default."""
    return settings.get(name, TABLE_SETTINGS[name].default)


def _checked(
    setting: Setting | None, name: str, value: str, known: Mapping[str, Setting], where: str
) -> str:
    if setting is None:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"Did you mean {close[0]}?" if close else "docs/settings.md lists the settings."
        raise RmtError("UNKNOWN_SETTING", f"Unknown setting '{name}'{where}.", hint)
    value = checked(setting, value)
    if not setting.is_accepted(value):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"The setting {name} = {value} is not supported: {setting.description}",
            "Leave it out; docs/settings.md lists the settings there are.",
        )
    return value
