"""HimalayaScreen: the map, the program being laid, and the tribes around the shared frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.timer import Timer

from rules.game import Event, Move, Result
from rules.himalaya.board import NONE
from rules.himalaya.foresee import Foreseen, foresee
from rules.himalaya.moves import program
from rules.himalaya.phases import CAMP, EVENT, FILL, PROGRAM, TAKE
from rules.himalaya.view import HimalayaView
from screens.curtain import Curtain
from screens.himalaya import sentences
from screens.himalaya.count_pane import CountPane, count_of
from screens.himalaya.following import Following
from screens.himalaya.map import Map, village_spot
from screens.himalaya.signs import CUBE_LETTERS, cubes_text, disc_text, offer_text, region_text
from screens.himalaya.slots import Slots
from screens.himalaya.tribes import offer_lines, tribe_lines, turn_text
from screens.log_reader import LogPane
from screens.results import Page
from screens.sides import SIDE_SIGNS
from screens.text import N_, _
from screens.widgets.board import Board
from screens.widgets.lines import Line, Lines
from screens.widgets.menu import Menu
from screens.words import Words

SAND_TIMER: Final = 60
"""Seconds to lay a program, under the option sand_timer (T)."""
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


class HimalayaScreen(Following):
    """One screen for the whole game, from the first camp to the twelfth turn."""

    DEFAULT_CSS = """
    HimalayaScreen #beside { width: 1fr; height: auto; }
    HimalayaScreen #tribes { height: 25; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "o",
            "tribes",
            N_("Tribes"),
            id="himalaya.tribes",
            tooltip=N_("What every tribe has, and the orders on the map"),
        ),
    ]

    _was_laying = False
    """Whether a program was being laid when the focus was last placed."""
    _sand: Timer | None = None
    _sand_left = 0
    """Seconds until the program is sealed as it is, under the option sand_timer."""

    # Boards

    def compose_boards(self) -> ComposeResult:
        """The map; beside it, where there is room, the tribes; the log below."""
        with Horizontal(classes="band"):
            yield Map(id="map")
            yield Lines(id="tribes")
        yield Lines(id="log")
        yield Slots(id="slots")

    @property
    def map(self) -> Map:
        """The map."""
        return self.query_one(Map)

    @property
    def slots(self) -> Slots:
        """The program being laid."""
        return self.query_one(Slots)

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

    def fit_menu(self, size: Size | None = None) -> None:
        """The line for typing takes the place of what the orders come to."""
        super().fit_menu(size)
        self.slots.styles.height = 3 - self.line.is_open

    def show_view(self, view: HimalayaView) -> None:
        """Show a view."""
        self.map.show(view)
        lines = [*tribe_lines(view, self.names), ("", "lines--plain"), *offer_lines(view)]
        self.query_one("#tribes", Lines).set_lines(_("Tribes"), lines)
        self._show_slots(view)

    def combine(self, views: Sequence[HimalayaView]) -> HimalayaView:
        """Every sealed program open, and what is behind the screens."""
        players = tuple(view.players[seat] for seat, view in enumerate(views))
        options = replace(views[0].options, open_screens=True)
        return replace(views[0], seat=None, players=players, options=options)

    # Laying a program

    @property
    def is_laying(self) -> bool:
        """Whether the one who looks lays a program now."""
        return not self.is_replay and self.is_my_turn and self.seen().phase == PROGRAM

    def choosable(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Programs are laid slot by slot, not chosen from a list."""
        return [] if self.is_laying else moves

    def _show_slots(self, view: HimalayaView) -> None:
        laying = self.is_laying
        self.slots.display = laying
        self.query_one(Menu).display = not laying
        if not laying:
            self.map.trace(())
            return
        assert self.seat.number is not None
        steps = foresee(view, self.seat.number, self.slots.program)
        idle = [place for place, step in enumerate(steps) if step.does_nothing]
        self.slots.show_notes([_effect(view, step) for step in steps], idle)
        walked = {(min(s.start, s.village), max(s.start, s.village)) for s in steps}
        self.map.trace({route for route in walked if route[0] != route[1]})

    @on(Slots.Changed)
    def trace_program(self) -> None:
        """Show where the program would lead now."""
        self._show_slots(self.seen())
        self.tell_again()

    @on(Slots.Sealed)
    def seal(self, message: Slots.Sealed) -> None:
        """Seal the program; empty slots are pointed out once."""
        if not self.slots.is_full and not self.slots.was_warned:
            self.slots.was_warned = True
            self.tell(_("empty slots would be pauses: Enter once more seals it so"))
            return
        self.play(program(message.program))

    def play(self, move: Move) -> bool:
        """Make a move; once a program is sealed, however it was said, the slots are empty."""
        played = super().play(move)
        if played and move.word.startswith("program "):
            self.slots.forget()
            self._was_laying = False
        return played

    def forget(self) -> None:
        """Leave no program for the next person to see."""
        self.slots.forget()
        super().forget()

    def place_focus(self, shown: dict[Board, list[str]]) -> None:
        """The slots when a program is due; who goes to the map then may stay there."""
        if not self.is_laying:
            super().place_focus(shown)
        elif not self._was_laying:
            self.slots.focus()
            if self.seen().options.sand_timer:
                self._turn_sand_timer()
        self._was_laying = self.is_laying

    def _turn_sand_timer(self) -> None:
        """A minute from now what is laid is sealed (option sand_timer)."""
        self._sand_left = SAND_TIMER
        if self._sand is None:
            self._sand = self.set_interval(1, self._run_sand)
        self.tell_again()

    def _run_sand(self) -> None:
        if not self.is_laying or isinstance(self.app.screen, Curtain):
            return
        self._sand_left -= 1
        if self._sand_left > 0:
            self.tell_again()
        else:
            self.play(program(self.slots.program))

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
            cubes = cubes_text(view.players[view.seat].cubes)
            text = _("yours {cubes}, {yaks} yaks")
            parts.append(text.format(cubes=cubes, yaks=view.yaks(view.seat)))
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
            return text.format(seconds=self._sand_left)
        if view.phase in asked:
            return asked[view.phase]
        village = view.players[view.mover].caravan
        return _("order filled at {village}: up to two things").format(village=village)

    def note(self, view: HimalayaView, before: Words, choice: Words) -> str:
        """What a choice is worth."""
        match (*before, *choice):
            case ("barter",):
                yaks = view.board.discs[view.filling].yaks
                return _("{yaks} yaks").format(yaks=yaks)
            case ("offer",):
                level = view.board.villages[view.players[view.mover].caravan].level
                return _("{points} points for a stupa").format(points=level)
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

    def sentence(self, event: Event) -> str:
        """A line of the log."""
        return sentences.sentence(event, self.names)

    def is_weighty(self, event: Event) -> bool:
        """Orders filled, tokens, the end."""
        return sentences.is_weighty(event)

    def verdict(self, result: Result) -> str:
        """Who won and why."""
        return sentences.verdict(result, self.names)

    def pages(self, result: Result, log: Sequence[Event]) -> Sequence[Page]:
        """The final count, step by step."""
        counted = count_of(self.seat.view())
        return (Page(_("the final count, step by step"), lambda: CountPane(counted, self.names)),)

    def legend(self) -> Mapping[str, str]:
        """The signs on the map."""
        return sentences.legend()

    def chapter(self, view: HimalayaView) -> str:
        """The part of the rules about the phase."""
        return _CHAPTERS.get(view.phase, "end")

    # Actions

    def action_tribes(self) -> None:
        """What every tribe has."""
        view = self.seen()
        lines: list[Line] = [*tribe_lines(view, self.names), *offer_lines(view)]
        self.app.push_screen(LogPane(lines, title=_("Tribes")))


def _effect(view: HimalayaView, step: Foreseen) -> str:
    """What an order would come to, in a few signs."""
    if step.start != step.village:
        return f"→ {step.village}"
    if step.cube != NONE:
        return f"+ {CUBE_LETTERS[step.cube]}"
    if step.disc != NONE:
        return disc_text(view.board.discs[step.disc])
    return "-" if step.does_nothing else ""
