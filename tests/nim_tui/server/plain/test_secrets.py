"""The lines that reach one seat are the same in two worlds that differ in what it cannot know.

Step by step and at the same time: each is asked everything the lines offer as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import pytest

from nim_tui.tables.table import Table
from tests.nim_tui.server.lobby.dealing import deal_otherwise, draw_otherwise
from tests.nim_tui.server.lobby.steady import Steady, played
from tests.nim_tui.server.plain.lines import Talker, talker
from tests.screens.submarine.games import PLACED

STEP = 1.5
"""Seconds of a step, however little happens in it."""
ASKED = ("look", "what", "mine", "score", "log 40", "who", "seats", "people", "chat", "help")
Heard = list[Mapping[str, Sequence[str]]]
"""What each of those who may not know heard, step by step."""


class Overheard:
    """A game of people who talk by lines, heard by all but who knows the secret."""

    def __init__(self, talkers: Mapping[str, Talker], game: Table, knows: str) -> None:
        self._talkers = talkers
        self._game = game
        self._knows = knows
        self.steps: Heard = []

    async def plays(self, words: str) -> None:
        """Have whoever is waited for first make a move."""
        await self.says(self._game.seats[self._game.waiting[0]].name, words)

    async def says(self, name: str, *lines: str) -> None:
        """Have somebody say something, and note what the others are sent in that step."""
        end = asyncio.get_running_loop().time() + STEP
        for line in lines:
            await self._talkers[name].say(line)
        await asyncio.sleep(end - asyncio.get_running_loop().time())
        self.note()

    async def asks_everything(self, *more: str) -> None:
        """All but who knows ask whatever can be asked."""
        for name in self._talkers:
            if name != self._knows:
                asked = (*ASKED, *more)
                for first in range(0, len(asked), 4):
                    await self.says(name, *asked[first : first + 4])

    def note(self) -> None:
        heard = {}
        for name, one in self._talkers.items():
            one.hears()
            if name != self._knows:
                heard[name] = [*one.told]
            one.told.clear()
        self.steps.append(heard)


Course = Callable[[Overheard], Awaitable[None]]


def overheard(
    folder: Path,
    game: str,
    players: Sequence[str],
    course: Course,
    seed: int,
    *,
    knows: str = "Ana",
) -> Heard:
    """What everybody but who knows is sent in a game, one of them looking on."""
    steps: Heard = []

    async def scene(server: Steady) -> None:
        talkers = {name: await talker(server, name) for name in (*players, "Eva")}
        made = await server.table(game, *players)
        for name, one in talkers.items():
            await one.say("watch" if name == "Eva" else "join")
        await asyncio.sleep(STEP)
        table = Overheard(talkers, await server.lobby.opener.live(made), knows)
        table.note()
        table.steps.clear()
        await course(table)
        steps.extend(table.steps)

    with pytest.MonkeyPatch.context() as monkeypatch:
        played(monkeypatch, folder, scene, seed)
    return steps


def differences(one: Heard, other: Heard) -> list[str]:
    """Where, and for whom, two worlds told by lines differ."""
    assert len(one) == len(other)
    assert any(sent for step in one for sent in step.values())
    return [
        f"step {number} for {name}: {step[name]!r} / {same[name]!r}"
        for number, (step, same) in enumerate(zip(one, other))
        for name in step
        if step[name] != same[name]
    ]


def camps(folder: Path, *camp: str, undone: str) -> Heard:
    """Bataille until both camps are laid, and a move that meets nothing in either world."""

    async def course(table: Overheard) -> None:
        await table.says("Ana", camp[0], camp[1])
        await table.says("Ana", undone, "undo")
        await table.says("Ben", "sub 31.200; sub 28.100; sub 36.300")
        await table.says("Ana", camp[2], "mine", camp[3])
        await table.says("Ben", "mine 22")
        await table.asks_everything()
        await table.says("Ana", "A 17; drop 300; hold")
        await table.says("Ben", "hold", "where the submarines and mines are", "look 9")
        await table.asks_everything()

    return overheard(folder, "bataille", ("Ana", "Ben"), course, 7)


def test_camps(tmp_path: Path) -> None:
    one = camps(tmp_path / "one", "sub 14.200", "sub 20.300", "sub 3.100", "mine 9",
                undone="sub 1.100")  # fmt: skip
    other = camps(tmp_path / "other", "sub 1.100", "sub 2.100", "sub 7.200", "mine 25",
                  undone="sub 19.300")  # fmt: skip
    assert differences(one, other) == []


def programs(folder: Path, undone: str, program: str) -> Heard:
    """A turn of Himalaya: Ana seals a program, takes it back, and seals another."""

    async def course(table: Overheard) -> None:
        for camp in ("camp 2", "camp 18", "camp 5"):
            await table.plays(camp)
        await table.says("Ana", f"try program {undone}", f"program {undone}", "mine")
        await table.says("Ben", "what")
        await table.says("Ana", "undo")
        await table.says("Ben", "program titttt")
        await table.says("Ana", f"program {program}")
        await table.asks_everything()
        await table.says("Cleo", "program istiit")

    return overheard(folder, "himalaya", ("Ana", "Ben", "Cleo"), course, 19)


@pytest.mark.slow
def test_programs(tmp_path: Path) -> None:
    one = programs(tmp_path / "one", "tttttt", "tttttt")
    other = programs(tmp_path / "other", "pppppp", "iirssp")
    assert differences(one[:-1], other[:-1]) == []
    assert one[-1] != other[-1], "at the end of the turn programs are open"


def dives(folder: Path) -> Heard:
    """Two turns of Submarine in which no card is played."""

    async def course(table: Overheard) -> None:
        for word in PLACED.split("; "):
            await table.plays(word)
        for words in ("boat 1; dive 1 to 3.2; done", "boat 3; dive 1 to 5.1; done"):
            await table.plays(words)
            await table.asks_everything()

    return overheard(folder, "submarine", ("Ana", "Ben"), course, 2932)


@pytest.mark.slow
def test_hands(tmp_path: Path) -> None:
    one = dives(tmp_path / "one")
    with pytest.MonkeyPatch.context() as monkeypatch:
        deal_otherwise(monkeypatch)
        other = dives(tmp_path / "other")
    assert differences(one, other) == []


FIRST_ROUND = (
    "start h0", "start a3", "order 1 fast", "order 2 protection", "card 1", "card 2", "card 5",
    "card 7", "card 6", "card 4", "card 1", "card 1", "card 2", "card 1",
)  # fmt: skip
"""Der Schwarm until the cards of a round are taken; nothing is drawn after the row."""


def sails(folder: Path) -> Heard:
    """A ship leaves a face-down tile, which nobody knows before it is lifted."""

    async def course(table: Overheard) -> None:
        for words in FIRST_ROUND:
            await table.plays(words)
        await table.asks_everything("where tiles", "row h", "around h1")
        await table.plays("ship")
        await table.plays("launch h1")
        await table.asks_everything("look h1", "try sail h1 h2", "what sail", "where ships")
        await table.plays("sail h1 h2")

    return overheard(folder, "schwarm", ("Ana", "Ben"), course, 7, knows="")


@pytest.mark.slow
def test_tiles(tmp_path: Path) -> None:
    one = sails(tmp_path / "one")
    with pytest.MonkeyPatch.context() as monkeypatch:
        draw_otherwise(monkeypatch)
        other = sails(tmp_path / "other")
    assert differences(one[:-1], other[:-1]) == []
    assert all(step != same for step, same in zip(one[-1:], other[-1:])), "the tile lies open"
