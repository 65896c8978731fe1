"""Logins: names and passwords are checked here, not by HiveServer2's own providers.

Those of LDAP and CUSTOM read a configuration that has none of Spark's settings, put names into
distinguished names as they are, and write two stack traces for each password that is wrong.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from py4j.protocol import Py4JJavaError

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError, first_line
from rmt_engine.spark.bridge.errors import thrown_in_java
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.serve.ldap import LdapLogins

__all__ = ["CustomLogins", "LogLimit", "check_logins"]

_BINARY_SERVICE = "ThriftBinaryCLIService"
_CHECKED = ("LDAP", "CUSTOM")
_LONGEST = 256
_LINES_PER_MINUTE = 20
_log = logging.getLogger(__name__)


class Logins(Protocol):
    """Knows users by their names and passwords."""

    def identify(self, name: str, password: str) -> str | None:
        """The user's name inside the endpoint; None if there is no such user.

        Raises:
            RmtError: nobody can tell.
        """


class LogLimit:
    """Lets so many lines a minute into the log, and counts the others.

    Args:
        lines: how many.
        clock: gives seconds.
    """

    def __init__(
        self, lines: int = _LINES_PER_MINUTE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lines = lines
        self._clock = clock
        self._lock = threading.Lock()
        self._minute_began = -60.0
        self._written = 0
        self._left_out = 0

    def take(self) -> int | None:
        """None if there are lines enough; else how many were left out since the last one."""
        with self._lock:
            now = self._clock()
            if now - self._minute_began >= 60:
                self._minute_began, self._written = now, 0
            if self._written >= self._lines:
                self._left_out += 1
                return None
            self._written += 1
            left_out, self._left_out = self._left_out, 0
            return left_out


class CustomLogins:
    """Asks a class of the operator's.

    Args:
        gateway: the bridge to the JVM.
        name: the class, a `PasswdAuthenticationProvider` on the class path.
        hive_conf: what it is configured with, if it is `Configurable`.
    """

    def __init__(self, gateway: Gateway, name: str, hive_conf: Any) -> None:
        loader = gateway.java_class("java.lang.Thread").currentThread().getContextClassLoader()
        java_class = gateway.java_class("java.lang.Class").forName(name, True, loader)
        create = gateway.java_class("org.apache.hadoop.util.ReflectionUtils").newInstance
        self._provider = create(java_class, hive_conf)

    def identify(self, name: str, password: str) -> str | None:
        """The user's name, if the class lets them in."""
        try:
            self._provider.Authenticate(name, password)
        except Py4JJavaError:
            return None
        return name


class _LoginHandler:
    """What SASL asks whether a login is right. It authorizes or throws: nothing else is safe."""

    def __init__(self, gateway: Gateway, logins: Logins) -> None:
        self.gateway = gateway
        self._logins = logins
        self._limit = LogLimit()

    @thrown_in_java
    def handle(self, callbacks: Any) -> None:
        """Called with a name, a password, and whom to authorize."""
        name, authorization = str(callbacks[0].getName()), callbacks[2]
        password = str(self.gateway.java_class("java.lang.String").valueOf(
            callbacks[1].getPassword()
        ))  # fmt: skip
        try:
            user = self._identify(name, password, str(authorization.getAuthorizationID()))
        except RmtError as error:
            self._tell(name, error)
            refused = self.gateway.java_class("javax.security.sasl.AuthenticationException")
            raise Py4JJavaError("", refused(str(error))) from None
        authorization.setAuthorizedID(user)
        authorization.setAuthorized(True)

    def _identify(self, name: str, password: str, acts_as: str) -> str:
        is_sound = 0 < len(name) <= _LONGEST and password and "\0" not in name + password
        if is_sound and acts_as == name:
            user = self._logins.identify(name, password)
            if user:
                return user
        raise RmtError("AUTHENTICATION_FAILED", "The name or the password is wrong.")

    def _tell(self, name: str, error: RmtError) -> None:
        left_out = self._limit.take()
        if left_out is None:
            return
        more = f"; {left_out:,} more since the last line" if left_out else ""
        cause = error.__cause__
        details = "" if cause is None else f" ({_details(cause)})"
        _log.warning("refused the login of %.64r: %s%s%s", name, error.message, details, more)

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("javax.security.auth.callback.CallbackHandler",)


def check_logins(gateway: Gateway, settings: EngineSettings, server: Any) -> None:
    """Has a HiveServer2 that was started ask the engine about each login.

    Until then it refuses them all: its own provider of LDAP knows no server.

    Args:
        gateway: the bridge to the JVM.
        settings: how clients log in.
        server: the HiveServer2.
    """
    if settings.authentication not in _CHECKED:
        return
    logins: Logins
    if settings.authentication == "LDAP":
        logins = LdapLogins(gateway, settings.ldap_servers, settings.ldap_names)
    else:
        name = settings.custom_authentication or ""
        logins = CustomLogins(gateway, name, server.getHiveConf())
    # Hadoop's reads names and passwords as UTF-8, HiveServer2's byte by byte; it also passes on why
    # a login was refused.
    provider = gateway.java_class("org.apache.hadoop.security.SaslPlainServer$SecurityProvider")
    security = gateway.java_class("java.security.Security")
    security.removeProvider("SaslPlainServer")
    security.insertProviderAt(provider(), 1)
    for service in server.getServices().toArray():
        if service.getClass().getSimpleName() == _BINARY_SERVICE:
            server_field = accessible_field(service.getClass(), "server")
            listener = server_field.get(service)
            factory = accessible_field(listener.getClass(), "inputTransportFactory_")
            transports = factory.get(listener)
            no_properties = gateway.java_class("java.util.HashMap")()
            transports.addServerDefinition(
                "PLAIN",
                settings.authentication,
                None,
                no_properties,
                _LoginHandler(gateway, logins),
            )
            return
    raise RuntimeError("this version of Spark has no HiveServer2 as it is needed")


def _details(error: BaseException) -> str:
    if isinstance(error, Py4JJavaError):
        return str(error.java_exception.toString()).splitlines()[0][:200]
    return first_line(error)[:200]
