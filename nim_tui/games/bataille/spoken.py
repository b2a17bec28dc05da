"""The board of *Bataille sous les mers* in words, for text mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.games.bataille.spoken_places import (
    answers,
    around_number,
    both,
    camps,
    cell_at,
    fired,
    lane_told,
    level_known,
    level_told,
    marked,
    number_told,
    port_told,
    searched,
    searched_camps,
    ship_told,
)
from nim_tui.plain.text import either, in_ranges, listed, means
from rules.bataille.board import (
    COLUMNS,
    LANE_COUNT,
    LANES,
    LEVELS,
    NUMBERS,
    PORT,
    ROWS,
    SHIPS,
    SUBMARINES,
    column_of,
    level_of,
    number_of,
    row_of,
)
from rules.bataille.deduction import BLANK, RED_PEG
from rules.bataille.moves import CHARGE, SETUP, Kind
from rules.bataille.moves import Move as BatailleMove
from rules.bataille.view import BatailleView
from rules.contract import Move
from screens.bataille import sentences
from screens.bataille.help_texts import MEANINGS, below
from screens.bataille.prompts import WORDS
from screens.bataille.prompts import question as asked
from screens.bataille.sentences import combine, hides
from screens.table.speech import SeatSight
from screens.text import N_, _, labelled, ngettext

speech = sentences
vocabulary = WORDS
meanings: Final = MEANINGS

_OPEN, _HOT, _MINE = N_("possible"), N_("hot"), N_("mine")
_CHARGES, _TORPEDOES, _SUBMARINES = N_("charges"), N_("torpedoes"), N_("submarines")
__all__ = ["around", "choices", "combine", "foreseen", "hides", "look", "meanings", "own",
           "question", "row", "score", "speech", "vocabulary", "where"]  # fmt: skip


def question(sight: SeatSight) -> str:
    """Return the question of the phase."""
    text = asked(sight.view, sight.moves)
    view: BatailleView = sight.view
    ship = view.moved
    if view.phase != CHARGE or ship < 0 or view.fleets[view.mover].places[ship] <= 0:
        return text
    number = view.fleets[view.mover].places[ship]
    return _("{question}; ship {ship} is at {number}").format(
        question=text, ship=SHIPS[ship], number=number
    )


def look(sight: SeatSight, place: str) -> list[str]:
    """Describe a number, a cell, a ship, the port, a lane or a level; without a place, all."""
    view: BatailleView = sight.view
    cell = cell_at(place)
    if not place:
        return [*score(sight), *_fleets(sight), *_searches(sight)]
    if cell:
        return level_told(sight, cell)
    if place.isdigit() and int(place) in NUMBERS:
        return number_told(sight, int(place))
    if place.isdigit() and int(place) in LEVELS:
        return level_known(sight, int(place))
    if place == "port":
        ships = [ship_told(sight, seat, n) for seat, fleet in enumerate(view.fleets)
                 for n, at in enumerate(fleet.places) if at == PORT]  # fmt: skip
        ports = [port_told(sight, seat) for seat in both(view)]
        return [*ports, *(ships or [_("no ship is in port")])]
    if place.upper() in SHIPS:
        return [ship_told(sight, seat, SHIPS.index(place.upper())) for seat in both(view)]
    return _lane(sight, place)


def _lane(sight: SeatSight, place: str) -> list[str]:
    for lane in LANES[: LANE_COUNT[sight.view.lanes]]:
        if lane.name.lower() == place:
            return lane_told(sight, lane)
    return []


def _fleets(sight: SeatSight) -> list[str]:
    told = []
    for seat in both(sight.view):
        ships = [ship_told(sight, seat, n, is_named=False) for n in range(len(SHIPS))]
        told.append(labelled(sight.head(seat), ", ".join(ships)))
    return told


def _searches(sight: SeatSight) -> list[str]:
    """Return the known facts about the camps that the listener cannot see."""
    view: BatailleView = sight.view
    if view.phase == SETUP:
        return []
    return [text for camp in searched_camps(view) for text in searched(sight, camp)]


def where(sight: SeatSight, thing: str) -> list[str]:
    """Locate a ship, a player's ships, open or hot cells, submarines, mines or shots."""
    view: BatailleView = sight.view
    if thing.upper() in SHIPS:
        return look(sight, thing)
    if means(thing, _HOT) or means(thing, _OPEN):
        wanted = (RED_PEG,) if means(thing, _HOT) else (BLANK, RED_PEG)
        return [marked(sight, camp, wanted) for camp in searched_camps(view)]
    if means(thing, _CHARGES) or thing == "drop":
        return [text for seat in both(view) for text in answers(sight, seat)] or [_("none yet")]
    if means(thing, _TORPEDOES) or thing == "fire":
        return [text for seat in both(view) for text in fired(sight, seat)] or [_("none yet")]
    if means(thing, _SUBMARINES) or means(thing, _MINE) or thing == "sub":
        return camps(sight)
    seat = sight.seat_of(thing)
    if seat is None:
        return []
    return [ship_told(sight, seat, n) for n in range(len(SHIPS))]


def around(sight: SeatSight, place: str) -> list[str]:
    """Describe the eight numbers around a number."""
    number = place.partition(".")[0]
    if not (number.isdigit() and int(number) in NUMBERS):
        return []
    return around_number(sight, int(number))


def row(sight: SeatSight, place: str) -> list[str]:
    """Describe a row from west to east, 1 in the north; or a column, as c1."""
    is_column, digits = place[:1] == "c", place.lstrip("rc")
    if not (digits.isdigit() and 1 <= int(digits) <= max(ROWS, COLUMNS)):
        return []
    line = column_of if is_column else row_of
    numbers = [number for number in NUMBERS if line(number) == int(digits) - 1]
    return [text for number in numbers for text in number_told(sight, number)[:1]]


def own(sight: SeatSight) -> list[str]:
    """Describe the seat's ships, submarines and mine."""
    seat = sight.view.seat
    if seat is None:
        return [*_fleets(sight), *camps(sight)]
    ships = [ship_told(sight, seat, n) for n in range(len(SHIPS))]
    camp = [text for text in camps(sight) if text.startswith(sight.head(seat))]
    return [*ships, *camp, port_told(sight, seat)]


def score(sight: SeatSight) -> list[str]:
    """Describe the turn, and what each side has left."""
    view: BatailleView = sight.view
    told = [_("turn {turn}").format(turn=view.turn)] if view.turn else []
    if view.turn_limit:
        told.append(_("the game ends after turn {turn}").format(turn=view.turn_limit))
    told.append(_("a torpedo hits 1 time in {odds}").format(odds=view.odds))
    for seat in both(view):
        fleet = view.fleets[seat]
        ships = fleet.floating
        left = (
            ngettext("{count} ship afloat", "{count} ships afloat", ships),
            ngettext("{count} submarine", "{count} submarines", SUBMARINES - len(fleet.lost)),
        )
        told.append(labelled(sight.head(seat), listed(left)))
    return told


def foreseen(sight: SeatSight, move: Move) -> list[str]:
    """Return the cells a ship could search after a move, or the possible content of a target."""
    if not isinstance(move, BatailleMove):
        return []
    view: BatailleView = sight.view
    if move.kind == Kind.SAIL and move.place in NUMBERS:
        return [below(view, move.place), *number_told(sight, move.place)[:1]]
    if move.kind == Kind.FIRE:
        return lane_told(sight, LANES[move.lane])
    return [_(MEANINGS.get(move.word.split()[0], ""))]


def choices(sight: SeatSight, words: Sequence[str]) -> list[str] | None:
    """Return cells as numbers, level by level; None for other choices."""
    cells = [move.place for move in sight.moves if move.kind == Kind.SUB]
    if not cells or len(words) > 1:
        return None
    told = []
    for level in LEVELS:
        numbers = [str(number_of(cell)) for cell in cells if level_of(cell) == level]
        text = _("{word} N.{level}, where N is {numbers}").format(
            word=WORDS.shown("sub"), level=level, numbers=either(in_ranges(numbers))
        )
        told.append(text if numbers else "")
    return told
