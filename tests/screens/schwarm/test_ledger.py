"""What is told of points adds up, and views that follow events come to where the rules come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest

from rules.chance import Chance
from rules.contract import Event, settle_options
from rules.schwarm import SCHWARM
from rules.schwarm import view_after as course
from rules.schwarm.board import START_POINTS
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.phases import OVER
from rules.schwarm.view import Player, SchwarmView
from rules.schwarm.view_after import after, is_a_step
from rules.schwarm.words import parse
from screens.schwarm.ledger import ledger
from screens.schwarm.networks_dialog import point_lines
from tests.screens.schwarm.tables import (
    ENDED,
    FOUR_ENDED,
    MIDDLE,
    THREE_ENDED,
    Position,
)

EAGER = re.compile(r"(blue |joker )?(place|sail|launch|research|whale|step|wave|crab|card 1$)")
NOT_FOLLOWED = frozenset({"started", "took", "ordered", "waited", "row"})
"""What belongs to moves that are shown at once, and a new row that is dealt after all steps."""
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
SEEDS = pytest.mark.parametrize("seed", [1, 2, 3])


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a game: the views before and after it, and all events up to it."""

    before: SchwarmView
    word: str
    events: Sequence[Event]
    log: Sequence[Event]
    after: SchwarmView


def random_play(players: int, seed: int, **options: bool) -> Iterator[Turn]:
    """A seeded game of players who move at random, mostly to sail, place and hit."""
    chance, pick = Chance(seed), Random(seed)
    state = SCHWARM.new(players, settle_options(SCHWARM, options), chance)
    log: list[Event] = []
    view = SCHWARM.view(state, 0)
    while state.waiting():
        moves = SCHWARM.legal(state, state.mover)
        eager = [move for move in moves if EAGER.match(move.word)]
        move = pick.choice(eager if eager and pick.random() < 0.9 else moves)
        told = SCHWARM.play(state, state.mover, move, chance)
        log += told
        before, view = view, SCHWARM.view(state, 0)
        yield Turn(before, move.word, told, log, view)


def followed_to_the_end(turn: Turn) -> SchwarmView:
    """The view before a move after all its events."""
    view = turn.before
    for event in turn.events:
        view = after(view, event)
    return view


def followed_alike(turns: Iterable[Turn]) -> set[str]:
    """Follow every move but those shown at once, compare, and tell which events there were."""
    followed = set()
    for turn in turns:
        names = {event.name for event in turn.events}
        if names & NOT_FOLLOWED:
            continue
        view = followed_to_the_end(turn)
        assert on_the_map(view) == on_the_map(turn.after), turn.word
        assert list(map(held, view.players)) == list(map(held, turn.after.players)), turn.word
        followed |= names
    return followed


def on_the_map(view: SchwarmView) -> tuple[object, ...]:
    """All that is drawn on the sea but for what nations own."""
    tiles = (view.sea, view.face_down, view.shapes, view.laid)
    return (*tiles, view.owners, view.crew, sorted(view.whales), view.waves, view.crab)


def held(player: Player) -> tuple[object, ...]:
    """All of a nation that is shown; the buoys and ships of a cell lie in any order."""
    pieces = (player.stations, player.buoyed, sorted(player.buoys), sorted(player.ships))
    return (player.points, player.cards, player.tiles, *pieces, player.is_linked)


def turns_of(position: Position) -> Iterator[Turn]:
    """The moves of a recorded game."""
    table = replace(position, moves=0).table()
    for words in position.words:
        before, known = table.view(0), len(table.log(0))
        table.play(table.waiting[0], parse(words))
        log = table.log(0)
        yield Turn(before, words, log[known:], log, table.view(0))


class TestLedger:
    """Start, cards, tiles, hits, networks and the end make the points of a nation."""

    @PLAYERS
    @SEEDS
    def test_it_adds_up_at_every_moment(self, players: int, seed: int) -> None:
        kinds = set()
        for turn in random_play(players, seed, great_wave=seed == 2, free_start=seed == 3):
            for seat, player in enumerate(turn.after.players):
                parts = ledger(turn.log, seat)
                assert sum(parts) == player.points, turn.word
                assert parts.start == START_POINTS
                assert parts.cards <= 0 >= parts.lost
                assert min(parts.tiles, parts.won, parts.networks, parts.end) >= 0
                kinds |= {name for name, part in parts._asdict().items() if part}
        assert kinds >= {"start", "cards", "tiles", "won", "lost", "networks"}

    @PLAYERS
    def test_what_one_wins_another_loses(self, players: int) -> None:
        for turn in random_play(players, 4):
            parts = [ledger(turn.log, seat) for seat in range(players)]
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
    """The lines that end with points: what they name, and how many."""
    found = []
    for text, _look in lines:
        name, _space, count = text.strip().rpartition(" ")
        if count.lstrip("-").isdigit() and name.strip() not in CELL_NAMED and "," not in text:
            found.append((name.strip(), int(count)))
    return found


class TestFollowing:
    """A view that follows the events of a move ends where the view after the move begins."""

    @PLAYERS
    @SEEDS
    def test_points_and_hazards(self, players: int, seed: int) -> None:
        followed = set()
        for turn in random_play(players, seed, great_wave=seed == 1):
            if not any(map(is_a_step, turn.events)):
                continue
            view = followed_to_the_end(turn)
            assert [p.points for p in view.players] == [p.points for p in turn.after.players]
            assert (view.whales, view.waves) == (turn.after.whales, turn.after.waves)
            assert view.crab == turn.after.crab
            followed |= {event.name for event in turn.events}
        assert followed >= {"hit", "scored", "crowned"}

    @PLAYERS
    @SEEDS
    def test_tiles_pieces_and_hands(self, players: int, seed: int) -> None:
        """All that is drawn on the sea comes to where the move led, whatever the move was."""
        followed = followed_alike(random_play(players, seed, free_start=seed == 2))
        assert followed >= {"placed", "built", "manned", "launched", "sailed", "lifted"}
        assert followed >= {"played", "surfaced", "swam", "rolled", "crept", "hit"}

    def test_whole_games_of_players_who_plan(self) -> None:
        games = [ENDED, THREE_ENDED, FOUR_ENDED]
        followed = set().union(*(followed_alike(turns_of(game)) for game in games))
        assert followed >= {"linked", "unlinked", "placed", "moved_buoy", "wasted", "crowned"}

    def test_only_hits_and_counts_are_played_back(self) -> None:
        for turn in random_play(3, 5):
            names = {event.name for event in turn.events}
            steps = any(map(course.is_a_step, turn.events))
            assert steps == bool(names & {"hit", "scored", "crowned"})
            hidden = {event.name for event in turn.events if not course.is_shown(event)}
            assert hidden <= {"finished"}
