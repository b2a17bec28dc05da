"""What Bataille adds to the frame: surface, search grids, own camp, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size

from rules.bataille.board import (
    COLUMN_OF_CELLS,
    LEVELS,
    NUMBERS,
    PORT,
    SHIPS,
    SUBMARINES,
    SUNK,
    cell_name,
    level_of,
)
from rules.bataille.deduction import BLANK, FLAG, PLAIN, RED_PEG, tracking_grid
from rules.bataille.moves import HOLD, MINES, SAILS, SUBS, THE_MOVED, Kind, Move
from rules.bataille.phases import CHARGE, MOVE, NOBODY, SETUP, TORPEDO
from rules.bataille.view import BatailleView
from rules.contract import Event
from screens.bataille import sentences
from screens.bataille.course import course, torpedo_hits
from screens.bataille.layout import layout_for
from screens.bataille.letters import LETTERS
from screens.bataille.levels import (
    CELL_NAMED,
    HOT,
    LOOKS,
    MINE,
    MISSED,
    NEAR,
    OPEN,
    SUBMARINE,
    Levels,
)
from screens.bataille.levels import SUNK as SIGN_SUNK
from screens.bataille.panels import fleet_lines, spinner_lines
from screens.bataille.recent import glows
from screens.bataille.surface import Surface, port_spot
from screens.colours import Look
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.table.course import Course
from screens.table.headline import BAR, BAR_SOFT, seat_chip
from screens.table.log_panel import LogPanel
from screens.table.move_phrases import Words, words_of
from screens.table.plain_ui import PlainUi
from screens.table.ui import Speech
from screens.text import _, ngettext
from screens.widgets.board import Board
from screens.widgets.panel import Panel
from screens.widgets.placed import Field
from screens.widgets.text_line import Span, Spans

_LINES: Final = 5
"""Headline, what others did, signs, question, keys."""
_HEAD: Final = Look("ink", style="bold")
_CHAPTERS: Final = {SETUP: "setup", MOVE: "move", CHARGE: "charge", TORPEDO: "torpedo"}


class BatailleUi(PlainUi[BatailleView]):
    """The whole game, from the hidden set-up to both camps laid open."""

    speech: Speech | None = sentences
    letters = LETTERS
    has_lines = True
    surface: Surface
    """The surface of the sea."""
    enemy: Levels
    """The search grids over the enemy camp (for a spectator: yellow's camp)."""
    own: Levels
    """The own camp (for a spectator: red's camp)."""

    # Boards

    def compose(self) -> ComposeResult:
        """Surface and panels, the two camps."""
        self.surface, self.log = Surface(id="surface"), LogPanel()
        self.enemy, self.own = Levels(id="enemy"), Levels(id="own")
        self._fleets = Panel(is_framed=False, id="fleets")
        self._spinner = Panel(id="spinner")
        self._field = Field()
        with self._field:
            yield self.surface
            yield self.enemy
            yield self.own
            yield self._fleets
            yield self.log
            yield self._spinner

    def boards(self) -> Sequence[Board]:
        """In the order Tab visits them."""
        return (self.surface, self.enemy, self.own)

    def menu_lines(self, size: Size) -> int:
        """Four at 24 lines."""
        return max(4, min(8, size.height - 33)) if size.height >= 24 else 3

    def set_scale(self, size: Size) -> None:
        """As large as it fits."""
        lines = size.height - _LINES - self.menu_lines(size)
        layout = layout_for(Size(size.width, lines))
        self.surface.set_scale(*layout.square)
        for camp in (self.enemy, self.own):
            camp.set_scale(*layout.cell)
        self.log.set_framed(layout.log.height > 5)
        self._field.place(
            {
                self.surface: layout.surface,
                self.enemy: layout.search,
                self.own: layout.own,
                self._fleets: layout.fleets,
                self.log: layout.log,
                self._spinner: layout.spinner,
            }
        )

    def show(self, view: BatailleView) -> None:
        """Show a view."""
        near = 0 if view.seat is None else view.seat
        marks = {} if self.model.seat.number is None else self.model.seat.marks()
        self.surface.show(view, glows(self.recent))
        for camp, levels in ((1 - near, self.enemy), (near, self.own)):
            camp_seen = view.camps[camp]
            is_bare = view.grids == PLAIN and camp_seen is None
            levels.show(
                self._camp_title(view, camp),
                self._grid(view, camp),
                dict(view.fleets[1 - camp].answers),
                camp_seen,
                mine_spent=0 if is_bare else view.fleets[camp].mine_spent,
                marks=marks if levels is self.enemy else {},
            )
        self._fleets.show("", fleet_lines(view, self.people, self._fleets.size.width))
        hits = torpedo_hits(self.model.log)
        self._spinner.show(_("Spinner"), spinner_lines(view, hits, max(view.mover, 0)))

    def looked_at(self, board: Board, spot: str) -> None:
        """The three depths below the number under the cursor."""
        is_a_choice = board is self.surface and spot in board.lit and spot.isdigit()
        below = int(spot) if is_a_choice and self.chosen else 0
        self.enemy.look_below(below)

    def _camp_title(self, view: BatailleView, camp: int) -> Spans:
        name = self.model.people.names[camp]
        whose: Span = (f"{SIDE_SIGNS[camp]} ", Look(SIDES[camp], style="bold"))
        if camp == self.model.people.reader:
            return [(_("Your camp") + " ", _HEAD), whose]
        told = (_("camp of {name}").format(name=name), Look(SIDES[camp]))
        if view.seat in (None, camp):
            return [whose, told]
        return [(_("Search") + "  ", _HEAD), whose, told]

    def _grid(self, view: BatailleView, camp: int) -> Mapping[int, str]:
        """The tracking grid; while a camp is being laid, or lies open lost, just its losses.

        Those too where a camp is one's own and nothing is deduced for anybody.
        """
        lost = view.fleets[camp].lost
        is_plain = view.grids == PLAIN and view.camps[camp] is not None
        if view.phase == SETUP or len(lost) == SUBMARINES or is_plain:
            return dict.fromkeys(lost, FLAG)
        return tracking_grid(view, camp)

    def combine(self, views: Sequence[BatailleView]) -> BatailleView:
        """Both camps open."""
        return replace(views[0], seat=None, camps=(views[0].camps[0], views[1].camps[1]))

    # Words

    def headline(self, view: BatailleView) -> Spans:
        """Turn, and what each side has left."""
        spans: list[Span] = []
        if view.turn:
            spans.append((_("turn {turn}").format(turn=view.turn) + "  ", BAR_SOFT))
        for seat, fleet in enumerate(view.fleets):
            ships = sum(place != SUNK for place in fleet.places)
            submarines = SUBMARINES - len(fleet.lost)
            left = (
                ngettext("{count} ship", "{count} ships", ships),
                ngettext("{count} sub", "{count} subs", submarines),
            )
            spans += [seat_chip(seat, self.model.names[seat]), (f" {' '.join(left)}  ", BAR)]
        return spans

    def signs_line(self, view: BatailleView) -> Spans:
        """What the signs of the camps mean."""
        signs = (
            (OPEN, _("open")),
            (HOT, _("hot")),
            (NEAR, _("near miss")),
            (MISSED, _("nothing")),
            (SIGN_SUNK, _("sunk")),
            (SUBMARINE if not self.enemy.is_plain else "S", _("yours")),
            (MINE, _("mine")),
        )
        spans: list[Span] = []
        for sign, meaning in signs:
            spans += [
                (" ", Look()),
                (sign, LOOKS.get(sign, Look("soft"))),
                (f" {meaning} ", Look("soft")),
            ]
            if sign == OPEN and not self.enemy.is_plain:
                spans += [(" ", Look()), ("  ", Look(ground="bare-200"))]
                spans.append((" " + _("ruled out") + " ", Look("soft")))
        return spans

    def ask(self, view: BatailleView) -> str:
        """What is asked, by phase."""
        if view.phase == SETUP:
            camp = view.own_camp
            placed = len(camp.submarines) if camp else 0
            if placed == SUBMARINES:
                return _("lay your mine on level 100, not above a submarine")
            return _("hide submarine {number} of 3 in your camp").format(number=placed + 1)
        if view.phase == MOVE:
            return _("move a ship 1 to 3 squares") if not self.chosen else _("where to?")
        if view.phase == CHARGE:
            return _("drop a depth charge, or hold")
        if self._only_hold:
            return _("no torpedo")
        if not view.acted:
            text = _("fire a torpedo, 1 chance in {odds}: this turn needs one")
        else:
            text = _("fire a torpedo, 1 chance in {odds}, or hold")
        return text.format(odds=view.odds)

    def most_whole(self, view: BatailleView) -> int:
        """A ship is chosen before where it goes, and after `stay` before the level."""
        which_ship = view.phase == MOVE or (view.phase == CHARGE and view.moved == NOBODY)
        return 0 if which_ship else super().most_whole(view)

    def _begun(self, words: Words) -> Sequence[Move]:
        """The moves to choose among that begin with some words."""
        phrases = self.frame.picker.phrases
        ends = phrases.choices(words, len(phrases))
        moves = (phrases.move((*words, *end)) for end in ends)
        return [move for move in moves if isinstance(move, Move)]

    def _below(self, number: int) -> str:
        """What may lie below a number, by the search grids."""
        view = self.model.view
        if view.seat is None or view.grids == PLAIN:
            return ""
        grid = tracking_grid(view, 1 - view.seat)
        cells = COLUMN_OF_CELLS[number]
        hot = [str(level_of(cell)) for cell in cells if grid[cell] == RED_PEG]
        open_at = [str(level_of(cell)) for cell in cells if grid[cell] in (BLANK, RED_PEG)]
        if not open_at:
            return _("nothing can lie below it")
        told = _("open below: {levels}").format(levels=", ".join(open_at))
        if not hot:
            return told
        return f"{told}, " + _("hot: {levels}").format(levels=", ".join(hot))

    @property
    def _only_hold(self) -> bool:
        return self._begun(()) == [HOLD]

    def note(self, view: BatailleView, before: Words, choice: Words) -> str:
        """Where a ship is and what it carries; what a word means."""
        words = (*before, *choice)
        move = self._begun(words)[0]
        match move.kind:
            case Kind.SAIL if len(words) == 1:
                return self._ship(view, move.ship)
            case Kind.SAIL if move.place == PORT:
                return _("go home and rearm")
            case Kind.SAIL:
                return self._below(move.place)
            case Kind.STAY:
                return _("move no ship")
            case Kind.DROP if not before:
                return _("below a ship at sea")
            case Kind.DROP if move.ship != THE_MOVED and len(words) == 2:
                return self._ship(view, move.ship)
            case Kind.FIRE if len(choice) == 3:
                return self._target(view, move.ship)
            case Kind.HOLD if self._only_hold:
                return _("none can be fired; asked so that silence tells nothing")
            case Kind.HOLD:
                return _("no charge") if view.phase == CHARGE else _("no torpedo")
        return ""

    def _ship(self, view: BatailleView, ship: int) -> str:
        fleet = view.fleets[view.mover]
        place, load = fleet.places[ship], fleet.charges[ship]
        charges = ngettext("{count} charge", "{count} charges", load)
        if place == PORT:
            return _("in port, {charges}").format(charges=charges)
        return _("at {number}, {charges}").format(number=place, charges=charges)

    def _target(self, view: BatailleView, ship: int) -> str:
        seat = 1 - view.mover
        name, place = f"{SIDE_SIGNS[seat]}{SHIPS[ship]}", view.fleets[seat].places[ship]
        return _("at {ship} on {number}").format(ship=name, number=place)

    def before_offer(self, view: BatailleView) -> None:
        """Draw the lanes that can be fired along."""
        can_fire = self.model.may_move and view.phase == TORPEDO
        moves = self.model.legal() if can_fire else ()
        self.surface.aim(sorted({move.lane for move in moves if move.kind == Kind.FIRE}))

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """A cell for a submarine or the mine, a number for a ship; the rules then say why not."""
        moves = self._begun(before)
        if board is self.own:
            cell = CELL_NAMED[spot]
            if moves[0].kind == Kind.SUB:
                return words_of(SUBS[cell - 1])
            if moves[0].kind == Kind.MINE and cell in NUMBERS:
                return words_of(MINES[cell - 1])
        ships = {move.ship for move in moves if move.kind == Kind.SAIL}
        if before and len(ships) == 1 and board is self.surface and spot.isdigit():
            return words_of(SAILS[ships.pop()][int(spot)])
        return ()

    def spots(
        self, view: BatailleView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Cells of the camps, numbers of the surface, ships where they are, berths of the port."""
        words = (*before, *choice)
        whole = self.frame.picker.phrases.move(words)
        if isinstance(whole, Move):
            return self._spots_of(view, whole)
        moves = self._begun(words)
        if moves[0].kind == Kind.SAIL:
            return [(self.surface, self.surface.ship_spot(view.mover, moves[0].ship))]
        drops = [move for move in moves if move.kind == Kind.DROP]
        return [spot for move in drops for spot in self._spots_of(view, move)]

    def _spots_of(self, view: BatailleView, move: Move) -> list[tuple[Board, str]]:
        match move.kind:
            case Kind.SUB | Kind.MINE:  # the numbers of mines are the cells of level 100
                return [(self.own, cell_name(move.place))]
            case Kind.SAIL if move.place == PORT:
                return [(self.surface, port_spot(view.mover, berth)) for berth in range(1, 5)]
            case Kind.SAIL:
                return [(self.surface, str(move.place))]
            case Kind.DROP:
                ship = view.moved if move.ship == THE_MOVED else move.ship
                number = view.fleets[view.mover].places[ship]
                return [(self.enemy, f"{number}.{LEVELS[move.level]}")]
            case Kind.FIRE:
                return [(self.surface, self.surface.ship_spot(1 - view.mover, move.ship))]
        return []

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """For a charge the level last thought of, else the middle of the board."""
        middle = {"own": "15.100", "surface": "15"}.get(board.id or "", "")
        return middle if middle in lit else lit[len(lit) // 2]

    def course(self, log: Sequence[Event]) -> Course:
        """What each side had left."""
        return course(log, self.model.seat.view().odds)

    def chapter(self, view: BatailleView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS.get(view.phase, "end")
