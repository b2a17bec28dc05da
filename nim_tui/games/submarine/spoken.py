"""The board of *Submarine* in words, for text mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.games.submarine.spoken_places import (
    cell_named,
    cell_told,
    hand_told,
    is_called,
    missing_told,
    pile_told,
    player_told,
    price_told,
    surface_told,
    token_told,
    treasures_told,
)
from nim_tui.plain.text import listed, means
from rules.contract import Move
from rules.submarine.board import (
    CELL_NAMES,
    CELLS,
    CELLS_OF,
    COLUMN_OF,
    COLUMNS,
    LEVEL_OF,
    LEVELS,
    NONE,
    TOKEN_NAMES,
    cell_at,
)
from rules.submarine.moves import ACT, GIVE, Kind
from rules.submarine.moves import Move as SubmarineMove
from rules.submarine.view import SubmarineView
from screens.submarine import sentences
from screens.submarine.help_texts import MEANINGS
from screens.submarine.prompts import question as asked
from screens.submarine.sentences import combine, hides
from screens.submarine.signs import colour_name, own_seat, token_words
from screens.submarine.words import WORDS
from screens.table.speech import SeatSight
from screens.text import N_, _, clauses, labelled, ngettext

speech = sentences
vocabulary = WORDS
meanings: Final = MEANINGS

_MISSING = N_("missing types")
_BOAT, _CARDS = N_("boats"), N_("cards")
_HELD: Final = (N_("hand"), N_("pile"), N_("draw pile"))
__all__ = ["around", "choices", "combine", "foreseen", "hides", "look", "meanings", "own",
           "question", "row", "score", "speech", "vocabulary", "where"]  # fmt: skip


def question(sight: SeatSight) -> str:
    """Return the question of the phase; when bathyscaphes act, with the boat's place."""
    view: SubmarineView = sight.view
    text = asked(view, sight.moves, lambda seat: sight.people.names[seat])
    if view.phase == ACT:
        ready = [
            _("{count} at level {level}").format(count=count, level=level)
            for level, count in zip(LEVELS, view.ready)
            if count
        ]
        column = view.players[view.mover].boat
        text = clauses((text, _("your boat is at column {column}").format(column=column)))
        if ready:
            text += ", " + listed(ready)
    if view.phase == GIVE:
        text = text.replace(WORDS.shown(TOKEN_NAMES[view.taking]), token_words(view.taking))
    return text


def look(sight: SeatSight, place: str) -> list[str]:
    """Describe a cell, a column, or removed cards; else all columns."""
    if not place:
        return [*score(sight), *(text for column in COLUMNS for text in _column(sight, column))]
    cell = cell_named(place)
    if cell is not None:
        return cell_told(sight, cell)
    if place.isdigit() and int(place) in COLUMNS:
        return [surface_told(sight, int(place)), *_column(sight, int(place))]
    if means(place, _CARDS):
        return _cards(sight)
    if any(means(place, each) for each in _HELD):
        return _hands(sight)
    return where(sight, place)


def _column(sight: SeatSight, column: int) -> list[str]:
    return [text for cell in CELLS_OF[column] for text in cell_told(sight, cell, is_short=True)]


def _cards(sight: SeatSight) -> list[str]:
    """Return the cards that are out of the game, by colour, and the undealt ones."""
    view: SubmarineView = sight.view
    each = [f"{colour_name(colour)} {count}" for colour, count in enumerate(view.discards)]
    told = [_("cards out of the game: {cards}").format(cards=listed(each))]
    if view.left_over:
        told.append(ngettext("{count} card left out of the deal",
                             "{count} cards left out of the deal", view.left_over))  # fmt: skip
    return told


def _hands(sight: SeatSight) -> list[str]:
    seats = range(len(sight.view.players))
    return [text for seat in seats for text in (hand_told(sight, seat), pile_told(sight, seat))]


def where(sight: SeatSight, thing: str) -> list[str]:
    """Locate tokens by type, colour or two letters; boats; a player's pieces; cards."""
    view: SubmarineView = sight.view
    if means(thing, _BOAT) or thing == "boat":
        return [_boat(sight, seat) for seat in range(len(view.players))]
    if any(means(thing, each) for each in (_CARDS, *_HELD)):
        return look(sight, thing)
    if means(thing, _MISSING):
        return missing_told(sight)
    seat = sight.seat_of(thing)
    if seat is not None:
        return _all_of(sight, seat)
    found = [
        _("{token}, at {cell}").format(token=token_told(token), cell=CELL_NAMES[cell])
        for cell in CELLS
        for token in view.sea[cell]
        if is_called(token, thing)
    ]
    return [clauses(found)] if found else []


def _boat(sight: SeatSight, seat: int) -> str:
    boat = sight.view.players[seat].boat
    if boat in COLUMNS:
        told = _("boat at column {column}").format(column=boat)
    else:
        told = _("boat on the left") if boat < COLUMNS[0] else _("boat out on the right")
    return labelled(sight.head(seat), told)


def _lying(sight: SeatSight, seat: int) -> str:
    """Return the places of a seat's bathyscaphes."""
    lying = sight.view.players[seat].bathyscaphes
    found = [
        CELL_NAMES[cell] if lying[cell] == 1 else
        _("{count} at {cell}").format(count=lying[cell], cell=CELL_NAMES[cell])
        for cell in CELLS if lying[cell]
    ]  # fmt: skip
    if not found:
        return ""
    text = _("bathyscaphes at {cells}").format(cells=listed(found))
    return labelled(sight.head(seat), text)


def around(sight: SeatSight, place: str) -> list[str]:
    """Describe the cells left and right of a cell, above and below it."""
    cell = cell_named(place)
    if cell is None:
        return []
    column, level = COLUMN_OF[cell], LEVEL_OF[cell]
    sides = ((column - 1, level, _("to the left")), (column + 1, level, _("to the right")),
             (column, level - 1, _("above")), (column, level + 1, _("below")))  # fmt: skip
    return [
        labelled(name, told)
        for c, at, name in sides
        if c in COLUMNS and at in LEVELS
        for told in cell_told(sight, cell_at(c, at), is_short=True)
    ]


def row(sight: SeatSight, place: str) -> list[str]:
    """Describe a level of the sea from left to right."""
    if not (place.isdigit() and int(place) in LEVELS):
        return []
    return [
        text for c in COLUMNS for text in cell_told(sight, cell_at(c, int(place)), is_short=True)
    ]


def own(sight: SeatSight) -> list[str]:
    """Describe the player's hand, pile, treasures, jokers, boat and bathyscaphes."""
    return _all_of(sight, own_seat(sight.view))


def _all_of(sight: SeatSight, seat: int) -> list[str]:
    """Return all known possessions of a player, and their places."""
    return [hand_told(sight, seat), pile_told(sight, seat), *treasures_told(sight, seat),
            _boat(sight, seat), _lying(sight, seat)]  # fmt: skip


def score(sight: SeatSight) -> list[str]:
    """Describe turn and crossing, and each player's types, jokers and cards."""
    view: SubmarineView = sight.view
    told = []
    if view.turn:
        crossing = _("crossing {crossing}").format(crossing=view.crossing + 1)
        told.append(f"{_('turn {turn}').format(turn=view.turn)}, {crossing}")
    if view.round_limit:
        told.append(_("the game ends after crossing {crossing}").format(crossing=view.round_limit))
    return [
        *told,
        *(player_told(sight, seat) for seat in range(len(view.players))),
    ]


def foreseen(sight: SeatSight, move: Move) -> list[str]:
    """Return the cost of a token, or the contents of a move's destination."""
    if not isinstance(move, SubmarineMove):
        return []
    if move.kind == Kind.TAKE:
        return [price_told(sight, move)]
    if move.kind == Kind.DIVE:
        return cell_told(sight, move.cell)
    if move.kind in (Kind.BOAT, Kind.PLACE) and move.column in COLUMNS:
        return [surface_told(sight, move.column), *_column(sight, move.column)]
    return [_(MEANINGS[move.word.split()[0]])]


def choices(sight: SeatSight, words: Sequence[str]) -> list[str] | None:
    """Return each token with its price, after `take`."""
    if tuple(words[:1]) != ("take",):
        return None
    takes = [
        move for move in sight.moves
        if move.kind == Kind.TAKE and move.word.split()[: len(words)] == list(words)
    ]  # fmt: skip
    told: dict[tuple[int, int], list[str]] = {}
    for move in takes:
        told.setdefault((move.level, move.token), []).append(
            price_told(sight, move) if move.joker == NONE else
            _("with {joker}").format(joker=token_told(move.joker))
        )  # fmt: skip
    return [
        labelled(f"{WORDS.shown('take')} {level} {token_told(token)}", clauses(ways))
        for (level, token), ways in told.items()
    ]
