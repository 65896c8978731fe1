"""Writes into each case what real ClickHouse answers: `make record`.

In `integration_tests`, `python -m fidelity.record final/ tuples` does so for those cases only whose
name has one of the words. It needs no Spark.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from support.clickhouse import ClickHouse, LiveSession

from fidelity.cases import Case, case_files, read_case
from fidelity.engines import replies_of_clickhouse
from fidelity.verified import note_verified

__all__ = ["recorded"]


def recorded(case: Case, clickhouse: ClickHouse) -> Case:
    """The case with the answers of this ClickHouse."""
    replies = replies_of_clickhouse(case, clickhouse)
    steps = zip(case.steps, replies, strict=True)
    return Case(case.path, tuple(step.answered(reply.answer) for step, reply in steps))


def _record(cases: Iterable[Case]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        ClickHouse(LiveSession(Path(folder))) as clickhouse,
    ):
        for case in cases:
            answered = recorded(case, clickhouse)
            if answered != case:
                case.path.write_text(str(answered))
                sys.stdout.write(f"{case.name}\n")
            note_verified([case])


def main(words: Sequence[str]) -> None:
    cases = [read_case(path) for path in case_files()]
    _record(case for case in cases if not words or any(word in case.name for word in words))


if __name__ == "__main__":
    main(sys.argv[1:])
