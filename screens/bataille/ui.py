"""What Bataille adds to the frame: surface, search grids, own camp, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size

from rules.bataille.board import COLUMN_OF_CELLS, PORT, SHIPS, SUBMARINES, SUNK, level_of
from rules.bataille.deduction import BLANK, FLAG, PLAIN, RED_PEG, tracking_grid
from rules.bataille.moves import Kind
from rules.bataille.phases import CHARGE, MOVE, NOBODY, SETUP, TORPEDO
from rules.bataille.view import BatailleView
from screens.bataille import sentences
from screens.bataille.layout import layout_for
from screens.bataille.letters import LETTERS
from screens.bataille.levels import HOT, LOOKS, MINE, MISSED, NEAR, OPEN, SUBMARINE, Levels
from screens.bataille.levels import SUNK as SIGN_SUNK
from screens.bataille.panels import fleet_lines, spinner_lines
from screens.bataille.story import glows, torpedo_hits
from screens.bataille.surface import Surface, port_spot
from screens.colours import Look
from screens.player_styles import SIDE_SIGNS, SIDES
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
        below = int(spot) if board is self.surface and spot.isdigit() else 0
        for camp in (self.enemy, self.own):
            camp.look_below(below)

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

    def note(self, view: BatailleView, before: Words, choice: Words) -> str:
        """Where a ship is and what it carries; what a word means."""
        word = choice[0]
        seat = view.mover
        if word.isdigit() and view.phase == MOVE:
            return self._below(int(word))
        if word in SHIPS and view.phase in (MOVE, CHARGE) and seat in (0, 1):
            ship = SHIPS.index(word)
            place, load = view.fleets[seat].places[ship], view.fleets[seat].charges[ship]
            charges = ngettext("{count} charge", "{count} charges", load)
            if place == PORT:
                return _("in port, {charges}").format(charges=charges)
            return _("at {number}, {charges}").format(number=place, charges=charges)
        if word == "fire" and len(choice) == 3:
            return self._target(view, choice[2])
        meanings = {
            "stay": _("move no ship"),
            "port": _("go home and rearm"),
            "drop": _("below a ship at sea"),
            "hold": _("no charge") if view.phase == CHARGE else _("no torpedo"),
        }
        if self._only_hold:
            return _("none can be fired; asked so that silence tells nothing")
        return meanings.get(word, "")

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
        return f"{told}, {_('hot: {levels}').format(levels=', '.join(hot))}" if hot else told

    @property
    def _only_hold(self) -> bool:
        return self.frame.picker.choices == [("hold",)]

    def _target(self, view: BatailleView, ship: str) -> str:
        seat = 1 - view.mover
        place = view.fleets[seat].places[SHIPS.index(ship)]
        return _("at {ship} on {number}").format(ship=f"{SIDE_SIGNS[seat]}{ship}", number=place)

    def before_offer(self, view: BatailleView) -> None:
        """Draw the lanes that can be fired along."""
        can_fire = self.model.may_move and view.phase == TORPEDO
        moves = self.model.legal() if can_fire else ()
        self.surface.aim(sorted({move.lane for move in moves if move.kind == Kind.FIRE}))

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """A cell for a submarine or the mine, a number for a ship; the rules then say why not."""
        match before:
            case ("sub",) if board is self.own:
                return ("sub", spot)
            case ("mine",) if board is self.own and spot.endswith(".100"):
                return ("mine", spot.removesuffix(".100"))
            case (ship,) if ship in SHIPS and board is self.surface and spot.isdigit():
                return (ship, spot)
        return ()

    def spots(
        self, view: BatailleView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Cells of the camps, numbers of the surface, ships where they are, berths of the port."""
        words = (*before, *choice)
        match words:
            case ("sub", cell):
                return [(self.own, cell)]
            case ("mine", number):
                return [(self.own, f"{number}.100")]
            case (ship,) if ship in SHIPS:
                return [(self.surface, self.surface.ship_spot(view.mover, SHIPS.index(ship)))]
            case (ship, "port") if ship in SHIPS:
                return [(self.surface, port_spot(view.mover, berth)) for berth in range(1, 5)]
            case (ship, number) if ship in SHIPS:
                return [(self.surface, number)]
            case ("drop", *ship) if not ship or (ship[0] in SHIPS and len(ship) == 1):
                return self._spots_below(view, words)
            case ("drop", level):
                return [(self.enemy, f"{view.fleets[view.mover].places[view.moved]}.{level}")]
            case ("drop", ship, level):
                place = view.fleets[view.mover].places[SHIPS.index(ship)]
                return [(self.enemy, f"{place}.{level}")]
            case ("fire", _lane, ship):
                return [(self.surface, self.surface.ship_spot(1 - view.mover, SHIPS.index(ship)))]
        return ()

    def _spots_below(self, view: BatailleView, words: Words) -> list[tuple[Board, str]]:
        """Where the charges may explode whose moves begin with these words."""
        moves = [words_of(move) for move in self.model.legal()]
        whole = [move for move in moves if move[: len(words)] == words]
        return [spot for move in whole for spot in self.spots(view, (), move)]

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """For a charge the level last thought of, else the middle of the board."""
        middle = {"own": "15.100", "surface": "15"}.get(board.id or "", "")
        return middle if middle in lit else lit[len(lit) // 2]

    def chapter(self, view: BatailleView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS.get(view.phase, "end")
