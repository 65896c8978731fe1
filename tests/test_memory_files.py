from __future__ import annotations

from pathlib import Path

import pytest
from support.memory_files import enough_memory


@pytest.mark.parametrize(
    ("information", "enough"),
    [
        ("MemTotal: 25000000 kB\nMemAvailable: 9000000 kB\n", True),
        ("MemTotal: 25000000 kB\nMemAvailable: 3000000 kB\n", False),
        ("MemTotal: 25000000 kB\n", False),
    ],
)
def test_files_lie_in_memory_where_there_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, information: str, enough: bool
) -> None:
    monkeypatch.setattr("support.memory_files._FREE_BYTES", 0)
    told = tmp_path / "meminfo"
    told.write_text(information)
    assert enough_memory(tmp_path, told) == enough


def test_a_small_file_system_in_memory_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("support.memory_files._AVAILABLE_BYTES", 0)
    monkeypatch.setattr("support.memory_files._FREE_BYTES", 1 << 60)
    assert not enough_memory(tmp_path)


def test_other_systems_have_none(tmp_path: Path) -> None:
    assert not enough_memory(tmp_path / "missing")
    assert not enough_memory(tmp_path, tmp_path / "missing")
