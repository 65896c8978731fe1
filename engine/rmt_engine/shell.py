"""`rmt sql`: statements from a prompt, a string or a file, answers as tables."""

from __future__ import annotations

import contextlib
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import Kind, split_statements, tokenize

__all__ = ["Answer", "Runner", "Shell", "embedded_runner", "remote_runner"]

_URL = re.compile(
    r"(?:jdbc:)?(?:hive2|hive|rmt)?(?:://)?(?:(?P<user>[^@/:]+)@)?(?P<host>[^:/]+)"
    r"(?::(?P<port>\d+))?(?:/(?P<database>\w+))?/?"
)
_SHOWN_ROWS = 1000
_PATIENCE_S = 1.0
"""A statement that takes longer is worth a line about how far it is."""
_LOOK_S = 0.5


@dataclass(frozen=True)
class Answer:
    """What a statement answers.

    Attributes:
        columns: the names of its columns; none for a command.
        rows: the rows.
        affected: how many rows of a table the statement changed; None if it is none that does, or
            if that is not known.
    """

    columns: list[str]
    rows: list[tuple[Any, ...]]
    affected: int | None = None


@dataclass(frozen=True)
class Runner:
    """What runs statements.

    Attributes:
        run: runs one.
        doing: tells from another thread how far it is, in a few words; empty if nobody knows.
    """

    run: Callable[[str], Answer]
    doing: Callable[[], str] = lambda: ""


@contextlib.contextmanager
def remote_runner(url: str, user: str | None, password: str | None) -> Iterator[Runner]:
    """Runs statements on an endpoint.

    Args:
        url: `host:port`, `jdbc:hive2://host:port/database` or the like.
        user: who connects.
        password: of that user.

    Raises:
        RmtError: the URL cannot be read.
        sqlalchemy_rmt.dbapi.OperationalError: nobody answers.
    """
    from sqlalchemy_rmt import dbapi

    match = _URL.fullmatch(url)
    if match is None:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER", f"{url} is no URL of an endpoint.", "Try 127.0.0.1:10000."
        )
    with dbapi.connect(
        match["host"],
        int(match["port"] or 10000),
        match["database"] or "default",
        user or match["user"],
        password,
    ) as connection:
        cursor = connection.cursor()

        def run(statement: str) -> Answer:
            nonlocal cursor
            cursor = connection.cursor()
            try:
                cursor.execute(statement)
                affected = cursor.rowcount if cursor.rowcount >= 0 else None
                if cursor.description is None:
                    return Answer([], [], affected)
                names = [column[0] for column in cursor.description]
                return Answer(names, cursor.fetchall(), affected)
            finally:
                cursor.close()

        def doing() -> str:
            progress = cursor.progress()
            return "" if progress is None else _progress(progress)

        yield Runner(run, doing)


@contextlib.contextmanager
def embedded_runner(**settings: Any) -> Iterator[Runner]:
    """Runs statements in an engine of this process."""
    import rmt_engine

    spark = rmt_engine.session(**settings)
    from rmt_engine.spark.run.engine import current_engine
    from rmt_engine.spark.session.affected_rows import UNKNOWN

    engine = current_engine()
    assert engine is not None, "it was started with the session"

    query_id = ""

    def run(statement: str) -> Answer:
        nonlocal query_id
        query_id = str(uuid.uuid4())
        spark.sparkContext.setJobGroup(query_id, statement, interruptOnCancel=True)
        frame = spark.sql(statement)
        rows = [tuple(row) for row in frame.collect()]
        affected = engine.notes.of(query_id).affected_rows
        return Answer(frame.columns, rows, None if affected == UNKNOWN else affected)

    def doing() -> str:
        totals = engine.progress.of(query_id).totals() if query_id else {}
        return _progress(SimpleNamespace(**totals)) if totals else ""

    yield Runner(run, doing)


class Shell:
    """Runs statements and prints their answers.

    Args:
        runner: runs statements.
        out: where answers go.
        err: where errors go.
    """

    def __init__(self, runner: Runner, out: Console, err: Console) -> None:
        self._runner = runner
        self._out = out
        self._err = err

    def script(self, text: str) -> bool:
        """Runs statements one after the other up to the first that fails; False when one did."""
        return all(self._statement(statement) for statement in split_statements(text))

    def prompt(self, read: Callable[[str], str], is_piped: bool = False) -> bool:
        """Reads statements until the end of input; each ends with a semicolon.

        Args:
            read: shows a prompt and reads a line, as `input` does.
            is_piped: whether the input is a script, which is not prompted for and whose last
                statement needs no semicolon. Who types leaves with Ctrl-D, and does not run what
                is half typed.

        Returns:
            Whether all of them went well.
        """
        first, further = ("", "") if is_piped else ("rmt> ", "...> ")
        if not is_piped:
            self._out.print("Statements end with a semicolon; Ctrl-D leaves.")
        pending = ""
        went_well = True
        while True:
            try:
                line = read(further if pending else first)
            except EOFError:
                return (not pending or not is_piped or self._script(pending)) and went_well
            except KeyboardInterrupt:
                pending = ""
                self._out.print()
                continue
            if not pending and line.strip().lower() in ("exit", "quit", "exit;", "quit;"):
                return went_well
            pending = f"{pending}\n{line}" if pending else line
            if self._is_complete(pending):
                went_well = self._script(pending) and went_well
                pending = ""

    @staticmethod
    def _is_complete(text: str) -> bool:
        try:
            tokens = tokenize(text, "spark")
        except RmtError:
            return False
        return bool(tokens) and tokens[-1].kind is Kind.SYMBOL and tokens[-1].value == ";"

    def _script(self, text: str) -> bool:
        """As `script`; a text that ends in the middle of a string is an error of its own."""
        try:
            return self.script(text)
        except RmtError as error:
            self._print_error(error)
            return False

    def _statement(self, statement: str) -> bool:
        started = time.monotonic()
        try:
            with self._progress_shown():
                answer = self._runner.run(statement)
        except KeyboardInterrupt:
            self._err.print("cancelled")
            return False
        except Exception as error:
            self._print_error(error)
            return False
        self._show(answer, time.monotonic() - started)
        return True

    @contextlib.contextmanager
    def _progress_shown(self) -> Iterator[None]:
        """Shows how far a statement is while it runs in the block, if somebody looks."""
        if not self._err.is_terminal:
            yield
            return
        ended = threading.Event()
        thread = threading.Thread(target=self._show_progress, args=(ended,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _show_progress(self, ended: threading.Event) -> None:
        started = time.monotonic()
        if ended.wait(_PATIENCE_S):
            return
        with self._err.status("") as status:
            while not ended.wait(_LOOK_S):
                # How the statement itself fares, its own thread hears.
                with contextlib.suppress(Exception):
                    doing = self._runner.doing()
                    seconds = f"{time.monotonic() - started:.1f} s"
                    status.update(", ".join(filter(None, (seconds, doing))))

    def _print_error(self, error: Exception) -> None:
        self._err.print(f"[red]error:[/red] {_message(error)}", soft_wrap=True, markup=True)

    def _show(self, answer: Answer, seconds: float) -> None:
        if answer.columns:
            # A plain text would be read as markup, which `[red]` is.
            table = Table(header_style="bold")
            for name in answer.columns:
                table.add_column(Text(name))
            for row in answer.rows[:_SHOWN_ROWS]:
                table.add_row(*(Text("NULL" if value is None else str(value)) for value in row))
            self._out.print(table)
        count = len(answer.rows)
        hidden = f", the first {_SHOWN_ROWS} shown" if count > _SHOWN_ROWS else ""
        rows = f"{_rows(count)}{hidden}, " if answer.columns else ""
        if answer.affected is not None:
            rows = f"{_rows(answer.affected)} affected, "
        self._out.print(f"[dim]{rows}{seconds:.2f} s[/dim]", highlight=False)


def _progress(progress: Any) -> str:
    """How far a statement is.

    Args:
        progress: with the numbers of `sqlalchemy_rmt.dbapi.Progress`.
    """
    words = [f"{progress.completed_tasks:,} of {progress.tasks:,} tasks"] if progress.tasks else []
    if progress.read_rows:
        words.append(f"{progress.read_rows:,} rows read")
    if progress.written_rows:
        words.append(f"{progress.written_rows:,} rows written")
    return ", ".join(words)


def _rows(count: int) -> str:
    return f"{count} row{'' if count == 1 else 's'}"


def _message(error: Exception) -> str:
    from rich.markup import escape

    return escape(str(error).strip().split("\n\nJVM stacktrace")[0])
