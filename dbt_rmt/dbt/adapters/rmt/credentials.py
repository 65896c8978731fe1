"""The target of a `profiles.yml`: where the endpoint is, and how a session on it begins."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dbt.adapters.contracts.connection import Credentials
from dbt_common.exceptions import DbtRuntimeError

__all__ = ["RmtCredentials"]

# Timestamps travel without a zone, and dbt takes those for UTC.
_DEFAULT_SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "join_use_nulls": "1",
    "cast_keep_nullable": "1",
}
"""Of each session. dbt's own tests, `relationships` for one, look for NULL beside an outer join,
and its packages write `cast(null as …)`."""
_TOKEN_VARIABLE = "SPARK_CONNECT_AUTHENTICATE_TOKEN"  # noqa: S105 - a name
"""Where Spark's own clients look for the token of Spark Connect."""


@dataclass
class RmtCredentials(Credentials):
    """A target of type `rmt`.

    Attributes:
        host: where the endpoint is.
        port: its port.
        schema: the database that dbt builds into.
        database: unused; dbt's word for a level above schemas, which the endpoint has not.
        user: who connects; the login name by default.
        password: for LDAP, CUSTOM or PLAIN.
        auth: HiveServer2's name of the login; LDAP with a password and NONE without by default.
        kerberos_service_name: with KERBEROS.
        transport: `binary` or `http`.
        http_path: with `http`.
        ssl: whether the connection is encrypted.
        ssl_ca: a file of certificates to trust instead of the system's.
        ssl_verify: whether the server's certificate is checked.
        final: whether reads of ReplacingMergeTree tables show current rows only.
        settings: of the session; a name with a dot is Spark's.
        connect_retries: how often a connection, or a statement that can be repeated, is tried again
            after it was lost.
        connect_timeout: seconds a connection may take.
        read_timeout: seconds an answer may take before the connection counts as lost.
        query_timeout: seconds after which the endpoint cancels a statement.
        connect_port: the port of Spark Connect, which Python models run over; None without any.
        connect_host: where it is: Spark Connect listens on loopback only, so that another machine
            reaches it by a tunnel.
        connect_token: the token of Spark Connect.
        connect_token_file: the file that has the token.
    """

    host: str = "localhost"
    schema: str = ""
    database: str | None = None
    port: int = 10000
    user: str | None = None
    password: str | None = None
    auth: str | None = None
    kerberos_service_name: str | None = None
    transport: str = "binary"
    http_path: str = "cliservice"
    ssl: bool = False
    ssl_ca: str | None = None
    ssl_verify: bool = True
    final: bool = True
    settings: dict[str, Any] = field(default_factory=dict)
    connect_retries: int = 1
    connect_timeout: float | None = 30.0
    read_timeout: float | None = None
    query_timeout: float | None = None
    connect_port: int | None = None
    connect_host: str = "localhost"
    connect_token: str | None = None
    connect_token_file: str | None = None

    _ALIASES = {"username": "user", "pass": "password"}

    def __post_init__(self) -> None:
        if not self.schema:
            raise DbtRuntimeError("The profile has no schema: name the database to build into.")
        if self.database not in (None, self.schema):
            raise DbtRuntimeError(
                f"The profile names the database {self.database!r}: leave it out, schema is enough."
            )
        if "final" in self.settings:
            raise DbtRuntimeError("Write `final` beside `settings` in the profile, not inside.")
        if self.connect_retries < 0:
            raise DbtRuntimeError("connect_retries is 0 or more.")
        if self.connect_token and self.connect_token_file:
            raise DbtRuntimeError(
                "The profile has connect_token and connect_token_file: leave one out."
            )
        if self.connect_port is None and (self.connect_token or self.connect_token_file):
            raise DbtRuntimeError(
                "The profile has a token of Spark Connect and no connect_port: name the port that "
                "`rmt serve --connect-port` was given."
            )
        self.database = None

    @property
    def type(self) -> str:
        """The adapter's name."""
        return "rmt"

    @property
    def unique_field(self) -> str:
        """What dbt's telemetry hashes."""
        return self.host

    def session_settings(self) -> dict[str, str]:
        """The settings a session begins with, as texts."""
        settings = {name: _text(value) for name, value in self.settings.items()}
        return _DEFAULT_SETTINGS | settings | {"final": str(int(self.final))}

    def check_connect(self) -> None:
        """Checks that the profile says how Spark Connect is reached.

        Raises:
            DbtRuntimeError: there is no port of it, or no token.
        """
        if self.connect_port is None:
            raise DbtRuntimeError(
                "Python models run over Spark Connect, and the profile does not say where that is: "
                "start the endpoint with `rmt serve --connect-port`, and set connect_port and "
                "connect_token_file (or connect_token) in the profile."
            )
        self.token_of_connect()

    def token_of_connect(self, environment: Mapping[str, str] = os.environ) -> str:
        """The token of Spark Connect.

        Args:
            environment: the variables of this process.

        Raises:
            DbtRuntimeError: there is none, or its file cannot be read.
        """
        if self.connect_token:
            return self.connect_token
        if self.connect_token_file:
            path = Path(self.connect_token_file).expanduser()
            try:
                return path.read_text(encoding="ascii").strip()
            except (OSError, UnicodeDecodeError) as error:
                raise DbtRuntimeError(
                    f"connect_token_file of the profile, {path}, cannot be read: {error}"
                ) from error
        if token := environment.get(_TOKEN_VARIABLE):
            return token
        raise DbtRuntimeError(
            "Python models run over Spark Connect, whose token the profile does not have: set "
            "connect_token_file to the file that `rmt serve --connect-port` names, or "
            f"connect_token, or the variable {_TOKEN_VARIABLE}."
        )

    def _connection_keys(self) -> tuple[str, ...]:
        return (
            "host",
            "port",
            # None, so that `target.database` is something in macros of packages.
            "database",
            "schema",
            "user",
            "auth",
            "transport",
            "ssl",
            "final",
            "settings",
            "connect_retries",
            "query_timeout",
            "connect_host",
            "connect_port",
            "connect_token_file",
        )


def _text(value: object) -> str:
    """A value of YAML as the endpoint writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
