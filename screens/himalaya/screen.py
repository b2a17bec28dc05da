"""The screen of Himalaya and its GameUi."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.widget import Widget

from rules.contract import Event, Move, Result
from rules.himalaya.moves import CAMP, FILL, OVER, PROGRAM, TAKE, program
from rules.himalaya.view import HimalayaView
from screens.base import Dialog, Shape, api
from screens.colours import Spans
from screens.himalaya import sentences
from screens.himalaya.boards import HimalayaBoards, Mode, PhoneLayout, course, phone_layout
from screens.himalaya.count_dialog import CountDialog, count_of, inventory_in
from screens.himalaya.help_texts import MEANINGS, explain_village, note, short_note
from screens.himalaya.map import Map, village_spot
from screens.himalaya.motion import motion
from screens.himalaya.panels import offer_lines, tribe_lines
from screens.himalaya.phone_panels import SEAL, take_choice
from screens.himalaya.program_editor import ProgramEditor
from screens.himalaya.program_strip import story_of
from screens.himalaya.prompts import (
    CHAPTERS,
    headline,
    question,
    short_headline,
    signs_spans,
    since_spans,
)
from screens.himalaya.signs import KEY_LETTERS, WORDS
from screens.himalaya.slots import Slots
from screens.keymap import bindings_of
from screens.table.game_ui import GameUi, ResultPage
from screens.table.model import StepRules
from screens.table.move_words import Words, words_of
from screens.table.score_history import ScoreHistory
from screens.table.screen import GameScreen
from screens.table.side_panel import LinesPage, spans_of
from screens.table.speech import GameSentences
from screens.text import N_, _
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item
from screens.widgets.motion import Motion

_LOW: Final = 28
"""The height below which only the help has the legend."""


class HimalayaUi(GameUi[HimalayaView]):
    """The boards and words of the game, from the first camp to the twelfth turn."""

    speech: GameSentences | None = sentences
    vocabulary = WORDS
    letters = KEY_LETTERS
    meanings = MEANINGS
    step_rules: StepRules | None = sentences
    has_news_on_top = True
    stage: HimalayaBoards
    """The map and the panels around it."""
    editor: ProgramEditor
    """The slots of the program, and what it would lead to."""

    # Boards

    def compose(self) -> ComposeResult:
        """Compose the map, panels beside it and programs below."""
        self.stage = HimalayaBoards(self.model, self.sentence)
        self.editor = ProgramEditor(self.model, self.stage.slots, self.stage.map)
        self._size, self._taken, self._is_advised = Size(80, 24), 0, False
        yield from self.stage.compose()

    @property
    def map(self) -> Map:
        """Return the map."""
        return self.stage.map

    def boards(self) -> Sequence[Board]:
        """Return the map, the only board with a cursor."""
        return (self.map,)

    def menu_lines(self, size: Size) -> int:
        """Return the number of menu lines: three at 24 lines, more on higher screens."""
        if self.shape is not Shape.WIDE:
            return self._phone_layout(size).menu_lines
        return 3 if size.height < 34 else 4

    def aside(self, size: Size) -> Region:
        """Return the region of question and choices on a phone held sideways."""
        return self._phone_layout(size).aside(None if self._has_menu else self._taken)

    def _phone_layout(self, size: Size) -> PhoneLayout:
        keys = int(self.screen.query_one(KeyBar).display)
        return phone_layout(self.shape, size, keys=keys)

    def set_scale(self, size: Size) -> None:
        """Keep the size for the next layout."""
        self._size = size

    def make_room(self, lines: int) -> None:
        """Give the lines of the menu to the map while there is no menu."""
        if self._taken != lines:
            self._taken = lines
            self._place(self.model.view)

    def note_advice(self, *, is_given: bool) -> None:
        """Give a line to a hint, or take the line back."""
        if is_given != self._is_advised:
            self._is_advised = is_given
            self._place(self.model.view)

    @property
    def _mode(self) -> Mode:
        """The purpose of the lines below the map."""
        if self.editor.is_laying:
            return Mode.LAYING
        is_live = self.model.is_following or self.model.view.phase in (FILL, TAKE)
        return Mode.CARRYING_OUT if is_live else Mode.RESTING

    @property
    def _has_menu(self) -> bool:
        """Whether the menu has choices."""
        model = self.model
        if model.is_following or model.is_replay:
            return False
        if model.is_my_turn:
            is_on_map = self.editor.is_laying or model.view.phase == CAMP
            return self.shape is not Shape.WIDE or not is_on_map
        return model.next_person() is not None or model.result is not None

    def _place(self, view: HimalayaView) -> None:
        """Lay everything out for the present mode."""
        if self.shape is not Shape.WIDE:
            self._place_on_phone()
            return
        size, mode, has_menu = self._size, self._mode, self._has_menu
        is_low = size.height < _LOW
        no_signs = is_low and not self._is_advised
        no_since = is_low and (self._is_advised or mode == Mode.CARRYING_OUT)
        self.screen.arrangement.show_lines(signs=not no_signs, since=not no_since)
        self.screen.menu.display = has_menu
        listed = self.menu_lines(size)
        below = listed if has_menu else self._taken
        spare = 0 if has_menu or mode != Mode.CARRYING_OUT else listed - self._taken
        room = self.board_room(size)
        free = Size(room.width, room.height + listed - below + no_signs + no_since)
        self.stage.place(free, len(view.players), mode, spare)

    def _place_on_phone(self) -> None:
        """Lay everything out on a phone, where the map always has the same place."""
        mode, has_menu, taken = self._mode, self._has_menu, self._taken
        is_sideways = self.shape is Shape.SIDEWAYS
        self.screen.arrangement.show_lines(signs=False, since=True)
        self.screen.menu.display = has_menu
        if is_sideways:
            self.screen.arrangement.place_aside()
        layout = self._phone_layout(self.screen.app.size if is_sideways else self._size)
        strip = layout.strip(has_slots=mode == Mode.LAYING, has_menu=has_menu, taken=taken)
        self.stage.place_on_phone(layout, mode, strip)

    def show(self, view: HimalayaView) -> None:
        """Show a view."""
        self._place(view)
        self._story = story_of(self.model.log)
        self.stage.show(view, self._story)
        self.editor.show(view)

    def motion(self, event: Event, before: HimalayaView, after: HimalayaView) -> Motion:
        """Return the animation of caravans, goods and delegations."""
        return motion(event, before, self.stage.map)

    def since(self, view: HimalayaView) -> Spans:
        """Return the gains of the others since the reader's turn, and villages with new offers."""
        if self.model.result is not None and not self.model.is_following:
            return ()
        if self.shape is not Shape.WIDE:
            return since_spans(self._story, self.model.people, 0)[1:]
        return since_spans(self._story, self.model.people, self._size.width)

    def news(self, room: int) -> list[Spans]:
        """Return no lines, as the line below the headline has everyone's gains."""
        return []

    def signs_line(self, view: HimalayaView) -> Spans:
        """Return the signs of the map."""
        return signs_spans(self._size.width)

    def combine(self, views: Sequence[HimalayaView]) -> HimalayaView:
        """Return a view with every sealed program, and all holdings behind the players' screens."""
        return sentences.combine(views)

    def hides(self, view: HimalayaView) -> bool:
        """Check for a program in the editor, or holdings behind a screen."""
        return sentences.hides(view)

    # Programs

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return no programs, which are laid slot by slot, not chosen from a list."""
        return [] if self.editor.is_laying else moves

    def own_choices(self, view: HimalayaView) -> Sequence[Item]:
        """Return the steps of a program, beside slots that are small."""
        return self.editor.choices(view, "".join(self.screen.hints.words_after(("program",))))

    def takes_choice(self, item: str) -> bool:
        """Lay or clear a step, or seal the program."""
        slots = self.editor.slots
        if not self.editor.offers_steps:
            return False
        if item == SEAL and not slots.was_warned:  # it may be where a step was just tapped
            slots.was_warned = True
            self.screen.lines.tell(_("seal it? press again"))
            return True
        slots.focus()
        return take_choice(slots, item)

    @property
    def has_own_keys(self) -> bool:
        """Whether the letters in the menu are those of the program."""
        return self.editor.offers_steps

    def laid_out(self) -> None:
        """Offer the steps of the program again, as the slots may be small now."""
        if self.editor.is_laying:
            self.screen.offer.fill_menu(keep=True)
            self.screen.lines.show_prompt()

    def takes_focus(self) -> bool:
        """Focus the slots while a program is laid."""
        return self.editor.takes_focus()

    def played(self, move: Move) -> None:
        """Clear the editor after any move that seals the program."""
        if words_of(move)[0] == "program":
            self.editor.sealed()

    def forget(self) -> None:
        """Clear the program before the next person sees the screen."""
        self.editor.slots.forget()

    def takes_spot(self, board: Board, spot: str) -> bool:
        """Lay the way to a village into the program."""
        is_laying = board is self.map and self.editor.is_laying
        if is_laying:
            self.editor.go_to(int(spot))
            self.editor.slots.focus()
        return is_laying

    # Words

    def headline(self, view: HimalayaView) -> Spans:
        """Return the turn, the inventories, the first player and the reader's own holdings."""
        if self.shape is not Shape.WIDE:
            return short_headline(view, self._size.width)
        return headline(view, self.model.people, self._size.width)

    def ask(self, view: HimalayaView) -> str:
        """Return the question to the player, by phase."""
        if view.phase == PROGRAM:
            return self.editor.question(view)
        return question(view, is_short=self.shape is not Shape.WIDE)

    def most_whole(self, view: HimalayaView) -> int:
        """Return 0 for the use of an order: it comes before region and number of delegations."""
        return 0 if view.phase == FILL else super().most_whole(view)

    def shortcuts(self, view: HimalayaView) -> Mapping[Words, str]:
        """Return the most delegations for each region, by its digit, until a word is chosen."""
        if view.phase != FILL or self.chosen:
            return {}
        sent = (words for words in map(words_of, self.model.legal()) if words[0] == "envoy")
        most = {words[:2]: words for words in sorted(sent)}
        return {words: self.letters.key(region) for region, words in most.items()}

    def row_text(self, view: HimalayaView, before: Words, choice: Words) -> str:
        """Return the text of a choice; on a phone delegations in words."""
        match (*before, *choice):
            case ("envoy", region, count) if self.shape is not Shape.WIDE and not before:
                return _("send {count} to {region}").format(count=count, region=region)
        return super().row_text(view, before, choice)

    def note(self, view: HimalayaView, before: Words, choice: Words) -> str:
        """Return the expected outcome of a choice."""
        told = note if self.shape is Shape.WIDE else short_note
        return told(view, (*before, *choice))

    def spots(
        self, view: HimalayaView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Return villages for camps and markets, and the ends of routes."""
        match (*before, *choice):
            case ("camp" | "market", village):
                return [(self.map, village_spot(int(village)))]
            case ("yeti" | "snow", *_ends, village):
                return [(self.map, village_spot(int(village)))]
        return ()

    def looked_at(self, board: Board, spot: str) -> None:
        """Trace the way to a village that is pointed at."""
        if self.editor.is_laying:
            self.editor.show(self.model.view)

    def explain(self, view: HimalayaView, board: Board, spot: str) -> str:
        """Explain a village; not where the question tells the way to it and has no line beside."""
        is_low = self.shape is Shape.WIDE and self._size.height < _LOW
        if board is not self.map or (self.editor.is_laying and is_low):
            return ""
        return explain_village(view, int(spot))

    def after_offer(self) -> None:
        """Light the villages worth aiming at again; keys of the program need no menu."""
        if self.editor.is_laying:
            self.editor.aim()
        if self.editor.offers_steps:
            self.screen.menu.can_focus = False

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """Return the words of a village for camps and markets; the rules may refuse the move."""
        return (*before, spot) if before in (("camp",), ("market",)) else ()

    def course(self, log: Sequence[Event]) -> ScoreHistory:
        """Return the yaks of each tribe."""
        return course(log, len(self.model.names))

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[ResultPage]:
        """Return the page of the final count; none if the game ended early."""
        view = self.model.seat.view()
        if view.phase != OVER:
            return ()
        pane = partial(CountDialog, count_of(view), self.model.people, self.verdict(result))
        return (ResultPage(_("the final count, step by step"), pane),)

    def to_read(self, events: Sequence[Event], view: HimalayaView) -> Dialog | None:
        """An inventory, which waits for a key."""
        return inventory_in(events, self.model.log, view, self.model.people)

    def chapter(self, view: HimalayaView) -> str:
        """Return the part of the rules about the phase."""
        return CHAPTERS.get(view.phase, "end")


class HimalayaScreen(GameScreen[HimalayaView]):
    """The screen of a game, from the first camp to the twelfth turn."""

    DEFAULT_CSS = """
    HimalayaScreen.-sideways #asking, HimalayaScreen.-sideways #since { layer: above; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (*GameScreen.HOLDS, Map, Slots)
    BINDING_GROUP_TITLE = "Himalaya"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "o",
            "tribes",
            N_("Tribes"),
            id="himalaya.tribes",
            tooltip=N_("What each tribe holds, and the orders on the map"),
        ),
    ]

    ui: HimalayaUi

    @staticmethod
    def make_ui() -> HimalayaUi:
        """Return the game's boards and words."""
        return HimalayaUi()

    # The program being laid

    @on(events.DescendantFocus)
    def aim(self) -> None:
        """Show on the map what can be aimed at, while it has the focus."""
        if self.ui.editor.is_laying:
            self.ui.editor.aim(moves_cursor=True)
            self.lines.show_prompt()

    def on_key(self, event: events.Key) -> None:
        """Keys of the program work from the map too, but for those that mean more elsewhere."""
        editor = self.ui.editor
        if editor.is_laying and self.ui.map.has_focus:
            action = editor.action_of(event.key, api(self).keys(), bindings_of(type(self)))
            if action is not None:
                event.stop()
                event.prevent_default()
                editor.slots.focus()
                self.call_later(editor.slots.run_action, action)
                return
        super().on_key(event)

    @on(Slots.Changed)
    @on(Slots.Moved)
    def trace_program(self) -> None:
        """Show the journey of the program."""
        self.ui.editor.show(self.model.view)
        if self.ui.editor.offers_steps:
            self.offer.fill_menu()
        self.lines.tell("")

    @on(Slots.Sealed)
    def seal(self, message: Slots.Sealed) -> None:
        """Seal the program, after one warning about empty slots."""
        slots = self.ui.editor.slots
        if not slots.is_full and not slots.was_warned:
            slots.was_warned = True
            told = _("empty slots are pauses; Enter again seals")
            if slots.is_small:
                told = _("empty slots pause; press Seal again")
            self.lines.tell(told)
            return
        self.making.play(program(message.program))

    @on(Slots.Ticked)
    def show_sand(self) -> None:
        """Show the time left."""
        self.lines.tell("")

    @on(Slots.TimeUp)
    def seal_as_it_is(self, message: Slots.TimeUp) -> None:
        """Seal the program as it is, as the time is up."""
        self.making.play(program(message.program))

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the way back to the program while one is laid."""
        if action == "program":
            return self.is_mounted and self.ui.editor.is_laying
        return super().check_action(action, parameters)

    def action_program(self) -> None:
        """Go back from the map to the slots of the program."""
        self.ui.editor.slots.focus()

    def action_leave(self) -> None:
        """Go home; the game and the draft of the program are kept."""
        self.ui.editor.keep()
        super().action_leave()

    def on_unmount(self) -> None:
        """Keep the program as a draft, if the player closes the window, for example."""
        self.ui.editor.keep()

    def action_tribes(self) -> None:
        """Show or hide the belongings of all tribes."""
        model = self.model

        def lines() -> list[Spans]:
            told = [*tribe_lines(model.view, model.people), *offer_lines(model.view)]
            return spans_of(told)

        self.side.toggle(LinesPage("tribes", _("Tribes"), lines))
