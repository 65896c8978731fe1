"""Sessions of Spark Connect, which Python models run in.

PySpark is imported when the first of them begins, so that a machine without Python models needs
none.

Source: docs/connect.md of this project;
https://spark.apache.org/docs/latest/spark-connect-overview.html.
"""

from __future__ import annotations

import getpass
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dbt_common.exceptions import DbtRuntimeError

if TYPE_CHECKING:
    from dbt.adapters.rmt.credentials import RmtCredentials

__all__ = ["connect_session"]

_MODE = "SPARK_CONNECT_MODE_ENABLED"
"""By which PySpark's functions know that they are called for Spark Connect."""
_PATIENCE_S = 30.0


@contextmanager
def connect_session(credentials: RmtCredentials, final: bool) -> Iterator[Any]:
    """A session of Spark Connect with the settings of dbt's other sessions, for a while.

    Args:
        credentials: where the endpoint is.
        final: whether its reads of ReplacingMergeTree tables show current rows only.

    Yields:
        PySpark's session.

    Raises:
        DbtRuntimeError: the profile does not say where Spark Connect is or has no token for it,
            PySpark is not installed, nobody answers there, or the token is not the right one.
    """
    credentials.check_connect()
    builder = _builder(credentials)
    builder.set("token", credentials.token_of_connect())
    builder.set("user_id", credentials.user or getpass.getuser())
    _check_answers(credentials, builder)
    session = _begun(builder)
    try:
        _set(session, credentials.session_settings() | {"final": str(int(final))})
        yield session
    finally:
        session.stop()


def _builder(credentials: RmtCredentials) -> Any:
    try:
        from pyspark.sql.connect.client import DefaultChannelBuilder
        from pyspark.sql.connect.session import SparkSession  # noqa: F401 - it asks for more
    except ImportError as error:
        raise DbtRuntimeError(
            "Python models need Spark Connect's client beside dbt: "
            f'pip install "rmt-spark[dbt-python]". {error}'
        ) from error
    # As PySpark does when a session is asked for by an address.
    os.environ.setdefault(_MODE, "1")
    host = credentials.connect_host
    shown = f"[{host}]" if ":" in host else host
    return DefaultChannelBuilder(f"sc://{shown}:{credentials.connect_port}")


def _check_answers(credentials: RmtCredentials, builder: Any) -> None:
    """Fails soon where no Spark Connect listens; PySpark would try again for minutes."""
    import grpc

    address = (credentials.connect_host, credentials.connect_port)
    error: Exception
    try:
        socket.create_connection(address, credentials.connect_timeout).close()
        channel = builder.toChannel()
        try:
            seconds = credentials.connect_timeout or _PATIENCE_S
            grpc.channel_ready_future(channel).result(seconds)
            return
        finally:
            channel.close()
    except OSError as cannot_connect:
        error = cannot_connect
    except grpc.FutureTimeoutError:
        error = TimeoutError(
            "What listens there does not speak its protocol. To another name than `localhost`, "
            "spelled so, it has to speak TLS."
        )
    raise DbtRuntimeError(
        f"Spark Connect does not answer at {address[0]}:{address[1]}, where connect_host and "
        "connect_port of the profile say it is: start the endpoint with "
        f"`rmt serve --connect-port {address[1]}`. {error}"
    ) from error


def _begun(builder: Any) -> Any:
    from pyspark.sql.connect.session import SparkSession

    # A builder of its own: dbt's threads begin sessions at once.
    return SparkSession.Builder().channelBuilder(builder).create()


def _set(session: Any, settings: dict[str, str]) -> None:
    try:
        for name, value in settings.items():
            session.conf.set(name, value)
    except Exception as error:
        hint = ""
        if "authentication token" in str(error):
            hint = " Set connect_token_file or connect_token in the profile to the endpoint's."
        raise DbtRuntimeError(
            f"A session of Spark Connect cannot begin as the profile says: {error}{hint}"
        ) from error
