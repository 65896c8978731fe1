"""The documentation: generated pages are current, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import generate

ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

TEXTS = [
    path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")))
    if path.exists()
]


def _anchors(path: Path) -> set[str]:
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in _HEADING.findall(text)
    }


def test_the_generated_pages_are_current() -> None:
    assert generate.stale_pages() == [], "run `make docs`"


def test_check_names_the_stale_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    generate.write_pages(tmp_path)
    assert generate.stale_pages(tmp_path) == []
    (tmp_path / "types.md").write_text("# Types of yesterday\n")
    (tmp_path / "errors.md").unlink()
    assert generate.stale_pages(tmp_path) == ["types.md", "errors.md"]
    monkeypatch.setattr(generate, "stale_pages", lambda: generate.PAGES and ["types.md"])
    assert generate.main(["--check"]) == 1
    assert "docs/types.md" in capsys.readouterr().err
    assert generate.main(["--no-such"]) == 2


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_relative_link_leads_somewhere(path: Path) -> None:
    for target in _LINK.findall(_CODE.sub("", path.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), f"{path.name}: {target}"
        if anchor and file.suffix == ".md":
            assert anchor in _anchors(file), f"{path.name}: {target}"
