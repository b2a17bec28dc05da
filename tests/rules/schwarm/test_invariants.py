"""Facts that hold at every moment of random games, with all numbers of players and options."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.testing.walks import SEQUENCES, Setting, at, vocabulary
from rules.chance import Chance
from rules.contract import IllegalMove
from rules.schwarm.cards import BLUE_CARDS, CARDS, GREEN_STATION, JOKER, LIGHT_CARDS, Colour
from rules.schwarm.cells import bits_of
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import OVER, PLAY, ROW, START
from rules.schwarm.state import SchwarmState
from tests.rules.games import SETTINGS
from tests.rules.schwarm.players import OPTIONS, Step, game
from tests.rules.schwarm.positions import PRINTED
from tests.rules.schwarm.truth import brought

ROUNDS = {2: 4, 3: 3, 4: 3}
QUOTAS = {2: 5, 3: 5, 4: 4}
each_table = pytest.mark.parametrize("players", [2, 3, 4])
each_setting = pytest.mark.parametrize(
    "setting", [one for one in SETTINGS if one.game.name == "schwarm"], ids=str
)


@cache
def games(players: int) -> tuple[tuple[Step, ...], ...]:
    """Return some games with this number of players, under each set of options."""
    return tuple(tuple(game(players, seed, **options)) for options in OPTIONS for seed in range(2))


def steps(players: int) -> list[Step]:
    """Return all moves of these games."""
    return [step for played in games(players) for step in played]


@each_table
def test_63_tiles_are_always_somewhere(players: int) -> None:
    """59 and 4 golden: face down, before players, face up (under others too) or in reserve."""
    for step in steps(players):
        state = step.after
        found = [*state.sea, state.golden_left]
        for hand in (state.laid, *state.tiles):
            found = [number + there for number, there in zip(found, hand)]
        assert found == [8, 25, 20, 6, 4] == [*PRINTED.tiles]
        assert state.face_down.bit_count() == sum(state.sea)
        assert not state.face_down & state.board.queen_bit


@each_table
def test_a_cell_has_one_tile_on_top_or_a_face_down_one(players: int) -> None:
    """Never both; the sides open are those of the tiles on top."""
    for step in steps(players):
        state = step.after
        assert state.shapes[0] == 0
        assert sum(bits.bit_count() for bits in state.shapes) == sum(state.shapes).bit_count()
        assert not sum(state.shapes) & state.face_down
        for side in range(4):
            shapes = (bits for links, bits in enumerate(state.shapes) if links >> side & 1)
            assert state.links[side] == sum(shapes)


@each_table
def test_28_buoys_each_and_a_tile_under_every_one(players: int) -> None:
    """28 a player, the queen's among them; one buoy comes with every tile laid."""
    for step in steps(players):
        state = step.after
        up = sum(state.shapes)
        for seat in range(players):
            assert state.buoyed[seat] == bits_of(state.buoys[seat])
            assert not state.buoyed[seat] & ~up
            on_queen = int(state.is_linked[seat])
            assert state.buoys_left(seat) >= 0
            assert len(state.buoys[seat]) + on_queen + state.buoys_left(seat) in (28, 29)
        assert sum(map(len, state.buoys)) <= sum(state.laid)


@each_table
def test_stations_researchers_and_ships(players: int) -> None:
    """At most 24 land stations, 6 each, 7 researchers each, 3 on one, 3 ships."""
    for step in steps(players):
        state = step.after
        assert len(state.owners) == 24
        for seat in range(players):
            own = [place for place, owner in enumerate(state.owners) if owner == seat]
            assert len(own) <= 6
            assert state.stations[seat] == bits_of(state.board.coast[place] for place in own)
            assert state.researchers[seat] == sum(state.crew[place] for place in own) <= 7
            assert all(0 <= state.crew[place] <= 3 for place in own)
            assert len(state.ships[seat]) <= 3
            assert all(state.board.water >> ship & 1 for ship in state.ships[seat])
        assert all(crew == 0 or owner >= 0 for crew, owner in zip(state.crew, state.owners))


@each_table
def test_points_never_fall_below_0_and_are_conserved_by_hits(players: int) -> None:
    """Nobody goes below 0; what a hit costs the victim goes to the player."""
    for step in steps(players):
        assert min(step.after.points) >= 0
        for seat in range(players):
            change = sum(brought(event, seat) for event in step.events)
            assert step.after.points[seat] == step.before.points[seat] + change


def lying(state: SchwarmState) -> Counter[int]:
    """Return the cards in the row and in hands."""
    return Counter([*state.row, *(card for hand in state.cards for card in hand)])


def laid_down(step: Step) -> Counter[int]:
    """Return the card that a move takes from its player's hand."""
    after = step.after.cards[step.seat] if step.after.round == step.before.round else []
    return Counter(step.before.cards[step.seat]) - Counter(after)


@each_table
def test_each_round_all_cards_are_played(players: int) -> None:
    """The light cards, two blue, the green one and a joker each; equally many by everybody."""
    for played in games(players):
        rounds = [Counter[int]() for _ in range(ROUNDS[players] + 1)]
        by_seat: Counter[tuple[int, int]] = Counter()
        for step in played:
            if step.before.phase == PLAY:
                gone = laid_down(step)
                assert gone.total() == 1
                rounds[step.before.round].update(gone)
                by_seat[step.before.round, step.seat] += 1
        assert len(by_seat) == ROUNDS[players] * players
        assert {*by_seat.values()} == {QUOTAS[players] + 1}
        for cards in rounds[1:]:
            assert [cards[card] for card in LIGHT_CARDS] == [*PRINTED.light[players]]
            assert (cards[GREEN_STATION], cards[JOKER]) == (1, players)
            assert sum(cards[card] for card in BLUE_CARDS) == 2


@each_table
def test_everybody_has_his_quota(players: int) -> None:
    """As many action cards each, one order card and one capacity card, when play begins."""
    begun = 0
    for step in steps(players):
        before, after = step.before, step.after
        if before.phase == ROW and after.phase == PLAY:
            begun += 1
            assert [len(cards) for cards in after.cards] == [QUOTAS[players] + 1] * players
            assert sorted(after.order_cards) == [*range(1, players + 1)]
            assert len({*after.capacities}) == players
            assert [after.order_cards[seat] for seat in after.order] == [*range(1, players + 1)]
    assert begun == ROUNDS[players] * len(games(players))


@each_table
def test_blue_cards_are_conserved(players: int) -> None:
    """Six: in the pile, in the row and in hands, or out of the game; two a round."""
    for step in steps(players):
        state = step.after
        if state.phase in (OVER, START):
            continue
        drawn = 2 if state.round == 4 else 2 * state.round
        assert sum(state.blue_pile) == 6 - drawn
        blue = [n for n in lying(state).elements() if CARDS[n].colour == Colour.BLUE]
        found = Counter(blue)
        found.update(dict(zip(BLUE_CARDS, state.blue_pile)))
        assert all(found[card] <= most for card, most in zip(BLUE_CARDS, PRINTED.blue))


@each_table
def test_hazards_stay_in_play(players: int) -> None:
    """Whales and the crab never leave; all hazards are where they may be."""
    for step in steps(players):
        before, after = step.before, step.after
        assert all(now >= 0 for then, now in zip(before.whales, after.whales) if then >= 0)
        assert after.crab >= 0 or before.crab < 0
        for cell in (*after.whales, *after.waves):
            assert cell < 0 or after.board.water >> cell & 1
        assert after.crab < 0 or after.crab in after.board.coast


@each_table
def test_a_game_ends_after_its_last_round(players: int) -> None:
    """4 rounds with 2 players, 3 with 3 or 4; a result then and not before."""
    for played in games(players):
        assert played[-1].before.round == ROUNDS[players]
        assert all(SCHWARM.result(step.before) is None for step in played)
        assert SCHWARM.result(played[-1].after) is not None
        numbers = [step.before.round for step in played]
        assert numbers == sorted(numbers)


@each_setting
@SEQUENCES
@given(st.integers(0, 2**32), st.integers(0, 200))
def test_legal_moves_are_playable_and_others_refused(
    setting: Setting, seed: int, depth: int
) -> None:
    """Every word offered can be played; every other one changes nothing."""
    state = at(setting, seed, depth)
    for seat in state.waiting():
        legal, before = setting.game.legal(state, seat), repr(state)
        assert legal
        for move in legal:
            copy = state.copy()
            setting.game.play(copy, seat, move, Chance(seed))
            assert copy != state
        every = vocabulary(setting)
        for move in Random(seed).sample(every, min(150, len(every))):
            if move not in legal:
                with pytest.raises(IllegalMove):
                    setting.game.play(state, seat, move, Chance(seed))
        assert repr(state) == before


@each_table
def test_what_is_kept_up_is_as_found_anew(players: int) -> None:
    """Joined cells, the link to the queen and all that goes with them."""
    for step in steps(players):
        anew = step.after.copy()
        for seat in range(players):
            anew.find_joined(seat)
        assert anew == step.after


def test_the_games_show_what_is_tested() -> None:
    """Every event that can happen."""
    happened: Counter[str] = Counter()
    for players in (2, 3, 4):
        for step in steps(players):
            happened.update(event.name for event in step.events)
    for name in ("waited", "wasted", "built", "manned", "launched", "sailed", "lifted", "placed"):
        assert happened[name] >= 10, name
    for name in ("surfaced", "swam", "rolled", "crept", "hit", "scored", "crowned", "ended"):
        assert happened[name] >= 10, name
