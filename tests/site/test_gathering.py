"""What is gathered for the website: pages with their pictures, and nothing of other hosts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site import __main__ as site


def test_pages_come_with_what_they_link_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "SITE", tmp_path)
    site.main()
    assert (tmp_path / "rules/himalaya/rules.fr.md").is_file()
    assert (tmp_path / "docs/himalaya.gif").is_file(), "the README shows it"
    pictures = [path.read_text("utf-8") for path in tmp_path.rglob("*.svg")]
    assert pictures
    assert not any('url("http' in picture for picture in pictures)
    folders = [
        found[2]
        for page in tmp_path.rglob("*.md")
        for found in site._TEXT_LINK.finditer(page.read_text("utf-8"))
        if (site.ROOT / page.relative_to(tmp_path).parent / found[2]).is_dir()
    ]
    assert folders == [], "a website has no such pages"


def test_rules_show_where_they_come_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "SITE", tmp_path)
    site.main()
    page = (tmp_path / "rules/bataille/rules.en.md").read_text("utf-8")
    assert "nor finish where it started. <small>[R]</small>\n" in page
    assert (
        "unless the table chose `blocking`. <small>[T 4.1; R lanes; R blocking]</small>\n" in page
    )
