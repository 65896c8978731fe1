"""Random programs, run here and on real ClickHouse, answer by answer.

`RMT_PROGRAMS` is how many; CI runs one, always the same, `make test-differential` thousands
of new ones.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.programs import ALL_ROWS, CURRENT_ROWS, FOLDING, Program, Read, programs

PROGRAMS = int(os.environ.get("RMT_PROGRAMS", "1"))
SHRINK = [Phase.shrink] if os.environ.get("RMT_SHRINK", "1") == "1" else []
SEEDED = "RMT_PROGRAMS" not in os.environ
FINAL_BUILD = os.environ.get("RMT_FINAL_BUILD", "background")


class Pair:
    """The table and the view of a program in both engines."""

    def __init__(self, client: Client, clickhouse: ClickHouse, program: Program) -> None:
        self.client = client
        self.clickhouse = clickhouse
        self.program = program
        self.has_emptied = False

    def create(self) -> None:
        self.client.run("DROP TABLE IF EXISTS t")
        self.clickhouse.execute("DROP TABLE IF EXISTS t SYNC")
        for statement in self.program.create:
            self.run(statement)

    def run(self, statement: str) -> None:
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

    def compare(self, reads: Sequence[Read], settings: str = "") -> None:
        """Compares answers and parts, all in one query."""
        columns = self.program.columns
        selects = " UNION ALL ".join(read.sql(columns) for read in reads)
        query = f"{self._parts()} UNION ALL {selects}{settings}"
        ours = self.client.run(query.format(db=self.client.database))
        theirs = self.clickhouse.rows(query.format(db=self.clickhouse.current))
        self._agree(ours, theirs, query)

    def compare_policed(self, other: Client) -> None:
        """Compares what another user reads with ClickHouse's rows that the policy lets through."""
        columns, policy = self.program.columns, self.program.policy
        self.client.run(f"CREATE ROW POLICY OR REPLACE p ON t USING {policy} TO ann")
        ours = " UNION ALL ".join(read.sql(columns) for read in self.program.policed)
        theirs = " UNION ALL ".join(read.sql(columns, policy) for read in self.program.policed)
        self._agree(other.run(ours), self.clickhouse.rows(theirs), f"{ours} with {policy}")

    def _parts(self) -> str:
        name = "" if self.has_emptied else "name, ' ', "
        nothing = ", ".join(f"NULL AS {column.name}" for column in self.program.columns)
        return (
            f"SELECT concat('part ', {name}toString(rows)) AS what, {nothing} FROM system.parts "
            "WHERE database = '{db}' AND `table` = 't' AND active = 1 AND rows > 0"
        )

    def _agree(
        self, ours: list[tuple[Any, ...]], theirs: list[tuple[Any, ...]], query: str
    ) -> None:
        here, there = Counter(self._canonical(ours)), Counter(self._canonical(theirs))
        assert (here - there, there - here) == (Counter(), Counter()), query

    def _canonical(self, rows: list[tuple[Any, ...]]) -> Iterator[str]:
        for what, *values in rows:
            pairs = zip(self.program.columns, values, strict=True)
            yield str((what, *(column.canonical(value) for column, value in pairs)))


@pytest.fixture
def other(endpoint: EmbeddedEndpoint, client: Client) -> Iterator[Client]:
    """Another user of the same database."""
    with Client(endpoint.port, username="ann", database=client.database) as connected:
        yield connected


def test_programs_agree_with_clickhouse(
    client: Client, other: Client, clickhouse: ClickHouse
) -> None:
    """It takes long because each of 20 programs is some 50 statements on both sides."""
    _check(client, other, clickhouse, programs())


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "engine", ["CollapsingMergeTree", "VersionedCollapsingMergeTree", *FOLDING]
)
def test_programs_of_other_engines_agree_with_clickhouse(
    engine: str, client: Client, other: Client, clickhouse: ClickHouse
) -> None:
    """It takes long because each program is some 50 statements on both sides."""
    _check(client, other, clickhouse, programs(engine))


def _check(
    client: Client,
    other: Client,
    clickhouse: ClickHouse,
    drawn: st.SearchStrategy[Program],
) -> None:
    @settings(
        max_examples=PROGRAMS,
        deadline=None,
        derandomize=SEEDED,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        phases=[Phase.explicit, Phase.reuse, Phase.generate, *SHRINK],
    )
    @given(drawn)
    def agree(program: Program) -> None:
        note(str(program))
        pair = Pair(client, clickhouse, program)
        pair.create()
        for step in program.steps:
            pair.run(step.sql)
            pair.compare(step.reads, step.settings)
        if program.policy:
            pair.compare_policed(other)
        pair.run("OPTIMIZE TABLE t FINAL")
        pair.compare((ALL_ROWS, CURRENT_ROWS))

    # Plans of so few rows take longer to compile than to run; most other tests compile theirs.
    client.run("SET spark.sql.codegen.wholeStage = false")
    client.run(f"SET final_build = '{FINAL_BUILD}'")
    clickhouse.execute("SET date_time_output_format = 'iso'")
    agree()
    clickhouse.execute("SET date_time_output_format = 'simple'")
    client.run("RESET final_build")
