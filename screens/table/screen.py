"""GameScreen: the screen of all games. Its parts call each other through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, Generic

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget

from screens.base import Shape, WorkerScreen, api, crop_updates, is_too_small
from screens.pick_dialog import show_lessons
from screens.reading.reading_sheet import ReadingSheet, SeekLine
from screens.table.agreement import AgreementFlow, Notice, Resigning
from screens.table.animation import Animation
from screens.table.coach import CoachApi, Coaching
from screens.table.cursor_info import CursorInfo
from screens.table.display import TableDisplay, TableLayout, turned_to_next
from screens.table.game_ui import GameUi
from screens.table.guide import Guide, GuideBar, LessonApi, LessonGuide
from screens.table.hints import Hints
from screens.table.jump_dialog import ask_for_turn
from screens.table.keys import TABLE_BINDINGS, allows, lead_to_choice
from screens.table.model import TableModel, V
from screens.table.move_chooser import MoveChooser, MoveMenu
from screens.table.move_entry import ForcedMoves, MoveLine, MoveMaking
from screens.table.move_words import MovePicker
from screens.table.playback import PlaybackTimer
from screens.table.puzzle import PuzzleApi, PuzzleGuide
from screens.table.results import ResultPrompt
from screens.table.seat import Seat, Steps
from screens.table.side_panel import Reading, SidePanel
from screens.table.text_lines import TextLines
from screens.text import N_
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Lines
from screens.widgets.menu import Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine

GUIDED: Final = LessonGuide.ACTIONS | PuzzleGuide.ACTIONS
"""The actions of keys that only lessons or puzzles have."""


class GameScreen(WorkerScreen[None], Generic[V]):
    """The screen of a table for the people at this keyboard, or of a record."""

    DEFAULT_CSS = """
    GameScreen { layout: vertical; overflow: hidden; layers: default above; }
    GameScreen #since { width: 1fr; height: 1; }
    GameScreen #asking { width: 1fr; height: auto; }
    GameScreen #remarks { width: 1fr; height: 0; }
    GameScreen.-phone #since { height: 2; }
    GameScreen.-phone #signs { display: none; }
    GameScreen.-sideways #asking, GameScreen.-sideways #since { position: absolute; layer: above; }
    GameScreen .band { height: auto; layout: horizontal; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (
        Board,
        Menu,
        MoveLine,
        Lines,
        ReadingSheet,
        SeekLine,
    )
    IS_TABLE: ClassVar[bool] = True
    BINDING_GROUP_TITLE = N_("Table")
    BINDINGS: ClassVar[list[BindingType]] = [*TABLE_BINDINGS]
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The focused widget, without Textual's redraw of the whole screen at each change."""

    class Changed(Message, bubble=False):
        """The table changed."""

        def can_replace(self, message: Message) -> bool:
            """Show several changes at once."""
            return isinstance(message, GameScreen.Changed)

    def __init__(
        self,
        seats: Sequence[Seat],
        watcher: Seat,
        *,
        title: str,
        steps: Steps | None = None,
        looks: Sequence[Seat] = (),
        own: int | None = None,
        lesson: LessonApi | None = None,
        puzzle: PuzzleApi | None = None,
        coach: CoachApi | None = None,
        typed: str | None = None,
    ) -> None:
        """Make the screen; `own` is the record's seat of the person who replays it.

        `typed` is the text typed so far on another screen that this one replaces.
        """
        super().__init__()
        crop_updates(self)
        self.ui = self.make_ui()
        self.model: TableModel[V] = TableModel(
            self.ui, seats, watcher, steps=steps, looks=looks, own=own
        )
        self.guide: Guide | None = None
        if lesson is not None:
            self.guide = LessonGuide(self, lesson)
        elif puzzle is not None:
            self.guide = PuzzleGuide(self, puzzle)
        self.model.guide = self.guide
        self.game_title = title
        self.coaching = Coaching(self, coach)
        self._typed = typed
        self._stop_listening: list[Callable[[], None]] = []
        self._make_parts()
        self.ui.open(self)

    def _make_parts(self) -> None:
        """Make the parts of the screen, which call each other by their names here."""
        self.arrangement = TableLayout(self)
        self.picker = MovePicker()
        self.making = MoveMaking(self)
        self.playback = PlaybackTimer(self)
        self.motions = Animation(self)
        self.offer = MoveMenu(self)
        self.hints = Hints(self)
        self.looked = CursorInfo(self)
        self.ending = ResultPrompt(self)
        self.forced = ForcedMoves(self)
        self.side = SidePanel(self)
        self.reading = Reading(self)
        self.agreeing = AgreementFlow(self)
        self.resigning = Resigning(self)
        self.lines = TextLines(self, self.game_title)
        self.asking = MoveChooser(self)
        self.presenter = TableDisplay(self)

    @staticmethod
    def make_ui() -> GameUi[Any]:
        """Return the game's own part."""
        return GameUi()

    # Set-up

    def compose(self) -> ComposeResult:
        """Build headline, boards, prompt, offers, menu and keys."""
        yield TextLine("bar", id="headline")
        yield Panel(is_framed=False, id="since")
        yield from self.ui.compose()
        yield TextLine(id="signs")
        with Vertical(id="asking"):
            yield Panel(is_framed=False, id="remarks")
            if self.guide is not None:
                yield GuideBar(self.presenter.show_guide)
            yield TextLine(id="prompt")
            yield Notice(id="notice")
            yield Menu(lines=3, keeps_notes_whole=True, id="menu")
            yield MoveLine(self.making.complete, id="line")
        yield ReadingSheet(id="side")
        yield SeekLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the table, and hand the keyboard to the first player."""
        if not self.display:  # another screen has replaced it already
            return
        for seat in self.model.persons or [self.model.watcher]:
            self._stop_listening.append(seat.listen(self.note_change))
        self.menu.is_of_moves = True
        self.arrangement.begin()
        self.show_change()
        if len(self.model.persons) > 1 and self.model.next_person() is not None:
            self.hand_over()
        if self._typed is not None and self.model.may_move:
            self.asking.open_line()
            self.line.keep(self._typed)

    def note_change(self) -> None:
        """Queue the display of a change of the table."""
        self.model.note_change()
        self.post_message(self.Changed())

    def on_unmount(self) -> None:
        """Stop following the table."""
        for stop in self._stop_listening:
            stop()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the widgets out for the new size."""
        self.motions.end()
        if self.display and not is_too_small(event.size):
            self.arrangement.lay_out()
            self.side.place()
            self.call_if_shown(self.side.place)  # its room is known once the lines are placed

    def call_if_shown(self, show: Callable[[], object]) -> None:
        """Call `show` after the next refresh, unless the screen is being taken down by then."""

        def check() -> None:
            if self.is_attached:
                show()

        self.call_after_refresh(check)

    @on(Changed)
    def show_change(self) -> None:
        """Show the table after a change."""
        self.presenter.show_table()

    def draw_anew(self) -> None:
        """Draw boards and lines in the present colours of the app, with cursors where they are."""
        for board in self.ui.boards():
            board.repaint()
        self.show_change()
        self.refresh(layout=True)

    # Widgets

    @property
    def is_showing(self) -> bool:
        """Whether the screen is mounted and in front; its parts may be removed before it."""
        return self.is_attached and self.display

    @property
    def sheet(self) -> ReadingSheet:
        """The sheet beside the boards."""
        return self.query_one("#side", ReadingSheet)

    @property
    def line(self) -> MoveLine:
        """The line for typing."""
        return self.query_one(MoveLine)

    @property
    def typed(self) -> str | None:
        """The text typed so far; None while the line for typing is closed."""
        return self.line.value if self.is_mounted and self.line.is_open else None

    @property
    def menu(self) -> Menu:
        """The menu below the prompt."""
        return self.query_one("#menu", Menu)

    @property
    def remarks(self) -> Panel:
        """The lines above the prompt: the reasons for a hint, or the others' moves."""
        return self.query_one("#remarks", Panel)

    def text_line(self, name: str) -> TextLine:
        """Return a line around the boards by its name."""
        return self.query_one(f"#{name}", TextLine)

    # Interface for games and parts

    def bound_nodes(self) -> Iterable[DOMNode]:
        """Return the nodes with key bindings."""
        return (self.app, self, *self.ui.boards(), self.menu)

    def hear_first(self, key: str) -> bool:
        """End the animation at any key; return whether that is all the key does, as for Enter."""
        if not self.motions.is_on:
            return False
        self.motions.end()
        return key == "enter" and not (self.line.is_open or self.model.is_following)

    # Choosing, describing and typing

    @on(Menu.Taken)
    def take_item(self, message: Menu.Taken) -> None:
        """Handle the choice of a menu line."""
        message.stop()
        self.asking.take_item(message.item.id)

    @on(Board.Chosen)
    def take_spot(self, message: Board.Chosen) -> None:
        """Handle the choice of a spot on a board."""
        message.stop()
        self.asking.take_spot(message.board, message.spot)

    @on(Board.Moved)
    def look_at_spot(self, message: Board.Moved) -> None:
        """Describe the spot under the moved cursor."""
        message.stop()
        self.asking.look_at_spot(message)

    @on(Board.NoneLit)
    def lead_to_choice(self) -> None:
        """Move the focus to the board or menu with the choice."""
        lead_to_choice(self.ui, self.menu)

    @on(Menu.Marked)
    def look_at_item(self, message: Menu.Marked) -> None:
        """Describe the marked menu line."""
        self.asking.look_at_item(message)

    @on(Menu.Resized)
    def look_at_prompt(self) -> None:
        """Show beside the question the note that the menu has no room for.

        The rows of a phone may stand two beside each other now.
        """
        if self.ui.shape is not Shape.WIDE and not self.line.is_open:
            self.offer.fill_menu(keep=True)
        self.lines.show_prompt()

    def on_descendant_focus(self) -> None:
        """Describe the place under the cursor of the newly focused board."""
        if self.is_current:  # not left meanwhile, and half taken down
            self.asking.look_at_board()

    def on_key(self, event: events.Key) -> None:
        """Use the keys of the menu on the boards too, but not in the rules."""
        if self.sheet.has_focus and self.sheet.reading is not None:
            return
        if (
            self.menu.display
            and not self.ui.has_own_keys
            and (self.menu.take_key(event.key) or self.offer.take_letter(event.key))
        ):
            event.stop()

    def action_word_back(self) -> None:
        """Undo the last word."""
        self.asking.word_back()

    def action_type(self) -> None:
        """Open the line for typing."""
        self.asking.open_line()

    @on(MoveLine.Left)
    def leave_line(self) -> None:
        """Go back to the board."""
        self.asking.leave_line()

    @on(MoveLine.Typed)
    async def play_typed(self, message: MoveLine.Typed) -> None:
        """Play the typed moves."""
        await self.making.play_typed(message.texts)

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only the actions possible now."""
        if action in GUIDED:
            guide = self.guide
            return guide is not None and guide.allows(action, may_move=self.model.may_move)
        found = self.side.allows(action)
        if found is None:
            found = allows(self, action, parameters)
        return super().check_action(action, parameters) if found is None else found

    def action_undo(self) -> None:
        """Undo the last move."""
        self.forced.stop()
        self.making.attempt(self.forced.undo)

    def action_agree(self) -> None:
        """End the game by agreement, after a confirmation."""
        self.agreeing.ask()

    def action_resign(self) -> None:
        """Resign, after two confirmations."""
        self.resigning.ask()

    def action_decline(self) -> None:
        """Decline an offer, or withdraw the player's own."""
        self.agreeing.decline()

    def action_log(self) -> None:
        """Open the whole log."""
        self.reading.open_log()

    def action_rules(self) -> None:
        """Open the rules at the relevant part."""
        self.reading.open_rules()

    def action_aid(self) -> None:
        """Open the player aid."""
        self.reading.open_aid()

    def action_terms(self) -> None:
        """Open the terms of the game, and the way to check the deal."""
        self.reading.open_terms()

    @on(ReadingSheet.AidWanted)
    def show_aid(self, message: ReadingSheet.AidWanted) -> None:
        """Open the player aid in place of the rules."""
        message.stop()
        self.action_aid()

    def action_close_side(self) -> None:
        """Close the sheet."""
        self.side.close()

    def action_side_page(self, step: int) -> None:
        """Scroll the sheet."""
        self.sheet.action_scroll_pages(step)

    def action_side_part(self, step: int) -> None:
        """Go to the next or previous part of the panel's page."""
        self.side.turn(step)

    def action_help(self) -> None:
        """Show keys and signs."""
        self.reading.open_help()

    def action_leave(self) -> None:
        """Go home; the game is kept."""
        api(self).table.leave()

    def action_skip_step(self) -> None:
        """Make the move of a lesson's step for the reader."""
        if isinstance(self.guide, LessonGuide):
            self.making.attempt(self.guide.lesson.skip)

    def action_lessons(self) -> None:
        """Open the lessons of the game."""
        if isinstance(self.guide, LessonGuide):
            show_lessons(self, self.guide.lesson.game)

    def action_next_puzzle(self) -> None:
        """Open another puzzle, solved or not."""
        if isinstance(self.guide, PuzzleGuide):
            self.guide.go_onward()

    def action_no_coach(self) -> None:
        """Continue without the coach."""
        self.coaching.stop()

    def action_hint(self) -> None:
        """Ask a bot for advice, in the background."""
        self.hints.ask()

    @on(Hints.Advised)
    def show_hint(self, message: Hints.Advised) -> None:
        """Show the advice."""
        self.hints.take(message)

    # Steps of playback, or of a record

    def action_halt(self) -> None:
        """Stop or resume the playback; in a replay run or stop the record."""
        if self.model.is_replay:
            self.playback.run_record()
        else:
            self.playback.halt()

    def action_see_again(self) -> None:
        """Replay the moves of others since the reader's last turn."""
        self.playback.see_again()

    def action_skip(self) -> None:
        """Show the present table, without playback."""
        self.playback.skip()

    def action_step(self, count: int) -> None:
        """Show the next step of playback; else step through the record."""
        if not self.model.is_following:
            self.playback.stop_record()
            self.model.go(count)
        elif count == 1:
            self.playback.step()

    def action_go_to_start(self) -> None:
        """Go to the first position of a record."""
        self.model.go_to(0)

    def action_go_to_end(self) -> None:
        """Go to the last position of a record."""
        self.model.go_to(self.model.steps.length if self.model.steps else 0)

    def action_jump(self) -> None:
        """Ask for a turn of the record to go to."""
        self.playback.stop_record()
        ask_for_turn(self)

    def action_whose_view(self) -> None:
        """Show a record from the next seat's view, then all views as one, then the first seat's."""
        self.model.look_from_next()
        self.show_change()

    # The hand-over screen

    def hand_over(self) -> None:
        """Show the hand-over screen to the next person."""
        self.run_worker(turned_to_next(self), group="curtain", exclusive=True)

    def forget(self) -> None:
        """Clear the state of the previous viewer: cursors, words, remarks."""
        self.lines.forget()
        self.forced.stop()
        self.motions.end()
        self.side.close()
        self.hints.forget()
        self.picker.begin(())
        self.line.close()
        for board in self.ui.boards():
            board.forget()
        self.ui.forget()


AnyGameScreen = GameScreen[Any]
