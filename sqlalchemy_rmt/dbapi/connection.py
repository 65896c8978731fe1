"""Connections: sessions on an endpoint, as PEP 249 has them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec

from sqlalchemy_rmt.dbapi import errors
from sqlalchemy_rmt.dbapi.address import Address
from sqlalchemy_rmt.dbapi.closing import Closing
from sqlalchemy_rmt.dbapi.cursor import Cursor
from sqlalchemy_rmt.dbapi.errors import InterfaceError, NotSupportedError
from sqlalchemy_rmt.dbapi.literals import literal
from sqlalchemy_rmt.dbapi.record_batches import ASKING
from sqlalchemy_rmt.dbapi.session import Session

__all__ = ["Connection", "connect"]

_SETTING = re.compile(r"[\w.-]+")


def connect(  # noqa: PLR0913
    host: str = "localhost",
    port: int = 10000,
    database: str = "default",
    username: str | None = None,
    password: str | None = None,
    auth: str | None = None,
    settings: Mapping[str, str] | None = None,
    *,
    kerberos_service_name: str | None = None,
    transport: str = "binary",
    http_path: str = "cliservice",
    ssl: bool = False,
    ssl_ca: str | None = None,
    ssl_verify: bool = True,
    connect_timeout: float | None = 30.0,
    read_timeout: float | None = None,
    query_timeout: float | None = None,
) -> Connection:
    """Connects to an endpoint.

    Args:
        host: its address.
        port: its port.
        database: the current database of the session.
        username: who connects; the login name by default.
        password: for LDAP, CUSTOM or PLAIN.
        auth: HiveServer2's name of the login: NONE, PLAIN, LDAP, CUSTOM, KERBEROS or NOSASL; by
            default LDAP with a password and NONE without.
        settings: settings of the session, e.g. `{"final": "1"}`. Those with a dot in the name are
            Spark's, which takes any name; the others are the endpoint's own.
        kerberos_service_name: the service part of the server's principal, with KERBEROS.
        transport: `binary` or `http`.
        http_path: the path of the servlet, with `http`.
        ssl: whether the connection is encrypted.
        ssl_ca: a file of certificates to trust instead of the system's.
        ssl_verify: whether the server's certificate and name are checked.
        connect_timeout: seconds a connection and a login may take; None for ever.
        read_timeout: seconds an answer may take, and then the connection counts as lost; None for
            ever. The server keeps an answer back for 5 s while a statement runs, so write more.
        query_timeout: seconds after which the server cancels a statement, rounded up to whole ones;
            None for never. Cursors begin with it.

    Raises:
        InterfaceError: the arguments do not fit together, or a setting has no name or no text.
        OperationalError: nobody answers there, or the login fails.
        DatabaseError: the server refuses the database or a setting.
    """
    address = Address(
        host,
        port,
        username,
        password,
        auth,
        kerberos_service_name,
        transport,
        http_path,
        ssl,
        ssl_ca,
        ssl_verify,
        connect_timeout,
        read_timeout,
    )
    if query_timeout is not None and query_timeout <= 0:
        raise InterfaceError(
            f"query_timeout is {query_timeout}: write a number of seconds, or None."
        )
    spark, own = _sorted_out(settings or {})
    if find_spec("pyarrow") is not None:
        spark = {**ASKING, **spark}
    connection = Connection(Session(address, database, spark), query_timeout)
    try:
        # A SET has an answer, and counts as running until its cursor is closed.
        with connection.cursor() as cursor:
            for name, value in own.items():
                cursor.execute(f"SET {name} = {literal(value)}")
    except BaseException:
        connection.close()
        raise
    return connection


def _sorted_out(settings: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Spark's settings, which come with the session, and the endpoint's, which `SET` checks."""
    for name, value in settings.items():
        if not _SETTING.fullmatch(name):
            raise InterfaceError(f"{name!r} is no name of a setting.")
        if not isinstance(value, str):
            raise InterfaceError(f"The value of the setting {name} is no string.")
    spark = {name: value for name, value in settings.items() if "." in name}
    own = {name: value for name, value in settings.items() if name not in spark}
    return spark, own


class Connection(Closing):
    """A session on the endpoint. Statements are committed one by one.

    A connection and its cursors are for one thread at a time; `Cursor.cancel` is for any.

    Args:
        session: the session.
        query_timeout: what cursors begin with.
    """

    Warning = errors.Warning
    Error = errors.Error
    InterfaceError = errors.InterfaceError
    DatabaseError = errors.DatabaseError
    DataError = errors.DataError
    OperationalError = errors.OperationalError
    IntegrityError = errors.IntegrityError
    InternalError = errors.InternalError
    ProgrammingError = errors.ProgrammingError
    NotSupportedError = errors.NotSupportedError

    def __init__(self, session: Session, query_timeout: float | None = None) -> None:
        self._session: Session | None = session
        self._query_timeout = query_timeout

    @property
    def is_open(self) -> bool:
        """Whether the connection was not closed."""
        return self._session is not None

    @property
    def session(self) -> Session:
        """The session on the endpoint.

        Raises:
            InterfaceError: the connection is closed.
        """
        self._check_open()
        assert self._session is not None
        return self._session

    def cursor(self) -> Cursor:
        """A new cursor of this session.

        Raises:
            InterfaceError: the connection is closed.
        """
        self._check_open()
        return Cursor(self, self._query_timeout)

    @property
    def session_id(self) -> str:
        """A text by which `end_session` of another connection finds this one's session.

        It is as good as being logged in, for as long as the session lasts.

        Raises:
            InterfaceError: the connection is closed.
        """
        return self.session.id

    def end_session(self, session_id: str) -> None:
        """Ends another session on the same endpoint, and cancels what runs in it.

        Args:
            session_id: of the connection to end.

        Raises:
            InterfaceError: this is no `session_id`, or this connection is closed.
            OperationalError: the session has ended already, or this connection was lost.
        """
        self.session.end(session_id)

    def commit(self) -> None:
        """Does nothing: a statement that returned is committed.

        Raises:
            InterfaceError: the connection is closed.
        """
        self._check_open()

    def rollback(self) -> None:
        """Raises `NotSupportedError`: what ran cannot be taken back."""
        self._check_open()
        raise NotSupportedError("The endpoint has no transactions of several statements.")

    def close(self) -> None:
        """Ends the session; the server frees what it holds for it."""
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def _check_open(self) -> None:
        if self._session is None:
            raise InterfaceError("The connection is closed.")
