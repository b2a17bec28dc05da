"""The packed sources: what they make, what runs from them, and what pip fetches for them."""

from __future__ import annotations

import re
import sys
import tarfile
from pathlib import Path

import pytest

from tests.e2e.terminal.installing import ROOT, Installed, built, run

pytestmark = pytest.mark.nightly

OF_THE_PROJECT = (
    "tests/test_project.py",
    "tests/test_container.py",
    "tests/nim_tui/test_readme.py",
)
"""Tests of files that lie beside the packages."""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("packed"), what="sdist")


@pytest.fixture(scope="module")
def unpacked(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


def test_they_make_the_same_wheel(packed: Path, tmp_path: Path) -> None:
    wanted = built(tmp_path / "wanted")
    pip = [sys.executable, "-m", "pip", "-q", "wheel", "--no-index", "--no-deps"]
    run(*pip, "--no-build-isolation", "-w", str(tmp_path / "made"), str(packed))
    (made,) = (tmp_path / "made").iterdir()
    assert made.name == wanted.name
    assert made.read_bytes() == wanted.read_bytes()


def test_what_is_said_of_the_project_holds_there_too(unpacked: Path) -> None:
    told = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *OF_THE_PROJECT, cwd=unpacked
    )
    assert re.search(r"^\.+ +\[100%\]$", told, re.MULTILINE)


def test_every_test_and_picture_is_there(unpacked: Path) -> None:
    kept, packed = (
        {str(file.relative_to(folder)) for file in (folder / "tests").rglob("*.*")}
        for folder in (ROOT, unpacked)
    )
    assert {name for name in kept - packed if "__pycache__" not in name} == set()


@pytest.mark.nightly
def test_pip_fetches_what_all_of_it_needs(packed: Path, tmp_path: Path) -> None:
    fresh = Installed(tmp_path)
    fresh.pip("install", "--require-hashes", "-r", str(ROOT / "locks" / "all.txt"))
    fresh.install(built(tmp_path / "wheel"), "[web,notices,postgres]")
    fresh.pip("check")
    assert "web_push = true" in fresh.nim_tui("serve", "--web-push", "--show-config")
