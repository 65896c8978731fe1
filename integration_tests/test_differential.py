"""Random programs, run here and on real ClickHouse, answer by answer.

`RMT_PROGRAMS` is how many; CI runs thirty, always the same, `make test-differential` thousands
of new ones.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, Phase, given, note, settings
from support.both import NO_MERGE_UNASKED
from support.clickhouse import ClickHouse
from support.endpoint import Client, Endpoint
from support.programs import ColumnSpec, Program, canonical, programs

PROGRAMS = int(os.environ.get("RMT_PROGRAMS", "30"))
SHRINK = [Phase.shrink] if os.environ.get("RMT_SHRINK", "1") == "1" else []
SEEDED = "RMT_PROGRAMS" not in os.environ
FINAL_BUILD = os.environ.get("RMT_FINAL_BUILD", "background")
WITHIN = "SETTINGS do_not_merge_across_partitions_select_final = 1"


def _sorted(rows: list[tuple[Any, ...]], columns: tuple[ColumnSpec, ...]) -> list[str]:
    return sorted(
        str(tuple(canonical(value, column) for value, column in zip(row, columns, strict=True)))
        for row in rows
    )


class Pair:
    """One table in both engines."""

    def __init__(self, client: Client, clickhouse: ClickHouse, program: Program) -> None:
        self.client = client
        self.clickhouse = clickhouse
        self.program = program
        self.has_emptied = False

    def create(self) -> None:
        create = self.program.create
        self.client.run("DROP TABLE IF EXISTS t")
        self.clickhouse.execute("DROP TABLE IF EXISTS t SYNC")
        self.clickhouse.execute(create.format(t="t"))
        self.client.run(create.format(t="t"))
        for execute in (self.clickhouse.execute, self.client.run):
            execute(f"ALTER TABLE t MODIFY SETTING {NO_MERGE_UNASKED}")

    def run(self, sql: str) -> None:
        statement = sql.format(t="t")
        self.clickhouse.execute(statement)
        if statement.startswith("OPTIMIZE"):
            self.has_emptied |= self._has_empty_part()
        self.client.run(statement)

    def _has_empty_part(self) -> bool:
        """Whether a CLEANUP left an empty part, which ClickHouse removes when it finds the time."""
        query = (
            f"SELECT count() FROM system.parts WHERE database = '{self.clickhouse.current}' "
            "AND table = 't' AND active AND rows = 0"
        )
        return self.clickhouse.rows(query) != [("0",)]

    def compare(self, query: str) -> None:
        columns = self.program.columns
        ours = _sorted(self.client.run(query), columns)
        theirs = _sorted(self.clickhouse.rows(query), columns)
        assert ours == theirs, query

    def compare_parts(self) -> None:
        query = (
            "SELECT name, rows FROM system.parts WHERE database = '{database}' AND table = 't' "
            "AND active = 1 AND rows > 0 ORDER BY name"
        )
        ours = self.client.run(query.format(database=self.client.database))
        theirs = self.clickhouse.rows(query.format(database=self.clickhouse.current))
        if self.has_emptied:
            assert sorted(int(rows) for _, rows in ours) == sorted(int(rows) for _, rows in theirs)
            return
        assert [(name, int(rows)) for name, rows in ours] == [
            (name, int(rows)) for name, rows in theirs
        ]


def test_programs_agree_with_clickhouse(
    endpoint: Endpoint, client: Client, clickhouse: ClickHouse
) -> None:
    @settings(
        max_examples=PROGRAMS,
        deadline=None,
        derandomize=SEEDED,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        phases=[Phase.explicit, Phase.reuse, Phase.generate, *SHRINK],
    )
    @given(programs())
    def agree(program: Program) -> None:
        note(";\n".join([program.create, *(step.sql for step in program.steps)]))
        pair = Pair(client, clickhouse, program)
        pair.create()
        for step in program.steps:
            pair.run(step.sql)
            pair.compare_parts()
            pair.compare("SELECT * FROM t FINAL")
            pair.compare(f"SELECT * FROM t FINAL WHERE {program.condition}")
            if step.kind != "insert":
                pair.compare("SELECT * FROM t")
        if program.has_partitions:
            pair.compare(f"SELECT * FROM t FINAL {WITHIN}")
        pair.run("OPTIMIZE TABLE {t} FINAL")
        pair.compare("SELECT * FROM t")
        pair.compare(f"SELECT * FROM t WHERE {program.condition}")
        pair.compare_parts()

    client.run(f"SET final_build = '{FINAL_BUILD}'")
    agree()
    client.run("RESET final_build")
