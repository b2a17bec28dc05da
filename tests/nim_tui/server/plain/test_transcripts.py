"""Evenings on a server as they are heard, to be reviewed; remade by `--snapshot-update`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.nim_tui.server.lobby.steady import Play, Steady, print_of
from tests.nim_tui.server.plain.lines import Talker

FOLDER = Path(__file__).parent / "transcripts"
PAUSE = "..."
"""Some seconds in which nobody types."""
CASES = {"bataille": "en_GB.UTF-8", "bataille.fr": "fr_FR.UTF-8", "company": "en_GB.UTF-8",
         "pages": "en_GB.UTF-8", "pages.fr": "fr_FR.UTF-8"}  # fmt: skip


async def told(server: Steady, name: str, language: str) -> str:
    """What is typed, behind `NAME>`, and what each hears, behind their name."""
    here: dict[str, Talker] = {}
    lines: list[str] = []

    def note() -> None:
        for who, talker in here.items():
            lines.extend(f"{who}: {line}" for line in talker.hears())

    for typed in (FOLDER / f"{name}.in").read_text("utf-8").splitlines():
        who, _sign, line = typed.partition(">")
        line = line.removeprefix(" ")
        lines.append(typed)
        if typed == PAUSE:
            await asyncio.sleep(4)
            note()
            continue
        if who not in here:
            table = {"table": line} if line else dict[str, str]()
            talker = here[who] = Talker(server, print_of(who), LANG=language, **table)
            server.here.append(talker)  # type: ignore[arg-type]
            lines.extend(f"{who}: {line}" for line in await talker.come())
        else:
            lines.extend(f"{who}: {said}" for said in await here[who].say(line))
        note()
    return "\n".join(_named(line, server) for line in lines) + "\n"


def _named(line: str, server: Steady) -> str:
    """Ids of tables and hours are different each time."""
    return re.sub(r"\b\d\d:\d\d\b", "12:00", re.sub(r"\b[a-z]{4,20}-\d{1,6}\b", "TABLE", line))


@pytest.mark.parametrize("name", CASES)
def test_an_evening_is_told_as_it_was(
    name: str, play: Play, request: pytest.FixtureRequest
) -> None:
    kept = FOLDER / f"{name}.txt"
    heard: Mapping[str, list[str]] = {"lines": []}

    async def scene(server: Steady) -> None:
        heard["lines"].append(await told(server, name, CASES[name]))

    play(scene)
    (lines,) = heard["lines"]
    if request.config.getoption("--snapshot-update"):
        kept.write_text(lines, "utf-8")
    assert lines == kept.read_text("utf-8")
