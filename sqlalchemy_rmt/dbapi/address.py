"""Where an endpoint is and how one gets in, checked before anything is sent."""

from __future__ import annotations

import getpass
from dataclasses import dataclass, field
from ssl import CERT_NONE, SSLContext, create_default_context

from sqlalchemy_rmt.dbapi.errors import InterfaceError, NotSupportedError, OperationalError

__all__ = ["AUTHS", "TRANSPORTS", "Address"]

AUTHS = ("NONE", "PLAIN", "LDAP", "CUSTOM", "KERBEROS", "NOSASL")
TRANSPORTS = ("binary", "http")
_NEED_PASSWORD = ("LDAP", "CUSTOM")
_TAKE_PASSWORD = ("PLAIN", *_NEED_PASSWORD)


@dataclass(frozen=True)
class Address:
    """An endpoint and how to log in.

    Attributes:
        host: its name or address.
        port: its port.
        username: who connects; the login name when it is empty.
        password: of that user.
        auth: HiveServer2's mechanism, one of `AUTHS`; None for LDAP with a password and NONE
            without.
        kerberos_service_name: the service part of the server's principal, with KERBEROS.
        transport: `binary` or `http`.
        http_path: the path of the servlet, with `http`.
        ssl: whether the connection is encrypted.
        ssl_ca: a file of certificates to trust instead of the system's.
        ssl_verify: whether the server's certificate and name are checked.
        connect_timeout: seconds to wait for a connection; None for ever.
        read_timeout: seconds to wait for an answer; None for ever.

    Raises:
        InterfaceError: the parts do not fit together.
        NotSupportedError: KERBEROS over http.
    """

    host: str = "localhost"
    port: int = 10000
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    auth: str | None = None
    kerberos_service_name: str | None = None
    transport: str = "binary"
    http_path: str = "cliservice"
    ssl: bool = False
    ssl_ca: str | None = None
    ssl_verify: bool = True
    connect_timeout: float | None = 30.0
    read_timeout: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "auth", self.auth or ("LDAP" if self.password else "NONE"))
        object.__setattr__(self, "username", self.username or _login_name())
        self._check_names()
        self._check_login()
        self._check_ssl()
        for name in ("connect_timeout", "read_timeout"):
            seconds = getattr(self, name)
            if seconds is not None and seconds <= 0:
                raise InterfaceError(f"{name} is {seconds}: write a number of seconds, or None.")

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def is_http(self) -> bool:
        """Whether requests travel over HTTP."""
        return self.transport == "http"

    def ssl_context(self) -> SSLContext | None:
        """The context of an encrypted connection; None without encryption.

        Raises:
            OperationalError: the file of certificates cannot be read.
        """
        if not self.ssl:
            return None
        try:
            context = create_default_context(cafile=self.ssl_ca)
        except OSError as error:
            raise OperationalError(f"Cannot read ssl_ca {self.ssl_ca}: {error}.") from error
        if not self.ssl_verify:
            context.check_hostname = False
            context.verify_mode = CERT_NONE
        return context

    def _check_names(self) -> None:
        if self.auth not in AUTHS:
            raise InterfaceError(f"auth {self.auth!r} is none of {', '.join(AUTHS)}.")
        if self.transport not in TRANSPORTS:
            raise InterfaceError(
                f"transport {self.transport!r} is none of {', '.join(TRANSPORTS)}."
            )

    def _check_login(self) -> None:
        if self.password and self.auth not in _TAKE_PASSWORD:
            raise InterfaceError(f"auth {self.auth} takes no password: use LDAP, CUSTOM or PLAIN.")
        if not self.password and self.auth in _NEED_PASSWORD:
            raise InterfaceError(f"auth {self.auth} needs a password.")
        if (self.auth == "KERBEROS") != bool(self.kerberos_service_name):
            raise InterfaceError("auth KERBEROS and kerberos_service_name go together.")
        if self.auth == "KERBEROS" and self.is_http:
            raise NotSupportedError("auth KERBEROS works over the binary transport only.")

    def _check_ssl(self) -> None:
        if not self.ssl and (self.ssl_ca or not self.ssl_verify):
            raise InterfaceError("ssl_ca and ssl_verify go with ssl = True.")
        if self.ssl_ca and not self.ssl_verify:
            raise InterfaceError("ssl_ca has no use when ssl_verify is False.")


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "anonymous"
