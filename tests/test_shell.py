"""The shell: which statements it reads, and that it shows what is there."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console

from rmt_engine.shell import Answer, Runner, Shell

CELLS = [("[red]x", "[/x]"), ("[bold]y[/bold]", None), (r"\[z]", "[link=a]b")]


class Terminal:
    """Runs a shell on statements that answer with `rows`, or fail where they have `SELEC`."""

    def __init__(self, rows: Sequence[tuple[Any, ...]] = ()) -> None:
        self.ran: list[str] = []
        self.prompts: list[str] = []
        self.out, self.err = io.StringIO(), io.StringIO()
        self._rows = list(rows)
        out, err = Console(file=self.out), Console(file=self.err)
        self.shell = Shell(Runner(self._run), out, err)

    def _run(self, statement: str) -> Answer:
        self.ran.append(statement)
        if "SELEC " in f"{statement} ":
            raise ValueError(f"no such statement: {statement} [/x]")
        return Answer(["[a]", "b"] if self._rows else [], self._rows)

    def reads(self, *lines: str, is_piped: bool = True) -> bool:
        given = iter(lines)

        def read(prompt: str) -> str:
            self.prompts.append(prompt)
            try:
                return next(given)
            except StopIteration:
                raise EOFError from None

        return self.shell.prompt(read, is_piped)


def test_cells_and_names_are_no_markup() -> None:
    terminal = Terminal(CELLS)
    assert terminal.shell.script("SELECT 1")
    shown = terminal.out.getvalue()
    for text in ("[a]", "[red]x", "[/x]", "[bold]y[/bold]", "NULL", r"\[z]", "[link=a]b"):
        assert text in shown


def test_a_script_is_not_prompted_for() -> None:
    piped, typed = Terminal(), Terminal()
    assert piped.reads("SELECT", "1;")
    assert set(piped.prompts) == {""}
    assert "Statements end" not in piped.out.getvalue()
    assert typed.reads("SELECT", "1;", is_piped=False)
    assert typed.prompts == ["rmt> ", "...> ", "rmt> "]
    assert "Statements end" in typed.out.getvalue()


def test_an_error_is_no_markup() -> None:
    terminal = Terminal()
    assert not terminal.shell.script("SELEC; SELECT 1")
    assert terminal.ran == ["SELEC"]
    assert "no such statement: SELEC [/x]" in terminal.err.getvalue()


@pytest.mark.parametrize(
    ("lines", "ran", "went_well"),
    [
        (["SELECT 1;"], ["SELECT 1"], True),
        (["SELECT", "1;"], ["SELECT\n1"], True),
        (["SELECT 1"], ["SELECT 1"], True),
        (["SELECT ';'", "AS x;"], ["SELECT ';'\nAS x"], True),
        (["SELEC;", "SELECT 1;"], ["SELEC", "SELECT 1"], False),
        (["SELECT 1;", "SELEC"], ["SELECT 1", "SELEC"], False),
        (["SELEC;", "exit", "SELECT 1;"], ["SELEC"], False),
        (["SELECT 1;", "SELECT 'no end"], ["SELECT 1"], False),
        ([], [], True),
    ],
)
def test_a_prompt_tells_whether_all_went_well(
    lines: list[str], ran: list[str], went_well: bool
) -> None:
    terminal = Terminal()
    assert terminal.reads(*lines) is went_well
    assert terminal.ran == ran


def test_who_leaves_does_not_run_what_is_half_typed() -> None:
    terminal = Terminal()
    assert terminal.reads("SELECT 1;", "DROP TABLE t", is_piped=False)
    assert terminal.ran == ["SELECT 1"]


def test_who_looks_is_told_how_far_a_long_statement_is() -> None:
    shown, told = io.StringIO(), threading.Event()

    def run(_statement: str) -> Answer:
        assert told.wait(60)
        time.sleep(0.2)
        return Answer([], [], 3)

    def doing() -> str:
        told.set()
        return "3 of 8 tasks"

    out = io.StringIO()
    err = Console(file=shown, force_terminal=True, width=60)
    assert Shell(Runner(run, doing), Console(file=out), err).script("INSERT INTO t SELECT 1")
    assert "3 of 8 tasks" in shown.getvalue()
    assert "3 rows affected, " in out.getvalue()


def test_an_error_of_the_question_how_far_it_is_is_no_error_of_the_statement() -> None:
    asked = threading.Event()

    def run(_statement: str) -> Answer:
        assert asked.wait(60)
        return Answer([], [], 1)

    def doing() -> str:
        asked.set()
        raise ConnectionError

    out = io.StringIO()
    err = Console(file=io.StringIO(), force_terminal=True)
    assert Shell(Runner(run, doing), Console(file=out), err).script("DELETE FROM t WHERE 1")
    assert "1 row affected, " in out.getvalue()
