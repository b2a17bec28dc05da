"""The turn in docs/how-to/text-mode.md is answered as shown; `--snapshot-update` remakes it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.nim_tui.plain.talking import Talk, talked

PAGE: Final = Path(__file__).parents[3] / "docs" / "how-to" / "text-mode.md"
BEFORE: Final = ("sub 14.200", "sub 1.100", "sub 36.300", "mine 20")
"""What was hidden before the turn begins."""
_SHOWN: Final = re.compile(r"(?<=^```text\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


async def turn(typed: list[str]) -> str:
    """What is typed in the turn, behind a mark, and what is answered."""
    talk = Talk("bataille", ["Ana", "bot:easy"])
    await talk.begin()
    for line in BEFORE:
        *_, question = await talk.say(line)
    told = [question]
    for line in typed:
        told += [f"> {line}", *await talk.say(line)]
    return "".join(f"{line}\n" for line in told)


def test_the_turn_is_answered_as_the_page_shows(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text("utf-8")
    (shown,) = _SHOWN.findall(page)
    told = talked("en", turn(re.findall(r"^> (.+)$", shown, re.MULTILINE)))
    if request.config.getoption("--snapshot-update"):
        PAGE.write_text(page.replace(shown, told), "utf-8")
    assert PAGE.read_text("utf-8").count(told) == 1
