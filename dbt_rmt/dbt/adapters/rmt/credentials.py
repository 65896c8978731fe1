"""The target of a `profiles.yml`: where the endpoint is, and how a session on it begins."""

from __future__ import annotations

from dataclasses import dataclass, field
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
        )


def _text(value: object) -> str:
    """A value of YAML as the endpoint writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
