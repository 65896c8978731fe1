"""Logins that an LDAP server checks: a user binds with a name and a password."""

from __future__ import annotations

import re
from collections.abc import Sequence

from py4j.protocol import Py4JJavaError

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["LdapLogins", "bound_name"]

_PATIENCE_MS = "5000"
_NAMING = "java.naming."
_SPECIAL = re.compile(r'[\\,+"<>;=]|\A[# ]| \Z')
_PLAIN_NAME = re.compile(r"[\w.-]+")
_REFUSALS = (
    "javax.naming.AuthenticationException",
    "javax.naming.AuthenticationNotSupportedException",
    "javax.naming.InvalidNameException",
    "javax.naming.NameNotFoundException",
    "javax.naming.NoPermissionException",
    "javax.naming.OperationNotSupportedException",
)
"""What Java makes of a server's answer that a name and a password do not do."""


def bound_name(pattern: str, name: str) -> str | None:
    """What a user logs in as at the server.

    In a distinguished name the user's own is a value, whose special characters are escaped, as RFC
    4514 says. Elsewhere there is no such rule, and only plain names pass.

    Args:
        pattern: has `%s` once.
        name: of the user.

    Returns:
        None if no such user can be.
    """
    if "=" not in pattern:
        return pattern.replace("%s", name) if _PLAIN_NAME.fullmatch(name) else None
    return pattern.replace("%s", _SPECIAL.sub(r"\\\g<0>", name))


class LdapLogins:
    """Asks LDAP servers, through Java's own client.

    Args:
        gateway: the bridge to the JVM.
        servers: their URLs; the first that answers is asked.
        patterns: what a user may log in as.
    """

    def __init__(self, gateway: Gateway, servers: Sequence[str], patterns: Sequence[str]) -> None:
        self._gateway = gateway
        self._servers = " ".join(servers)
        self._patterns = patterns

    def identify(self, name: str, password: str) -> str | None:
        """Whom a server knows by a name and a password, in lower case; None if nobody.

        LDAP compares names without case and without the spaces around them, so one user would have
        many names otherwise, and row policies are for names.

        Raises:
            RmtError: `AUTHENTICATION_FAILED`, no server answers.
        """
        if name != " ".join(name.split()):
            return None
        names = (bound_name(pattern, name) for pattern in self._patterns)
        known = any(self._binds(each, password) for each in names if each is not None)
        return name.lower() if known else None

    def _binds(self, principal: str, password: str) -> bool:
        environment = self._gateway.java_class("java.util.Hashtable")()
        for key, value in (
            (f"{_NAMING}factory.initial", "com.sun.jndi.ldap.LdapCtxFactory"),
            (f"{_NAMING}provider.url", self._servers),
            (f"{_NAMING}security.authentication", "simple"),
            (f"{_NAMING}security.principal", principal),
            (f"{_NAMING}security.credentials", password),
            (f"{_NAMING}referral", "ignore"),
            ("com.sun.jndi.ldap.connect.timeout", _PATIENCE_MS),
            ("com.sun.jndi.ldap.read.timeout", _PATIENCE_MS),
        ):
            environment.put(key, value)
        try:
            self._gateway.java_class("javax.naming.directory.InitialDirContext")(
                environment
            ).close()
        except Py4JJavaError as error:
            if error.java_exception.getClass().getName() in _REFUSALS:
                return False
            raise RmtError(
                "AUTHENTICATION_FAILED",
                "Nobody can log in now: the LDAP server does not answer as it should.",
                "Try again later; the endpoint's log has the details.",
            ) from error
        return True
