"""The preview of a move: the tile in hand, networks, paths and hits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rules.messages import Refusal
from rules.schwarm.board import LINKS, POINTS
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES, NONE, SIDE_STEPS
from rules.schwarm.moves import SWIM, Kind, Move, place
from rules.schwarm.placing import stacks
from rules.schwarm.preview import Foreseen, foresee, is_brilliant, path_of
from rules.schwarm.view import SchwarmView
from screens.schwarm.cells import Ghost
from screens.schwarm.help_texts import HAZARDS, strikes_text, struck_text
from screens.schwarm.partial_move import PartialMove
from screens.schwarm.prompts import WORDS
from screens.schwarm.sea import Sea
from screens.schwarm.signs import move_text, tile_name
from screens.table.move_words import Words, words_of
from screens.text import _, labelled, ngettext, say_refusal
from screens.widgets.board import Board

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

Spots = Callable[[SchwarmView, Words, Words], Iterable[tuple[Board, str]]]
"""The places of a choice on the boards."""


class Preview:
    """A preview of the move under the cursor, on the sea and in a sentence."""

    def __init__(
        self,
        screen: GameScreen[SchwarmView],
        sea: Sea,
        spots: Spots,
        begun: Callable[[Words], PartialMove],
    ) -> None:
        self.screen = screen
        self._sea = sea
        self._spots = spots
        self._begun = begun
        self._turns = 0
        """The quarter turns of the tile in hand."""
        self._is_turned = False
        """Whether the reader turned it; then it turns by itself only where it would not fit."""
        self.sentence = ""
        """The outcome of the move under the cursor."""
        self.brief = ""
        """The same in a few words, for phones."""
        self.more = ""
        """What these leave out: why a tile does not fit, or each hit."""
        self.facts: Sequence[tuple[str, str]] = ()
        """The outcome for a tile in hand, fact by fact: its label and its text."""

    # The tile in hand

    @property
    def stack(self) -> int:
        """The stack of the tile in hand, from 1; 0 without one."""
        if not self.screen.model.is_my_turn:
            return 0
        begun = self._begun(self._chosen)
        is_held = begun.kind == Kind.PLACE and begun.said in (("number",), ("number", "cell"))
        return begun.moves[0].number if is_held else 0

    @property
    def _chosen(self) -> Words:
        return self.screen.picker.chosen

    @property
    def _view(self) -> SchwarmView:
        return self.screen.model.view

    def _legal(self) -> Sequence[Move]:
        return self.screen.model.legal()

    def _tile_in_hand(self) -> tuple[int, tuple[int, ...]]:
        """Return the kind of the tile in hand, and the links of each turn."""
        view = self._view
        kind = stacks(view.players[view.mover].tiles)[self.stack - 1]
        return kind, LINKS[kind]

    def _fitting_turns(self, cell: str) -> list[int]:
        """Return the turns that allow the tile in hand on a cell."""
        return sorted({move.count for move in self._placings(cell)}) if cell else []

    def _placings(self, cell: str) -> Iterable[Move]:
        """Return the legal moves that place the tile in hand on a cell."""
        placed = (Kind.PLACE, self.stack, CELL_NAMED[cell])
        return (m for m in self._legal() if (m.kind, m.number, m.cell) == placed)

    def ways(self, cell: str) -> int:
        """Return the number of turns that allow the tile in hand on a cell."""
        return len(self._fitting_turns(cell))

    @property
    def pays(self) -> int:
        """The points of the tile in hand."""
        return POINTS[self._tile_in_hand()[0]]

    @property
    def fits(self) -> bool:
        """Whether the tile in hand fits at the cursor as it is turned."""
        return self._turns in self._fitting_turns(self._sea.cursor)

    def turn(self) -> None:
        """Turn the tile in hand to the next turn that fits, or by a quarter if none does."""
        _kind, turns = self._tile_in_hand()
        fitting = self._fitting_turns(self._sea.cursor) or list(range(len(turns)))
        later = [turn for turn in fitting if turn > self._turns]
        self._turns = later[0] if later else fitting[0]
        self._is_turned = True
        self.show()

    def _network_after(self, move: Move) -> int:
        """Return the points of the largest network after a move."""
        brilliant = is_brilliant(self._view, self._view.mover)
        return foresee(self._view, move).after.points(is_brilliant=brilliant)

    def best_spot(self) -> str:
        """Return the cell of the tile or ship in hand with the largest network, if any.

        A tile is turned as it would lie there.
        """
        begun = self._begun(self._chosen)
        is_step = begun.kind == Kind.SAIL and begun.said == ("cell",)
        if not (self.stack or is_step):
            return ""
        self._is_turned = False
        moves = (move for move in begun.moves if move.buoy == NONE)
        best = max(moves, key=self._network_after, default=None)
        if best is None:
            return ""
        self._turns = best.count
        return CELL_NAMES[best.end if is_step else best.cell]

    # The move under the cursor

    def show(self, *, moved: bool = False) -> None:
        """Show a preview of the move under the cursor, on the sea and in the prompt."""
        before = self.sentence
        self.sentence, self.brief, self.more, self.facts = "", "", "", ()
        if self.screen.model.may_move:
            if self.stack:
                self._hold_tile(moved=moved)
            else:
                self._hold_move(self.move_here())
        else:
            self._sea.preview()
        self._sea.is_foretold = bool(self.sentence)
        if before != self.sentence:
            self.screen.lines.tell("")

    def _hold_tile(self, *, moved: bool) -> None:
        """Show the tile in hand over the cell: whether it links, its points, and the network."""
        cell = self._sea.cursor
        kind, turns = self._tile_in_hand()
        fitting = self._fitting_turns(cell)
        if moved and fitting and (self._turns not in fitting or not self._is_turned):
            self._turns = max(self._placings(cell), key=self._network_after).count
        self._turns %= len(turns)
        fits = self._turns in fitting
        ghost = Ghost(CELL_NAMED[cell], turns[self._turns], fits, POINTS[kind])
        points_text = ngettext("{count} point", "{count} points", POINTS[kind])
        facts = {"tile": tile_name(kind), "cell": cell, "points": points_text}
        if not fits:
            self.sentence = self.more = self._why_not(facts, ghost)
            self.brief = _("on {cell}: ✗ does not fit").format(cell=cell)
            self._sea.preview(ghost=ghost)
            return
        move = next(m for m in self._placings(cell) if m.count == self._turns)
        if move.buoy != NONE:
            text = _("{tile} on {cell}: {points}, with a buoy from elsewhere")
            self.sentence = text.format(**facts)
            text = _("on {cell}: +{pays}, buoy from elsewhere")
            self.brief = text.format(cell=cell, pays=ghost.pays)
            self._sea.preview(ghost=ghost)
            return
        foreseen = foresee(self._view, move)
        text = _("{tile} on {cell}: {points}, network {before} → {after}")
        if len(fitting) > 1:
            text = _("{tile} on {cell}: {points}, network {before} → {after} (t: rotate)")
        worths = self._worths(foreseen)
        self.sentence = text.format(**facts, **worths)
        text = _("on {cell}: +{pays}, network {before} → {after}")
        self.brief = text.format(cell=cell, pays=ghost.pays, **worths)
        self.facts = self._forecast(cell, ghost, worths)
        self._sea.preview(ghost=ghost, fresh=foreseen.after.cells)

    def _why_not(self, facts: Mapping[str, str | int], ghost: Ghost) -> str:
        """Return the reason why the tile, as turned, may not be placed there."""
        try:
            foresee(self._view, place(self.stack, ghost.cell, self._turns))
        except Refusal as refusal:
            text = _("{tile} on {cell}: ✗ {reason}")
            return text.format(**facts, reason=say_refusal(refusal, WORDS.shown))
        return _("{tile} on {cell}: does not fit this way round").format(**facts)

    def _forecast(
        self, cell: str, ghost: Ghost, worths: Mapping[str, int]
    ) -> Sequence[tuple[str, str]]:
        """Return the points of the tile in hand, its network, and the cells it would link to."""
        points = self._view.players[self._view.mover].points
        pays = _("+{pays}: {before} → {after}")
        network = _("{before} → {after} at the end of the round")
        links = [
            CELL_NAMES[ghost.cell + step]
            for side, step in enumerate(SIDE_STEPS)
            if ghost.links >> side & 1 and self._view.is_on_map(ghost.cell + step)
        ]
        return (
            (_("placed on"), cell),
            (_("points"), pays.format(pays=ghost.pays, before=points, after=points + ghost.pays)),
            (_("network"), network.format(**worths)),
            (_("open to"), ", ".join(links)),
        )

    def _worths(self, foreseen: Foreseen) -> dict[str, int]:
        view = self._view
        brilliant = is_brilliant(view, view.mover)
        return {
            "before": foreseen.before.points(is_brilliant=brilliant),
            "after": foreseen.after.points(is_brilliant=brilliant),
        }

    def _hold_move(self, move: Move | None) -> None:
        """Show the path and hits of a hazard, or the network after a ship or station."""
        view = self._view
        if move is None:
            path = view.visited if view.phase == SWIM else ()
            self._sea.preview(path=path)
            return
        foreseen = foresee(view, move)
        if move.kind in HAZARDS and (foreseen.strikes or move.kind != Kind.WHALE):
            self.sentence = labelled(WORDS.shown(move.word), strikes_text(foreseen.strikes))
            self.brief = self._briefly_struck(move, foreseen)
            self._sea.preview(path=path_of(view, move), costs=costs_of(foreseen))
        elif move.kind in (Kind.SAIL, Kind.LAUNCH, Kind.STATION, Kind.PLACE):
            text, worths = _("{move}: network {before} → {after}"), self._worths(foreseen)
            self.sentence = text.format(move=WORDS.shown(move.word), **worths)
            self.brief = text.format(move=move_text(view, move.word.split()), **worths)
            self._sea.preview(ghost=_ghost_of(view, move), fresh=foreseen.after.cells)
        else:
            self._sea.preview()

    def _briefly_struck(self, move: Move, foreseen: Foreseen) -> str:
        """Return the points of all hits together; each hit is told elsewhere."""
        head = move_text(self._view, move.word.split())
        if not foreseen.strikes:
            return labelled(head, strikes_text(()))
        self.more = struck_text(foreseen.strikes)
        points = sum(strike.points for strike in foreseen.strikes)
        return labelled(head, f"+{points}")

    def move_here(self) -> Move | None:
        """Return the move under the cursor on the sea, if there is exactly one."""
        if self._sea.cursor not in self._sea.lit:
            return None
        view, here, before = self._view, (self._sea, self._sea.cursor), self._chosen
        fitting = self.screen.offer.choices_at(*here)
        if not fitting:
            fitting, before = list(self.screen.offer.shortcuts_at(*here)), ()
        if len(fitting) != 1:
            return None
        found = [
            move
            for move in self._begun((*before, *fitting[0])).moves
            if here in self._spots(view, before, words_of(move)[len(before) :])
        ]
        return found[0] if len(found) == 1 else None

    def placed(self, cell: str) -> Words:
        """Return the words that place the tile in hand, as turned, on a cell."""
        return words_of(place(self.stack, CELL_NAMED[cell], self._turns))


def _ghost_of(view: SchwarmView, move: Move) -> Ghost | None:
    """Return the tile of a move as placed, or None."""
    if move.kind != Kind.PLACE:
        return None
    kind = stacks(view.players[view.mover].tiles)[move.number - 1]
    return Ghost(move.cell, LINKS[kind][move.count], fits=True, pays=POINTS[kind])


def costs_of(foreseen: Foreseen) -> dict[int, int]:
    """Return the cost of hits, by cell of the pieces."""
    costs: dict[int, int] = {}
    for strike in foreseen.strikes:
        cell = CELL_NAMED[strike.cell]
        costs[cell] = costs.get(cell, 0) + strike.points
    return costs
