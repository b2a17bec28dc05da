"""Remarks of bots at the end of games: the same for everyone, and about nothing hidden."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from nim_tui.bots.levels import STYLES, people_of
from nim_tui.registry import all_games
from nim_tui.tables.record import RecordHeader, SeatPlan
from nim_tui.testing.screens import running, text_of
from rules.chance import Chance
from rules.contract import AnyGame, Event, Result
from screens import cast
from screens.cast import ONE_IN, REMARKS, Outcome, remark
from screens.people import SeatNames
from tests.screens.conftest import MakeApp
from tests.screens.tables import WON, table_after

BOTS = SeatNames(
    ("Ana", "Nemo", "Argo"), 0, (None, "hard", "easy"), (None, "cautious", "aggressive")
)


def result_of(points: tuple[int, ...]) -> Result:
    """Return a result by points."""
    ranks = sorted(set(points), reverse=True)
    ranking = tuple(tuple(s for s, own in enumerate(points) if own == rank) for rank in ranks)
    return Result(ranking, "points", {"points": points})


RESULTS = [result_of(points) for points in product(range(1, 7), repeat=3)]


def test_each_style_has_remarks_for_each_outcome() -> None:
    assert REMARKS.keys() == {*product(STYLES, ("won", "lost", "shared"))}
    assert all(4 <= len(lines) <= 6 for lines in REMARKS.values())
    every = [line for lines in REMARKS.values() for line in lines]
    assert len(set(every)) == len(every)
    assert all(len(line) <= 66 for line in every), "one line of 80 columns, with a name"


def test_a_bot_speaks_now_and_then() -> None:
    said = [remark(result, BOTS, ()) for result in RESULTS]
    assert 0.7 / ONE_IN < sum(map(bool, said)) / len(said) < 1.3 / ONE_IN
    assert {text.partition(":")[0] for text in said if text} == {"Nemo", "Argo"}


def test_what_it_says_fits_the_outcome() -> None:
    fitting = {"Nemo": (1, "cautious"), "Argo": (2, "aggressive")}
    for result in RESULTS:
        if text := remark(result, BOTS, ()):
            name, _colon, words = text.partition(": ")
            seat, style = fitting[name]
            outcome: Outcome = "lost"
            if seat in result.winners:
                outcome = "won" if len(result.winners) == 1 else "shared"
            assert words.strip("“”") in REMARKS[style, outcome]


@pytest.mark.parametrize("setting", ["yes", "no"])
async def test_the_result_page_shows_it_unless_remarks_are_off(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    monkeypatch.setattr(cast, "ONE_IN", 1)
    table = table_after(WON, seats=(SeatPlan("Ana"), SeatPlan("Nemo", "easy")))
    async with running(make_app(table, remarks=setting)) as pilot:
        assert ("Nemo: “" in text_of(pilot.app)) == (setting == "yes")


def test_nobody_speaks_without_a_style_or_a_result() -> None:
    people = SeatNames(("Ana", "random"), 0, (None, "random"), (None, None))
    assert not any(remark(result, people, ()) for result in RESULTS)
    assert not remark(Result((), "agreed", {}), BOTS, ())


def played(game: AnyGame, seed: int) -> tuple[Result, list[Event]]:
    """Return a random game's result, if it has one by then, and all its events."""
    chance = Chance(seed)
    state = game.new(game.seats[0], game.automatic, chance)
    events: list[Event] = []
    for _number in range(40 + seed):
        if not (waiting := state.waiting()):
            break
        move = chance.pick(game.legal(state, waiting[0]))
        events += game.play(state, waiting[0], move, chance)
    return result_of(tuple(range(game.seats[0]))), events


@pytest.mark.parametrize("name", all_games())
def test_everyone_reads_the_same_remark(name: str) -> None:
    game = all_games()[name].game
    bots = (SeatPlan("Nemo", "easy"), SeatPlan("Argo", "hard"))
    people = (SeatPlan("Ana"), SeatPlan("Ben"))
    seats = (*bots, *people)[: game.seats[0]]
    header = RecordHeader(1, name, {}, seats, 7)
    spoken = 0
    for seed in range(30):
        result, events = played(game, seed)
        logs = [
            [seen for event in events if (seen := event.seen_by(seat)) is not None]
            for seat in (None, *range(game.seats[0]))
        ]
        said = [remark(result, people_of(header, None), log) for log in logs]
        assert all(one == other for one, other in pairwise(said))
        spoken += bool(said[0])
    assert spoken
