"""The memory this process may use."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["usable_memory"]

_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


def usable_memory(limits: tuple[Path, ...] = _LIMITS) -> int:
    """The machine's memory, or its container's limit where that is lower, in bytes.

    Args:
        limits: files with the limit of a control group, versions 2 and 1 by default; "max" is none.

    Source: https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    texts = (limit.read_text().strip() for limit in limits if limit.is_file())
    return min([memory, *(int(text) for text in texts if text.isdigit())])
