"""Evenings on a server as they are heard, to be reviewed; remade by `--snapshot-update`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.nim_tui.server.lobby.steady import Play, Steady, print_of
from tests.nim_tui.server.plain.lines import Talker

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "transcripts"
PAUSE = "..."
"""Some seconds in which nobody types."""
TOKEN = re.compile(r"\b[2-9A-Z]{4}(?:-[2-9A-Z]{4}){4}\b")
CASES = {
    "bataille": "en_GB.UTF-8", "bataille.fr": "fr_FR.UTF-8", "company": "en_GB.UTF-8",
    "invited": "en_GB.UTF-8", "invited.fr": "fr_FR.UTF-8",
    "pages": "en_GB.UTF-8", "pages.fr": "fr_FR.UTF-8",
}  # fmt: skip


async def told(server: Steady, name: str, language: str) -> str:
    """What is typed, behind `NAME>`, and what each hears, behind their name.

    TOKEN stands for the invitation that was told last.
    """
    here: dict[str, Talker] = {}
    lines: list[str] = []

    def note() -> None:
        for who, talker in here.items():
            lines.extend(f"{who}: {line}" for line in talker.hears())

    for typed in (FOLDER / f"{name}.in").read_text("utf-8").splitlines():
        who, _sign, line = typed.partition(">")
        tokens = [found for said in lines for found in TOKEN.findall(said)]
        line = line.removeprefix(" ").replace("TOKEN", tokens[-1] if tokens else "TOKEN")
        lines.append(typed)
        if typed == PAUSE:
            await asyncio.sleep(4)
            note()
            continue
        if who not in here:
            came_for = _came_for(line)
            talker = here[who] = Talker(server, print_of(who), LANG=language, **came_for)
            server.here.append(talker)  # type: ignore[arg-type]
            lines.extend(f"{who}: {line}" for line in await talker.come())
        else:
            lines.extend(f"{who}: {said}" for said in await here[who].say(line))
        note()
    return "\n".join(_named(line, server) for line in lines) + "\n"


def _came_for(line: str) -> dict[str, str]:
    """What somebody comes with who typed this behind `ssh -T HOST`."""
    word, _blank, rest = line.partition(" ")
    return {"link": rest} if word == "join" else {"table": line} if line else {}


def _named(line: str, server: Steady) -> str:
    """Invitations, ids of tables and hours are different each time."""
    line = TOKEN.sub("TOKEN", line)
    return re.sub(r"\b\d\d:\d\d\b", "12:00", re.sub(r"\b[a-z]{4,20}-\d{1,6}\b", "TABLE", line))


@pytest.mark.usefixtures("a_file")  # with another database answers come after other beats
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
