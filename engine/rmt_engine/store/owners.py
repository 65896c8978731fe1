"""Processes that use a store: whether one of this machine is still there."""

from __future__ import annotations

import os
import socket

__all__ = ["is_gone"]


def is_gone(host: str, pid: int) -> bool:
    """Whether a process of this machine is no more; False for any process of another machine."""
    if host != socket.gethostname():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
