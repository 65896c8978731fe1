"""What clients of an endpoint may do beyond its tables: run code, read and write other files.

There are no users' rights inside an endpoint, so these hold for all of its clients. A session in a
user's own process may do everything that the user may.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

__all__ = ["EVERYTHING", "FilePaths", "Rights"]

_LOCAL = "file"
_URI = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?://([^/]*))?(.*)", re.DOTALL)
_PATTERN = re.compile(r"[*?\[{\\]")
_OF_THE_SYSTEM = ("/proc", "/sys", "/dev")
"""Here are the environments and the memory of processes, the endpoint's among them."""
_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - what it is compared with


@dataclass(frozen=True)
class _Place:
    """A path in a file system.

    Attributes:
        root: the file system: `file`, or `hdfs://name`.
        path: from its root, without `..`.
    """

    root: str
    path: str

    def is_within(self, directory: _Place) -> bool:
        prefix = directory.path.rstrip("/") + "/"
        return self.root == directory.root and f"{self.path}/".startswith(prefix)


@dataclass(frozen=True)
class FilePaths:
    """The files outside the warehouse that statements may name.

    Attributes:
        directories: paths or URIs; None for all files.
    """

    directories: tuple[str, ...] | None = None

    @property
    def described(self) -> str:
        """What is allowed, for a message."""
        if self.directories is None:
            return "all but /proc, /sys and /dev"
        return ", ".join(self.directories) or "none"

    def allow(self, path: str) -> bool:
        """Whether a statement may name a path.

        Symbolic links of this machine are followed. Of a pattern the directory before its first
        wildcard counts.

        Args:
            path: a path or a URI, as the statement has it; a relative one begins at the working
                directory, as for Spark.
        """
        place = _place(path)
        if place is None:
            return False
        if place.root == _LOCAL and _may_be_of_the_system(place, path):
            return False
        if self.directories is None:
            return True
        allowed = (_place(directory) for directory in self.directories)
        return any(each is not None and place.is_within(each) for each in allowed)


@dataclass(frozen=True)
class Rights:
    """What statements may do.

    Attributes:
        code: run code that is not the endpoint's: programs, classes, jars.
        read: the files they may read.
        write: the files they may write, move and delete.
        is_endpoint: whether statements are those of clients, not of the process's own user.
    """

    code: bool = False
    read: FilePaths = FilePaths()
    write: FilePaths = FilePaths()
    is_endpoint: bool = True

    @classmethod
    def of_clients(cls, code: bool, directories: Iterable[str] | None, own: str) -> Rights:
        """The rights of an endpoint's clients.

        Args:
            code: whether they may run code.
            directories: where they may read and write files; None lets them read everything and
                write nothing. The files of the system may hold an endpoint's tables, and a
                statement that writes replaces what is there.
            own: the directory of Spark's own tables, in the warehouse.
        """
        if directories is None:
            return cls(code, FilePaths(), FilePaths((own,)))
        shared = FilePaths((*directories, own))
        return cls(code, shared, shared)


EVERYTHING = Rights(code=True, is_endpoint=False)
"""What the user of a process may do in a session of it."""


def _place(path: str) -> _Place | None:
    """Where a path leads; None if that cannot be told."""
    match = _URI.fullmatch(path.strip())
    scheme, authority, rest = match.groups() if match else (_LOCAL, "", path.strip())
    authority = authority or ""
    wildcard = _PATTERN.search(rest)
    if wildcard is not None:
        if ".." in rest[wildcard.start() :]:
            return None
        rest = posixpath.dirname(rest[: wildcard.start()]) or ("." if rest[0] != "/" else "/")
    if scheme.lower() != _LOCAL:
        return _Place(f"{scheme.lower()}://{authority}", posixpath.normpath(f"/{rest.lstrip('/')}"))
    if authority not in ("", "localhost"):
        return None
    return _Place(_LOCAL, os.path.realpath(posixpath.normpath(rest or ".")))


def _may_be_of_the_system(place: _Place, path: str) -> bool:
    names_a_pattern = _PATTERN.search(path) is not None
    if names_a_pattern and place.path == "/":
        return True
    # What is escaped in a URI is tried both ways.
    plain = _place(unquote(path)) or place
    system = [_Place(_LOCAL, directory) for directory in _OF_THE_SYSTEM]
    memory = _Place(_LOCAL, _SHARED_MEMORY)
    return any(
        found.is_within(directory) and not found.is_within(memory)
        for found in (place, plain)
        for directory in system
    )
