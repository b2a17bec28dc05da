"""A stretch of each game as it is heard, to be reviewed; remade by `--snapshot-update`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.nim_tui.plain.talking import Talk, talked

FOLDER = Path(__file__).parent / "transcripts"
CASES = {
    "bataille": (["Ana", "bot:easy"], "en"),
    "submarine": (["Ana", "bot:easy"], "en"),
    "himalaya": (["Ana", "bot:easy", "bot:easy"], "en"),
    "schwarm": (["Ana", "bot:easy"], "en"),
    "bataille.fr": (["Ana", "Ben"], "fr"),
    "submarine.fr": (["Ana", "bot:easy"], "fr"),
    "himalaya.fr": (["Ana", "bot:easy", "bot:easy"], "fr"),
    "schwarm.fr": (["Ana", "bot:easy"], "fr"),
}


async def transcript(name: str) -> str:
    """What is typed, behind a mark, and what is said."""
    seats, _language = CASES[name]
    talk = Talk(name.partition(".")[0], seats)
    lines = [*await talk.begin()]
    for typed in (FOLDER / f"{name}.in").read_text("utf-8").splitlines():
        lines += [f"> {typed}".rstrip(), *await talk.say(typed)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", CASES)
def test_a_stretch_of_a_game_is_told_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    kept = FOLDER / f"{name}.txt"
    told = talked(CASES[name][1], transcript(name))
    if request.config.getoption("--snapshot-update"):
        kept.write_text(told, "utf-8")
    assert told == kept.read_text("utf-8")
