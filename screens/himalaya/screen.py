"""HimalayaScreen: the map, the program being laid, and the tribes around the shared frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size

from rules import nouns
from rules.contract import Event, Result
from rules.himalaya import view_after as follow
from rules.himalaya.phases import CAMP, EVENT, FILL, OVER, PROGRAM, TAKE
from rules.himalaya.view import HimalayaView
from rules.messages import Value
from screens.himalaya import sentences
from screens.himalaya.count_dialog import CountDialog, count_of
from screens.himalaya.letters import LETTERS
from screens.himalaya.map import Map, village_spot
from screens.himalaya.program_editor import Laying
from screens.himalaya.signs import cubes_text, offer_text, region_text
from screens.himalaya.slots import Slots
from screens.himalaya.tribes import offer_lines, tribe_lines, turn_text
from screens.people import Told
from screens.player_styles import SIDE_SIGNS
from screens.table.face import Speech
from screens.table.letters import Letters
from screens.table.log_dialog import LogDialog
from screens.table.move_words import Words
from screens.table.playback import ViewProjector
from screens.table.results import Page
from screens.text import N_, _, in_words, say
from screens.widgets.board import Board
from screens.widgets.lines import Line, Lines

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


class HimalayaScreen(Laying):
    """One screen for the whole game, from the first camp to the twelfth turn."""

    DEFAULT_CSS = """
    HimalayaScreen #beside { width: 1fr; height: auto; }
    HimalayaScreen #tribes { height: 25; }
    """
    speech: ClassVar[Speech | None] = sentences
    letters: ClassVar[Letters] = LETTERS
    course: ClassVar[ViewProjector] = follow
    BINDING_GROUP_TITLE = "Himalaya"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "o",
            "tribes",
            N_("Tribes"),
            id="himalaya.tribes",
            tooltip=N_("What every tribe has, and the orders on the map"),
        ),
    ]

    # Boards

    def compose_boards(self) -> ComposeResult:
        """The map; beside it, where there is room, the tribes; the log below."""
        with Horizontal(classes="band"):
            yield Map(id="map")
            yield Lines(from_top=True, id="tribes")
        yield Lines(id="log")
        yield Slots(id="slots")

    def boards(self) -> Sequence[Board]:
        """The map alone can be walked on."""
        return (self.map,)

    def set_scale(self, size: Size) -> None:
        """The map alone at 80 x 24; tribes beside it and the log below where there is room."""
        is_wide = size.width >= _WIDE[0] and size.height >= _WIDE[1]
        self.map.set_sheet(*(_LARGE_MAP if is_wide else _MAP))
        self.query_one("#tribes").display = is_wide
        log = self.query_one("#log")
        log.display = is_wide
        log.styles.height = max(4, size.height - _LARGE_MAP[1] - 10)

    def show_view(self, view: HimalayaView) -> None:
        """Show a view."""
        self.map.show(view)
        lines = [*tribe_lines(view, self.people), ("", "lines--plain"), *offer_lines(view)]
        self.query_one("#tribes", Lines).set_lines(_("Tribes"), lines)
        self.show_slots(view)

    def combine(self, views: Sequence[HimalayaView]) -> HimalayaView:
        """Every sealed program open, and what is behind the screens."""
        players = tuple(view.players[seat] for seat, view in enumerate(views))
        options = replace(views[0].options, open_screens=True)
        return replace(views[0], seat=None, players=players, options=options)

    # Words

    def headline(self, view: HimalayaView) -> str:
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
            parts.append(self.people.say(_HELD, held, name=view.seat))
        return "  ".join(parts)

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
            return text.format(seconds=self.sand_left)
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
        view = self.seat.view()
        if view.phase != OVER:
            return ()
        counted, verdict = count_of(view), self.verdict(result)

        def pane() -> CountDialog:
            return CountDialog(counted, self.people, verdict)

        return (Page(_("the final count, step by step"), pane),)

    def chapter(self, view: HimalayaView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS.get(view.phase, "end")

    # Actions

    def action_tribes(self) -> None:
        """What every tribe has."""
        view = self.seen()
        lines: list[Line] = [*tribe_lines(view, self.people), *offer_lines(view)]
        self.app.push_screen(LogDialog(lines, title=_("Tribes")))
