"""The part of the screen that shows a move before it is made: tiles held, networks, hits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from rules.schwarm import moves
from rules.schwarm.cells import CELL_NAMED, NONE
from rules.schwarm.moves import Kind, Move
from rules.schwarm.phases import SWIM
from rules.schwarm.placing import stacks
from rules.schwarm.preview import Foreseen, foresee, is_brilliant, path_of
from rules.schwarm.tiles import LINKS, POINTS
from rules.schwarm.view import SchwarmView
from screens.schwarm.notes import HAZARDS, strikes_text
from screens.schwarm.sea import Ghost, Sea
from screens.schwarm.signs import tile_name
from screens.table.move_words import Words
from screens.table.playback_control import Following
from screens.text import N_, _, labelled
from screens.widgets.board import Board
from screens.widgets.menu import Menu


class Foreseeing(Following):
    """A screen whose sea shows what the cursor stands for."""

    BINDING_GROUP_TITLE = "Der Schwarm"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "t",
            "turn",
            N_("Turn"),
            id="schwarm.turn",
            tooltip=N_("Turn the tile in hand to the next way it fits here"),
        ),
    ]
    _turns = 0
    """Quarter turns of the tile in hand."""
    _foreseen = ""
    """What the move under the cursor would come to, in a sentence."""

    @property
    def sea(self) -> Sea:
        """The sea."""
        return self.query_one("#sea", Sea)

    # The tile in hand

    @property
    def stack(self) -> int:
        """The stack whose tile is in hand, from 1; 0 if none is."""
        match self.chosen:
            case ("place", number) | ("place", number, _) if self.is_my_turn:
                return int(number)
        return 0

    def _legal(self) -> Sequence[Move]:
        moves: Sequence[Any] = self.seat.legal()
        return moves

    def _tile_in_hand(self) -> tuple[int, tuple[int, ...]]:
        """Its kind and the links of each of its turns."""
        view: SchwarmView = self.seen()
        kind = stacks(view.players[view.mover].tiles)[self.stack - 1]
        return kind, LINKS[kind]

    def _fitting_turns(self, cell: str) -> list[int]:
        """The turns in which the tile in hand may be placed on a cell."""
        start = f"place {self.stack} {cell} r"
        words = [move.word for move in self.seat.legal() if move.word.startswith(start)]
        return sorted({int(word[len(start)]) for word in words})

    def action_turn(self) -> None:
        """Turn the tile in hand to the next way it fits, or by a quarter where it does not."""
        _kind, turns = self._tile_in_hand()
        fitting = self._fitting_turns(self.sea.cursor) or list(range(len(turns)))
        later = [turn for turn in fitting if turn > self._turns]
        self._turns = later[0] if later else fitting[0]
        self.foresee_here()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A tile can be turned while one is in hand."""
        if action == "turn":
            return bool(self.stack) and not self.is_replay
        return super().check_action(action, parameters)

    # What the cursor stands for

    @on(Board.Moved)
    def foresee_moved(self, message: Board.Moved) -> None:
        """Show what the cursor stands for now."""
        if message.board is self.sea:
            self.foresee_here(moved=True)

    def offer(self) -> None:
        """Offer the choices, and show what the cursor stands for."""
        super().offer()
        self.foresee_here(moved=True)

    def laid_out(self) -> None:
        """Show again what the cursor stands for."""
        self.foresee_here()

    def foresee_here(self, *, moved: bool = False) -> None:
        """Show the move under the cursor beforehand: on the sea, and in the prompt."""
        before = self._foreseen
        self._foreseen = ""
        if self.is_my_turn and not self.is_replay and not self.is_following:
            if self.stack:
                self._hold_tile(moved=moved)
            else:
                self._hold_move(self.move_here())
        else:
            self.sea.preview()
        if before != self._foreseen:
            self.tell_again()

    def _hold_tile(self, *, moved: bool) -> None:
        """The tile in hand over the cell, whether it links, what it pays, and the network."""
        cell = self.sea.cursor
        kind, turns = self._tile_in_hand()
        fitting = self._fitting_turns(cell)
        if moved and fitting and self._turns not in fitting:
            self._turns = fitting[0]
        self._turns %= len(turns)
        fits = self._turns in fitting
        ghost = Ghost(CELL_NAMED[cell], turns[self._turns], fits)
        facts = {"tile": tile_name(kind), "cell": cell, "points": POINTS[kind]}
        if not fits:
            self._foreseen = _("{tile} on {cell}: does not fit that way").format(**facts)
            self.sea.preview(ghost=ghost)
            return
        start = f"place {self.stack} {cell} r{self._turns}"
        move: Move = next(m for m in self._legal() if m.word.startswith(start))
        if move.buoy != NONE:
            text = _("{tile} on {cell}: pays {points}, with a buoy from elsewhere")
            self._foreseen = text.format(**facts)
            self.sea.preview(ghost=ghost)
            return
        foreseen = foresee(self.seen(), move)
        text = _("{tile} on {cell}: pays {points}, network {before} → {after}")
        if len(fitting) > 1:
            text = _("{tile} on {cell}: pays {points}, network {before} → {after}, t turns it")
        self._foreseen = text.format(**facts, **self._worths(foreseen))
        self.sea.preview(ghost=ghost, fresh=foreseen.after.cells)

    def _worths(self, foreseen: Foreseen) -> dict[str, int]:
        view: SchwarmView = self.seen()
        brilliant = is_brilliant(view, view.mover)
        return {
            "before": foreseen.before.points(is_brilliant=brilliant),
            "after": foreseen.after.points(is_brilliant=brilliant),
        }

    def _hold_move(self, move: Move | None) -> None:
        """The path and hits of a hazard, or the network after a ship or station."""
        view: SchwarmView = self.seen()
        if move is None:
            path = view.visited if view.phase == SWIM else ()
            self.sea.preview(path=path)
            return
        foreseen = foresee(view, move)
        if move.kind in HAZARDS and (foreseen.strikes or move.kind != Kind.WHALE):
            self._foreseen = labelled(move.word, strikes_text(foreseen.strikes))
            self.sea.preview(path=path_of(view, move))
        elif move.kind in (Kind.SAIL, Kind.LAUNCH, Kind.STATION, Kind.PLACE):
            text = _("{move}: network {before} → {after}")
            self._foreseen = text.format(move=move.word, **self._worths(foreseen))
            self.sea.preview(ghost=_ghost_of(view, move), fresh=foreseen.after.cells)
        else:
            self.sea.preview()

    def move_here(self) -> Move | None:
        """The one move that the cursor on the sea stands for, if there is just one."""
        if self.sea.cursor not in self.sea.lit:
            return None
        fitting = self._choices_at(self.sea, self.sea.cursor)
        if len(fitting) != 1:
            return None
        view, here, before = self.seen(), (self.sea, self.sea.cursor), self.chosen
        start = (*before, *fitting[0])
        found: list[Move] = []
        for move in self._legal():
            words: Words = tuple(move.word.split())
            if words[: len(start)] == start and here in self.spots(
                view, before, words[len(before) :]
            ):
                found.append(move)
        return found[0] if len(found) == 1 else None

    # Placing

    @on(Board.Chosen)
    def place_tile(self, message: Board.Chosen) -> None:
        """The tile in hand goes where the cursor is, turned as it is."""
        if not self.stack or message.board is not self.sea:
            return
        message.stop()
        message.prevent_default()
        cell = message.spot
        start = ("place", str(self.stack), cell, f"r{self._turns}")
        with_buoy = self._choosing.tree.next_words(start)
        if with_buoy:
            self._choosing.enter(start[len(self.chosen) :])
            self.offer()
            self.query_one(Menu).focus()
            return
        self.play(moves.place(self.stack, CELL_NAMED[cell], self._turns))


def _ghost_of(view: SchwarmView, move: Move) -> Ghost | None:
    """The tile that a move would place, as it would lie."""
    if move.kind != Kind.PLACE:
        return None
    kind = stacks(view.players[view.mover].tiles)[move.number - 1]
    return Ghost(move.cell, LINKS[kind][move.count], fits=True)
