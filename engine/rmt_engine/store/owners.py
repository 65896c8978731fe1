"""Processes that use a store: whether one of them is still there.

A process number alone does not tell: another process gets it after a restart of the machine, and in
a container every process of a service has the same one. So a process is noted with the machine it
runs on, told by the boot and the process namespace, and with the moment it started. Where that does
not decide, as for a process of another machine or of another container, it has a lease: it counts
as there for `LEASE_S` seconds after it was heard of last.
"""

from __future__ import annotations

import functools
import os
import socket
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from rmt_engine.store import schema

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry

__all__ = ["LEASE_S", "Owner", "Owners", "Process", "may_be_there", "this_process"]

LEASE_S = 60.0
"""How long nothing is heard of a process before it counts as gone, if nothing else tells."""
_PROC = Path("/proc")
_START_FIELD = 19
"""Where `/proc/PID/stat` has the start, counted behind the name of the program."""


@dataclass(frozen=True)
class Process:
    """A process, as others can tell it from every other there was.

    Attributes:
        host: the name of its machine.
        pid: its number there.
        machine: the machine's boot and the process namespace; empty where the system has no /proc.
        started: when it started, in ticks since that boot; empty likewise.
    """

    host: str
    pid: int
    machine: str = ""
    started: str = ""


@dataclass(frozen=True)
class Owner:
    """A process that uses the store.

    Attributes:
        id: its id there.
        process: the process.
        seen_at: when it was heard of last, seconds since 1970.
    """

    id: str
    process: Process
    seen_at: float

    @classmethod
    def of_row(cls, owner_id: str, row: Any) -> Owner:
        """An owner, of a row of the registry that has its columns."""
        return cls(owner_id, Process(row.host, row.pid, row.machine, row.started), row.seen_at)


class Owners:
    """Notes which processes use the store.

    Args:
        registry: where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def register(self, owner_id: str, process: Process) -> None:
        """Notes that a process uses the store."""
        values = {"id": owner_id, "seen_at": time.time(), **asdict(process)}
        with self._registry.writing() as connection:
            connection.execute(sa.insert(schema.owners).values(values))

    def touch(self, owner_id: str) -> bool:
        """Notes that the process is still there; False when it is not known any more."""
        with self._registry.writing() as connection:
            result = connection.execute(
                sa.update(schema.owners)
                .where(schema.owners.c.id == owner_id)
                .values(seen_at=time.time())
            )
        return result.rowcount == 1

    def all(self) -> list[Owner]:
        """The processes that use the store."""
        with self._registry.reading() as connection:
            rows = connection.execute(sa.select(schema.owners)).all()
        return [Owner.of_row(row.id, row) for row in rows]

    def remove(self, owner_id: str) -> None:
        """Forgets a process and its claims."""
        with self._registry.writing() as connection:
            connection.execute(sa.delete(schema.merges).where(schema.merges.c.owner_id == owner_id))
            connection.execute(sa.delete(schema.owners).where(schema.owners.c.id == owner_id))


def this_process() -> Process:
    """The process that asks."""
    return Process(socket.gethostname(), os.getpid(), _machine(), _start_of("self"))


def may_be_there(owner: Owner, now: float | None = None) -> bool:
    """Whether a process may still work on the store.

    Args:
        owner: the process.
        now: the time to judge its lease by, seconds since 1970; the current time by default.
    """
    is_there = _is_there(owner.process)
    if is_there is not None:
        return is_there
    return (time.time() if now is None else now) - owner.seen_at <= LEASE_S


def _is_there(process: Process) -> bool | None:
    """Whether it is there; None if that cannot be told from here."""
    if process.host != socket.gethostname() or process.machine != _machine():
        return None
    if process.pid == os.getpid():
        return process.started == _start_of("self")
    try:
        os.kill(process.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    started = _start_of(str(process.pid)) if _shows_own_namespace() else ""
    return process.started == started if started else None


@functools.cache
def _machine() -> str:
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return ""


def _shows_own_namespace() -> bool:
    """Whether the numbers in /proc are those this process knows: a container may have another's."""
    try:
        return str((_PROC / "self").readlink()) == str(os.getpid())
    except OSError:
        return False


def _start_of(process: str) -> str:
    try:
        stat = (_PROC / process / "stat").read_text()
    except OSError:
        return ""
    # The name of the program, in parentheses, may have blanks and parentheses of its own.
    return stat.rpartition(")")[2].split()[_START_FIELD]
