"""FREEZE and UNFREEZE, and the way back: `rmt restore --table`, ATTACH TABLE, REPLACE PARTITION."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError
from typer.testing import CliRunner

from rmt_engine.cli import app

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine

TABLE = (
    "CREATE TABLE {} (p UInt8, k Int64, ver UInt32, v String) ENGINE = {} PARTITION BY p "
    "SETTINGS merge_selector_base = 1000000"
)
KINDS = {
    "versions": ("ReplacingMergeTree(ver) ORDER BY k", ()),
    "all rows": ("MergeTree ORDER BY k", ()),
    "a unique key": ("ReplacingMergeTree(ver) ORDER BY ver UNIQUE KEY k", ()),
    "keys that MERGE masked": (
        "ReplacingMergeTree ORDER BY ver UNIQUE KEY k",
        ("MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k WHEN MATCHED THEN DELETE",),
    ),
    "rows that MERGE masked": (
        "MergeTree ORDER BY k",
        (
            "MERGE INTO t USING (SELECT 1 AS k) AS s ON t.k = s.k "
            "WHEN MATCHED AND t.p = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET v = 'm', k = 7",
        ),
    ),
}
FILL = (
    "INSERT INTO t VALUES (1, 1, 1, 'a'), (1, 2, 1, 'b'), (2, 1, 1, 'c')",
    "INSERT INTO t VALUES (1, 1, 2, 'd'), (2, 2, 1, 'e')",
    "DELETE FROM t WHERE k = 2 AND p = 1",
)


@pytest.fixture
def table(client: Client) -> str:
    """A table with two partitions, two parts in each, and a mask."""
    client.run(TABLE.format("t", "ReplacingMergeTree(ver) ORDER BY k"))
    client.script(*FILL)
    return "t"


@pytest.fixture
def shadow(engine: Engine) -> Path:
    return engine.settings.home / "shadow"


@pytest.fixture
def name(client: Client) -> str:
    """The name of a frozen copy that no other test has."""
    return f"copy_{client.database}"


def _state(client: Client, table: str) -> list[list[tuple[Any, ...]]]:
    """The rows, the parts, and the rows of FINAL where there is such a thing."""
    parts = (
        "SELECT name, rows FROM system.parts WHERE database = '{}' AND `table` = '{}' "
        "AND active = 1 ORDER BY name"
    )
    plain = client.run(f"SELECT * FROM {table} ORDER BY p, k, ver")
    state = [plain, client.run(parts.format(client.database, table))]
    with contextlib.suppress(ServerError):
        state.append(client.run(f"SELECT * FROM {table} FINAL ORDER BY p, k, ver"))
    return state


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sample(0)
def test_a_frozen_table_comes_back_whatever_became_of_it(
    client: Client, endpoint: EmbeddedEndpoint, shadow: Path, name: str, kind: str
) -> None:
    definition, more = KINDS[kind]
    client.script(TABLE.format("t", definition), *FILL, *more)
    before = _state(client, "t")
    assert client.run(f"ALTER TABLE t FREEZE WITH NAME '{name}'") == []
    client.script(
        "INSERT INTO t VALUES (1, 1, 9, 'z')",
        "ALTER TABLE t UPDATE v = 'y' WHERE 1 SETTINGS mutations_sync = 2",
        "OPTIMIZE TABLE t FINAL",
        "DROP TABLE t SYNC",
    )
    endpoint.restore(shadow / name, "--table", f"{client.database}.t")
    client.run("ATTACH TABLE t")
    assert _state(client, "t") == before
    client.script("INSERT INTO t VALUES (3, 1, 1, 'new')", "ALTER TABLE t DROP PARTITION 3")
    assert _state(client, "t") == before


@pytest.mark.sample(0)
def test_partitions_of_a_restored_copy_go_back_into_the_table(
    client: Client, endpoint: EmbeddedEndpoint, shadow: Path, name: str, table: str
) -> None:
    before = _state(client, table)
    client.run(f"ALTER TABLE t FREEZE PARTITION 1 WITH NAME '{name}'")
    client.run(f"ALTER TABLE t FREEZE PARTITION ID '2' WITH NAME '{name}'")
    endpoint.restore(
        shadow / name, "--table", f"{client.database}.T", "--as", f"{client.database}.old"
    )
    client.run("ATTACH TABLE old")
    assert _state(client, "old") == before
    client.run("ALTER TABLE t ATTACH PARTITION 2 FROM old")
    rows, _, final = _state(client, table)
    assert len(rows) == len(before[0]) + 2
    assert final == before[2]
    client.script(
        "ALTER TABLE t UPDATE v = 'y' WHERE 1 SETTINGS mutations_sync = 2",
        "ALTER TABLE t REPLACE PARTITION 1 FROM old",
        "ALTER TABLE t REPLACE PARTITION 2 FROM old",
    )
    rows, _, final = _state(client, table)
    assert [rows, final] == [before[0], before[2]]


@pytest.mark.sample(0)
def test_a_frozen_copy_is_a_warehouse_for_another_engine(
    client: Client, endpoint: EmbeddedEndpoint, shadow: Path, name: str, table: str, tmp_path: Path
) -> None:
    before = _state(client, table)
    client.run(f"ALTER TABLE t FREEZE WITH NAME '{name}'")
    new = tmp_path / "new"
    result = CliRunner().invoke(app, ["restore", str(shadow / name), "--warehouse", str(new)])
    assert result.exit_code == 0, result.output
    client.run("DROP TABLE t")
    endpoint.restore(new, "--table", f"{client.database}.t")
    client.run("ATTACH TABLE t")
    assert _state(client, table) == before


@pytest.mark.sample(0)
def test_what_freeze_and_unfreeze_tell(client: Client, shadow: Path, name: str, table: str) -> None:
    client.run("SET alter_partition_verbose_result = 1")
    frozen = client.run(f"ALTER TABLE t FREEZE PARTITION 2 WITH NAME '{name}-a/b'")
    escaped = f"{name}%2Da%2Fb"
    assert [row[:5] for row in frozen] == [
        ("FREEZE PARTITION", "2", part, escaped, f"{shadow}/{escaped}/")
        for part in ("2_2_2_1_5", "2_4_4_1_5")
    ]
    assert all(list(Path(row[5]).glob("*.parquet")) for row in frozen)
    error = client.error(f"ALTER TABLE t FREEZE WITH NAME '{name}-a/b'")
    assert error.name == "DIRECTORY_ALREADY_EXISTS"
    more = client.run(f"ALTER TABLE t FREEZE PARTITION tuple(1) WITH NAME '{name}-a/b'")
    assert [row[2] for row in more] == ["1_1_1_1_5", "1_3_3_1_5"]
    gone = client.run(f"ALTER TABLE t UNFREEZE PARTITION 2 WITH NAME '{name}-a/b'")
    assert [row[:4] for row in gone] == [
        ("UNFREEZE PARTITION", "2", part, escaped) for part in ("2_2_2_1_5", "2_4_4_1_5")
    ]
    assert client.run(f"ALTER TABLE t UNFREEZE PARTITION 2 WITH NAME '{name}-a/b'") == []
    gone = client.run(f"ALTER TABLE t UNFREEZE WITH NAME '{name}-a/b'")
    assert [row[:3] for row in gone] == [
        ("UNFREEZE ALL", "1", part) for part in ("1_1_1_1_5", "1_3_3_1_5")
    ]
    assert not (shadow / escaped).exists()
    client.run("RESET alter_partition_verbose_result")
    assert client.run(f"ALTER TABLE t UNFREEZE WITH NAME '{name}-a/b'") == []


@pytest.mark.sample(0)
def test_copies_without_a_name_are_numbered(client: Client, shadow: Path, table: str) -> None:
    verbose = "SETTINGS alter_partition_verbose_result = 1"
    [first, *_] = client.run(f"ALTER TABLE t FREEZE PARTITION 1, FREEZE PARTITION 2 {verbose}")
    number = int(first[3])
    assert (shadow / "increment.txt").read_text() == f"{number + 1}\n"
    client.run("ALTER TABLE t FREEZE PARTITION 9")
    [last, *_] = client.run(f"ALTER TABLE t FREEZE {verbose}")
    assert (last[0], last[3]) == ("FREEZE ALL", str(number + 3))
    client.run(f"ALTER TABLE t FREEZE WITH NAME 'x{number}'")
    client.run("DROP TABLE t")
    gone = client.run(f"SYSTEM UNFREEZE WITH NAME '{number + 3}'")
    assert [row[:3] for row in gone] == [
        ("SYSTEM UNFREEZE", part.split("_")[0], part)
        for part in ("1_1_1_1_5", "1_3_3_1_5", "2_2_2_1_5", "2_4_4_1_5")
    ]
    for copy in (str(number + 3), f"x{number}", "no such copy"):
        client.run(f"SYSTEM UNFREEZE WITH NAME '{copy}'")
        assert not (shadow / copy).exists()
    assert (shadow / str(number)).exists()


@pytest.mark.sample(0)
def test_explain_describes_a_freeze(client: Client, shadow: Path, table: str, name: str) -> None:
    commands = f"FREEZE WITH NAME '{name}', FREEZE PARTITION ID '1' WITH NAME '{name}', FREEZE"
    [(plan,)] = client.run(f"EXPLAIN ALTER TABLE t {commands}")
    assert plan == f"AlterPartitions t: {commands}"
    [(plan,)] = client.run("EXPLAIN SYSTEM UNFREEZE WITH NAME 'x'")
    assert plan == "Unfreeze x"
    assert not (shadow / name).exists()
