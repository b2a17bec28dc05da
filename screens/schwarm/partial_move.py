"""A partly chosen move: the cells and pieces in its words, and the moves that fit them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules.contract import Event
from rules.schwarm.board import POINTS
from rules.schwarm.cards import CARDS
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.events import Launched, Played, Sailed
from rules.schwarm.moves import (
    PARTS,
    RESEARCH,
    SAIL,
    Kind,
    Move,
    Part,
    launch,
    sail,
    start,
    station,
    step,
)
from rules.schwarm.placing import stacks
from rules.schwarm.preview import path_of
from rules.schwarm.view import SchwarmView
from screens.table.move_words import Letters, Words, words_of

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class PartialMove(NamedTuple):
    """The legal moves that begin with the chosen words, and the fields given by these words."""

    moves: Sequence[Move]
    """The moves that begin with the chosen words."""
    kind: Kind | None = None
    """The kind of these moves; None until a kind is chosen."""
    said: tuple[Part, ...] = ()
    """The other fields chosen so far, in order."""
    whole: Move | None = None
    """The move of exactly these words, or None."""


class Beginnings:
    """The present legal moves by their first words."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._whole = {words_of(move): move for move in moves}
        self._by_words: dict[Words, list[Move]] = {}
        for words, move in self._whole.items():
            for count in range(len(words) + 1):
                self._by_words.setdefault(words[:count], []).append(move)

    def of(self, words: Words) -> PartialMove:
        """Return the moves that begin with these words."""
        moves = self._by_words.get(words, ())
        if not moves:
            return PartialMove(())
        whole = self._whole.get(words)
        card = moves[0].card
        told = len(words) - (card != NONE and CARDS[card].prefix != "")
        if told < 1:
            return PartialMove(moves, whole=whole)
        kind = moves[0].kind
        return PartialMove(moves, kind, PARTS[kind][: told - 1], whole)


def places_of(view: SchwarmView, begun: PartialMove) -> list[str]:
    """Return the cells of a choice: its last cell, or all possible next ones."""
    cells = dict.fromkeys(_cells(view, begun)) if begun.moves else ()
    return [CELL_NAMES[cell] for cell in cells if view.is_on_map(cell)]


def _cells(view: SchwarmView, begun: PartialMove) -> Iterable[int]:
    moves, said = begun.moves, begun.said
    match begun.kind:
        case Kind.SAIL if "end" in said:
            return [moves[0].end]
        case Kind.SAIL | Kind.LAUNCH:
            return [move.cell for move in moves]
        case Kind.PLACE if "buoy" in said:
            return [moves[0].buoy]
        case Kind.WAVE if "end" in said:
            return [path_of(view, move)[-1] for move in moves]
        case Kind.NEW_CRAB | Kind.CRAB if "count" in said:
            return [path_of(view, moves[0])[-1]]
        case Kind.WHALE | Kind.WAVE if said:
            return [_start(view, moves[0])]
        case _ if "cell" in said:
            return [moves[0].cell]
    return ()


def _start(view: SchwarmView, move: Move) -> int:
    """Return the cell of a whale or wave, or the queen's cell for a new one."""
    if move.number == NONE:
        return view.board.queen
    return (view.whales if move.kind == Kind.WHALE else view.waves)[move.number]


def move_to(begun: PartialMove, cell: int) -> Move | None:
    """Return the begun move, legal or not, if it lacks only a cell; otherwise None."""
    match begun.kind, begun.said:
        case Kind.START, ():
            return start(cell)
        case Kind.LAUNCH, ():
            return launch(cell)
        case Kind.STEP, ():
            return step(cell)
        case Kind.STATION, ():
            return station(begun.moves[0].card, cell)
        case Kind.SAIL, ("cell",):
            return sail(begun.moves[0].cell, cell)
    return None


def ship_moved(log: Sequence[Event]) -> str:
    """Return the cell of the ship that moved last with the card being played; empty if none did."""
    for event in reversed(log):
        match event:
            case Sailed(cell=cell) | Launched(cell=cell):
                return cell
            case Played():
                break
    return ""


def beginning_of(view: SchwarmView, moves: Sequence[Move], log: Sequence[Event]) -> Words:
    """Return the words to begin with: the tile that pays most, the ship that moves on.

    Nothing where several ships wait for their first step.
    """
    if view.phase == RESEARCH:
        tiles = stacks(view.players[view.mover].tiles)
        numbers = {move.number for move in moves if move.kind == Kind.PLACE}
        best = max(numbers, key=lambda number: POINTS[tiles[number - 1]], default=NONE)
        return () if best == NONE else ("place", str(best))
    if view.phase == SAIL:
        ships = {CELL_NAMES[move.cell] for move in moves if move.kind == Kind.SAIL}
        moved = ship_moved(log)
        chosen = moved if moved in ships else next(iter(ships)) if len(ships) == 1 else ""
        return ("sail", chosen) if chosen else ()
    return ()


def shortcuts_of(
    view: SchwarmView, moves: Sequence[Move], chosen: Words, letters: Letters
) -> Mapping[Words, str]:
    """Return what may be begun in place of the tile or ship in hand, with keys; ships have none."""
    if view.phase not in (RESEARCH, SAIL) or len(chosen) < len(("sail", "cell")):
        return {}
    is_tile_open = len(chosen) == len(("place", "number"))
    found: dict[Words, str] = {}
    for move in moves:
        words = words_of(move)
        match move.kind:
            case Kind.PLACE if is_tile_open:  # else digits are turns
                found[words[:2]] = words[1]
            case Kind.SAIL if words[:2] != chosen[:2]:
                found[words[:2]] = ""
            case Kind.LAUNCH | Kind.DONE:
                found[words] = letters.key(words[:1])
    launches = [words for words in found if words[0] == "launch"]
    if len(launches) > 1:
        found = {words: key for words, key in found.items() if words not in launches}
        found["launch",] = letters.key(("launch",))
    return found


class CurrentMoves:
    """The legal moves of the view shown, searched once per view."""

    def __init__(self, screen: GameScreen[SchwarmView]) -> None:
        self.screen = screen
        self._view: SchwarmView | None = None
        """The view of the present `Beginnings`."""
        self._beginnings = Beginnings(())

    def begun(self, words: Words) -> PartialMove:
        """Return the legal moves that begin with these words, and the fields given by them."""
        model = self.screen.model
        view = model.view
        if self._view is not view:
            self._view, self._beginnings = view, Beginnings(model.legal())
        return self._beginnings.of(words)
