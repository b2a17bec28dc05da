"""The preview of a move of Der Schwarm comes true once the move is played."""

from __future__ import annotations

import re

import pytest

from nim_tui.tables.table import Table
from nim_tui.testing.screens import Looker, press, running
from rules.schwarm.cells import CELL_NAMES
from rules.schwarm.events import Hit
from rules.schwarm.moves import parse
from rules.schwarm.preview import foresee, is_brilliant, network_of, path_of
from rules.schwarm.scoring import largest
from rules.schwarm.view import SchwarmView
from screens.colours import SIDE_SIGNS
from screens.schwarm.help_texts import strikes_text
from tests.depth import few_of
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt
from tests.screens.schwarm.sights import (
    choose,
    last_move,
    lit,
    point,
    screen_of,
    sea_of,
    take,
)
from tests.screens.schwarm.tables import (
    BOTH,
    CRAB_IN_PLAY,
    ENDED,
    FIRST_STATION,
    FOUR_ENDED,
    NEW_CRAB,
    NEW_WAVE,
    PLAYING,
    SAILING,
    SWIMMING,
    THREE_ENDED,
    WAVE_IN_PLAY,
    WHALE_NEAR,
    WHALE_OF_ANA,
    Position,
    two,
)

pytestmark = pytest.mark.usefixtures("bots_wait")

HAZARDS: list[tuple[Position, str, str, str]] = [
    (WHALE_NEAR, "", "f7", "step f7: +5: ▲ ship f7 -5"),
    (SWIMMING, "", "e2", "step e2: +3: ▼ ship e2 -3"),
    (WHALE_OF_ANA, "", "b1", "step b1: +4: ▼ ship b1 -4"),
    (NEW_WAVE, "wave, new", "c7", "wave new sw 3: +6: ▲ ship c7 -3, ▲ ship c7 -3"),
    (WAVE_IN_PLAY, "2", "g0", "wave 2 ne 4: +6: ▼ ship e2 -3, ▼ station g0 -3"),
    (WAVE_IN_PLAY, "2", "c8", "wave 2 s 4: hits nobody"),
    (NEW_CRAB, "@i0", "k5", "crab i0 3: +2: ◆ station k5 -2"),
    (NEW_CRAB, "@i0", "k4", "crab i0 2: hits nobody"),
    (
        CRAB_IN_PLAY,
        "blue",
        "k5",
        "blue crab 5: +14: ▲ station i0 -5, ▲ station k2 -5, ▲ station j3 -4",
    ),
]
IDS = [told.partition(":")[0] for *_rest, told in HAZARDS]
QUIET = "a3"
"""A cell where no move of these positions ends."""
FORESEEN = re.compile(r"\w+: ([a-z]+ .+): (?:network|hits nobody|\+\d+: )")
MOVED = re.compile(r"(\w+ .+): network (\d+) → (\d+)")


async def go_by(pilot: Looker, steps: str) -> None:
    """Choose lines of the menu, or cells, which begin with an @."""
    for step in filter(None, steps.split(", ")):
        await (choose(pilot, step[1:]) if step.startswith("@") else take(pilot, step))


@pytest.mark.slow
@pytest.mark.parametrize(("position", "steps", "cell", "told"), by_day(HAZARDS, 4), ids=IDS)
async def test_hits_told_come_true(
    make_app: MakeApp, position: Position, steps: str, cell: str, told: str
) -> None:
    table = position.shared()
    known = len(table.log(None))
    async with running(make_app(table)) as pilot:
        await go_by(pilot, steps)
        await point(pilot, cell)
        assert told in prompt(pilot)
        await press(pilot, "enter")
        assert last_move(table) == told.partition(":")[0]
        new = table.log(None)[known:]
        parts = [hit_text(event) for event in new if isinstance(event, Hit)]
        words = told.partition(": ")[2]
        assert (words.partition(": ")[2] or words) == (", ".join(parts) or "hits nobody")


def hit_text(hit: Hit) -> str:
    """Return a hit in the words of the preview."""
    return f"{SIDE_SIGNS[hit.victim]} {hit.piece} {hit.cell} -{hit.points}"


@pytest.mark.slow
@pytest.mark.parametrize(("position", "steps", "cell", "told"), by_day(HAZARDS, 3), ids=IDS)
async def test_the_path_is_marked_and_leaves_with_the_cursor(
    make_app: MakeApp, position: Position, steps: str, cell: str, told: str
) -> None:
    table = position.shared()
    seat = table.waiting[0]
    view = table.view(seat)
    move = parse(told.partition(":")[0])
    path = {CELL_NAMES[c] for c in path_of(view, move) if view.is_on_map(c)}
    async with running(make_app(table)) as pilot:
        await go_by(pilot, steps)
        await point(pilot, cell)
        assert ambered(pilot) == path
        await point(pilot, QUIET)
        assert ambered(pilot) == {CELL_NAMES[c] for c in view.visited}


def ambered(pilot: Looker) -> set[str]:
    """Return the cells with the ground of a path."""
    sea = sea_of(pilot)
    picture = sea.draw()
    return {
        name
        for name in sea.spots
        for region in sea.regions(name)
        if any(
            "amber" in picture[x, y].ground
            for x in range(region.x, region.right)
            for y in range(region.y, region.bottom)
        )
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "steps"),
    [(SAILING, ""), (two(148), "station"), (two(182), "")],
    ids=["launch or sail", "station", "sail to the queen"],
)
async def test_networks_told_come_true(make_app: MakeApp, position: Position, steps: str) -> None:
    """Wherever the cursor tells of a network, playing the move leads to it."""
    table, count = position.table(), 0
    async with running(make_app(table)) as pilot:
        await go_by(pilot, steps)
        for cell in sorted(lit(pilot)):
            await point(pilot, cell)
            match = MOVED.search(prompt(pilot).partition("Your turn: ")[2])
            if match is None:
                continue
            word, *told = match.groups()
            assert [worth(table), worth_after(position, word)] == [int(points) for points in told]
            count += 1
    assert count >= 4


EACH: list[tuple[Position, str]] = [
    (SAILING, ""),
    (two(182), ""),
    (two(148), "station"),
    (two(150), ""),
    (WAVE_IN_PLAY, ""),
    (WAVE_IN_PLAY, "2"),
    (NEW_WAVE, "wave, new"),
    (NEW_CRAB, ""),
    (NEW_CRAB, "@i0"),
    (CRAB_IN_PLAY, "blue"),
    (CRAB_IN_PLAY, ""),
    (SWIMMING, ""),
    (WHALE_NEAR, ""),
    (BOTH, ""),
    (PLAYING, ""),
    (FIRST_STATION, ""),
]


@pytest.mark.slow
@pytest.mark.parametrize(("position", "steps"), by_day(EACH, 4), ids=range(len(EACH)))
async def test_the_move_foreseen_is_the_one_that_enter_makes(
    make_app: MakeApp, position: Position, steps: str
) -> None:
    """On lit cells; where none is foreseen Enter asks on, and on dark cells nothing is told."""
    async with running(make_app(position.shared())) as pilot:
        await go_by(pilot, steps)
        cells, dark = sorted(lit(pilot)), sorted(set(sea_of(pilot).spots) - lit(pilot))
        if not cells:
            return
        for cell in dark[:3]:
            await point(pilot, cell)
            assert screen_of(pilot).ui.preview.move_here() is None
            assert not FORESEEN.search(prompt(pilot))
    for cell in few_of(cells, 2):
        table = position.shared()
        async with running(make_app(table)) as pilot:
            await go_by(pilot, steps)
            await point(pilot, cell)
            move, told = screen_of(pilot).ui.preview.move_here(), prompt(pilot)
            await press(pilot, "enter")
            if move is None:
                assert not FORESEEN.search(told)
                assert table.moves_played == len(position.words)
            else:
                assert last_move(table) == move.word
                match = FORESEEN.search(told)
                assert match is None or match[1] == move.word


def worth(table: Table) -> int:
    """Return the points of Ana's largest network now."""
    view: SchwarmView = table.view(0)
    return network_of(view, 0).points(is_brilliant=is_brilliant(view, 0))


def worth_after(position: Position, word: str) -> int:
    """Return the points of Ana's largest network after a move."""
    table = position.table()
    table.play(0, parse(word))
    return worth(table)


@pytest.mark.parametrize("position", [ENDED, THREE_ENDED, FOUR_ENDED], ids=["two", "three", "four"])
def test_every_move_of_a_game_comes_to_what_was_foreseen(position: Position) -> None:
    """Hits, their points and order, and the largest network, move by move."""
    table = Position(position.players, position.seed, position.whole, 0).table()
    hits = 0
    for words in position.words:
        seat = table.waiting[0]
        view, move = table.view(seat), parse(words)
        foreseen = foresee(view, move)
        known = len(table.log(None))
        table.play(seat, move)
        new = [event for event in table.log(None)[known:] if isinstance(event, Hit)]
        assert foreseen.strikes == tuple(new)
        if new:
            total = sum(strike.points for strike in foreseen.strikes)
            assert strikes_text(foreseen.strikes).startswith(f"+{total}: ")
        hits += len(new)
        pieces, brilliant = table.view(seat).pieces(seat), is_brilliant(view, seat)
        assert foreseen.after == largest(pieces, is_brilliant=brilliant)
    assert hits >= 8
