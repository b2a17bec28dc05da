"""Everything that a screen shows of a view can be asked for in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nim_tui.catalog import offer_named
from rules.bataille.board import COLUMN_OF_CELLS, NUMBERS, PORT, SHIPS, SUNK, cell_name
from rules.himalaya.board import NONE, VILLAGES
from rules.schwarm.cells import CELL_NAMES, CELLS
from rules.submarine.board import CELL_NAMES as SEA_CELLS
from rules.submarine.board import CELLS as SEA
from rules.submarine.board import TYPES
from screens.himalaya.standing import figures, is_open
from screens.schwarm.signs import card_text, tile_name
from screens.submarine.signs import colour_name, token_words
from screens.table.teller import Sight
from tests.nim_tui.plain.talking import SEATS, sight_of, speaking, walk

SEEDS = (2, 3)
MOVES = {"bataille": 121, "submarine": 141, "himalaya": 121, "schwarm": 161}


def sights(game: str) -> Iterator[Sight]:
    """What the one to move, another, and a spectator see along some games."""
    for seed in SEEDS:
        for table, seat in walk(game, seed, MOVES[game]):
            for looker in (seat, (seat + 1) % SEATS[game], None):
                yield sight_of(table, looker)


def heard(texts: list[str]) -> str:
    """An answer as one text; every question has one."""
    assert texts
    return " ".join(texts)


@pytest.fixture(autouse=True)
def _spoken() -> Iterator[None]:
    with speaking():
        yield


def test_bataille() -> None:
    teller = offer_named("bataille").teller
    for sight in sights("bataille"):
        view = sight.view
        score, mine = heard(teller.score(sight)), heard(teller.own(sight))
        assert f"{view.odds}" in score
        for seat, fleet in enumerate(view.fleets):
            ships = heard(teller.where(sight, f"name{seat}x"))
            for ship, (place, charges) in enumerate(zip(fleet.places, fleet.charges)):
                told = heard(teller.look(sight, SHIPS[ship].lower()))
                where = {PORT: "in port", SUNK: "is sunk"}.get(place, f"at {place} ")
                assert where in told
                assert where in ships
                assert place == SUNK or f"{charges} charge" in ships
            for cell, _answer in fleet.answers[-24:]:
                assert cell_name(cell) in heard(teller.where(sight, "charges"))
            for cell in fleet.lost:
                assert cell_name(cell) in heard(teller.where(sight, "submarines"))
            assert not fleet.mine_spent or f"{fleet.mine_spent} went off" in heard(
                teller.where(sight, "mine")
            )
            assert not fleet.torpedoes or "torpedoes along" in heard(
                teller.where(sight, "torpedoes")
            )
        if view.own_camp is not None:
            assert all(cell_name(cell) in mine for cell in view.own_camp.submarines)
        for number in NUMBERS[::7]:
            told = heard(teller.look(sight, str(number)))
            assert all(cell_name(cell) in told for cell in COLUMN_OF_CELLS[number])
            assert teller.around(sight, str(number))


def test_submarine() -> None:
    teller = offer_named("submarine").teller
    for sight in sights("submarine"):
        view = sight.view
        score = heard(teller.score(sight))
        for cell in SEA:
            told = heard(teller.look(sight, SEA_CELLS[cell]))
            assert all(token_words(token) in told for token in view.sea[cell])
            for seat, player in enumerate(view.players):
                if count := player.bathyscaphes[cell]:
                    assert f"{sight.name(seat)} {count}" in told
        for seat, player in enumerate(view.players):
            assert f"{player.types} of {len(TYPES)} types" in score
            assert f"{len(player.jokers)} joker" in score
            boats = heard(teller.where(sight, f"name{seat}x"))
            assert "boat" in boats
            hands = heard(teller.where(sight, "hand"))
            assert all(colour_name(colour) in hands for colour in player.hand)
            assert f"{len(player.pile)} card" in hands
        if view.seat is not None:
            own, player = heard(teller.own(sight)), view.players[view.seat]
            held = [token for token in player.board if token != NONE]
            assert all(token_words(token) in own for token in (*held, *player.jokers))
        for colour, count in enumerate(view.discards):
            assert f"{count} {colour_name(colour)}" in heard(teller.where(sight, "cards"))


def test_himalaya() -> None:
    teller = offer_named("himalaya").teller
    for sight in sights("himalaya"):
        view = sight.view
        for village in VILLAGES:
            told = heard(teller.look(sight, str(village)))
            assert view.board.villages[village].name in told
            if view.goods[village]:
                assert all(f"{n} " in told for n in view.goods[village] if n)
            if view.orders[village] != NONE:
                assert f"{view.board.discs[view.orders[village]].yaks} yak" in told
            assert (view.stupas[village] != NONE) == ("stupa: " in told)
        for number, region in enumerate(view.board.regions):
            told = heard(teller.look(sight, region.letter.lower()))
            for seat, count in enumerate(view.delegations[number]):
                assert not count or f"{sight.name(seat)} {count}" in told
        for seat, player in enumerate(view.players):
            told = heard(teller.where(sight, f"name{seat}x"))
            religion, politics = figures(view, seat)
            assert f"religion {religion}, politics {politics}" in told
            assert ("behind the screen" in told) != is_open(view, seat)
            if is_open(view, seat):
                assert f"{view.yaks(seat)} yak" in told
            assert not player.program or "program: " in told
            where = heard(teller.where(sight, "caravans"))
            assert not player.caravan or f"{player.caravan} " in where


def test_schwarm() -> None:
    teller = offer_named("schwarm").teller
    for sight in sights("schwarm"):
        view = sight.view
        for cell in CELLS:
            if not view.is_on_map(cell):
                continue
            told = heard(teller.look(sight, CELL_NAMES[cell]))
            place = view.board.place_of[cell]
            if place != NONE and view.owners[place] != NONE:
                crew = view.crew[place]
                assert f"station: {sight.name(view.owners[place])}, {crew} researcher" in told
            for seat, player in enumerate(view.players):
                assert cell not in player.ships or sight.name(seat) in told
            assert cell not in view.whales or "whale" in told
            assert cell not in view.waves or "wave" in told
        row = teller.row(sight, "")
        assert not view.row or all(card_text(card) in heard(row) for card in view.row)
        score = heard(teller.score(sight))
        for seat, player in enumerate(view.players):
            assert f"{player.points} point" in score
            told = heard(teller.where(sight, f"name{seat}x"))
            assert all(card_text(card) in told for card in player.cards)
            for kind, count in enumerate(player.tiles):
                assert not count or f"{tile_name(kind)} {count}" in told
            assert "network of" in told
            assert player.is_linked == ("linked to the queen" in told)
        hidden = heard(teller.where(sight, "face down"))
        assert all(f"{tile_name(kind)} {n}" in hidden for kind, n in enumerate(view.sea) if n)
