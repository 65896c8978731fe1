"""The token that clients of Spark Connect have to know."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError

__all__ = ["TOKEN_VARIABLE", "ConnectToken", "token_of"]

TOKEN_VARIABLE = "SPARK_CONNECT_AUTHENTICATE_TOKEN"  # noqa: S105 - a name
"""Where Spark's own clients look for it."""
_BYTES = 32
_FORM = re.compile(r"[\w.~+/-]{16,}", re.ASCII)


@dataclass(frozen=True)
class ConnectToken:
    """A token.

    Attributes:
        value: the token.
        path: the file it was written to, if it was made here.
    """

    value: str
    path: Path | None = None

    def forget(self) -> None:
        """Removes the file: the token opens nothing any more."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def token_of(settings: EngineSettings, environment: Mapping[str, str] = os.environ) -> ConnectToken:
    """The token that an operator gave, or a new one in a file that only its owner can read.

    Args:
        settings: what the endpoint is told; its `connect_port` is set.
        environment: the variables of this process.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, the one that was given cannot be sent, or is short.
    """
    given = settings.connect_token or environment.get(TOKEN_VARIABLE)
    if given is not None:
        if not _FORM.fullmatch(given):
            raise RmtError(
                "INVALID_CONFIG_PARAMETER",
                "The token of Spark Connect is not one that keeps others out.",
                "It has 16 or more letters, digits or the signs - _ . ~ + /.",
            )
        return ConnectToken(given)
    made = secrets.token_urlsafe(_BYTES)
    settings.home.mkdir(parents=True, exist_ok=True)
    path = settings.home / f"connect-{settings.connect_port}.token"
    # Never readable by others, not even for a moment, whoever left a file of this name here.
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(made)
    return ConnectToken(made, path)
