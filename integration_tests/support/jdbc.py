"""Hive's JDBC driver, which comes with PySpark, in a JVM of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyspark
from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from py4j.protocol import Py4JJavaError

from sqlalchemy_rmt.dbapi.closing import Closing

__all__ = ["JdbcClient", "JdbcDriver", "JdbcError", "Row", "rows_of"]

Row = dict[str, Any]
_JARS = Path(pyspark.__file__).parent / "jars"


class JdbcError(Exception):
    """An SQLException: its message and SQLSTATE."""

    def __init__(self, error: Py4JJavaError) -> None:
        exception = error.java_exception
        self.message = str(exception.getMessage())
        self.sqlstate = exception.getSQLState()
        super().__init__(self.message)


class JdbcDriver(Closing):
    """The driver's JVM."""

    def __init__(self) -> None:
        port, token = launch_gateway(
            classpath=str(_JARS / "*"),
            javaopts=["-Xmx256m", "-XX:+UseSerialGC"],
            die_on_exit=True,
            enable_auth=True,
        )
        self._gateway = JavaGateway(
            gateway_parameters=GatewayParameters(port=port, auth_token=token)
        )

    def connect(self, port: int, database: str = "default", options: str = "") -> JdbcClient:
        url = f"jdbc:hive2://127.0.0.1:{port}/{database}{options}"
        self._gateway.jvm.java.lang.Class.forName("org.apache.hive.jdbc.HiveDriver")
        connection = self._gateway.jvm.java.sql.DriverManager.getConnection(url, "me", "")
        return JdbcClient(self._gateway, connection)

    def close(self) -> None:
        self._gateway.shutdown()


class JdbcClient(Closing):
    """A connection, with one statement."""

    def __init__(self, gateway: Any, connection: Any) -> None:
        self._gateway = gateway
        self.connection = connection
        self.metadata = connection.getMetaData()
        self.statement = connection.createStatement()

    def run(self, sql: str) -> list[tuple[Any, ...]]:
        try:
            if not self.statement.execute(sql):
                return []
            return [tuple(row.values()) for row in rows_of(self.statement.getResultSet())]
        except Py4JJavaError as error:
            raise JdbcError(error) from None

    def error(self, sql: str) -> JdbcError:
        try:
            rows = self.run(sql)
        except JdbcError as error:
            return error
        raise AssertionError(f"{sql} did not fail but gave {rows[:5]}")

    def tables(
        self, schema: str | None, table: str | None = "%", types: Sequence[str] | None = None
    ) -> list[Row]:
        """`DatabaseMetaData.getTables`."""
        return rows_of(self.metadata.getTables(None, schema, table, self._texts(types)))

    def columns(self, schema: str | None, table: str, column: str | None = "%") -> list[Row]:
        """`DatabaseMetaData.getColumns`."""
        return rows_of(self.metadata.getColumns(None, schema, table, column))

    def primary_keys(self, schema: str | None, table: str) -> list[Row]:
        """`DatabaseMetaData.getPrimaryKeys`."""
        return rows_of(self.metadata.getPrimaryKeys(None, schema, table))

    def _texts(self, texts: Sequence[str] | None) -> Any:
        if texts is None:
            return None
        array = self._gateway.new_array(self._gateway.jvm.java.lang.String, len(texts))
        for place, text in enumerate(texts):
            array[place] = text
        return array

    def close(self) -> None:
        self.connection.close()


def rows_of(result: Any) -> list[Row]:
    """The rows of a `ResultSet`, by the names of its columns."""
    described = result.getMetaData()
    names = [described.getColumnName(n) for n in range(1, described.getColumnCount() + 1)]
    rows = []
    while result.next():
        rows.append({name: result.getObject(name) for name in names})
    return rows
