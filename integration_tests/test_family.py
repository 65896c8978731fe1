"""Random programs over the tables of each engine, run here and on real ClickHouse.

`RMT_FAMILY_PROGRAMS` is how many for each engine; CI runs one of three engines, always the same,
`make test-rest` those of the others, and `make test-differential` thousands of new ones.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.family import ENGINES, FamilyProgram, family_programs
from support.sides import Side

PROGRAMS = int(os.environ.get("RMT_FAMILY_PROGRAMS", "1"))
SHRINK = [Phase.shrink] if os.environ.get("RMT_SHRINK", "1") == "1" else []
SEEDED = "RMT_FAMILY_PROGRAMS" not in os.environ
OBJECTS = ("VIEW IF EXISTS mv", "TABLE IF EXISTS source", "TABLE IF EXISTS u", "TABLE IF EXISTS t")


class Tables:
    """The tables of a program in both engines."""

    def __init__(self, client: Client, clickhouse: ClickHouse, program: FamilyProgram) -> None:
        self.client = client
        self.clickhouse = clickhouse
        self.program = program
        self.names_differ = self.has_masked = False

    def run(self) -> None:
        """Executes the program, and compares all it changes after each statement.

        ClickHouse merges no parts of which some lack a projection, as empty ones do, nor in the
        partitions that OPTIMIZE would come to next: such a program ends.
        """
        for name in OBJECTS:
            self.client.run(f"DROP {name}")
            self.clickhouse.execute(f"DROP {name} SYNC")
        for statement in ("SET optimize_on_insert = 1", *self.program.create):
            assert self._outcome(statement) == "done", statement
        for happening in self.program.happenings:
            self._outcome(happening.sql)
            if self.program.has_projections and self._has_stopped(happening.sql):
                return
            has_emptied = self._has_empty_part()
            self.names_differ |= happening.names_differ or has_emptied
            self.has_masked |= happening.has_masked
            if happening.tables:
                reads = [
                    read
                    for table in happening.tables
                    for read in self._reads(table, happening.shown, happening.where)
                ]
                self._compare(" UNION ALL ".join(reads), happening.sql)
            if has_emptied and self.program.has_projections:
                return

    def _outcome(self, statement: str) -> str:
        theirs = Side(self.clickhouse).outcome(statement)
        ours = Side(self.client).outcome(statement)
        assert ours == theirs, f"{statement}: ours {ours}, theirs {theirs}"
        return theirs

    def _reads(self, table: str, shown: tuple[str, ...], where: str) -> list[str]:
        """All rows, some, what FINAL shows of them, groups, and the parts."""
        by, *aggregates = (f"toString({text})" for text in self.program.grouped)
        width = max(len(shown), len(aggregates) + 1)

        def read(what: str, columns: Sequence[str], rest: str) -> str:
            padded = [*columns, *(["NULL"] * (width - len(columns)))]
            return f"SELECT '{what}' AS what, {', '.join(padded)} FROM {rest}"

        reads = [
            read("rows", shown, table),
            read("some", shown, f"{table} WHERE {where}"),
            read("groups", (by, *aggregates), f"{table} GROUP BY {self.program.grouped[0]}"),
        ]
        if self.program.has_final:
            reads.append(read("final", shown, f"{table} FINAL"))
            reads.append(read("some final", shown, f"{table} FINAL WHERE {where}"))
            reads.append(read("final of some", shown, f"{table} FINAL PREWHERE {where}"))
        if not self.names_differ:
            named = ("name", "''" if self.has_masked else "toString(rows)")
            of_table = f"database = '{{db}}' AND `table` = '{table}' AND active = 1 AND rows > 0"
            reads.append(read("part", named, f"system.parts WHERE {of_table}"))
        return reads

    def _compare(self, query: str, statement: str) -> None:
        ours = self.client.run(query.replace("{db}", self.client.database))
        theirs = self.clickhouse.rows(query.replace("{db}", self.clickhouse.current))
        here, there = Counter(map(_text, ours)), Counter(map(_text, theirs))
        assert here == there, f"{statement}: ours {here - there}, theirs {there - here}: {query}"

    def _has_stopped(self, statement: str) -> bool:
        """Whether OPTIMIZE … FINAL left a partition as it was, and maybe others after it."""
        if not statement.startswith("OPTIMIZE TABLE t FINAL"):
            return False
        query = (
            "SELECT count() FROM (SELECT 1 FROM system.parts "
            f"WHERE database = '{self.clickhouse.current}' AND active "
            "AND `table` = 't' GROUP BY partition HAVING count() > 1)"
        )
        return self.clickhouse.rows(query) != [("0",)]

    def _has_empty_part(self) -> bool:
        """Whether ClickHouse has a part without rows, which it removes when it finds the time."""
        query = (
            f"SELECT count() FROM system.parts WHERE database = '{self.clickhouse.current}' "
            "AND active AND rows = 0"
        )
        return self.clickhouse.rows(query) != [("0",)]


def _text(row: tuple[Any, ...]) -> tuple[str | None, ...]:
    return tuple(None if value is None else str(value) for value in row)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.sample(1)
def test_programs_of_the_family_agree_with_clickhouse(
    engine: str, client: Client, clickhouse: ClickHouse
) -> None:
    """It takes long because each program reads all tables after each of its statements."""

    @settings(
        max_examples=PROGRAMS,
        deadline=None,
        derandomize=SEEDED,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        phases=[Phase.explicit, Phase.reuse, Phase.generate, *SHRINK],
    )
    @given(family_programs(engine, 4 if SEEDED else 9))
    def agree(program: FamilyProgram) -> None:
        note(str(program))
        Tables(client, clickhouse, program).run()

    for side in (client.run, clickhouse.execute):
        side("SET mutations_sync = 2")
    agree()
    client.run("RESET optimize_on_insert")
    clickhouse.execute("SET optimize_on_insert = 1")
