"""GameScreen: the frame that all games share. A game adds its boards and its words."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from rules.contract import Move
from screens.base import api, crop_updates
from screens.key_names import key_of
from screens.lessons import show_lessons
from screens.table.agreement import Agreeing, Notice, notice_text
from screens.table.allowed import allows
from screens.table.bells import Bells
from screens.table.curtain import turned_to_next
from screens.table.ending import Ending
from screens.table.forced import ForcedMoves
from screens.table.guide import Guide, GuideBar
from screens.table.hint import Hints
from screens.table.jump import ask_for_turn
from screens.table.keys import TABLE_BINDINGS
from screens.table.lesson import Lesson, LessonGuide
from screens.table.log_dialog import log_lines
from screens.table.log_panel import LogPanel
from screens.table.looked_at import LookedAt, lead_to_choice
from screens.table.model import TableModel, V
from screens.table.motions import Motions
from screens.table.move_input import MoveLine
from screens.table.move_making import MoveMaking
from screens.table.move_offer import HAND_OVER, ONWARD, RESULTS, MoveOffer
from screens.table.move_picker import MovePicker
from screens.table.plain_ui import PlainUi
from screens.table.playback_control import PlaybackControl
from screens.table.puzzle import PuzzleGuide, PuzzlePlace
from screens.table.reading import Reading
from screens.table.reading_sheet import ReadingSheet, SeekLine
from screens.table.seat import Seat, Steps
from screens.table.side import Side
from screens.table.told_lines import ToldLines
from screens.table.ui import GameUi
from screens.text import N_, _
from screens.too_small import is_too_small
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Lines
from screens.widgets.menu import Menu
from screens.widgets.text_line import TextLine

GUIDED: Final = LessonGuide.ACTIONS | PuzzleGuide.ACTIONS
"""What is done with keys that only lessons or puzzles have."""


class GameScreen(Screen[None], Generic[V]):
    """A table as the people at this keyboard see it, or a record being stepped through."""

    DEFAULT_CSS = """
    GameScreen { layout: vertical; overflow: hidden; layers: default above; }
    GameScreen #reason { display: none; }
    GameScreen #reason.told { display: block; }
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
    """As Textual has it, without sending the whole screen anew when another widget is focused."""

    class Changed(Message):
        """The table changed."""

        def can_replace(self, message: Message) -> bool:
            """Several changes are shown at once."""
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
        lesson: Lesson | None = None,
        puzzle: PuzzlePlace | None = None,
        typed: str | None = None,
    ) -> None:
        """`own` is the seat that whoever steps through a record had in it.

        `typed` is what was typed so far, where this screen takes the place of another.
        """
        super().__init__()
        crop_updates(self)
        self.ui = self.make_ui()
        self.model = TableModel(self.ui, seats, watcher, steps=steps, looks=looks, own=own)
        self.guide: Guide | None = None
        if lesson is not None:
            self.guide = LessonGuide(self, lesson, self.ui.vocabulary)
        elif puzzle is not None:
            self.guide = PuzzleGuide(self, puzzle, self.ui.vocabulary)
        self.model.guide = self.guide
        self.picker = MovePicker()
        self.making = MoveMaking(self, self.ui)
        self.playback = PlaybackControl(self)
        self.motions = Motions(self)
        self.offer = MoveOffer(self, self.ui)
        self.hints = Hints(self)
        self.looked = LookedAt(self, self.ui)
        self._ending = Ending(self)
        self._forced = ForcedMoves(self)
        self._bells = Bells(lambda is_turn: api(self).ring(is_turn=is_turn))
        self.side = Side(self)
        self._reading = Reading(self, self.ui, self.side)
        self._agreeing = Agreeing(self)
        self.game_title = title
        self._typed = typed
        self.lines = ToldLines(self, title)
        self._stop_listening: list[Callable[[], None]] = []
        self.ui.open(self)

    @staticmethod
    def make_ui() -> GameUi[Any]:
        """What the game adds."""
        return PlainUi()

    # Set-up

    def compose(self) -> ComposeResult:
        """Headline, boards, prompt, what is offered, menu, keys."""
        yield TextLine("bar", id="headline")
        yield TextLine(id="since")
        yield from self.ui.compose()
        yield TextLine(id="signs")
        yield TextLine(id="reason")
        if self.guide is not None:
            yield GuideBar(self._show_guide)
        yield TextLine(id="prompt")
        yield Notice(id="notice")
        yield Menu(lines=3, id="menu")
        yield MoveLine(self.complete, id="line")
        yield ReadingSheet(id="side")
        yield SeekLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the table, and hand the keyboard to whoever begins."""
        if not self.display:  # another one has taken its place already
            return
        for seat in self.model.persons or [self.model.watcher]:
            self._stop_listening.append(seat.listen(self.note_change))
        self.ui.set_scale(self.room)
        self.fit_menu()
        self.show_table()
        if len(self.model.persons) > 1 and self.model.next_person() is not None:
            self.hand_over()
        if self._typed is not None and self.model.may_move:
            self.action_type()
            self.line.keep(self._typed)

    def note_change(self) -> None:
        """The table changed: show it when its turn comes."""
        self.model.note_change()
        self.post_message(self.Changed())

    def on_unmount(self) -> None:
        """No longer follow the table."""
        for stop in self._stop_listening:
            stop()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        self.motions.end()
        if self.display and not is_too_small(event.size):
            self.lay_out()
            self.side.place()

    def lay_out(self) -> None:
        """Lay everything out in the room there is."""
        self.ui.set_scale(self.room)
        self.fit_menu()
        self.ui.show(self.model.view)
        self._show_log()
        self.offer.begin()  # the table may have changed, which is shown in a moment
        self.offer.fill_menu(keep=True)
        self.ui.laid_out()
        self.call_after_refresh(self._show_boards)

    def _show_boards(self) -> None:
        """Some of what stands around boards goes by the size it has been given."""
        self.ui.show(self.model.view)
        self.ui.laid_out()

    @property
    def room(self) -> Size:
        """The terminal, but for what a sheet beside the boards takes."""
        size = self.app.size
        height = size.height
        if self.guide is not None:
            height -= self.guide.lines_of_boards(height)
        return Size(size.width - self.side.width, height)

    @property
    def sheet(self) -> ReadingSheet:
        """The sheet beside the boards."""
        return self.query_one("#side", ReadingSheet)

    @property
    def lines_of_boards(self) -> int:
        """The lines from the top down to where the boards end."""
        return self.query_one("#prompt").region.y

    def fit_menu(self) -> None:
        """Give the menu the lines that are free: three at 24, less those that are taken."""
        lines = self.ui.menu_lines(self.room)
        taken = int(self.line.is_open) + bool(self.query_one(Notice).told)
        taken += self.query_one("#reason").has_class("told")
        if self.guide is not None:
            taken = self.guide.make_room(taken, self.ui.lines_to_spare(self.room))
        self.menu.set_lines(max(lines - taken, 0))
        self.ui.make_room(taken)

    # What those parts ask that the screen is made of

    def text_line(self, name: str) -> TextLine:
        """One of the lines around the boards."""
        return self.query_one(f"#{name}", TextLine)

    def key_called(self, name: str) -> str:
        """What the key that does something is called, by the id of its binding."""
        return key_of(self, name)

    @property
    def line(self) -> MoveLine:
        """The line for typing."""
        return self.query_one(MoveLine)

    @property
    def typed(self) -> str | None:
        """What is typed so far; None while the line for typing is closed."""
        return self.line.value if self.is_mounted and self.line.is_open else None

    @property
    def menu(self) -> Menu:
        """The menu below the prompt."""
        return self.query_one("#menu", Menu)

    def bound_nodes(self) -> Iterable[DOMNode]:
        """Whatever has keys here."""
        return (self.app, self, *self.ui.boards(), self.menu)

    def changed_keys(self) -> Mapping[str, str]:
        """The keys that were given another meaning."""
        return api(self).keys()

    def beat(self) -> float:
        """Seconds between two steps of what is shown by itself."""
        return api(self).beat()

    def plays_forced(self) -> bool:
        """Whether the one who looks wants moves made that are no choice."""
        return self.guide is None and api(self).plays_forced()

    def may_be_watched(self) -> bool:
        """Whether anybody elsewhere sees what happens at this table, or may."""
        return api(self).table.may_be_watched()

    def frame_time(self) -> float:
        """Seconds a frame of what moves on the boards; 0 where nothing does."""
        return api(self).frame_time()

    @property
    def is_moving(self) -> bool:
        """Whether pieces are still on their way."""
        return self.motions.is_on

    def hear_first(self, key: str) -> bool:
        """A key ends what moves; whether it does nothing else, as Enter does then."""
        if not self.motions.is_on:
            return False
        self.motions.end()
        return key == "enter" and not (self.line.is_open or self.model.is_following)

    # Showing

    @on(Changed)
    def show_change(self) -> None:
        """Show a change."""
        self.show_table()

    def show_table(self) -> None:
        """Show the table as it is now, step by step where that is worth it."""
        if not (self.is_attached and self.display):  # it is going: its parts may be gone already
            return
        self._bells.hear(self.model)
        if self.playback.show():
            return
        self.model.pass_openly()
        self.playback.catch_up()
        self.show_now()
        if self.model.to_confirm() is not None:
            self.hand_over()

    def show_now(self) -> None:
        """Show the table as far as it was shown."""
        self.motions.remember()
        self.ui.show(self.model.view)
        self._show_log()
        self.side.refresh()
        self.show_notice()
        self.ask_anew()
        self._forced.consider()
        self.motions.show()
        model = self.model
        if model.is_following:
            return
        if self.guide is not None:
            self.motions.then(self.guide.show_end_once)
        elif not (model.is_replay or model.result is None):
            self.motions.then(self._ending.show_once)

    def _show_log(self) -> None:
        """The headline, the lines around the boards, and the log."""
        view, height = self.model.view, self.room.height
        self.lines.show(view)
        self._show_guide()
        log = self.query_one("#log")
        if isinstance(log, LogPanel):
            log.tell(self.model.log, self.ui, height)
        elif isinstance(log, Lines):
            log.set_lines(_("Log"), log_lines(self.model.log, self.ui, height))

    def _show_guide(self) -> None:
        """Say where a lesson or a puzzle stands."""
        if self.guide is not None and not self.model.is_following:
            self.guide.show(self.room.width)

    def show_headline(self) -> None:
        """Show the headline, and beside it what is to be said of the people at the table."""
        self.lines.show_headline()

    def show_notice(self) -> None:
        """Say what is offered by people; what is below makes room."""
        self.query_one(Notice).tell(notice_text(self, self.model))
        self.fit_menu()
        self.refresh_bindings()

    # Asking

    def ask_anew(self) -> None:
        """Offer the legal moves of now; words chosen already stay if nothing changed for them."""
        self.offer.begin()
        rests = self.model.is_following or self.model.seat.is_saving
        if not (self.picker.choices or rests):  # else what is typed is wanted in a moment
            self.line.close()
        self._offer(keep_note=self.line.is_open)

    def show_offer(self) -> None:
        """Offer what may be chosen after the words chosen so far."""
        self._offer(keep_note=False)

    def _offer(self, *, keep_note: bool) -> None:
        if not keep_note:
            self.lines.forget()
        self.ui.before_offer(self.model.view)
        shown = self.offer.light()
        self.offer.mark(self.hints.words_after(self.picker.chosen))
        self.lines.show_prompt()
        self.lines.show_signs()
        self.offer.fill_menu()
        if not self.line.is_open:
            self.offer.place_focus(shown)
            self.offer.cursor_moved()
            self.lines.show_prompt()
        self.refresh_bindings()
        self.ui.after_offer()

    def tell(self, text: str) -> None:
        """Show a remark in place of the prompt until the next choice."""
        self.lines.tell(text)

    def tell_again(self) -> None:
        """Show the prompt again in place of a remark."""
        self.lines.tell("")

    def play(self, move: Move) -> bool:
        """Make a move; if it is refused, say why and answer False."""
        return self.making.play(move)

    def complete(self, text: str) -> str | None:
        """A text that was typed, completed by a word of the moves of now."""
        return self.picker.phrases.complete(text, self.ui.vocabulary)

    def stop_forced(self) -> None:
        """A move that is no choice is not made by itself now."""
        self._forced.stop()

    # What is chosen or typed

    @on(Menu.Taken)
    def take_item(self, message: Menu.Taken) -> None:
        """A line of the menu was taken."""
        message.stop()
        if message.item.id == HAND_OVER:
            self.hand_over()
        elif message.item.id == RESULTS:
            self._ending.show()
        elif message.item.id == ONWARD and self.guide is not None:
            self.guide.go_onward()
        else:
            self.offer.take(tuple(message.item.id.split()))

    @on(Board.Chosen)
    def take_spot(self, message: Board.Chosen) -> None:
        """A spot of a board was chosen; while steps are shown Enter only skips them."""
        message.stop()
        if self.model.is_following:
            self.playback.skip()
            return
        self.offer.take_spot(message.board, message.spot)

    @on(Board.Moved)
    def forget_remark(self, message: Board.Moved) -> None:
        """The question comes back as soon as the cursor moves on; what it is on is told."""
        message.stop()
        self.ui.looked_at(message.board, message.spot)
        if message.by_hand:
            self.looked.look_at(message.board, message.spot)
        self.side.place()
        self.offer.cursor_moved()
        self.lines.show_signs()
        if not self.line.is_open:
            self.tell(self._forced.told or self.lines.told_in_prompt())

    @on(Board.NoneLit)
    def lead_to_choice(self) -> None:
        """The choice is elsewhere: the keyboard goes there."""
        lead_to_choice(self.ui, self.menu)

    @on(Menu.Marked)
    def explain_marked(self, message: Menu.Marked) -> None:
        """Tell what the marked choice does."""
        self.looked.look_at_choice(tuple(message.item.id.split()))
        self.lines.show_signs()
        self.tell(self.lines.told_in_prompt())

    def on_descendant_focus(self) -> None:
        """Tell what the cursor of the board that has the focus now is on."""
        self.lines.show_prompt()
        self.offer.cursor_moved()
        self.lines.show_signs()

    def on_key(self, event: events.Key) -> None:
        """The keys of the menu work from the boards too, not where rules are read."""
        if self.sheet.has_focus and self.sheet.reading is not None:
            return
        if self.menu.display and self.menu.take_key(event.key):
            event.stop()

    def action_word_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        self.picker.go_back()
        self.show_offer()

    def action_type(self) -> None:
        """Open the line for typing."""
        self.line.open()
        self.fit_menu()
        self.tell_again()

    @on(MoveLine.Left)
    def leave_line(self) -> None:
        """Back to the board."""
        self.fit_menu()
        self.show_offer()

    @on(MoveLine.Typed)
    async def play_typed(self, message: MoveLine.Typed) -> None:
        """Play what was typed."""
        await self.making.play_typed(message.texts)

    def end_typing(self) -> None:
        """Close the line, and ask for a move again."""
        self.line.close()
        self.fit_menu()
        self.ask_anew()

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what is possible now is offered."""
        if action in GUIDED:
            guide = self.guide
            return guide is not None and guide.allows(action, may_move=self.model.may_move)
        found = self.side.allows(action)
        if found is None:
            found = allows(self, action, parameters)
        return super().check_action(action, parameters) if found is None else found

    def action_undo(self) -> None:
        """Take back the last move."""
        self._forced.stop()
        self.making.attempt(self._forced.undo)

    def action_agree(self) -> None:
        """End the game by agreement, once that was confirmed."""
        self._agreeing.ask()

    def action_decline(self) -> None:
        """Decline what is offered, or take the own offer back."""
        self._agreeing.decline()

    def action_log(self) -> None:
        """The whole log."""
        self._reading.open_log()

    def action_rules(self) -> None:
        """The rules at the part that matters now."""
        self._reading.open_rules()

    def action_aid(self) -> None:
        """The game on one page."""
        self._reading.open_aid()

    @on(ReadingSheet.AidWanted)
    def show_aid(self, message: ReadingSheet.AidWanted) -> None:
        """The aid in place of the rules."""
        message.stop()
        self.action_aid()

    def action_close_side(self) -> None:
        """Close the sheet."""
        self.side.close()

    def action_side_page(self, step: int) -> None:
        """Scroll the sheet."""
        self.sheet.action_scroll_pages(step)

    def action_side_part(self, step: int) -> None:
        """The next part of what the sheet tells, or the one before."""
        self.side.turn(step)

    def action_help(self) -> None:
        """Keys and signs."""
        self._reading.open_help(self)

    def action_leave(self) -> None:
        """Home; the game is kept."""
        api(self).table.leave()

    def action_skip_step(self) -> None:
        """Let the move of the step of a lesson be made."""
        if isinstance(self.guide, LessonGuide):
            self.making.attempt(self.guide.lesson.skip)

    def action_lessons(self) -> None:
        """All lessons of the game, to choose from."""
        if isinstance(self.guide, LessonGuide):
            show_lessons(self, self.guide.lesson.game)

    def action_next_puzzle(self) -> None:
        """Another puzzle, whatever became of this one."""
        if isinstance(self.guide, PuzzleGuide):
            self.guide.go_onward()

    def action_hint(self) -> None:
        """Ask a bot, without holding up the screen."""
        self.hints.ask()

    def think(self, thinking: Coroutine[Any, Any, None]) -> None:
        """Let a bot think; what it began to think before is given up."""
        self.run_worker(thinking, group="hint", exclusive=True)

    @on(Hints.Advised)
    def show_hint(self, message: Hints.Advised) -> None:
        """Show the advice."""
        self.hints.take(message)

    # Steps: of what is shown by itself, or of a record

    def action_halt(self) -> None:
        """Stop what is shown, or go on; a record goes on by itself, or stands."""
        if self.model.is_replay:
            self.playback.run_record()
        else:
            self.playback.halt()

    def action_see_again(self) -> None:
        """Show once more, step by step, what the others did since the reader's last turn."""
        self.playback.see_again()

    def action_skip(self) -> None:
        """Show the table as it is now."""
        self.playback.skip()

    def action_step(self, count: int) -> None:
        """The next step now, while steps are shown; else through the record."""
        if not self.model.is_following:
            self.playback.stop_record()
            self.model.go(count)
        elif count == 1:
            self.playback.step()

    def action_go_to_start(self) -> None:
        """To the first position of a record."""
        self.model.go_to(0)

    def action_go_to_end(self) -> None:
        """To the last position of a record."""
        self.model.go_to(self.model.steps.length if self.model.steps else 0)

    def action_jump(self) -> None:
        """To any turn of a record."""
        self.playback.stop_record()
        ask_for_turn(self)

    def action_whose_view(self) -> None:
        """See a record as the next seat saw it, then all open, then as the first again."""
        self.model.look_from_next()
        self.show_table()

    # The curtain

    def hand_over(self) -> None:
        """Draw the curtain for the next person."""
        self.run_worker(turned_to_next(self), group="curtain", exclusive=True)

    def forget(self) -> None:
        """Leave nothing of the one who looked for the next: cursors, words, remarks."""
        self.lines.forget()
        self._forced.stop()
        self.motions.end()
        self.side.close()
        self.hints.forget()
        self.picker.begin(())
        self.line.close()
        for board in self.ui.boards():
            board.forget()
        self.ui.forget()


AnyGameScreen = GameScreen[Any]
