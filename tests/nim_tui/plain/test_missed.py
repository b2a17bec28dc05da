"""What was missed when whole games were played by ear alone, and is told now."""

from __future__ import annotations

import re

import pytest

from nim_tui.registry import game_named
from rules.bataille.events import Charge, Torpedo
from rules.himalaya.board import NONE, VILLAGES, WAYS
from rules.himalaya.moves import FILL, Kind
from rules.schwarm.events import Placed
from rules.submarine.board import CELL_NAMES, CELLS, SHELLS, TYPE_NAMES, TYPE_OF
from screens.bataille import sentences as bataille
from screens.people import SeatNames
from screens.schwarm import sentences as schwarm
from tests.nim_tui.plain.talking import Talk, sight_of, speaking, talked, walk

PEOPLE = SeatNames(("Ana", "Ben"), 0)


def heard(game: str, seats: list[str], *lines: str) -> list[str]:
    """What is answered to the last of some lines, the question left out."""

    async def talk() -> list[str]:
        at = Talk(game, seats)
        await at.begin()
        told: list[str] = []
        for line in lines:
            told = await at.say(line)
        return told[:-1]

    answer: list[str] = talked("en", talk())
    return answer


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("mine 9.100", "“mine 9.100” is not a move."),
        ("mine 14", "The mine cannot be on or above one of your submarines"),
        ("mine 99", "99"),
    ],
)
def test_a_move_that_begins_as_a_command_does_is_refused_as_a_move(line: str, told: str) -> None:
    laid = ("sub 14.200", "sub 20.300", "sub 3.100")
    assert told in heard("bataille", ["Ana", "bot:easy"], *laid, line)[0]
    assert len(heard("bataille", ["Ana", "bot:easy"], *laid, "mine")) > 1


def test_right_after_a_refusal_the_rules_are_read_at_its_section() -> None:
    seats = ["Ana", "bot:easy"]
    laid = ("sub 14.200", "sub 20.300", "sub 3.100")
    refused, way = heard("bataille", seats, *laid, "mine 14")
    assert refused == "The mine cannot be on or above one of your submarines."
    assert way == "Type rules to read the section “Setting up”."
    assert heard("bataille", seats, *laid, "mine 14", "rules")[0] == "Setting up."
    for later in ("rules", "mine 9"):
        titles = heard("bataille", seats, *laid, "mine 14", later, "rules")[0]
        assert titles.startswith("Sections of the rules: ")


def test_one_is_told_where_the_own_port_is() -> None:
    seats = ["Ana", "bot:easy"]
    assert heard("bataille", seats, "mine")[-1] == "You: port in the east, near 12, 18, 24 and 30."
    assert heard("bataille", seats, "look port")[:2] == [
        "You: port in the east, near 12, 18, 24 and 30.",
        "Nemo: port in the west, near 7, 13, 19 and 25.",
    ]


def test_a_hit_is_not_spelt_letter_by_letter() -> None:
    with speaking():
        charge = Charge(0, "A", 14, 200, "hit", None, False)
        assert bataille.sentence(charge, PEOPLE) == "You: A sinks a submarine at 14.200"
        torpedo = Torpedo(0, "R3", "B", "hit")
        assert bataille.sentence(torpedo, PEOPLE).endswith("sinks Ben’s ship B")
    assert "SINKS" in bataille.sentence(charge, PEOPLE)


@pytest.mark.slow
def test_villages_with_nothing_are_told_together() -> None:
    teller = game_named("himalaya").teller
    with speaking():
        for table, seat in walk("himalaya", 3, 61):
            sight = sight_of(table, seat)
            told = teller.look(sight, "")
            for village in VILLAGES:
                name = f"{village} {sight.view.board.villages[village].name}"
                lines = [line for line in told if re.search(rf"\b{name}\b", line)]
                assert len(lines) == 1
                is_busy = sight.view.goods[village] or sight.view.orders[village] != NONE
                assert not (is_busy and lines[0].startswith("nothing to trade at "))


@pytest.mark.slow
def test_the_way_to_a_village_leads_there() -> None:
    teller = game_named("himalaya").teller
    with speaking():
        for table, seat in walk("himalaya", 3, 41):
            sight = sight_of(table, seat)
            start = sight.view.players[seat].caravan
            for village in VILLAGES if start else ():
                (told,) = teller.where(sight, str(village))
                here = start
                for way, end in re.findall(r"(soil|ice|stone) to (\d+)", told):
                    here = sight.view.board.neighbours[WAYS.index(way)][here]
                    assert here == int(end)
                assert here == village


@pytest.mark.slow
def test_after_the_first_thing_for_an_order_one_more_is_asked_for() -> None:
    teller = game_named("himalaya").teller
    asked = set()
    with speaking():
        for table, seat in walk("himalaya", 2, 181):
            sight = sight_of(table, seat)
            if sight.view.phase == FILL:
                asked.add(teller.question(sight))
                table.play(seat, next(m for m in sight.moves if m.kind != Kind.DONE))
                if table.view(seat).phase == FILL and seat in table.waiting:
                    asked.add(teller.question(sight_of(table, seat)))
                break
    assert asked >= {"one more reward, or done"}


def test_types_that_one_lacks_are_told_with_their_cells() -> None:
    teller = game_named("submarine").teller
    with speaking():
        for table, seat in walk("submarine", 3, 121):
            sight = sight_of(table, seat)
            told = teller.where(sight, "missing")
            lacking = [k for k, has in enumerate(sight.view.players[seat].board) if has == NONE]
            assert len(told) == len(lacking)
            for kind, line in zip(lacking, told):
                assert line.startswith(f"{TYPE_NAMES[kind]}: ")
                cells = {
                    CELL_NAMES[cell]
                    for cell in CELLS
                    for token in sight.view.sea[cell]
                    if token not in SHELLS and TYPE_OF[token] == kind
                }
                assert set(re.findall(r"\d\.\d", line)) == cells


def test_a_tile_is_told_as_it_lies() -> None:
    with speaking():
        told = schwarm.sentence(Placed(1, "f2", "tee", 1, 1), PEOPLE)
    assert told == "Ben: tee on f2, open to north, east, south, for 1 point"
    assert schwarm.sentence(Placed(1, "f2", "tee", 1, 1), PEOPLE).endswith("tee on f2, +1")
