"""Settings of sessions and tables."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse

from rmt_engine.errors import RmtError
from rmt_engine.sql.settings.declared import (
    SESSION_SETTINGS,
    TABLE_SETTINGS,
    Setting,
    all_session_settings,
    all_table_settings,
    changed_table_values,
    parse_assignments,
    session_setting,
    session_value,
    split_table_settings,
    table_values,
)
from rmt_engine.sql.settings.without_effect import GROUPS, listed
from rmt_engine.sql.text.files import lines_of
from rmt_engine.sql.text.tokens import Cursor, tokenize

_OUR_OWN = {
    "allow_suspicious_low_cardinality_types",
    "dialect",
    "final_build",
    "final_by_default",
    "join_use_nulls",
    "max_rows_read_in_driver",
    "old_parts_compression_codec",
    "old_parts_min_level",
    "row_group_rows",
    "tombstone_retention_seconds",
}


def assignments(text: str) -> tuple[dict[str, str], str]:
    """The assignments and the text that is left."""
    cursor = Cursor(text, tokenize(text))
    return parse_assignments(cursor), text[cursor.offset :]


@pytest.mark.parametrize("table", [SESSION_SETTINGS, TABLE_SETTINGS], ids=["session", "table"])
def test_a_setting_is_found_under_its_name_and_says_what_it_does(
    table: dict[str, Setting],
) -> None:
    for name, setting in table.items():
        assert setting.name == name
        plain = setting.type in (
            *("Bool", "UInt64", "Float", "Double", "String", "Codec", "Timezone"),
        )
        assert bool(setting.choices) != plain
        assert setting.description.endswith(".")


def _differs(setting: Setting) -> bool:
    """Whether the type or the default is ours on purpose, or depends on the machine."""
    return setting.name in _OUR_OWN or setting.type in ("MaxThreads", "Enum", "Codec")


def test_every_session_setting_of_clickhouse_is_known_with_its_type_and_default(
    clickhouse_server: ClickHouse,
) -> None:
    rows = clickhouse_server.rows(
        "SELECT name, type, default, alias_for, is_obsolete FROM system.settings"
    )
    known = all_session_settings()
    assert {name for name, *_ in rows} - known.keys() == set()
    theirs = {name: (kind, default, alias) for name, kind, default, alias, _ in rows}
    ours = {n: (s.type, s.default, s.alias_for) for n, s in known.items() if not _differs(s)}
    assert ours == {name: theirs[name] for name in ours}
    obsolete = {name for name, _, _, _, is_obsolete in rows if str(is_obsolete) == "1"}
    assert obsolete == {name for name, setting in known.items() if setting.is_obsolete}


def test_every_table_setting_of_clickhouse_is_known_with_its_default(
    clickhouse_server: ClickHouse,
) -> None:
    rows = clickhouse_server.rows(
        "SELECT name, type, default, is_obsolete FROM system.merge_tree_settings"
    )
    known = all_table_settings()
    assert {name for name, *_ in rows} - known.keys() == set()
    theirs = {name: (kind, default) for name, kind, default, _ in rows}
    # ClickHouse inside a process has 0; a server keeps replaced parts for eight minutes.
    theirs["old_parts_lifetime"] = ("UInt64", "480")
    theirs["merge_with_ttl_timeout"] = ("UInt64", "14400")
    for name in ("replicated_deduplication_window_seconds",):
        theirs[name] = ("UInt64", theirs[name][1])
    ours = {n: (s.type, s.default) for n, s in known.items() if not _differs(s)}
    assert ours == {name: theirs[name] for name in ours}


@pytest.mark.parametrize("file", ["settings_session.tsv", "settings_table.tsv"])
def test_a_listed_setting_is_declared_once_and_in_a_group_there_is(file: str) -> None:
    declared = SESSION_SETTINGS if "session" in file else TABLE_SETTINGS
    names = [name for name, *_ in lines_of(file)]
    assert len(names) == len(set(names))
    assert not declared.keys() & set(names)
    assert {s.group for s in listed(file).values() if not s.alias_for} <= GROUPS.keys()


@pytest.mark.parametrize("of_session", [True, False])
def test_every_setting_takes_its_default(of_session: bool) -> None:
    for name, setting in (all_session_settings() if of_session else all_table_settings()).items():
        value = (
            session_value(name, setting.default)
            if of_session
            else _table_value(name, setting.default)
        )
        assert value == setting.default, name


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("max_threads", "8", None),
        ("max_threads", "auto", None),
        ("max_threads", "auto(4)", None),
        ("max_threads", "many", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("max_block_size", "0", "BAD_ARGUMENTS"),
        ("max_memory_usage", "10000000000", None),
        ("connect_timeout", "2.5", None),
        ("connect_timeout", "soon", "CANNOT_PARSE_NUMBER"),
        ("join_algorithm", "hash,grace_hash", None),
        ("join_algorithm", "bubble", "UNKNOWN_JOIN"),
        ("load_balancing", "first", "UNKNOWN_LOAD_BALANCING"),
        ("sort_overflow_mode", "breaks", "UNKNOWN_OVERFLOW_MODE"),
        ("insert_quorum_timeout", "-1", "CANNOT_CONVERT_TYPE"),
        ("max_parser_depth", "", "ATTEMPT_TO_READ_AFTER_EOF"),
        ("dictionary_lazy_load", "auto", None),
        ("format_custom_escaping_rule", "CSV", None),
        ("format_hive_text_rows_delimiter", "ab", "SIZE_OF_FIXED_STRING_DOESNT_MATCH"),
        ("session_timezone", "Mars/Olympus", "BAD_ARGUMENTS"),
        ("optimize_read_in_order", "2", "CANNOT_CONVERT_TYPE"),
    ],
)
def test_an_ignored_setting_is_checked(
    clickhouse_server: ClickHouse, name: str, value: str, error: str | None
) -> None:
    literal = value if value.lstrip("-").replace(".", "").isdigit() else f"'{value}'"
    if error is None:
        clickhouse_server.execute(f"SET {name} = {literal}")
    else:
        assert clickhouse_server.error(f"SET {name} = {literal}").name == error
    if error is None:
        assert session_value(name, value) == value
        return
    with pytest.raises(RmtError) as raised:
        session_value(name, value)
    assert raised.value.name == error


@pytest.mark.parametrize("name", ["max_threads", "final", "index_granularity"])
def test_the_word_default_is_a_settings_default(name: str) -> None:
    [value] = assignments(f"{name} = DEFAULT")[0].values()
    known = {**all_session_settings(), **TABLE_SETTINGS}
    assert value == known[name].when_unset
    assert known[name].shown(value) == known[name].default


@pytest.mark.parametrize("table", [SESSION_SETTINGS, TABLE_SETTINGS], ids=["session", "table"])
def test_a_default_is_a_value_of_its_setting(table: dict[str, Setting]) -> None:
    check = session_value if table is SESSION_SETTINGS else _table_value
    for name, setting in table.items():
        assert check(name, setting.default) == setting.default


def _table_value(name: str, value: str) -> str:
    return table_values({name: value}, "ReplacingMergeTree")[name]


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("MODIFY SETTING index_granularity = 5", "READONLY_SETTING"),
        ("MODIFY SETTING nonsense = 5", "UNKNOWN_SETTING"),
        ("MODIFY SETTING merge_selector_base = 'x'", "CANNOT_PARSE_NUMBER"),
        ("RESET SETTING nonsense", "BAD_ARGUMENTS"),
        ("RESET SETTING index_granularity", "READONLY_SETTING"),
        ("RESET SETTING old_parts_lifetime, merge_selector_base", None),
        ("MODIFY SETTING old_parts_lifetime = 5, merge_selector_base = 7.5", None),
        ("MODIFY SETTING clean_deleted_rows = 'Always'", None),
    ],
)
def test_settings_of_a_table_change_as_in_clickhouse(
    clickhouse: ClickHouse, statement: str, error: str | None
) -> None:
    clickhouse.execute("CREATE TABLE t (k Int8) ENGINE = ReplacingMergeTree ORDER BY k")
    if error is None:
        clickhouse.execute(f"ALTER TABLE t {statement}")
    else:
        assert clickhouse.error(f"ALTER TABLE t {statement}").name == error
    verb, _, rest = statement.partition(" SETTING ")
    changed = assignments(rest)[0] if verb == "MODIFY" else {}
    reset = rest.split(", ") if verb == "RESET" else []
    if error is None:
        assert changed_table_values(changed, reset, "ReplacingMergeTree") == changed
        return
    with pytest.raises(RmtError) as raised:
        changed_table_values(changed, reset, "ReplacingMergeTree")
    assert raised.value.name == error


@pytest.mark.parametrize(
    ("text", "wanted", "left"),
    [
        ("final = 1", {"final": "1"}, ""),
        ("a=1,b=2", {"a": "1", "b": "2"}, ""),
        ("a = 1 COMMENT 'x'", {"a": "1"}, "COMMENT 'x'"),
        ("a = -1", {"a": "-1"}, ""),
        ("a = {'t': 'k = {1}'}, b = [1, [2]] x", {"a": "{'t': 'k = {1}'}", "b": "[1, [2]]"}, "x"),
        ("a = 0.5;", {"a": "0.5"}, ";"),
        ("a = 'x, b = 2'", {"a": "x, b = 2"}, ""),
        ("a = true", {"a": "true"}, ""),
        ("`a` = 1", {"a": "1"}, ""),
        ("a = 1, a = 2", {"a": "2"}, ""),
    ],
)
def test_assignments_are_read_up_to_what_is_none(
    text: str, wanted: dict[str, str], left: str
) -> None:
    assert assignments(text) == (wanted, left)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected the name of a setting"),
        ("1 = 1", "expected the name of a setting"),
        ("a", "expected ="),
        ("a =", "the statement ends too early"),
        ("a = (1)", "expected the value of a setting"),
        ("a = 1,", "expected the name of a setting"),
        ("a = `x`", "expected the value of a setting"),
    ],
)
def test_what_is_no_assignment_is_a_syntax_error(text: str, why: str) -> None:
    with pytest.raises(RmtError, match=why) as raised:
        assignments(text)
    assert raised.value.name == "SYNTAX_ERROR"


@pytest.mark.parametrize(
    ("value", "wanted"), [("1", "1"), ("true", "1"), ("TRUE", "1"), ("0", "0"), ("False", "0")]
)
def test_a_bool_is_printed_as_clickhouse_prints_it(value: str, wanted: str) -> None:
    assert session_value("final", value) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("0", "0"),
        ("007", "7"),
        ("18446744073709551615",) * 2,
        ("10k", "10000"),
        ("1Gi", "1073741824"),
        ("1e6", "1000000"),
        ("2.5e3", "2500"),
    ],
)
def test_a_number_is_printed_without_leading_zeros(value: str, wanted: str) -> None:
    assert session_value("min_insert_block_size_rows", value) == wanted


BAD_VALUES = [
    ("final", "2", "CANNOT_CONVERT_TYPE", "Use 0 or 1."),
    ("final", "-1", "CANNOT_CONVERT_TYPE", "Use 0 or 1."),
    ("final", "'maybe'", "CANNOT_PARSE_BOOL", "Use 0 or 1."),
    (
        "min_insert_block_size_rows",
        "'many'",
        "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
        "Use a whole number, not negative.",
    ),
]


@pytest.mark.parametrize(("name", "value", "error", "hint"), BAD_VALUES)
def test_a_value_of_the_wrong_type_gets_the_error_of_clickhouse(
    clickhouse_server: ClickHouse, name: str, value: str, error: str, hint: str
) -> None:
    with pytest.raises(RmtError, match=f"Setting {name}: ") as raised:
        session_value(name, value.strip("'"))
    assert (raised.value.name, raised.value.hint) == (error, hint)
    assert clickhouse_server.error(f"SET {name} = {value}").name == error


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("-1", "CANNOT_CONVERT_TYPE"),
        ("1.5", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("1e-3", "CANNOT_PARSE_INPUT_ASSERTION_FAILED"),
        ("", "ATTEMPT_TO_READ_AFTER_EOF"),
        (str(2**64), "CANNOT_CONVERT_TYPE"),
    ],
)
def test_a_number_is_whole_not_negative_and_of_64_bits(value: str, error: str) -> None:
    with pytest.raises(RmtError) as raised:
        session_value("min_insert_block_size_rows", value)
    assert raised.value.name == error


@pytest.mark.parametrize("value", ["", "now", "LAZY"])
def test_a_value_that_is_no_choice_is_refused_with_the_choices(value: str) -> None:
    with pytest.raises(RmtError) as raised:
        session_value("final_build", value)
    assert raised.value.name == "BAD_ARGUMENTS"
    assert raised.value.hint == "Use one of background, lazy, sync."


def test_a_misspelt_setting_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(RmtError) as raised:
        session_value("optimize_on_inserts", "1")
    assert raised.value.name == "UNKNOWN_SETTING"
    assert raised.value.message == "Unknown setting 'optimize_on_inserts'."
    assert raised.value.hint == "Did you mean optimize_on_insert?"


def test_a_setting_nothing_is_like_is_refused_with_the_list_of_settings() -> None:
    with pytest.raises(RmtError) as raised:
        session_value("zzz", "1")
    assert (raised.value.name, raised.value.hint) == (
        "UNKNOWN_SETTING",
        "docs/settings.md lists the settings.",
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("decimal_check_overflow", "0"),
        ("max_rows_to_read", "10"),
        ("max_partitions_per_insert_block", "99"),
        ("additional_table_filters", "{'t': 'k = 1'}"),
        ("join_default_strictness", "ANY"),
    ],
)
def test_a_value_that_would_change_an_answer_is_refused(name: str, value: str) -> None:
    with pytest.raises(RmtError, match=f"The setting {name} = ") as raised:
        session_value(name, value)
    assert raised.value.name == "NOT_IMPLEMENTED"
    assert "Leave it out" in raised.value.hint


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_partitions_per_insert_block", "0"),
        ("max_partitions_per_insert_block", "1000"),
        ("union_default_mode", "DISTINCT"),
        ("transform_null_in", "1"),
        ("union_default_mode", "ALL"),
        ("async_insert", "0"),
        ("log_queries", "0"),
    ],
)
def test_a_value_that_changes_no_answer_is_taken(name: str, value: str) -> None:
    assert session_value(name, value) == value


def test_another_name_of_a_setting_is_the_setting() -> None:
    assert assignments("allow_experimental_lightweight_delete = 0")[0] == {
        "enable_lightweight_delete": "0"
    }
    setting = session_setting("replication_alter_partitions_sync")
    assert setting is not None
    assert setting.name == "alter_sync"


def test_settings_of_the_session_may_stand_among_those_of_a_table(clickhouse: ClickHouse) -> None:
    given = {"index_granularity": "10", "max_threads": "1"}
    settings = ", ".join(f"{name} = {value}" for name, value in given.items())
    clickhouse.execute(f"CREATE TABLE t (k Int8) ENGINE = MergeTree ORDER BY k SETTINGS {settings}")
    [[theirs]] = clickhouse.rows("SELECT engine_full FROM system.tables WHERE name = 't'")
    assert theirs.endswith("SETTINGS index_granularity = 10")
    assert split_table_settings(given) == ({"index_granularity": "10"}, {"max_threads": "1"})
    assert split_table_settings({"nonsense": "1"}) == ({"nonsense": "1"}, {})


def test_a_setting_of_tables_is_none_of_sessions() -> None:
    with pytest.raises(RmtError) as raised:
        session_value("index_granularity", "1")
    assert raised.value.name == "UNKNOWN_SETTING"


def test_table_settings_are_checked_and_printed() -> None:
    given = {"index_granularity": "0100", "allow_nullable_key": "true"}
    assert table_values(given, "MergeTree") == {
        "index_granularity": "100",
        "allow_nullable_key": "1",
    }


def test_an_unknown_table_setting_is_refused_for_its_engine() -> None:
    with pytest.raises(RmtError) as raised:
        table_values({"index_granularty": "1"}, "MergeTree")
    assert raised.value.name == "UNKNOWN_SETTING"
    assert raised.value.message == "Unknown setting 'index_granularty': for storage MergeTree."
    assert raised.value.hint == "Did you mean index_granularity?"


@pytest.mark.parametrize(
    ("name", "value"),
    [("storage_policy", "hot"), ("table_readonly", "1"), ("max_table_size_rows", "9")],
)
def test_a_value_that_would_change_a_table_is_refused(name: str, value: str) -> None:
    with pytest.raises(RmtError, match=f"The setting {name} = {value} is not supported") as raised:
        table_values({name: value}, "MergeTree")
    assert raised.value.name == "NOT_IMPLEMENTED"


@pytest.mark.parametrize("name", ["min_rows_for_wide_part", "min_bytes_for_wide_part"])
def test_a_table_setting_that_only_tunes_is_taken(name: str) -> None:
    assert table_values({name: "1"}, "MergeTree") == {name: "1"}


@pytest.mark.parametrize("codec", ["", "NONE", "LZ4", "ZSTD", "zstd(22)", "ZSTD(1)"])
def test_a_codec_is_kept_as_it_was_written(codec: str) -> None:
    assert table_values({"default_compression_codec": codec}, "MergeTree") == {
        "default_compression_codec": codec
    }


@pytest.mark.parametrize("codec", ["FOO", "ZSTD(99)", "Delta, ZSTD", "ZSTD(0)"])
def test_a_codec_there_is_not_has_clickhouses_error(clickhouse: ClickHouse, codec: str) -> None:
    with pytest.raises(RmtError) as raised:
        table_values({"default_compression_codec": codec}, "MergeTree")
    create = "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a SETTINGS"
    if codec != "ZSTD(0)":
        theirs = clickhouse.error(f"{create} default_compression_codec = '{codec}'")
        assert raised.value.name == theirs.name
    assert raised.value.name in ("UNKNOWN_CODEC", "ILLEGAL_CODEC_PARAMETER")


def test_a_row_group_without_rows_makes_no_sense() -> None:
    with pytest.raises(RmtError, match="row_group_rows: value 0 makes no sense"):
        table_values({"row_group_rows": "0"}, "MergeTree")


def test_a_granularity_of_zero_makes_no_sense(clickhouse: ClickHouse) -> None:
    with pytest.raises(RmtError, match="value 0 makes no sense") as raised:
        table_values({"index_granularity": "0"}, "MergeTree")
    theirs = clickhouse.error(
        "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 0"
    )
    assert raised.value.name == theirs.name == "BAD_ARGUMENTS"
