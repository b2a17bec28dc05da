"""The man pages are those of today's commands, and say what one looks for in them."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.manual.pages import FOLDER, pages

PAGES = pages()


def test_the_man_pages_are_fresh() -> None:
    kept = {file.name: file.read_text("utf-8") for file in FOLDER.iterdir()}
    assert kept == PAGES, "look at the difference after `make man`"


def test_they_are_the_same_in_another_language_and_on_another_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable in ("LC_ALL", "LANG", "LANGUAGE"):
        monkeypatch.setenv(variable, "fr_FR.UTF-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert pages() == PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_a_name_and_tells_how_to_use_it(name: str) -> None:
    text = PAGES[name]
    assert re.search(r"^\.SH NAME\nnim\S+ \\- \S.+\n\.SH SYNOPSIS\n\.B nim\S", text, re.MULTILINE)
    assert r"\fB\-h,\fP \-\-help" in text
    assert [line for line in text.split("\n")[1:] if line.startswith("'")] == []


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_a_page_names_are_there(name: str) -> None:
    named = re.findall(r"See \\fB(\S+)\(1\)\\fP", PAGES[name])
    assert {f"{page}.1".replace("\\-", "-") for page in named} <= {*PAGES}
    if name == "nim-tui.1":
        assert named


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_finds_no_fault() -> None:
    files = [str(FOLDER / name) for name in PAGES]
    command = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", *files]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
