"""What Himalaya adds to the frame: the map, the program being laid, the tribes, their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size

from rules import nouns
from rules.contract import Event, Move, Result
from rules.himalaya import moves
from rules.himalaya.phases import CAMP, EVENT, FILL, OVER, PROGRAM, TAKE
from rules.himalaya.view import HimalayaView
from rules.messages import Value
from screens.himalaya import sentences, steps
from screens.himalaya.count_dialog import CountDialog, count_of
from screens.himalaya.letters import LETTERS
from screens.himalaya.map import Map, village_spot
from screens.himalaya.program_editor import ProgramEditor
from screens.himalaya.signs import cubes_text, offer_text, region_text
from screens.himalaya.slots import Slots
from screens.himalaya.tribes import offer_lines, tribe_lines, turn_text
from screens.people import Told
from screens.player_styles import SIDE_SIGNS
from screens.table.headline import BAR
from screens.table.move_phrases import Words
from screens.table.pages import Page
from screens.table.plain_ui import PlainUi
from screens.table.playback import StepRules
from screens.table.ui import Speech
from screens.text import N_, _, in_words, say
from screens.widgets.board import Board
from screens.widgets.lines import Lines
from screens.widgets.text_line import Spans

_HELD: Final = Told(N_("{name}: {cubes}, {yaks}"), you=N_("yours {cubes}, {yaks}"))
_WIDE: Final = (120, 36)
_MAP: Final = (80, 17)
_LARGE_MAP: Final = (82, 23)
_CHAPTERS: Final = {
    CAMP: "setup",
    EVENT: "events",
    PROGRAM: "program",
    FILL: "orders",
    TAKE: "events",
}


class HimalayaUi(PlainUi[HimalayaView]):
    """The whole game, from the first camp to the twelfth turn."""

    speech: Speech | None = sentences
    letters = LETTERS
    step_rules: StepRules | None = steps
    map: Map
    """The map."""
    tribes: Lines
    """What every tribe has, beside the map."""
    log: Lines
    editor: ProgramEditor
    """The program being laid."""

    # Boards

    def compose(self) -> ComposeResult:
        """The map; beside it, where there is room, the tribes; the log below."""
        self.map, self.tribes = Map(id="map"), Lines(from_top=True, id="tribes")
        self.log = Lines(id="log")
        self.editor = ProgramEditor(self.model, Slots(id="slots"), self.map)
        with Horizontal(classes="band"):
            yield self.map
            yield self.tribes
        yield self.log
        yield self.editor.slots

    def boards(self) -> Sequence[Board]:
        """The map alone can be walked on."""
        return (self.map,)

    def set_scale(self, size: Size) -> None:
        """The map alone at 80 x 24; tribes beside it and the log below where there is room."""
        is_wide = size.width >= _WIDE[0] and size.height >= _WIDE[1]
        self.map.set_sheet(*(_LARGE_MAP if is_wide else _MAP))
        self.tribes.display = is_wide
        self.log.display = is_wide
        self.log.styles.height = max(4, size.height - _LARGE_MAP[1] - 10)

    def show(self, view: HimalayaView) -> None:
        """Show a view."""
        self.map.show(view)
        lines = [*tribe_lines(view, self.model.people), ("", "lines--plain"), *offer_lines(view)]
        self.tribes.set_lines(_("Tribes"), lines)
        self.editor.show(view)
        self.frame.menu.display = not self.editor.is_laying

    def combine(self, views: Sequence[HimalayaView]) -> HimalayaView:
        """Every sealed program open, and what is behind the screens."""
        players = tuple(view.players[seat] for seat, view in enumerate(views))
        options = replace(views[0].options, open_screens=True)
        return replace(views[0], seat=None, players=players, options=options)

    # Programs

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Programs are laid slot by slot, not chosen from a list."""
        return [] if self.editor.is_laying else moves

    def make_room(self, lines: int) -> None:
        """The lines take the place of what the orders come to."""
        self.editor.slots.styles.height = 3 - lines

    def takes_focus(self) -> bool:
        """The slots, while a program is laid."""
        return self.editor.takes_focus()

    def played(self, move: Move) -> None:
        """Once a program is sealed, however it was said, the slots are empty."""
        if isinstance(move, moves.Move) and move.kind == moves.Kind.PROGRAM:
            self.editor.forget()

    def forget(self) -> None:
        """Leave no program for the next person to see."""
        self.editor.slots.forget()

    # Words

    def headline(self, view: HimalayaView) -> Spans:
        """Turn, inventory, and who goes first."""
        parts = [turn_text(view)]
        if view.turn:
            parts.append(_("first {side}").format(side=SIDE_SIGNS[view.first]))
        if view.phase == PROGRAM:
            sealed = [SIDE_SIGNS[s] for s, player in enumerate(view.players) if player.is_sealed]
            parts.append(_("sealed {sides}").format(sides=" ".join(sealed) or "-"))
        if view.seat is not None:
            held: dict[str, Value] = {
                "cubes": cubes_text(view.players[view.seat].cubes),
                "yaks": nouns.yaks(view.yaks(view.seat)),
            }
            parts.append(self.model.people.say(_HELD, held, name=view.seat))
        return [("  ".join(parts), BAR)]

    def ask(self, view: HimalayaView) -> str:
        """What is asked, by phase."""
        asked = {
            CAMP: _("choose the village your caravan starts from"),
            EVENT: _("play an event token for this turn, or pass"),
            PROGRAM: _("lay six steps; Enter seals them, Tab leaves them"),
            TAKE: _("market day: which cube?"),
        }
        if view.phase == PROGRAM and view.options.sand_timer:
            text = _("lay six steps, Enter seals, Tab leaves: {seconds} s left")
            return text.format(seconds=self.editor.sand_left)
        if view.phase in asked:
            return asked[view.phase]
        village = view.players[view.mover].caravan
        return _("order filled at {village}: up to two things").format(village=village)

    def most_whole(self, view: HimalayaView) -> int:
        """What an order brings is chosen before where delegations go, and how many."""
        return 0 if view.phase == FILL else super().most_whole(view)

    def note(self, view: HimalayaView, before: Words, choice: Words) -> str:
        """What a choice is worth."""
        match (*before, *choice):
            case ("barter",):
                return in_words(nouns.yaks(view.board.discs[view.filling].yaks))
            case ("offer",):
                level = view.board.villages[view.players[view.mover].caravan].level
                return say(N_("{points} for a stupa"), {"points": nouns.points(level)})
            case ("envoy",):
                return _("delegations into a region")
            case ("envoy", letter, *_count):
                letters = [region.letter for region in view.board.regions]
                return region_text(view, letters.index(letter))
            case ("done",):
                return _("no more")
            case ("take", cube):
                return _(cube)
            case ("camp" | "market", village):
                return offer_text(view, int(village))
            case ("pass",):
                return _("keep your tokens")
            case ("market",):
                return _("any cube may be taken there this turn")
            case ("yeti",):
                return _("nobody walks that route this turn")
            case ("snow",):
                return _("that route takes two steps this turn")
        return ""

    def spots(
        self, view: HimalayaView, before: Words, choice: Words
    ) -> Iterable[tuple[Board, str]]:
        """Villages to camp or hold a market at, and the ends of routes."""
        match (*before, *choice):
            case ("camp" | "market", village):
                return [(self.map, village_spot(int(village)))]
            case ("yeti" | "snow", *_ends, village):
                return [(self.map, village_spot(int(village)))]
        return ()

    def words_at(self, board: Board, spot: str, before: Words) -> Words:
        """A village, for camps and markets; the rules then say why not."""
        match before:
            case ("camp" | "market",):
                return (*before, spot)
        return ()

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """The final count, step by step; none of a game that ended before."""
        view = self.model.seat.view()
        if view.phase != OVER:
            return ()
        counted, verdict = count_of(view), self.verdict(result)

        def pane() -> CountDialog:
            return CountDialog(counted, self.model.people, verdict)

        return (Page(_("the final count, step by step"), pane),)

    def chapter(self, view: HimalayaView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS.get(view.phase, "end")
