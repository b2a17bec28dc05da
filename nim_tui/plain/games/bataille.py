"""Bataille sous les mers in words: both fleets, the search grids, one's own camp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.plain.games.bataille_sea import (
    around_number,
    cell_at,
    lane_told,
    level_told,
    number_told,
    searched,
    ship_told,
)
from nim_tui.plain.text import clauses, either, in_ranges, listed, means
from rules.bataille.board import (
    CELLS,
    COLUMNS,
    LEVELS,
    NUMBERS,
    PORT,
    ROWS,
    SHIPS,
    SUBMARINES,
    SUNK,
    cell_name,
    column_of,
    level_of,
    number_of,
    row_of,
)
from rules.bataille.deduction import BLANK, PLAIN, RED_PEG, tracking_grid
from rules.bataille.lanes import LANE_COUNT, LANES
from rules.bataille.moves import Kind
from rules.bataille.moves import Move as BatailleMove
from rules.bataille.phases import CHARGE, SETUP
from rules.bataille.view import BatailleView
from rules.contract import Move
from screens.bataille import sentences
from screens.bataille.explained import MEANINGS
from screens.bataille.notes import below
from screens.bataille.questions import question as asked
from screens.bataille.together import combine, hides
from screens.bataille.words import WORDS
from screens.table.teller import Sight
from screens.text import N_, _, labelled, ngettext

speech = sentences
vocabulary = WORDS
meanings: Final = MEANINGS

_OPEN, _HOT, _MINE = N_("open"), N_("hot"), N_("mine")
_CHARGES, _TORPEDOES, _SUBMARINES = N_("charges"), N_("torpedoes"), N_("submarines")
_LISTED: Final = 24
__all__ = ["around", "choices", "combine", "foreseen", "hides", "look", "meanings", "own",
           "question", "row", "score", "speech", "vocabulary", "where"]  # fmt: skip


def question(sight: Sight) -> str:
    """What is asked, by phase."""
    text = asked(sight.view, sight.moves)
    view: BatailleView = sight.view
    ship = view.moved
    if view.phase != CHARGE or ship < 0 or view.fleets[view.mover].places[ship] <= 0:
        return text
    number = view.fleets[view.mover].places[ship]
    return _("{question}; ship {ship} is at {number}").format(
        question=text, ship=SHIPS[ship], number=number
    )


def look(sight: Sight, place: str) -> list[str]:
    """A number, a cell, a ship, the port, a lane, a level; else all."""
    view: BatailleView = sight.view
    cell = cell_at(place)
    if not place:
        return [*score(sight), *_fleets(sight), *_searches(sight)]
    if cell:
        return level_told(sight, cell)
    if place.isdigit() and int(place) in NUMBERS:
        return number_told(sight, int(place))
    if place.isdigit() and int(place) in LEVELS:
        return _level(sight, int(place))
    if place == "port":
        ships = [ship_told(sight, seat, n) for seat, fleet in enumerate(view.fleets)
                 for n, at in enumerate(fleet.places) if at == PORT]  # fmt: skip
        return ships or [_("no ship is in port")]
    if place.upper() in SHIPS:
        return [ship_told(sight, seat, SHIPS.index(place.upper())) for seat in _both(view)]
    return _lane(sight, place)


def _both(view: BatailleView) -> Sequence[int]:
    """Both seats, the own one first."""
    return (0, 1) if view.seat in (None, 0) else (1, 0)


def _lane(sight: Sight, place: str) -> list[str]:
    for lane in LANES[: LANE_COUNT[sight.view.lanes]]:
        if lane.name.lower() == place:
            return lane_told(sight, lane)
    return []


def _fleets(sight: Sight) -> list[str]:
    told = []
    for seat in _both(sight.view):
        ships = [ship_told(sight, seat, n, is_named=False) for n in range(len(SHIPS))]
        told.append(labelled(sight.head(seat), ", ".join(ships)))
    return told


def _searches(sight: Sight) -> list[str]:
    """What is known of the camps one cannot see."""
    view: BatailleView = sight.view
    if view.phase == SETUP:
        return []
    return [text for camp in _searched(view) for text in searched(sight, camp)]


def _searched(view: BatailleView) -> Sequence[int]:
    return [camp for camp in (0, 1) if camp != view.seat]


def _level(sight: Sight, level: int) -> list[str]:
    """Everything that is known at one depth of the camp that is searched."""
    told = []
    for camp in _searched(sight.view):
        grid = tracking_grid(sight.view, camp)
        first = CELLS[LEVELS.index(level) * len(NUMBERS)]
        cells = range(first, first + len(NUMBERS))
        for sign, text in ((RED_PEG, _("hot")), (BLANK, _("open"))):
            numbers = [str(cell - first + 1) for cell in cells if grid[cell] == sign]
            if numbers:
                told.append(labelled(f"{text}, {level}", listed(in_ranges(numbers))))
    return told or [_("nothing can lie at {level}").format(level=level)]


def where(sight: Sight, thing: str) -> list[str]:
    """A ship, a player's ships, what is open or hot, submarines, mines, shots."""
    view: BatailleView = sight.view
    if thing.upper() in SHIPS:
        return look(sight, thing)
    if means(thing, _HOT) or means(thing, _OPEN):
        wanted = (RED_PEG,) if means(thing, _HOT) else (BLANK, RED_PEG)
        return [_marked(sight, camp, wanted) for camp in _searched(view)]
    if means(thing, _CHARGES) or thing == "drop":
        return [text for seat in _both(view) for text in _answers(sight, seat)] or [_("none yet")]
    if means(thing, _TORPEDOES) or thing == "fire":
        return [text for seat in _both(view) for text in _fired(sight, seat)] or [_("none yet")]
    if means(thing, _SUBMARINES) or means(thing, _MINE) or thing == "sub":
        return _camps(sight)
    seat = sight.seat_of(thing)
    if seat is None:
        return []
    return [ship_told(sight, seat, n) for n in range(len(SHIPS))]


def _marked(sight: Sight, camp: int, wanted: Sequence[str]) -> str:
    """The cells of a camp that have one of these marks, level by level."""
    if sight.view.grids == PLAIN:
        return _("the search grids mark nothing in this game")
    grid = tracking_grid(sight.view, camp)
    told = []
    for depth, level in enumerate(LEVELS):
        first = depth * len(NUMBERS)
        numbers = [str(n) for n in NUMBERS if grid[first + n] in wanted]
        if numbers:
            told.append(_("at {level}: {numbers}").format(
                level=level, numbers=listed(in_ranges(numbers))))  # fmt: skip
    return clauses(told) or _("nowhere")


def _answers(sight: Sight, seat: int) -> list[str]:
    """The charges a seat dropped, and what was told of each."""
    answers = sight.view.fleets[seat].answers
    words = {-1: _("hit"), 0: _("miss")}
    each = [f"{cell_name(cell)} {words.get(answer, _('near miss'))}" for cell, answer in answers]
    told = _("charges at {cells}").format(cells=", ".join(each[-_LISTED:]))
    return [labelled(sight.head(seat), told)] if each else []


def _fired(sight: Sight, seat: int) -> list[str]:
    lanes = [LANES[lane].name for _turn, lane, _lost in sight.view.fleets[seat].torpedoes]
    told = _("torpedoes along {lanes}").format(lanes=", ".join(lanes[-_LISTED:]))
    return [labelled(sight.head(seat), told)] if lanes else []


def _camps(sight: Sight) -> list[str]:
    """Submarines and mines, as far as they may be seen; those that were lost."""
    told = []
    for seat in _both(sight.view):
        camp, fleet = sight.view.camps[seat], sight.view.fleets[seat]
        parts = []
        if camp is not None:
            cells = listed([cell_name(cell) for cell in camp.submarines])
            parts.append(_("submarines at {cells}").format(cells=cells) if cells else "")
            if camp.mine and not fleet.mine_spent:
                parts.append(_("mine at {number}").format(number=camp.mine))
        if fleet.lost:
            cells = listed([cell_name(cell) for cell in fleet.lost])
            parts.append(_("submarines sunk at {cells}").format(cells=cells))
        if fleet.mine_spent:
            parts.append(_("the mine at {number} went off").format(number=fleet.mine_spent))
        if any(parts):
            told.append(labelled(sight.head(seat), clauses(parts)))
    return told or [_("nothing is known of it yet")]


def around(sight: Sight, place: str) -> list[str]:
    """The eight numbers around a number, and what is on them."""
    number = place.partition(".")[0]
    if not (number.isdigit() and int(number) in NUMBERS):
        return []
    return around_number(sight, int(number))


def row(sight: Sight, place: str) -> list[str]:
    """A row from west to east, 1 in the north; a column as c1."""
    is_column, digits = place[:1] == "c", place.lstrip("rc")
    if not (digits.isdigit() and 1 <= int(digits) <= max(ROWS, COLUMNS)):
        return []
    line = column_of if is_column else row_of
    numbers = [number for number in NUMBERS if line(number) == int(digits) - 1]
    return [text for number in numbers for text in number_told(sight, number)[:1]]


def own(sight: Sight) -> list[str]:
    """The own ships, submarines and mine."""
    seat = sight.view.seat
    if seat is None:
        return [*_fleets(sight), *_camps(sight)]
    ships = [ship_told(sight, seat, n) for n in range(len(SHIPS))]
    camp = [text for text in _camps(sight) if text.startswith(sight.head(seat))]
    return [*ships, *camp]


def score(sight: Sight) -> list[str]:
    """The turn, and what each side has left."""
    view: BatailleView = sight.view
    told = [_("turn {turn}").format(turn=view.turn)] if view.turn else []
    if view.turn_limit:
        told.append(_("the game ends after turn {turn}").format(turn=view.turn_limit))
    told.append(_("a torpedo hits 1 time in {odds}").format(odds=view.odds))
    for seat in _both(view):
        fleet = view.fleets[seat]
        ships = sum(place != SUNK for place in fleet.places)
        left = (
            ngettext("{count} ship afloat", "{count} ships afloat", ships),
            ngettext("{count} submarine", "{count} submarines", SUBMARINES - len(fleet.lost)),
        )
        told.append(labelled(sight.head(seat), listed(left)))
    return told


def foreseen(sight: Sight, move: Move) -> list[str]:
    """Which cells a ship could search from where it would go; what may be where one drops."""
    if not isinstance(move, BatailleMove):
        return []
    view: BatailleView = sight.view
    if move.kind == Kind.SAIL and move.place in NUMBERS:
        return [below(view, move.place), *number_told(sight, move.place)[:1]]
    if move.kind == Kind.FIRE:
        return lane_told(sight, LANES[move.lane])
    return [_(MEANINGS.get(move.word.split()[0], ""))]


def choices(sight: Sight, words: Sequence[str]) -> list[str] | None:
    """Of cells the numbers, level by level; of anything else the moves tell it."""
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
