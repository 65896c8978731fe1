"""Files that a query reads with the table function `file`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.frames import spark_type

__all__ = ["frame_of_file"]

_NULL = "\\N"


def frame_of_file(session: SparkSession, path: str, file_format: str, ddl: str) -> DataFrame:
    """The rows of files.

    Args:
        session: the session that reads them.
        path: the file, or a pattern of files.
        file_format: `CSV`, `CSVWithNames`, `JSONEachRow` or `Parquet`.
        ddl: the columns with their types in Spark's words; empty: what the files say.

    Raises:
        RmtError: `FILE_DOESNT_EXIST`; `CANNOT_EXTRACT_TABLE_STRUCTURE`, it has none.
    """
    try:
        return _read(session, path, file_format, ddl)
    except (AnalysisException, Py4JJavaError) as error:
        if isinstance(error, AnalysisException) and error.getCondition() == "PATH_NOT_FOUND":
            raise RmtError("FILE_DOESNT_EXIST", f"There is no file {path}.") from None
        raise RmtError(
            "CANNOT_EXTRACT_TABLE_STRUCTURE",
            f"The structure of {path} cannot be extracted as {file_format}.",
            f"file('{path}', '{file_format}', 'a Int32, b String') gives it.",
        ) from None


def _read(session: SparkSession, path: str, file_format: str, ddl: str) -> DataFrame:
    reader = session.read
    if ddl:
        schema = spark_type(ddl)
        assert isinstance(schema, StructType)
        reader = reader.schema(schema)
    if file_format == "Parquet":
        return reader.parquet(path)
    if file_format == "JSONEachRow":
        frame = reader.option("mode", "FAILFAST").json(path)
        return frame if ddl else frame.select(*_in_order(session, path, frame.columns))
    has_names = file_format == "CSVWithNames"
    frame = reader.csv(
        path,
        header=has_names,
        inferSchema=not ddl,
        quote='"',
        escape='"',
        nullValue=_NULL,
        emptyValue="",
        multiLine=True,
        enforceSchema=True,
    )
    if ddl:
        return frame
    types = {field.name: field.dataType.simpleString() for field in frame.schema.fields}
    return frame.selectExpr(
        *(
            f"CAST(`{name}` AS {'bigint' if types[name] == 'int' else types[name]}) AS "
            f"`{name if has_names else f'c{place}'}`"
            for place, name in enumerate(frame.columns, 1)
        )
    )


def _in_order(session: SparkSession, path: str, names: Sequence[str]) -> list[str]:
    """The names of columns as the first record has them; Spark has them by the alphabet."""
    first = session.read.text(path).head()
    try:
        keys = list(json.loads(first[0])) if first is not None else []
    except ValueError:
        keys = []
    known = [key for key in keys if key in names]
    return [f"`{name}`" for name in (*known, *(n for n in names if n not in known))]
