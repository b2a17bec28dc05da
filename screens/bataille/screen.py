"""The screen of Bataille sous les mers and its GameUi."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size

from rules.bataille.board import LANES
from rules.bataille.events import Charge, Held, MineStruck, Torpedo
from rules.bataille.moves import CHARGE, HOLD, MOVE, NOBODY, SETUP, TORPEDO, Kind, Move
from rules.bataille.view import BatailleView
from rules.contract import Event
from rules.contract import Move as AnyMove
from rules.messages import Refusal
from screens.base import Shape
from screens.bataille import sentences
from screens.bataille.boards import BatailleBoards, BatailleSpots, course
from screens.bataille.help_texts import (
    MEANINGS,
    explain_cell,
    explain_number,
    explain_port,
    explain_ship,
    hits_nothing,
    is_only_to_hold,
    note,
    short_note,
)
from screens.bataille.levels import OWN_MARKS, Levels, legend_line
from screens.bataille.motion import motion
from screens.bataille.phone import PhoneLayout, sideways, upright
from screens.bataille.prompts import (
    LETTERS,
    WORDS,
    glows,
    headline,
    question,
    short_headline,
    short_question,
)
from screens.bataille.sentences import combine
from screens.bataille.surface import Surface, port_of
from screens.colours import SIDE_SIGNS, Spans
from screens.table.game_ui import GameUi
from screens.table.move_words import Words
from screens.table.score_history import ScoreHistory
from screens.table.screen import GameScreen
from screens.table.speech import GameSentences
from screens.text import N_, _, say_refusal, why
from screens.widgets.board import Board
from screens.widgets.motion import Motion
from screens.widgets.sheet import broken

_BROKEN: Final = 8
"""The columns that may stay empty where a line is broken in two."""
_CHAPTERS: Final = {SETUP: "setup", MOVE: "move", CHARGE: "charge", TORPEDO: "torpedo"}


class BatailleUi(GameUi[BatailleView]):
    """The boards and words of the game, from the hidden set-up to both camps opened."""

    speech: GameSentences | None = sentences
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
        """Compose the surface, the panels and the two camps."""
        self.surface = Surface(id="surface")
        self.enemy, self.own = Levels(id="enemy"), Levels(id="own")
        self._places = BatailleSpots(self.surface, self.enemy, self.own)
        self._stage = BatailleBoards(self.model, self.surface, self.enemy, self.own)
        yield from self._stage.compose()

    def boards(self) -> Sequence[Board]:
        """Return the boards in the order of Tab."""
        return (self.surface, self.enemy, self.own)

    def _on_phone(self, size: Size) -> PhoneLayout | None:
        """Return the layout for a phone; None on a terminal."""
        layouts = {Shape.UPRIGHT: upright, Shape.SIDEWAYS: sideways}
        layout = layouts.get(self.shape)
        return layout(size) if layout is not None else None

    def aside(self, size: Size) -> Region:
        """Return the region of question and choices on a phone."""
        layout = self._on_phone(size)
        return super().aside(size) if layout is None else layout.aside.translate((0, 1))

    def menu_lines(self, size: Size) -> int:
        """Return the number of menu lines: four at 24 lines, on a phone those below the boards."""
        if (layout := self._on_phone(size)) is not None:
            return layout.choices
        return max(4, min(8, size.height - 38)) if size.height >= 24 else 3

    def set_scale(self, size: Size) -> None:
        """Draw the boards as large as they fit."""
        if (layout := self._on_phone(size)) is not None:
            self._stage.place_on_phone(layout)
            return
        self._stage.place(self.board_room(size))

    def show(self, view: BatailleView) -> None:
        """Show a view."""
        self._stage.show(view, glows(self.recent))

    def motion(self, event: Event, before: BatailleView, after: BatailleView) -> Motion:
        """Return the animation of ships, charges and torpedoes."""
        return motion(event, before, self.surface, lambda seat: self._camp_of(after, seat))

    def _camp_of(self, view: BatailleView, seat: int) -> Levels:
        """Return the board of a seat's camp."""
        return self.own if seat == (view.seat or 0) else self.enemy

    def looked_at(self, board: Board, spot: str) -> None:
        """Highlight the three depths below the number under the cursor."""
        is_a_choice = board is self.surface and spot in board.lit and spot.isdigit()
        below = int(spot) if is_a_choice and self.chosen else 0
        self.enemy.look_below(below)

    def combine(self, views: Sequence[BatailleView]) -> BatailleView:
        """Return a view with both camps open."""
        return combine(views)

    # Words

    def headline(self, view: BatailleView) -> Spans:
        """Return the turn, and the forces left to each side; on a phone these alone."""
        if self.shape is not Shape.WIDE:
            return short_headline(view, self.model.names, self.screen.arrangement.room.width)
        return headline(view, self.model.names)

    def signs_line(self, view: BatailleView) -> Spans:
        """Return the legend of the signs of the camps."""
        return legend_line(plain=self.enemy.is_plain)

    def ask(self, view: BatailleView) -> str:
        """Return the question to the player, by phase."""
        say = question if self.shape is Shape.WIDE else short_question
        return say(view, self._begun(()), is_chosen=bool(self.chosen))

    def most_whole(self, view: BatailleView) -> int:
        """Choose a ship before its destination, and after `stay` before the level."""
        which_ship = view.phase == MOVE or (view.phase == CHARGE and view.moved == NOBODY)
        return 0 if which_ship else super().most_whole(view)

    def leads_with_menu(self, view: BatailleView) -> bool:
        """Whether the menu has the focus: a torpedo may be fired or held, and Enter holds it."""
        return view.phase == TORPEDO and view.acted

    def choosable(self, moves: Sequence[AnyMove]) -> Sequence[AnyMove]:
        """Return moves without a torpedo first, and charges where nothing can lie last."""
        if self.leads_with_menu(self.model.view):
            return sorted(moves, key=lambda move: move != HOLD)
        return sorted(moves, key=lambda move: self._is_wasted(move) + 2 * (move == HOLD))

    def left_behind(self) -> Container[str]:
        """Return the cells where a charge would explode and nothing can lie."""
        view, moves = self.model.view, self.model.legal()
        wasted = [move for move in moves if isinstance(move, Move) and self._is_wasted(move)]
        return {spot for move in wasted for _board, spot in self._places.of(view, move)}

    def _is_wasted(self, move: AnyMove) -> bool:
        if not isinstance(move, Move) or move.kind != Kind.DROP:
            return False
        return hits_nothing(self.model.view, move)

    def _begun(self, words: Words) -> Sequence[Move]:
        """Return the moves that begin with some words."""
        moves = self.screen.picker.phrases.beginning(words)
        return [move for move in moves if isinstance(move, Move)]

    def note(self, view: BatailleView, before: Words, choice: Words) -> str:
        """Return the note beside a choice: a ship's place and charges, or the effect of a move."""
        if is_only_to_hold(self._begun(())):
            if self.shape is not Shape.WIDE:
                return _("none can be fired")
            return _("none can be fired; you are asked so that silence reveals nothing")
        moves = self._begun((*before, *choice))
        short = "" if self.shape is Shape.WIDE else short_note(view, moves, before, choice)
        return short or note(view, moves, before, choice)

    def explain(self, view: BatailleView, board: Board, spot: str) -> str:
        """Return an explanation: of a ship, a port or a square, or of a camp's cell by its sign."""
        if isinstance(board, Levels):
            is_own = board is self.own and view.seat is not None
            return explain_cell(board.sign_at(spot), is_own=is_own)
        at, in_port = self.surface.ship_at(spot), spot.startswith("port")
        if at is not None:
            return explain_ship(view, *at, in_port=in_port)
        return explain_port(view, port_of(spot)) if in_port else explain_number(view, int(spot))

    def before_offer(self, view: BatailleView) -> None:
        """Draw the lanes of possible torpedoes, and turn to the camp in question."""
        self._turn_to_camp(view)
        can_fire = self.model.may_move and view.phase == TORPEDO
        moves = self.model.legal() if can_fire else ()
        self.surface.aim(sorted({move.lane for move in moves if move.kind == Kind.FIRE}))

    def _turn_to_camp(self, view: BatailleView) -> None:
        """Show the camp that a choice or the last charge is about."""
        last = self.model.log[-1:]
        if view.phase == SETUP:
            self._stage.turn_to(self.own)
        elif self.model.may_move:
            self._stage.turn_to(self.enemy)
        elif last and isinstance(last[0], Charge):
            self._stage.turn_to(self._camp_of(view, 1 - last[0].seat))

    def follow_focus(self) -> None:
        """Show the camp that has the focus."""
        for camp in (self.enemy, self.own):
            if camp.has_focus:
                self._stage.turn_to(camp)

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """Return the words of a cell for a submarine or mine, or of a number for a ship."""
        return self._places.words_at(board, spot, self._begun(before), before)

    def spots(
        self, view: BatailleView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Return the places of a choice, a whole move or the start of several."""
        words = (*before, *choice)
        whole = self.screen.picker.phrases.move(words)
        if isinstance(whole, Move):
            return self._places.of(view, whole)
        return self._places.of_begun(view, self._begun(words))

    def first_spot(self, board: Board, lit: Sequence[str]) -> str:
        """Return the level last pointed at, for a charge; else the middle of the board."""
        middle = {"own": "15.100", "surface": "15"}.get(board.id or "", "")
        if middle in lit:
            return middle
        wasted = self.left_behind()
        lit = [spot for spot in lit if spot not in wasted] or lit
        return lit[len(lit) // 2]

    def is_worth_telling(self, event: Event) -> bool:
        """Leave out events without an action."""
        return not isinstance(event, Held)

    def short(self, event: Event) -> str:
        """Return an event without a name; on a phone, a charge without its verb too."""
        brief = "" if self.shape is Shape.WIDE else sentences.answer_alone(event)
        return brief or super().short(event)

    def row_text(self, view: BatailleView, before: Words, choice: Words) -> str:
        """Return the text of a choice; on a phone a shot along a lane in words."""
        match (*before, *choice):
            case ("fire", lane, ship) if self.shape is not Shape.WIDE and not before:
                return _("torpedo {lane} at {ship}").format(lane=lane, ship=ship)
        return super().row_text(view, before, choice)

    def news(self, room: int) -> list[Spans]:
        """Return the opponent's moves: in a line, on a phone in two."""
        if self.shape is Shape.WIDE:
            return super().news(room)
        return [row for line in super().news(2 * room - _BROKEN) for row in broken(line, room)]

    def shortest(self, event: Event) -> str:
        """Return a charge without its verb."""
        return sentences.answer_alone(event) or self.short(event)

    def is_loss(self, event: Event) -> bool:
        """Whether the reader was hit, or lost a ship on a mine."""
        reader = self.model.reader
        if isinstance(event, MineStruck):
            return event.seat == reader
        is_hit = isinstance(event, Charge | Torpedo) and event.answer == "hit"
        return is_hit and reader is not None and event.seat != reader

    def course(self, log: Sequence[Event]) -> ScoreHistory:
        """Return the course of the game: the forces that each side had left."""
        return course(log, self.model.seat.view().odds)

    def chapter(self, view: BatailleView) -> str:
        """Return the part of the rules about the phase."""
        return _CHAPTERS.get(view.phase, "end")


_MIDDLE: Final = "15"
"""The square in the middle of the sea."""


class BatailleScreen(GameScreen[BatailleView]):
    """The screen of a game, from the hidden set-up to both camps opened."""

    BINDING_GROUP_TITLE = "Bataille sous les mers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "t",
            "lanes",
            N_("Lanes"),
            id="bataille.lanes",
            tooltip=N_("Show the torpedo lanes through the cursor, and those already fired along"),
        ),
        Binding(
            "m",
            "own_mark",
            N_("Mark"),
            id="bataille.mark",
            tooltip=N_("Put your own mark (? ! - or none) on the search grids"),
        ),
    ]

    ui: BatailleUi

    @staticmethod
    def make_ui() -> BatailleUi:
        """Return the game's boards and words."""
        return BatailleUi()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow marks only to a seat."""
        if action == "own_mark":
            has_seat = self.model.seat.number is not None and not self.model.is_replay
            return has_seat and self.model.seat.result is None
        return super().check_action(action, parameters)

    def on_descendant_focus(self) -> None:
        """Show the camp that has got the focus."""
        self.ui.follow_focus()

    def action_lanes(self) -> None:
        """Show or hide the lanes through the cursor, and name them and those of torpedoes.

        A hidden cursor is first shown on a square.
        """
        surface = self.ui.surface
        if not surface.lanes_shown and not surface.has_focus:
            surface.focus()
        if not surface.lanes_shown and not surface.cursor.isdigit():
            surface.put_cursor(_MIDDLE)
        surface.toggle_lanes()
        self.call_if_shown(self._tell_lanes)  # after the text about the cursor's spot

    def _tell_lanes(self) -> None:
        if not self.ui.surface.lanes_shown:
            self.lines.tell("")
            return
        names = " ".join(LANES[lane].name for lane in self.ui.surface.lanes_at_cursor())
        self.lines.tell(
            _("torpedo lanes here: {names}; fired: {fired}").format(
                names=names, fired=self._fired()
            )
        )

    def _fired(self) -> str:
        view = self.model.seat.view()
        fired = [
            f"{SIDE_SIGNS[seat]}{LANES[lane].name}"
            for seat, fleet in enumerate(view.fleets)
            for _turn, lane, _lost in fleet.torpedoes
        ]
        return " ".join(dict.fromkeys(fired)) or "-"

    def action_own_mark(self) -> None:
        """Put the next of the player's own marks on the cell under the cursor."""
        board = self.ui.enemy
        if not board.has_focus:
            board.focus()
            self.lines.tell(_("marks go on the search grid: press the key again to place one"))
            return
        place = board.cursor
        marks = self.model.seat.marks()
        mark = marks.get(place, "")
        here = OWN_MARKS.index(mark) if mark in OWN_MARKS else -1
        try:
            self.model.seat.mark(place, OWN_MARKS[(here + 1) % len(OWN_MARKS)])
        except Refusal as refusal:
            self.lines.tell(say_refusal(refusal))
            return
        except OSError as error:
            self.lines.tell(_("the mark was not saved: {why}").format(why=why(error)))
            return
        board.show_marks(self.model.seat.marks())
