"""The `rmt` command on a machine that has only a client's installation."""

from __future__ import annotations

import sys

import pytest

from rmt_engine.__main__ import main


def test_a_missing_library_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typer", None)
    monkeypatch.delitem(sys.modules, "rmt_engine.cli", raising=False)
    with pytest.raises(SystemExit) as ended:
        main()
    assert 'pip install "rmt-spark[engine]"' in str(ended.value)
    assert "typer" in str(ended.value)
