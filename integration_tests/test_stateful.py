"""All that can happen to tables, in random order, here and in real ClickHouse, restarts and all.

CI takes 90 steps, always the same; `make test-stateful` takes any number of new ones.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from support.both import Both
from support.clickhouse import ClickHouse
from support.command import fsck, rmt
from support.endpoint import Endpoint

STEPS = 30
PROGRAMS = int(os.environ.get("RMT_STATEFUL_PROGRAMS", "1"))
SEEDED = "RMT_STATEFUL_PROGRAMS" not in os.environ
TABLES = ("t", "u")
ADDED = ("x", "y", "z")
SHOWN = "k, p, v, n, s, m, m2, a, ver, del"
CREATE = (
    "CREATE TABLE {} (k Int64, p UInt8, v Int32, n Nullable(Int32), s String DEFAULT 'x', "
    "m Int32 MATERIALIZED v + 1, m2 Int32 MATERIALIZED m * 10, a Int32 ALIAS v * 2, "
    "ver UInt32, del UInt8) ENGINE = ReplacingMergeTree({{arguments}}) PARTITION BY p {{key}} "
    "SETTINGS non_replicated_deduplication_window = 100, "
    "allow_experimental_replacing_merge_with_cleanup = 1{{settings}}"
)
PARTS = (
    "SELECT `table` AS t, name, CAST(rows AS String) AS a, CAST(data_version AS String) AS b "
    "FROM system.parts "
    "WHERE database = '{db}' AND active = 1 AND rows > 0"
)
NAMES = PARTS.replace("CAST(rows AS String)", "''").replace("CAST(data_version AS String)", "''")
PARTITIONS = (
    "SELECT `table` AS t, partition_id, sum(rows) FROM system.parts "
    "WHERE database = '{db}' AND active = 1 AND rows > 0 GROUP BY `table`, partition_id"
)
DETACHED = (
    "SELECT `table` AS t, name, reason AS a, CAST(level AS String) AS b "
    "FROM system.detached_parts WHERE database = '{db}'"
)
_WORD = re.compile(r"\w+")

_tables = st.sampled_from(TABLES)
_partitions = st.integers(1, 2)
_choices = st.integers(0, 99)
_rows = st.lists(
    st.tuples(
        st.integers(0, 5), _partitions, st.integers(0, 4), st.integers(1, 3), st.integers(0, 1)
    ),
    min_size=1,
    max_size=5,
)
_conditions = st.sampled_from(
    [
        "k = 1", "k < 3", "v = 2", "n IS NULL", "n > 1", "v = 0 OR n = 3", "ver = 2", "del = 1",
        "NOT (k > 2)", "a = 4", "m IN (1, 3)", "s = 'x'", "1", "0",
    ]
)  # fmt: skip
_values = st.sampled_from(
    [
        "v = v + 1", "v = toInt32(k) * 2", "n = v", "n = NULL", "n = n + 1", "s = toString(v)",
        "s = concat(s, '!')", "v = 1, s = 'y'", "del = 1", "del = 0", "v = m, n = a",
    ]
)  # fmt: skip
_of_keys = st.sampled_from(["k = 1", "k < 3", "NOT (k > 2)", "k IN (0, 4)", "1", "0"])
_in_partition = st.sampled_from(["", "", " IN PARTITION 1", " IN PARTITION ID '2'"])
_mutation = st.one_of(
    st.builds("DELETE{} WHERE {}".format, _in_partition, _conditions),
    st.builds("UPDATE {}{} WHERE {}".format, _values, _in_partition, _conditions),
)
_mutations = st.lists(_mutation, min_size=1, max_size=2).map(", ".join)


class Store:
    """An endpoint that restarts, and real ClickHouse beside it."""

    def __init__(self, warehouse: Path, clickhouse: ClickHouse) -> None:
        self.endpoint = Endpoint(warehouse, ["--metastore", "memory"])
        self.warehouses = 0
        self.clickhouse = clickhouse
        self.both = self._connect()
        self.both.client.run("CREATE DATABASE stateful")
        self._enter()

    def restart(self, how: str) -> None:
        """Ends the endpoint, and starts another one.

        Args:
            how: `in order`; `killed`, by kill -9; `from a backup`, on a warehouse that is made of a
                backup.
        """
        words = self.both.words
        warehouse = self.endpoint.warehouse
        backup = warehouse.with_suffix(".backup")
        if how == "from a backup":
            self._rmt("backup", str(backup), "--warehouse", str(warehouse))
        self.both.client.close()
        if how == "killed":
            self.endpoint.kill()
        else:
            self.endpoint.stop()
            fsck(warehouse)
        if how == "from a backup":
            self.warehouses += 1
            warehouse = backup.with_suffix(f".{self.warehouses}")
            self._rmt("restore", str(backup), "--warehouse", str(warehouse))
            fsck(warehouse)
        self.endpoint = Endpoint(warehouse, ["--metastore", "memory"])
        self.both = self._connect()
        self.both.words = words
        self._enter()

    @staticmethod
    def _rmt(*arguments: str) -> None:
        done = rmt(*arguments)
        assert done.returncode == 0, done.stderr

    def _connect(self) -> Both:
        return Both(self.endpoint.start().connect(), self.clickhouse)

    def _enter(self) -> None:
        self.both.client.script("USE stateful", "SET mutations_sync = 2")
        self.both.client.database = "stateful"


class TablesMachine(RuleBasedStateMachine):
    """Two tables of one structure, in both engines.

    Some things make parts differ from ClickHouse's, though never the answers: ClickHouse keeps
    parts without rows for a while, keeps masked rows longer than they are kept here, and counts a
    change of columns among mutations. A program that has no such statement compares parts by name
    and rows to its end.

    Some programs have what ClickHouse has not: a unique key beside the sorting key, for which its
    tables are sorted by that key; reads that are FINAL without the word; and merges that drop old
    tombstones, where only what FINAL shows is compared, and no older version comes later.
    """

    store: ClassVar[Store]
    has_emptied = has_masked = names_differ = forgets = False

    @property
    def both(self) -> Both:
        return self.store.both

    @initialize(
        masks=st.booleans(),
        tombstones=st.sampled_from(["none", "kept", "cleaned up", "forgotten"]),
        alters=st.booleans(),
        keyed=st.booleans(),
        shows_current=st.booleans(),
    )
    def create(
        self, masks: bool, tombstones: str, alters: bool, keyed: bool, shows_current: bool
    ) -> None:
        self.forgets = tombstones == "forgotten"
        self.marks = tombstones != "none"
        settings = ", final_by_default = 1" * shows_current
        settings += ", tombstone_retention_seconds = 1" * self.forgets
        arguments = "ver, del" if self.marks else "ver"
        self.both.words = {
            "arguments": (arguments, arguments),
            "key": ("ORDER BY ver UNIQUE KEY k" if keyed else "ORDER BY k", "ORDER BY k"),
            "settings": (settings, ""),
            "current": ("" if shows_current else " FINAL", " FINAL"),
            "all": (" SETTINGS final = 0" * shows_current, ""),
        }
        note(f"masks {masks}, {tombstones}, alters {alters}, {self.both.words}")
        self.both.create(*(CREATE.format(table) for table in TABLES))
        self.rows = 0
        self.masks, self.cleans_up, self.alters = masks, tombstones == "cleaned up", alters
        self.added: list[str] = []
        self.touched = set(TABLES)

    # Rows come

    @rule(table=_tables, rows=_rows)
    def insert(self, table: str, rows: list[tuple[int, ...]]) -> None:
        self._run(f"INSERT INTO {table} (k, p, v, n, ver, del) VALUES {self._values(rows)}")

    @precondition(lambda self: not self.forgets)
    @rule(table=_tables, rows=_rows, token=st.integers(1, 3))
    def insert_with_a_token(self, table: str, rows: list[tuple[int, ...]], token: int) -> None:
        self._run(
            f"INSERT INTO {table} (k, p, v, n, ver, del) "
            f"SETTINGS insert_deduplication_token = 'token {token}' VALUES {self._values(rows)}"
        )

    @rule(table=_tables, rows=st.integers(1, 6), version=st.integers(1, 3))
    def insert_a_query(self, table: str, rows: int, version: int) -> None:
        given = self._version(version)
        self._run(
            f"INSERT INTO {table} (k, p, v, s, ver) SELECT number, number % 2 + 1, {self.rows}, "
            f"'query', {given} FROM numbers({rows})"
        )

    @rule(
        table=_tables,
        first=st.integers(0, 5),
        count=st.integers(1, 4),
        partition=_partitions,
        version=st.integers(1, 3),
    )
    def merge_into(self, table: str, first: int, count: int, partition: int, version: int) -> None:
        """ClickHouse, which has no MERGE, inserts the rows and masks the keys that come of it."""
        source, given = f"numbers({first}, {count})", self._version(version)
        names = ", ".join(("k, p, v, n, s, ver, del", *self.added))
        new = ", ".join(
            (
                f"number, number % 2 + 1, {self.rows}, NULL, 'new', {given}, 0",
                *("5" for _ in self.added),
            )
        )
        goes, matched = f"p = {partition}", f"k IN (SELECT number FROM {source})"
        merge = (
            f"MERGE INTO {table} AS a USING (SELECT number FROM {source}) AS b ON a.k = b.number "
            f"WHEN MATCHED AND {goes} THEN DELETE WHEN MATCHED THEN UPDATE SET v = {self.rows} "
            f"WHEN NOT MATCHED THEN INSERT ({names}) VALUES ({new})"
        )
        changed = ", ".join(
            (f"if({goes}, v, {self.rows}), n, s, ver + 1, if({goes}, 1, del)", *self.added)
            if self.marks
            else (f"{self.rows}, n, s, ver + 1, del", *self.added)
        )
        current = f"SELECT k FROM {table} FINAL"
        gone = [
            row[0] for row in self.both.clickhouse.rows(f"{current} WHERE {goes} AND {matched}")
        ]
        statements = [
            f"INSERT INTO {table} ({names}) "
            f"SELECT k, p, {changed} FROM {table} FINAL WHERE {matched}"
            f"{'' if self.marks else f' AND NOT ({goes})'} "
            f"UNION ALL SELECT {new} FROM {source} WHERE number NOT IN ({current})"
        ]
        if gone and not self.marks:
            self.has_masked = True
            statements.append(f"DELETE FROM {table} WHERE k IN ({', '.join(gone)})")
        note(merge)
        self.names_differ = True
        for statement in statements:
            self.both.clickhouse.execute(statement)
        self.both.client.run(merge)
        self.touched.add(table)
        self._drop_empty_parts()

    @rule(table=_tables, condition=_conditions, keys=_of_keys, rows=_rows)
    def replace_rows(
        self, table: str, condition: str, keys: str, rows: list[tuple[int, ...]]
    ) -> None:
        """ClickHouse, which has no REPLACE WHERE, deletes rows and then inserts the others."""
        if not self.masks:
            return
        condition = keys if self.forgets else condition
        self.has_masked = self.names_differ = True
        into, values = f"INSERT INTO {table} (k, p, v, n, ver, del)", self._values(rows)
        statement = f"{into} REPLACE WHERE {condition} VALUES {values}"
        note(statement)
        self.both.clickhouse.execute(f"DELETE FROM {table} WHERE {condition}")
        self.both.clickhouse.execute(
            f"{into} SETTINGS deduplicate_insert = 'disable' VALUES {values}"
        )
        self.both.client.run(statement)
        self.touched.add(table)
        self._drop_empty_parts()

    def _values(self, rows: list[tuple[int, ...]]) -> str:
        self.rows += self.forgets
        return ", ".join(
            f"({k}, {p}, {v}, {'NULL' if v == 3 else v}, {self.rows if self.forgets else ver}, "
            f"{mark})"
            for k, p, v, ver, mark in rows
        )

    def _version(self, given: int) -> int:
        """The version of rows that are inserted: a greater one each time where it has to be."""
        self.rows += 1
        return self.rows if self.forgets else given

    # Rows change

    @rule(table=_tables, partition=st.sampled_from(["", " PARTITION 1", " PARTITION ID '2'"]))
    def optimize(self, table: str, partition: str) -> None:
        self._run(f"OPTIMIZE TABLE {table}{partition} FINAL")

    @precondition(lambda self: not self.forgets)
    @rule(table=_tables, commands=_mutations)
    def mutate(self, table: str, commands: str) -> None:
        self._run(f"ALTER TABLE {table} {commands}")

    @precondition(lambda self: self.forgets)
    @rule(table=_tables, value=st.sampled_from(["DELETE", "UPDATE v = v + 1"]), keys=_of_keys)
    def mutate_all_versions(self, table: str, value: str, keys: str) -> None:
        self._run(f"ALTER TABLE {table} {value} WHERE {keys}")

    @rule(table=_tables, condition=_conditions, keys=_of_keys)
    def delete(self, table: str, condition: str, keys: str) -> None:
        if self.masks:
            condition = keys if self.forgets else condition
            self.has_masked = True
            self._run(f"DELETE FROM {table} WHERE {condition}")

    @rule(table=_tables)
    def clean_up(self, table: str) -> None:
        if self.cleans_up:
            self._run(f"OPTIMIZE TABLE {table} FINAL CLEANUP")

    # Columns come and go, in both tables, and while no part is detached: ClickHouse reads its old
    # columns when it is attached again

    @rule(value=st.sampled_from(["Int32 DEFAULT 7", "Int32", "Int32 DEFAULT k * 10 + ver"]),
          place=st.sampled_from(["", " FIRST", " AFTER s"]))  # fmt: skip
    def add_column(self, value: str, place: str) -> None:
        free = [name for name in ADDED if name not in self.added]
        if free and self._alter(f"ADD COLUMN {free[0]} {value}{place}"):
            self.added.append(free[0])

    @rule(choice=_choices)
    def drop_column(self, choice: int) -> None:
        if self.added:
            name = self.added[choice % len(self.added)]
            if self._alter(f"DROP COLUMN {name}"):
                self.added.remove(name)

    @rule(choice=_choices)
    def rename_column(self, choice: int) -> None:
        free = [name for name in ADDED if name not in self.added]
        if self.added and free:
            old = self.added[choice % len(self.added)]
            if self._alter(f"RENAME COLUMN {old} TO {free[-1]}"):
                self.added[self.added.index(old)] = free[-1]

    @rule(choice=_choices)
    def widen_column(self, choice: int) -> None:
        if self.added:
            self._alter(f"MODIFY COLUMN {self.added[choice % len(self.added)]} Int64")

    def _alter(self, command: str) -> bool:
        if not self.alters:
            return False
        if self.both.client.run(DETACHED.format(db=self.both.client.database)):
            return False
        self.names_differ |= not command.startswith("ADD")
        for table in TABLES:
            self._run(f"ALTER TABLE {table} {command}")
        return True

    # Partitions come and go

    @rule(table=_tables, partition=_partitions, verb=st.sampled_from(["DROP", "DETACH"]))
    def drop_partition(self, table: str, partition: int, verb: str) -> None:
        self._run(f"ALTER TABLE {table} {verb} PARTITION {partition}")

    @precondition(lambda self: not self.forgets)
    @rule(table=_tables, choice=_choices, verb=st.sampled_from(["DROP", "DETACH"]))
    def drop_part(self, table: str, choice: int, verb: str) -> None:
        names = self._names(PARTS, table)
        if names and not self.names_differ:
            self._run(f"ALTER TABLE {table} {verb} PART '{names[choice % len(names)]}'")

    @precondition(lambda self: not self.forgets)
    @rule(table=_tables, choice=_choices)
    def attach(self, table: str, choice: int) -> None:
        """ClickHouse attaches the parts of a partition in the order of a directory: any order."""
        names = [n for n in self._names(DETACHED, table) if not n.startswith("inactive")]
        if names and not self.names_differ:
            self.names_differ |= self.has_masked
            self._run(f"ALTER TABLE {table} ATTACH PART '{names[choice % len(names)]}'")

    @precondition(lambda self: not self.forgets)
    @rule(table=_tables, source=_tables, partition=st.sampled_from(["1", "2", "ALL"]))
    def attach_from(self, table: str, source: str, partition: str) -> None:
        self.names_differ |= self.has_masked
        self._run(f"ALTER TABLE {table} ATTACH PARTITION {partition} FROM {source}")

    @precondition(lambda self: not self.forgets)
    @rule(table=_tables, source=_tables, partition=_partitions)
    def replace(self, table: str, source: str, partition: int) -> None:
        self.names_differ |= self.has_masked
        self._run(
            f"ALTER TABLE {table} REPLACE PARTITION {partition} FROM {source} "
            "SETTINGS allow_replace_partition_from_empty_source = 1"
        )

    @precondition(lambda self: not self.forgets)
    @rule(source=_tables, partition=_partitions)
    def move(self, source: str, partition: int) -> None:
        """ClickHouse leaves an empty part behind, which may be gone before it is seen."""
        self.names_differ = True
        target = "u" if source == "t" else "t"
        self._run(f"ALTER TABLE {source} MOVE PARTITION {partition} TO TABLE {target}")

    @rule(table=_tables)
    def truncate(self, table: str) -> None:
        self._run(f"TRUNCATE TABLE {table}")

    @rule()
    def exchange(self) -> None:
        self._run("EXCHANGE TABLES t AND u")

    # The endpoint comes and goes

    @rule(once_in=st.integers(0, 5), how=st.sampled_from(["in order", "killed", "from a backup"]))
    def restart(self, once_in: int, how: str) -> None:
        if once_in == 0:
            note(f"restart, {how}")
            self.store.restart(how)
            self.touched = set(TABLES)

    # What must hold

    @invariant()
    def answers_agree(self) -> None:
        if not hasattr(self, "rows"):
            return
        if self.touched:
            self.both.compare(" UNION ALL ".join(self._reads()))
            self._compare_parts()
            self.touched = set()

    def _reads(self) -> Iterator[str]:
        """The rows of tables that were touched, the current ones, and how many these are.

        Those with SETTINGS come first: the last SELECT's would be those of the whole query.
        """
        shown = ", ".join((SHOWN, *self.added))
        nothing = ", ".join(("0, 0, NULL, '', 0, 0, 0, 0, 0", *("0" for _ in self.added)))
        for table in sorted(self.touched):
            if not self.forgets:
                yield f"SELECT '{table}' AS what, {shown} FROM {table}{{all}}"
        for table in sorted(self.touched):
            yield f"SELECT '{table} current' AS what, {shown} FROM {table}{{current}}"
            yield f"SELECT '{table} count' AS what, count(), {nothing} FROM {table}{{current}}"

    def _compare_parts(self) -> None:
        if self.forgets:
            return
        if self.has_emptied or self.names_differ:
            if not self.has_masked:
                self.both.compare(PARTITIONS)
        else:
            active = NAMES if self.has_masked else PARTS
            self.both.compare(f"{active} UNION ALL {DETACHED}")

    def _run(self, statement: str) -> None:
        """Executes a statement in both engines; the tables it names are looked at afterwards."""
        note(statement)
        self.both.run(statement)
        self.touched |= set(TABLES) & set(_WORD.findall(statement))
        self._drop_empty_parts()

    def _empty_parts(self) -> list[tuple[Any, ...]]:
        return self.both.clickhouse.rows(
            "SELECT `table`, partition_id, name FROM system.parts "
            f"WHERE database = '{self.both.clickhouse.current}' AND active AND rows = 0"
        )

    def _drop_empty_parts(self) -> None:
        """Has ClickHouse forget partitions of which only empty parts are left."""
        empty = self._empty_parts()
        self.has_emptied |= bool(empty)
        self.names_differ |= bool(empty)
        for table, partition_id, _ in empty:
            rows = self.both.clickhouse.rows(
                f"SELECT sum(rows) FROM system.parts WHERE active AND `table` = '{table}' "
                f"AND database = '{self.both.clickhouse.current}' "
                f"AND partition_id = '{partition_id}'"
            )
            if rows == [("0",)]:
                self.both.clickhouse.execute(
                    f"ALTER TABLE {table} DROP PARTITION ID '{partition_id}'"
                )

    def _names(self, query: str, table: str) -> list[str]:
        """The names of parts that are there in both engines."""
        text = f"SELECT name FROM ({query}) AS x WHERE t = '{table}'"
        ours = self.both.client.run(text.format(db=self.both.client.database))
        theirs = self.both.clickhouse.rows(text.format(db=self.both.clickhouse.current))
        return sorted({row[0] for row in ours} & {row[0] for row in theirs})


@pytest.fixture
def store(tmp_path: Path, clickhouse: ClickHouse) -> Iterator[Store]:
    clickhouse.execute("SET mutations_sync = 2")
    running = Store(tmp_path, clickhouse)
    yield running
    running.both.client.close()
    running.endpoint.stop()


@pytest.mark.sample(0)
def test_any_order_of_statements_and_restarts_agrees_with_clickhouse(store: Store) -> None:
    """It takes long because the endpoint starts anew several times in 60 statements."""
    machine = type("Machine", (TablesMachine,), {"store": store})
    run = machine.TestCase
    run.settings = settings(
        max_examples=PROGRAMS,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=SEEDED,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        phases=[Phase.explicit, Phase.generate],
    )
    run("runTest").runTest()
