"""What Bataille adds to the frame: surface, search grids, own camp, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size

from rules.bataille.board import PORT, SHIPS, SUBMARINES, SUNK
from rules.bataille.deduction import FLAG, PLAIN, tracking_grid
from rules.bataille.phases import CHARGE, MOVE, NOBODY, SETUP, TORPEDO
from rules.bataille.view import BatailleView
from screens.bataille import sentences
from screens.bataille.letters import LETTERS
from screens.bataille.levels import Levels
from screens.bataille.surface import Surface, port_spot
from screens.player_styles import SIDE_SIGNS
from screens.table.headline import BAR
from screens.table.move_phrases import Words, words_of
from screens.table.plain_ui import PlainUi
from screens.table.ui import Speech
from screens.text import _, ngettext, shortened
from screens.widgets.board import Board
from screens.widgets.lines import Lines
from screens.widgets.text_line import Spans

_LARGE: Final = (120, 40)
_CHAPTERS: Final = {SETUP: "setup", MOVE: "move", CHARGE: "charge", TORPEDO: "torpedo"}


class BatailleUi(PlainUi[BatailleView]):
    """The whole game, from the hidden set-up to both camps laid open."""

    speech: Speech | None = sentences
    letters = LETTERS
    surface: Surface
    """The surface of the sea."""
    log: Lines
    enemy: Levels
    """The search grids over the enemy camp (for a spectator: yellow's camp)."""
    own: Levels
    """The own camp (for a spectator: red's camp)."""

    # Boards

    def compose(self) -> ComposeResult:
        """Surface and log above, the two camps below."""
        self.surface, self.log = Surface(id="surface"), Lines(id="log")
        self.enemy, self.own = Levels(id="enemy"), Levels(id="own")
        with Horizontal(classes="band"):
            yield self.surface
            yield self.log
        with Horizontal(classes="band"):
            yield self.enemy
            yield self.own

    def boards(self) -> Sequence[Board]:
        """In the order Tab visits them."""
        return (self.surface, self.enemy, self.own)

    def set_scale(self, size: Size) -> None:
        """Small cells at 80 x 24, larger ones where there is room."""
        large = size.width >= _LARGE[0] and size.height >= _LARGE[1]
        self.surface.set_scale(*((7, 2) if large else (5, 1)))
        for camp in (self.enemy, self.own):
            camp.set_scale(*((3, 2) if large else (2, 1)))
        self.log.styles.height = self.surface.get_content_height(size, size, 0)

    def show(self, view: BatailleView) -> None:
        """Show a view."""
        near = 0 if view.seat is None else view.seat
        marks = {} if self.model.seat.number is None else self.model.seat.marks()
        self.surface.show(view)
        for camp, levels in ((1 - near, self.enemy), (near, self.own)):
            levels.set_title(self._camp_title(view, camp))
            own_marks = marks if levels is self.enemy else {}
            grid, camp_seen = self._grid(view, camp), view.camps[camp]
            is_bare = view.grids == PLAIN and camp_seen is None
            mine_spent = 0 if is_bare else view.fleets[camp].mine_spent
            levels.show(grid, camp_seen, mine_spent, own_marks)

    def _camp_title(self, view: BatailleView, camp: int) -> str:
        side = SIDE_SIGNS[camp]
        if camp == self.model.people.reader:
            return _("{side} Your camp").format(side=side)
        if view.seat in (None, camp):
            return _("{side} camp of {name}").format(side=side, name=self.model.people.names[camp])
        return _("{side} Search: enemy camp").format(side=side)

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
        parts = [_("turn {turn}").format(turn=view.turn)] if view.turn else []
        for seat, fleet in enumerate(view.fleets):
            ships = sum(place != SUNK for place in fleet.places)
            submarines = SUBMARINES - len(fleet.lost)
            parts.append(
                _("{side} {name}: {ships}, {submarines}").format(
                    side=SIDE_SIGNS[seat],
                    name=shortened(self.model.names[seat], 12),
                    ships=ngettext("{count} ship", "{count} ships", ships),
                    submarines=ngettext("{count} sub", "{count} subs", submarines),
                )
            )
        return [("  ".join(parts), BAR)]

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

    @property
    def _only_hold(self) -> bool:
        return self.frame.picker.choices == [("hold",)]

    def _target(self, view: BatailleView, ship: str) -> str:
        seat = 1 - view.mover
        place = view.fleets[seat].places[SHIPS.index(ship)]
        return _("at {ship} on {number}").format(ship=f"{SIDE_SIGNS[seat]}{ship}", number=place)

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
