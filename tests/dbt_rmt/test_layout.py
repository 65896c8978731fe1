from __future__ import annotations

from typing import Any

import pytest
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt.column import RmtColumn
from dbt.adapters.rmt.layout import (
    StoredColumn,
    clauses_of_view,
    create_materialized_view,
    create_table,
    documented_column,
    has_target,
    insert,
    is_same_query,
    layout_of,
    names,
    seed_columns,
    stored_columns,
)

UPDATES = "enable_block_number_column = 1, enable_block_offset_column = 1"


def layout(materialized: str = "table", model: dict[str, Any] | None = None, **config: Any) -> Any:
    return layout_of(config, materialized, model or {})


def test_a_model_without_a_key_is_a_mergetree_table() -> None:
    assert layout().clauses() == f"ENGINE = MergeTree\nORDER BY tuple()\nSETTINGS {UPDATES}"


def test_a_replacing_model_has_its_columns_in_the_engine() -> None:
    clauses = layout(
        "incremental",
        incremental_strategy="replacing",
        unique_key=["id", "day"],
        version="ver",
        is_deleted="gone",
        partition_by="toYYYYMM(day)",
        primary_key="id",
        sample_by="id",
        settings={"index_granularity": 1024, "default_compression_codec": "ZSTD(3)"},
    ).clauses()
    assert clauses == (
        "ENGINE = ReplacingMergeTree(`ver`, `gone`)\n"
        "PARTITION BY (toYYYYMM(day))\n"
        "ORDER BY (`id`, `day`)\n"
        "PRIMARY KEY (`id`)\n"
        "SAMPLE BY id\n"
        f"SETTINGS {UPDATES}, non_replicated_deduplication_window = 1000, "
        "index_granularity = 1024, default_compression_codec = 'ZSTD(3)'"
    )


def test_a_strategy_says_nothing_of_a_model_that_is_no_incremental_one() -> None:
    assert layout(incremental_strategy="merge").engine_text == "MergeTree"
    found = layout("incremental", incremental_strategy="merge", order_by="id")
    assert found.engine_text == "ReplacingMergeTree"


def test_a_version_makes_a_table_replacing() -> None:
    assert layout(version="v", order_by="id").engine_text == "ReplacingMergeTree(`v`)"


def test_the_settings_of_a_model_win() -> None:
    assert "enable_block_number_column = 0" in layout(
        settings={"enable_block_number_column": False}
    ).clauses().replace("False", "0")


@pytest.mark.parametrize("value", [True, 1])
def test_a_model_may_be_read_final_by_default(value: object) -> None:
    clauses = layout(version="v", order_by="id", settings={"final_by_default": value}).clauses()
    assert clauses.endswith(", final_by_default = 1")


def test_a_deleted_expression_names_the_mark() -> None:
    given = layout(version="v", order_by="id", deleted_expression="op = 'd'")
    assert given.is_deleted == "is_deleted"


def test_cleanup_is_allowed_where_it_is_asked_for() -> None:
    clauses = layout(version="v", order_by="id", optimize="cleanup").clauses()
    assert "allow_experimental_replacing_merge_with_cleanup = 1" in clauses


def test_the_primary_key_of_a_contract_is_the_sorting_key() -> None:
    columns = {
        "id": {"name": "id", "constraints": [{"type": "primary_key"}]},
        "name": {"name": "name", "constraints": []},
    }
    contract = {"enforced": True}
    assert layout(model={"columns": columns}, contract=contract).order_by == ("id",)
    model = {"columns": {}, "constraints": [{"type": "primary_key", "columns": ["a", "b"]}]}
    assert layout(model=model, contract=contract).order_by == ("a", "b")


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"is_deleted": "gone", "order_by": "id"}, "needs a version"),
        ({"incremental_strategy": "replacing"}, "needs a key"),
        ({"engine": "ReplacingMergeTree(v)", "order_by": "id"}, "its columns in `version`"),
        (
            {"engine": "MergeTree", "incremental_strategy": "replacing", "order_by": "id"},
            "needs the engine ReplacingMergeTree",
        ),
    ],
)
def test_a_configuration_that_contradicts_itself_is_refused(
    config: dict[str, Any], message: str
) -> None:
    with pytest.raises(DbtRuntimeError, match=message.replace("(", r"\(")):
        layout_of(config, "incremental", {})


@pytest.mark.parametrize(
    ("config", "engine"),
    [
        ({"sign": "s"}, "CollapsingMergeTree(s)"),
        ({"sign": "s", "version": "v"}, "VersionedCollapsingMergeTree(s, v)"),
        (
            {"sign": "s", "engine": "ReplicatedCollapsingMergeTree"},
            "ReplicatedCollapsingMergeTree(s)",
        ),
    ],
)
def test_a_sign_makes_a_collapsing_table(config: dict[str, Any], engine: str) -> None:
    made = layout("incremental", order_by="id", **config)
    assert made.clauses().replace("`", "").startswith(f"ENGINE = {engine}\nORDER BY (id)\n")
    assert "s" in made.not_null
    key = "id, v" if "version" in config else "id"
    table = {
        "engine_full": f"{engine} ORDER BY id",
        "sorting_key": key,
        "partition_key": "",
        "primary_key": "id",
        "sampling_key": "",
        "unique_key": "",
    }
    assert made.differences(table) == []


@pytest.mark.parametrize(
    ("engine", "text", "there"),
    [
        ("SummingMergeTree", "SummingMergeTree", "SummingMergeTree"),
        ("SummingMergeTree(a)", "SummingMergeTree((a))", "SummingMergeTree(a)"),
        ("CoalescingMergeTree(a, b)", "CoalescingMergeTree((a, b))", "CoalescingMergeTree((a, b))"),
        ("AggregatingMergeTree", "AggregatingMergeTree", "AggregatingMergeTree"),
    ],
)
def test_an_engine_may_compute_the_values_of_some_columns(
    engine: str, text: str, there: str
) -> None:
    made = layout("incremental", order_by="id", engine=engine)
    assert made.clauses().replace("`", "").startswith(f"ENGINE = {text}\nORDER BY (id)\n")
    table = {
        "engine_full": f"{there} ORDER BY id",
        "sorting_key": "id",
        "partition_key": "",
        "primary_key": "id",
        "sampling_key": "",
        "unique_key": "",
    }
    assert made.differences(table) == []
    assert made.differences(table | {"engine_full": "MergeTree ORDER BY id"}) != []


@pytest.mark.parametrize(
    "config",
    [
        {"engine": "CollapsingMergeTree"},
        {"engine": "MergeTree", "sign": "s"},
        {"engine": "CollapsingMergeTree(s)", "sign": "s"},
    ],
)
def test_a_sign_belongs_to_a_collapsing_engine(config: dict[str, Any]) -> None:
    with pytest.raises(DbtRuntimeError, match="sign"):
        layout("table", order_by="id", **config)


def test_rows_that_cancel_others_do_not_replace_them() -> None:
    with pytest.raises(DbtRuntimeError, match="The strategy replacing needs the engine"):
        layout("incremental", order_by="id", sign="s", incremental_strategy="replacing")


def test_a_unique_key_that_is_not_the_sorting_key_is_one_of_the_table() -> None:
    made = layout("incremental", order_by=["day", "shop"], unique_key="id", version="v")
    assert "\nORDER BY (day, shop)\nUNIQUE KEY (`id`)\n" in made.clauses().replace(
        "(`day`, `shop`)", "(day, shop)"
    )
    assert made.version_key == made.unique_key
    assert {"id", "day", "shop"} <= made.not_null
    table = {
        "engine_full": "ReplacingMergeTree(v) ORDER BY (day, shop) UNIQUE KEY id",
        "sorting_key": "day, shop",
        "partition_key": "",
        "primary_key": "day, shop",
        "sampling_key": "",
        "unique_key": "id",
    }
    assert made.differences(table) == []
    assert made.differences(table | {"unique_key": ""}) == [
        "unique_key: the table has none, the model `id`"
    ]
    several = layout("incremental", order_by="day", unique_key=["id", "shop"], version="v")
    there = {"sorting_key": "day", "primary_key": "day", "unique_key": "(id, shop)"}
    there["engine_full"] = "ReplacingMergeTree(v) ORDER BY day UNIQUE KEY (id, shop)"
    assert several.differences(table | there) == []
    for same in (layout(order_by="id", unique_key="id"), layout(unique_key="id")):
        assert (same.unique_key, same.version_key) == ((), same.order_by)


def test_a_table_like_the_model_has_no_differences() -> None:
    given = layout(
        version="ver", is_deleted="gone", order_by=["id", "toDate(t)"], partition_by="toYYYYMM(day)"
    )
    table = {
        "engine_full": "ReplacingMergeTree(ver, gone) PARTITION BY toYYYYMM(day) ORDER BY id",
        "sorting_key": "id, toDate(t)",
        "partition_key": "toYYYYMM(day)",
        "primary_key": "id, toDate(t)",
        "sampling_key": "",
        "unique_key": "",
    }
    assert given.differences(table) == []


def test_differences_tell_both_sides() -> None:
    table = {
        "engine_full": "MergeTree ORDER BY id",
        "sorting_key": "id",
        "partition_key": "",
        "primary_key": "id",
        "sampling_key": "intHash32(id)",
        "unique_key": "",
    }
    given = layout(version="v", order_by="id", partition_by="day", sample_by="id")
    assert given.differences(table) == [
        "engine: the table has MergeTree, the model ReplacingMergeTree(`v`)",
        "partition_by: the table has none, the model `day`",
        "sample_by: the table has intHash32(id), the model id",
    ]


def columns(**kinds: str) -> list[RmtColumn]:
    return [RmtColumn(name, kind) for name, kind in kinds.items()]


def test_columns_hold_null_but_those_of_the_keys() -> None:
    given = layout(version="v", is_deleted="gone", order_by="id", partition_by="toYYYYMM(day)")
    stored = stored_columns(
        columns(id="bigint", v="timestamp", gone="int", day="date", note="string"), given, {}, {}
    )
    assert [(column.name, column.type) for column in stored] == [
        ("id", "Int64"),
        ("v", "DateTime64(6)"),
        ("gone", "UInt8"),
        ("day", "Date32"),
        ("note", "Nullable(String)"),
    ]
    assert (
        stored[0].value == "coalesce(`id`, raise_error('NULL in column id, which cannot hold it'))"
    )
    assert "cast(`gone` as tinyint)" in stored[2].value
    assert stored[4].value == "`note`"


def test_a_mark_that_is_a_truth_value_stays_one() -> None:
    given = layout(version="v", is_deleted="gone", order_by="id")
    assert stored_columns(columns(gone="boolean"), given, {}, {})[0].type == "Bool"


def test_an_array_refuses_null() -> None:
    stored = stored_columns(columns(tags="array<string>"), layout(), {}, {})
    assert stored[0].type == "Array(Nullable(String))"
    assert "raise_error" in stored[0].value


def test_types_codecs_and_comments_come_from_the_configuration() -> None:
    config = {
        "column_types": {"ID": "UInt64"},
        "codecs": {"id": "ZSTD(3)"},
        "persist_docs": {"columns": True},
    }
    documented = {"id": {"name": "id", "description": "it's one"}}
    (stored,) = stored_columns(columns(id="bigint"), layout(), config, documented)
    assert stored.clause() == "`id` UInt64 COMMENT 'it\\'s one' CODEC(ZSTD(3))"


ENFORCED = {"contract": {"enforced": True}}
MODEL = {
    "constraints": [{"type": "check", "name": "is small", "expression": "id < 9"}],
    "columns": {
        "id": {
            "name": "id",
            "constraints": [{"type": "not_null"}, {"type": "check", "expression": "id > 0"}],
        }
    },
}
SMALL, POSITIVE = "dbt_is_small_da84144b", "dbt_check_e74c03c1"


def test_not_null_of_an_enforced_contract_is_part_of_the_insert() -> None:
    kinds = columns(id="int", name="string")
    first, second = stored_columns(kinds, layout(), ENFORCED, MODEL["columns"])
    assert first.type == "Int32"
    assert first.value == "coalesce(`id`, raise_error('NULL in column id, which cannot hold it'))"
    assert second.value == "`name`"
    free, _ = stored_columns(kinds, layout(), {}, MODEL["columns"])
    assert (free.type, free.value) == ("Nullable(Int32)", "`id`")


def test_checks_of_an_enforced_contract_are_the_tables() -> None:
    enforced = layout(model=MODEL, **ENFORCED)
    assert enforced.checks == {SMALL: "id < 9", POSITIVE: "id > 0"}
    text = create_table("t", [StoredColumn("id", "Int64", "`id`")], enforced, "", "")
    assert (
        f"    `id` Int64,\n    CONSTRAINT `{SMALL}` CHECK coalesce((id < 9), true),\n"
        f"    CONSTRAINT `{POSITIVE}` CHECK coalesce((id > 0), true)\n)"
    ) in text
    assert layout(model=MODEL).checks == {}


def test_checks_that_changed_are_dropped_and_added() -> None:
    there = f"CREATE TABLE t (id Int64, CONSTRAINT {SMALL} CHECK x, CONSTRAINT dbt_old CHECK y, "
    there += "CONSTRAINT by_hand CHECK z) ENGINE = MergeTree ORDER BY id"
    dropped, added = layout(model=MODEL, **ENFORCED).changes(there, there)
    assert dropped == [["DROP CONSTRAINT `dbt_old`"]]
    assert added == [[f"ADD CONSTRAINT `{POSITIVE}` CHECK coalesce((id > 0), true)"]]


def test_columns_of_a_seed() -> None:
    stored = seed_columns(
        {"id": "Int64", "tags": "String"},
        layout(order_by="id"),
        {"column_types": {"tags": "Array(String)"}},
        {},
    )
    assert [column.type for column in stored] == ["Int64", "Array(String)"]
    (free,) = seed_columns({"id": "Int64"}, layout(), {}, {})
    assert free.type == "Int64 NULL"


def test_create_table() -> None:
    stored = [StoredColumn("id", "Int64", "`id`")]
    assert create_table("`s`.`t`", stored, layout(order_by="id"), "it's", "select 1 as id") == (
        "CREATE TABLE `s`.`t`\n(\n    `id` Int64\n)\nENGINE = MergeTree\nORDER BY (`id`)\n"
        f"SETTINGS {UPDATES}\nCOMMENT 'it\\'s'\n"
        "AS SELECT\n    `id` AS `id`\nFROM (\nselect 1 as id\n) AS dbt_model"
    )


def test_insert_with_a_token_and_over_all() -> None:
    stored = [StoredColumn("id", "Int64", "`id`")]
    text = insert("t", stored, "select 1 as id", "run/model")
    assert text.startswith(
        "INSERT INTO t (`id`)\nSETTINGS insert_deduplication_token = 'run/model'\nSELECT"
    )
    assert insert("t", stored, "q", overwrite=True).startswith("INSERT OVERWRITE t")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, ()),
        ("id", ("id",)),
        ("id, day", ("id", "day")),
        ("(id, toDate(t, 'UTC'))", ("id", "toDate(t, 'UTC')")),
        (["id", "f(a, b)"], ("id", "f(a, b)")),
        ("tuple()", ()),
    ],
)
def test_names(given: Any, expected: tuple[str, ...]) -> None:
    assert names(given) == expected


@pytest.mark.parametrize(
    ("name", "documented", "found"),
    [
        ("MyCol", {"mycol": {"description": "x"}}, True),
        ("MyCol", {"mycol": {"description": "x", "quote": True}}, False),
        ("mycol", {"mycol": {"description": "x", "quote": True}}, True),
        ("other", {"mycol": {"description": "x"}}, False),
    ],
)
def test_a_quoted_name_is_documented_as_it_is_spelled(
    name: str, documented: dict[str, Any], found: bool
) -> None:
    assert (documented_column(name, documented) is not None) == found


class TestMaterializedViews:
    def test_the_statement(self) -> None:
        layout = layout_of({"order_by": "k", "engine": "SummingMergeTree"}, "materialized_view", {})
        head = clauses_of_view([StoredColumn("k", "Int64", "k", codec="ZSTD(3)")], layout)
        text = create_materialized_view("`s`.`v`", head, "it's mine", "select k from t", True)
        lines = text.split("\n")
        assert lines[0] == "CREATE OR REPLACE MATERIALIZED VIEW `s`.`v`"
        assert lines[2].strip() == "`k` Int64 CODEC(ZSTD(3))"
        assert lines[4] == "ENGINE = SummingMergeTree"
        assert lines[-3:] == ["POPULATE", "COMMENT 'it\\'s mine'", "AS select k from t"]
        plain = create_materialized_view("v", "TO t", "", "select 1 as k", False)
        assert plain == "CREATE OR REPLACE MATERIALIZED VIEW v\nTO t\nAS select 1 as k"

    @pytest.mark.parametrize(
        ("definition", "target", "expected"),
        [
            ("CREATE MATERIALIZED VIEW d.v TO d.t\n(\n", "d.t", True),
            ("CREATE MATERIALIZED VIEW d.v TO d.`T`\n(\n", "D.t", True),
            ("CREATE MATERIALIZED VIEW d.v TO d.t\n(\n", "d.u", False),
            ("CREATE MATERIALIZED VIEW d.v TO d.t\n(\n", None, False),
            ("CREATE MATERIALIZED VIEW d.v\n(\n    `k` TO ", None, True),
            ("CREATE MATERIALIZED VIEW d.v\n(\n", "d.t", False),
        ],
    )
    def test_where_a_views_rows_go(
        self, definition: str, target: str | None, expected: bool
    ) -> None:
        assert has_target(definition, target) is expected

    def test_a_query_in_another_spelling_is_the_same(self) -> None:
        assert is_same_query("SELECT k FROM d.t", "\n SELECT  k\nFROM `d`.`t`\n")
        assert not is_same_query("SELECT k FROM d.t", "SELECT k FROM d.u")


def test_keys_may_be_written_otherwise_than_the_endpoint_shows_them() -> None:
    made = layout("incremental", order_by=["id", "b*2+1"], partition_by="id%4")
    table = {
        "engine_full": "MergeTree PARTITION BY id % 4 ORDER BY (id, (b * 2) + 1)",
        "sorting_key": "id, (b * 2) + 1",
        "partition_key": "id % 4",
        "primary_key": "id, (b * 2) + 1",
        "sampling_key": "",
        "unique_key": "",
    }
    names = [line.partition(":")[0] for line in made.differences(table)]
    assert names == ["order_by", "primary_key"]
    shown = {"`id`, b*2+1": "id, (b * 2) + 1"}
    assert made.differences(table, shown.__getitem__) == []
    assert made.differences(table | {"partition_key": "id"}, str) != []
