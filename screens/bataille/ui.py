"""What Bataille adds to the frame: surface, search grids, own camp, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size

from rules.bataille.board import (
    SUBMARINES,
    SUNK,
)
from rules.bataille.deduction import FLAG, PLAIN, tracking_grid
from rules.bataille.events import Held
from rules.bataille.moves import HOLD, Kind, Move
from rules.bataille.phases import CHARGE, MOVE, NOBODY, SETUP, TORPEDO
from rules.bataille.view import BatailleView
from rules.contract import Event
from rules.contract import Move as AnyMove
from screens.bataille import sentences
from screens.bataille.course import course, torpedo_hits
from screens.bataille.explained import (
    MEANINGS,
    explain_cell,
    explain_number,
    explain_port,
    explain_ship,
)
from screens.bataille.layout import layout_for
from screens.bataille.letters import LETTERS
from screens.bataille.levels import LOOKS, Levels
from screens.bataille.motion import motion
from screens.bataille.notes import is_only_to_hold, note
from screens.bataille.panels import fleet_lines, spinner_lines
from screens.bataille.places import Places
from screens.bataille.questions import question
from screens.bataille.recent import glows
from screens.bataille.signs import HOT, MINE, MISSED, NEAR, OPEN, SUBMARINE
from screens.bataille.signs import SUNK as SIGN_SUNK
from screens.bataille.surface import Surface, port_of
from screens.bataille.together import combine
from screens.bataille.words import WORDS
from screens.colours import BAR, BAR_SOFT, Look, seat_sign
from screens.player_styles import SIDES
from screens.spans import Span, Spans
from screens.table.course import Course
from screens.table.headline import seat_chip
from screens.table.log_panel import LogPanel
from screens.table.move_phrases import Words
from screens.table.plain_ui import PlainUi
from screens.table.speech import Speech
from screens.text import _, ngettext
from screens.widgets.board import Board
from screens.widgets.motion import Motion
from screens.widgets.panel import Panel
from screens.widgets.placed import Field

_LINES: Final = 5
"""Headline, what others did, signs, question, keys."""
_HEAD: Final = Look("ink", style="bold")
_CHAPTERS: Final = {SETUP: "setup", MOVE: "move", CHARGE: "charge", TORPEDO: "torpedo"}


class BatailleUi(PlainUi[BatailleView]):
    """The whole game, from the hidden set-up to both camps laid open."""

    speech: Speech | None = sentences
    vocabulary = WORDS
    letters = LETTERS
    meanings = MEANINGS
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
        self._places = Places(self.surface, self.enemy, self.own)
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
        return max(4, min(8, size.height - 38)) if size.height >= 24 else 3

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

    def motion(self, event: Event, before: BatailleView, after: BatailleView) -> Motion:
        """Ships sail and sink, charges and torpedoes go off."""
        near = 0 if after.seat is None else after.seat
        camps = (self.own, self.enemy) if near == 0 else (self.enemy, self.own)
        return motion(event, before, self.surface, lambda camp: camps[camp])

    def looked_at(self, board: Board, spot: str) -> None:
        """The three depths below the number under the cursor."""
        is_a_choice = board is self.surface and spot in board.lit and spot.isdigit()
        below = int(spot) if is_a_choice and self.chosen else 0
        self.enemy.look_below(below)

    def _camp_title(self, view: BatailleView, camp: int) -> Spans:
        name = self.model.people.names[camp]
        whose: Span = seat_sign(camp)
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
        return combine(views)

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
        return question(view, self._begun(()), is_chosen=bool(self.chosen))

    def most_whole(self, view: BatailleView) -> int:
        """A ship is chosen before where it goes, and after `stay` before the level."""
        which_ship = view.phase == MOVE or (view.phase == CHARGE and view.moved == NOBODY)
        return 0 if which_ship else super().most_whole(view)

    def leads_with_menu(self, view: BatailleView) -> bool:
        """Where a torpedo may be fired or held: Enter, pressed too often, holds it."""
        return view.phase == TORPEDO and view.acted

    def choosable(self, moves: Sequence[AnyMove]) -> Sequence[AnyMove]:
        """What fires nothing comes first."""
        if not self.leads_with_menu(self.model.view):
            return moves
        return sorted(moves, key=lambda move: move != HOLD)

    def _begun(self, words: Words) -> Sequence[Move]:
        """The moves to choose among that begin with some words."""
        moves = self.frame.picker.phrases.beginning(words)
        return [move for move in moves if isinstance(move, Move)]

    @property
    def _only_hold(self) -> bool:
        return is_only_to_hold(self._begun(()))

    def note(self, view: BatailleView, before: Words, choice: Words) -> str:
        """Where a ship is and what it carries; what a move would come to."""
        if self._only_hold:
            return _("none can be fired; asked so that silence tells nothing")
        return note(view, self._begun((*before, *choice)), before, choice)

    def explain(self, view: BatailleView, board: Board, spot: str) -> str:
        """A ship, a port or a square of the surface; a cell of a camp by its sign."""
        if isinstance(board, Levels):
            is_own = board is self.own and view.seat is not None
            return explain_cell(board.sign_at(spot), is_own=is_own)
        at, in_port = self.surface.ship_at(spot), spot.startswith("port")
        if at is not None:
            return explain_ship(view, *at, in_port=in_port)
        return explain_port(view, port_of(spot)) if in_port else explain_number(view, int(spot))

    def before_offer(self, view: BatailleView) -> None:
        """Draw the lanes that can be fired along."""
        can_fire = self.model.may_move and view.phase == TORPEDO
        moves = self.model.legal() if can_fire else ()
        self.surface.aim(sorted({move.lane for move in moves if move.kind == Kind.FIRE}))

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """A cell for a submarine or the mine, a number for a ship."""
        return self._places.words_at(board, spot, self._begun(before), before)

    def spots(
        self, view: BatailleView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Where a choice is shown, whether it is a whole move or the beginning of some."""
        words = (*before, *choice)
        whole = self.frame.picker.phrases.move(words)
        if isinstance(whole, Move):
            return self._places.of(view, whole)
        return self._places.of_begun(view, self._begun(words))

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """For a charge the level last thought of, else the middle of the board."""
        middle = {"own": "15.100", "surface": "15"}.get(board.id or "", "")
        return middle if middle in lit else lit[len(lit) // 2]

    def is_worth_telling(self, event: Event) -> bool:
        """Not what somebody did not do."""
        return not isinstance(event, Held)

    def course(self, log: Sequence[Event]) -> Course:
        """What each side had left."""
        return course(log, self.model.seat.view().odds)

    def chapter(self, view: BatailleView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS.get(view.phase, "end")
