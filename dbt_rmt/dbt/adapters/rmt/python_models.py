"""Python models: their code runs in dbt's process, and what it asks of Spark on the endpoint.

The rows that a model gives go to a table aside, once; the model's materialization takes them from
there as it takes those of a query.

Source: https://docs.getdbt.com/docs/build/python-models.
"""

from __future__ import annotations

import linecache
import sysconfig
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dbt.adapters.base import PythonJobHelper
from dbt.adapters.events.logging import AdapterLogger
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt import layout
from dbt.adapters.rmt.column import RmtColumn
from dbt.adapters.rmt.connect import connect_session
from sqlalchemy_rmt.dbapi.literals import literal

if TYPE_CHECKING:
    from dbt.adapters.rmt.connections import Handle
    from dbt.adapters.rmt.credentials import RmtCredentials

__all__ = ["ROWS_GO_TO", "PythonModel", "check_python_model", "described_failure"]

ROWS_GO_TO = "dbt_rmt_rows_go_to"
"""The name by which the code of a model says which table its rows go to."""
# A name of no module: functions of the model are sent to the endpoint's workers with their code.
_MODULE = "dbt_python_model"
_logger = AdapterLogger("rmt")
_INSTALLED = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})


def check_python_model(credentials: RmtCredentials, config: Mapping[str, Any]) -> None:
    """Refuses a Python model that cannot run, before anything is done for it.

    Args:
        credentials: the profile's.
        config: the model's configuration.

    Raises:
        DbtRuntimeError: the profile does not say where Spark Connect is or has no token for it, or
            the model's rows would come in batches, which dbt does not cut them into.
    """
    if config.get("incremental_strategy") == "microbatch":
        raise DbtRuntimeError(
            "incremental_strategy is 'microbatch': dbt does not cut what a Python model reads into "
            "batches. Write the model in SQL, or choose another strategy and filter by "
            "dbt.is_incremental."
        )
    credentials.check_connect()


class PythonModel(PythonJobHelper):
    """A run of a Python model.

    Args:
        parsed_model: dbt's description of the model.
        credentials: the profile's.
        handle: the session of dbt's thread, by which the run can be cancelled.
    """

    def __init__(
        self, parsed_model: Mapping[str, Any], credentials: RmtCredentials, handle: Handle
    ) -> None:
        self._path = str(parsed_model["original_file_path"])
        self._model = parsed_model
        self._credentials = credentials
        self._handle = handle
        self._session: Any = None
        self._is_cancelled = False

    def submit(self, compiled_code: str) -> int:
        """Runs the model, and writes its rows into the table that the code names.

        Args:
            compiled_code: the model's code, behind which dbt and the adapter have put theirs.

        Returns:
            How many rows there are.

        Raises:
            DbtRuntimeError: the model failed, with its traceback, or gives no DataFrame, or one
                that no table holds; the table is not there then.
        """
        with (
            self._handle.runs(self),
            _failures_told(compiled_code, self._path),
            connect_session(self._credentials, self._handle.final) as self._session,
        ):
            self._check_goes_on()
            names: dict[str, Any] = {"__name__": _MODULE, "spark": self._session}
            exec(compile(compiled_code, self._path, "exec"), names)  # noqa: S102 - a model is code
            given = names["model"](names["dbtObj"](self._session.table), self._session)
            return self._store(as_spark(given, self._session), names[ROWS_GO_TO])

    def cancel(self) -> None:
        """Cancels what runs on the endpoint, from another thread; nothing more is begun."""
        self._is_cancelled = True
        if self._session is not None:
            try:
                # Spark's interruption does not end an INSERT that is one long task.
                for operation in self._session.interruptAll():
                    self._session.sql("KILL QUERY WHERE query_id = " + literal(operation))
            except Exception as error:  # it has ended by itself
                _logger.debug(f"Cannot cancel {self._path}: {error}")

    def _store(self, frame: Any, table: str) -> int:
        plain = layout.layout_of({}, "staging", self._model)
        stored = layout.stored_columns(_columns(frame), plain, {}, {})
        self._check_goes_on()
        self._session.sql(layout.create_table(table, stored, plain, "", ""))
        try:
            # Functions of the model run only now.
            frame.writeTo(table).append()
            return int(self._session.table(table).count())
        except BaseException:
            self._session.sql(f"DROP TABLE IF EXISTS {table}")
            raise

    def _check_goes_on(self) -> None:
        if self._is_cancelled:
            raise DbtRuntimeError("The run was cancelled.")


def as_spark(given: Any, session: Any) -> Any:
    """What a model gives as a DataFrame of Spark.

    Args:
        given: a DataFrame of Spark, of pandas or of polars, one of pandas on Spark, or a table of
            Arrow. The index of pandas' is left out.
        session: the model's session.

    Raises:
        DbtRuntimeError: it is something else.
    """
    import pandas as pd
    import pyarrow as pa
    from pyspark.sql.connect.dataframe import DataFrame

    if isinstance(given, DataFrame):
        return given
    if isinstance(given, (pd.DataFrame, pa.Table)):
        return session.createDataFrame(given)
    kind = type(given)
    library = kind.__module__.partition(".")[0]
    if library == "pyspark" and hasattr(given, "to_spark"):
        return given.to_spark()
    if library == "polars" and kind.__name__ == "LazyFrame":
        given = given.collect()
    if library == "polars" and hasattr(given, "to_arrow"):
        return session.createDataFrame(given.to_arrow())
    raise DbtRuntimeError(
        f"model() gives {kind.__module__}.{kind.__qualname__}: return a DataFrame of Spark, pandas "
        "or polars, or a table of Arrow."
    )


def described_failure(error: BaseException, code: str, path: str) -> str:
    """An error of a model's code, with the lines of the model that led to it.

    Lines of installed packages, and dbt's own, are left out.

    Args:
        error: the error.
        code: the model's code.
        path: the name that the code was compiled under.
    """
    frames = traceback.extract_tb(error.__traceback__, limit=None)
    first = next((place for place, frame in enumerate(frames) if frame.filename == path), None)
    told = f"{type(error).__name__}: {error}"
    if first is None:
        return told
    own = [frame for frame in frames[first:] if not frame.filename.startswith(_INSTALLED)]
    lines = code.splitlines()
    text = ["Traceback of the model (most recent call last):"]
    for frame in own:
        text.append(f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}')
        line = _line(frame, lines, path)
        if line:
            text.append(f"    {line}")
    return "\n".join([*text, told])


def _line(frame: traceback.FrameSummary, lines: Sequence[str], path: str) -> str:
    number = frame.lineno or 0
    if frame.filename != path:
        return linecache.getline(frame.filename, number).strip()
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


@contextmanager
def _failures_told(code: str, path: str) -> Iterator[None]:
    """Makes errors of a model's code errors of dbt's, with the model's lines."""
    try:
        yield
    except DbtRuntimeError:
        raise
    # A model that ends the interpreter is to end itself only.
    except (Exception, SystemExit) as error:
        raise DbtRuntimeError(described_failure(error, code, path)) from error


def _columns(frame: Any) -> list[RmtColumn]:
    """The columns of a DataFrame of Spark.

    Raises:
        DbtRuntimeError: there are none, or two of one name.
    """
    columns = [RmtColumn(field.name, field.dataType.simpleString()) for field in frame.schema]
    if not columns:
        raise DbtRuntimeError("model() gives a DataFrame without columns.")
    seen: set[str] = set()
    for column in columns:
        name = column.name.lower()
        if name in seen:
            raise DbtRuntimeError(
                f"model() gives two columns of the name {column.name!r}: rename one."
            )
        seen.add(name)
    return columns
