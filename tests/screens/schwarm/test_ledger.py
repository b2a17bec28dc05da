"""The points in events add up; hits and scores are shown one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

import pytest

from rules.chance import Chance
from rules.contract import Event, Moment, settle_options
from rules.schwarm import SCHWARM
from rules.schwarm.board import START_POINTS
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.moves import OVER
from rules.schwarm.view import SchwarmView
from screens.schwarm.networks_dialog import point_lines
from screens.schwarm.sentences import is_a_step, is_shown, ledger
from tests.screens.schwarm.tables import (
    ENDED,
    FOUR_ENDED,
    MIDDLE,
    THREE_ENDED,
    Position,
)

EAGER = re.compile(r"(blue |joker )?(place|sail|launch|research|whale|step|wave|crab|card 1$)")
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
SEEDS = pytest.mark.parametrize("seed", [1, 2, 3])


def moves(players: int, seed: int, **options: bool) -> Iterator[list[Moment]]:
    """Yield the moves of a random game, event by event; players mostly sail and hit."""
    chance, pick = Chance(seed), Random(seed)
    state = SCHWARM.new(players, settle_options(SCHWARM, options), chance)
    while state.waiting():
        legal = SCHWARM.legal(state, state.mover)
        eager = [move for move in legal if EAGER.match(move.word)]
        move = pick.choice(eager if eager and pick.random() < 0.9 else legal)
        told = SCHWARM.steps(state, state.mover, move, chance)
        yield [Moment(event, SCHWARM.view(state, 0)) for event in told]


def moments(players: int, seed: int, **options: bool) -> Iterator[tuple[list[Event], SchwarmView]]:
    """Yield, at every event of such a game, all events so far and the view."""
    log: list[Event] = []
    for event, view in chain.from_iterable(moves(players, seed, **options)):
        log.append(event)
        yield log, view


class TestLedger:
    """Start, cards, tiles, hits, networks and the end add up to the points of a nation."""

    @PLAYERS
    @SEEDS
    def test_it_adds_up_at_every_moment(self, players: int, seed: int) -> None:
        kinds = set()
        for log, view in moments(players, seed, great_wave=seed == 2, free_start=seed == 3):
            for seat, player in enumerate(view.players):
                parts = ledger(log, seat)
                assert sum(parts) == player.points, log[-1]
                assert parts.start == START_POINTS
                assert parts.cards <= 0 >= parts.lost
                assert min(parts.tiles, parts.won, parts.networks, parts.end) >= 0
                kinds |= {name for name, part in parts._asdict().items() if part}
        assert kinds >= {"start", "cards", "tiles", "won", "lost", "networks"}

    @PLAYERS
    def test_what_one_wins_another_loses(self, players: int) -> None:
        for log, _view in moments(players, 4):
            parts = [ledger(log, seat) for seat in range(players)]
            assert sum(part.won + part.lost for part in parts) == 0

    @pytest.mark.parametrize("position", [MIDDLE, ENDED, THREE_ENDED, FOUR_ENDED], ids="abcd")
    def test_the_page_adds_up_as_it_is_written(self, position: Position) -> None:
        """The parts below "points" make it, those below "network" make that."""
        table = position.table()
        view, log = table.view(0), table.log(0)
        for seat, player in enumerate(view.players):
            rows = numbers(point_lines(view, seat, log))
            so_far = rows.index(("points", player.points))
            assert sum(count for _text, count in rows[so_far + 1 :]) == player.points
            network = dict(rows[:so_far])
            parts = ("stations", "researchers", "buoys", "ships")
            assert sum(network[part] for part in parts) == network["network"]
            ends = sum(count for text, count in rows[5:so_far])
            assert (view.phase == OVER) == (rows[-1][0] == "at the end")
            if view.phase == OVER:
                assert rows[-1][1] == ends


def numbers(lines: Sequence[tuple[str, str]]) -> list[tuple[str, int]]:
    """Return the label and number of lines that end with points."""
    found = []
    for text, _look in lines:
        name, _space, count = text.strip().rpartition(" ")
        if count.lstrip("-").isdigit() and name.strip() not in CELL_NAMED and "," not in text:
            found.append((name.strip(), int(count)))
    return found


def test_only_hits_and_counts_are_played_back() -> None:
    for move in moves(3, 5):
        names = {moment.event.name for moment in move}
        assert any(is_a_step(moment.event) for moment in move) == bool(
            names & {"hit", "scored", "crowned"}
        )
        hidden = {moment.event.name for moment in move if not is_shown(moment.event)}
        assert hidden <= {"finished"}
