"""The files in docs/how-to/test-screens.md are a test suite for any Textual app."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pytest

PAGE: Final = (Path(__file__).parents[2] / "docs/how-to/test-screens.md").read_text("utf-8")
FILES: Final = dict(re.findall(r"^```\w+\n# ([\w.]+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def write(folder: Path) -> None:
    """Write the files of the page into a folder."""
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")


def run(folder: Path, *options: str) -> tuple[int, str]:
    """Run pytest in a folder, as if no other ran around it: return its exit code and output."""
    around = ("PYTEST_", "TEXTUAL_SNAPSHOT_", "PYTHONPATH")
    env = {name: value for name, value in os.environ.items() if not name.startswith(around)}
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *options)
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_the_page_names_the_version_of_textual_that_is_used_here() -> None:
    assert f"Textual {version('textual').rpartition('.')[0]}." in PAGE


@pytest.mark.slow
def test_the_suite_of_the_page_keeps_and_compares_screens(tmp_path: Path) -> None:
    assert {*FILES} == {"counter.py", "test_counter.py", "pytest.ini"}
    write(tmp_path)
    code, told = run(tmp_path)
    assert (code, "2 failed, 5 passed" in told) == (1, True), told
    code, told = run(tmp_path, "--snapshot-update")
    assert code == 0, told
    (dump,) = (tmp_path / "dumps").glob("*.txt")
    assert "Count: 2" in dump.read_text("utf-8")
    assert len([*(tmp_path / "__snapshots__").rglob("*.svg")]) == 1
    assert run(tmp_path)[0] == 0
    app = tmp_path / "counter.py"
    app.write_text(app.read_text("utf-8").replace("Count: {", "Total: {"), "utf-8")
    code, told = run(tmp_path)
    assert (code, "5 failed" in told) == (1, True), told
    assert (tmp_path / "snapshot_report.html").exists()


@pytest.mark.slow
def test_a_file_that_no_test_uses_fails_the_run_until_it_is_deleted(tmp_path: Path) -> None:
    write(tmp_path)
    run(tmp_path, "--snapshot-update")
    old = tmp_path / "dumps" / "test_old.txt"
    old.write_text("old", "utf-8")
    code, told = run(tmp_path)
    assert (code, "7 passed" in told) == (1, True), told
    run(tmp_path, "--snapshot-update")
    assert not old.exists()
    assert run(tmp_path)[0] == 0
