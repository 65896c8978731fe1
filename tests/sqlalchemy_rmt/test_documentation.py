"""docs/sqlalchemy.md names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import sqlalchemy_rmt
from sqlalchemy_rmt import engines, types

PAGE = (Path(__file__).parents[2] / "docs" / "sqlalchemy.md").read_text()


def test_every_public_name_is_documented() -> None:
    modules = {"engines", "functions", "types", "FinalTable", "SampledTable", "Select"}
    for name in {*sqlalchemy_rmt.__all__, *types.__all__} - modules:
        spoken = re.sub(r"^(U?Int)(16|32)$", r"\g<1>8", name)
        assert re.search(rf"\b{spoken}\b", PAGE), name


def test_every_engine_is_documented() -> None:
    for name in engines.__all__:
        if name.endswith("MergeTree"):
            assert f"`{name}`" in PAGE, name
