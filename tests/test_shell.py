"""The shell: which statements it reads, and that it shows what is there."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console

from rmt_engine.shell import Answer, Shell

CELLS = [("[red]x", "[/x]"), ("[bold]y[/bold]", None), (r"\[z]", "[link=a]b")]


class Terminal:
    """Runs a shell on statements that answer with `rows`, or fail where they have `SELEC`."""

    def __init__(self, rows: Sequence[tuple[Any, ...]] = ()) -> None:
        self.ran: list[str] = []
        self.prompts: list[str] = []
        self.out, self.err = io.StringIO(), io.StringIO()
        self._rows = list(rows)
        self.shell = Shell(self._run, Console(file=self.out), Console(file=self.err))

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
