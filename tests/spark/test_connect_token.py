"""The token of Spark Connect's clients."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.spark.serve.connect_token import TOKEN_VARIABLE, token_of

GIVEN = "abcdefgh-1234.~+/"


def _settings(warehouse: Path, **conf: str) -> EngineSettings:
    given = {f"spark.connect.authenticate.{name}": value for name, value in conf.items()}
    return EngineSettings(warehouse=str(warehouse / "w"), connect_port=15002, conf=given)


def test_a_token_is_made_anew_each_time_and_goes(tmp_path: Path) -> None:
    first = token_of(_settings(tmp_path), {})
    assert first.path == tmp_path / "w" / "connect-15002.token"
    assert first.path.read_text() == first.value
    assert len(first.value) > 40
    assert stat.S_IMODE(first.path.stat().st_mode) == 0o600
    second = token_of(_settings(tmp_path), {})
    assert second.value != first.value
    assert first.path.read_text() == second.value
    second.forget()
    second.forget()
    assert not first.path.exists()


def test_a_file_that_others_can_read_or_lead_elsewhere_is_not_written_to(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("untouched")
    path = tmp_path / "w" / "connect-15002.token"
    path.parent.mkdir()
    path.symlink_to(elsewhere)
    made = token_of(_settings(tmp_path), {})
    assert elsewhere.read_text() == "untouched"
    assert not path.is_symlink()
    path.chmod(0o644)
    assert token_of(_settings(tmp_path), {}).value != made.value
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_given_token_is_taken_and_written_nowhere(tmp_path: Path) -> None:
    by_setting = token_of(_settings(tmp_path, token=GIVEN), {TOKEN_VARIABLE: "another-one-of-mine"})
    assert (by_setting.value, by_setting.path) == (GIVEN, None)
    by_variable = token_of(_settings(tmp_path), {TOKEN_VARIABLE: GIVEN})
    assert (by_variable.value, by_variable.path) == (GIVEN, None)
    by_variable.forget()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "given", ["", "short", "with a space in the middle", "a-line\nend-0123456789"]
)
def test_a_token_that_keeps_nobody_out_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(RmtError, match="16 or more"):
        token_of(_settings(tmp_path), {TOKEN_VARIABLE: given})


def test_it_is_a_secret() -> None:
    settings = EngineSettings(conf={"spark.connect.authenticate.token": GIVEN})
    assert list(settings.secrets) == ["spark.connect.authenticate.token"]
