"""The temporary tables of sessions: what makes their names resolvable, and what ends them.

The name of a temporary table is a temporary view of Spark's over `rmt_scan('.identity')`. So Spark
itself resolves it as ClickHouse does: in its session only, before a table of the current database,
and not behind the name of a database. A table lives as long as the view that leads to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import ActiveSession, identity_in, structure_only, untouched
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Name
from rmt_engine.store.registry import Registry
from rmt_engine.store.table import Table

__all__ = ["SessionTables"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Named:
    """A table that has its name.

    Attributes:
        session: a weak reference of Java's to the session.
        name: the table's name there.
        of_endpoint: whether a client of the endpoint has the session.
    """

    session: Any
    name: str
    of_endpoint: bool


class SessionTables:
    """Gives temporary tables their names, and drops those whose sessions have ended.

    Args:
        gateway: the bridge to the JVM.
        registry: the registry.
    """

    def __init__(self, gateway: Gateway, registry: Registry) -> None:
        self._gateway = gateway
        self._registry = registry
        self._named: dict[str, _Named] = {}
        self._of_clients: list[Callable[[Any], bool]] = []

    def follow_clients(self, has: Callable[[Any], bool]) -> None:
        """Has the sessions of a server end with their clients.

        Spark's threads hold on to a session long after its client has left.

        Args:
            has: whether a client of the server has a session of the JVM's.
        """
        self._of_clients.append(has)

    def show(self, table: Table, active: ActiveSession) -> None:
        """Has a table's name lead to it as it is now, and drops the table it led to before."""
        before = active.temporary_table(Name(None, table.name))
        with untouched(), structure_only():
            active.spark.sql(
                f"CREATE OR REPLACE TEMPORARY VIEW {quote_name(table.name)} AS "
                f"SELECT * FROM rmt_scan({quote_string(table.address)})"
            )
        if before is not None and before.uuid != table.uuid:
            self._drop(before.uuid)
        if table.uuid not in self._named:
            reference = self._gateway.java_class("java.lang.ref.WeakReference")
            self._named[table.uuid] = _Named(
                reference(active.java), table.name, self._is_of_client(active.java)
            )

    def drop(self, table: Table, active: ActiveSession) -> None:
        """Drops a table of a session and takes its name away."""
        active.java.sessionState().catalog().dropTempView(table.name)
        self._drop(table.uuid)

    def drop_orphans(self) -> list[str]:
        """Drops the tables that no name leads to any more; returns their identities."""
        orphans = [
            identity
            for identity, named in list(self._named.items())
            if self._is_lost(identity, named)
        ]
        for identity in orphans:
            self._drop(identity)
            _log.info("dropped temporary table=%s: its session has ended", identity)
        return orphans

    def _is_lost(self, identity: str, named: _Named) -> bool:
        session = named.session.get()
        if session is None or (named.of_endpoint and not self._is_of_client(session)):
            return True
        return identity_in(self._gateway.sessions.view_text(session, named.name)) != identity

    def _is_of_client(self, session: Any) -> bool:
        return any(has(session) for has in self._of_clients)

    def _drop(self, identity: str) -> None:
        self._registry.temporary_tables.drop(identity)
        self._named.pop(identity, None)
