"""Tables of a game as tests: undo, records, and what leaves them in two worlds, at every door.

The two worlds look the same to a seat and differ in what it cannot know: the second is a sample of
the first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextvars import copy_context
from pathlib import Path
from typing import Any, Final, cast

import pytest

from nim_tui.app.app import NimApp
from nim_tui.export.finished_game import NotOver, finished
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.tables import table_dialog
from nim_tui.protocol.messages import SeatFeed
from nim_tui.registry import GameEntry, all_games
from nim_tui.settings import Settings, save_settings
from nim_tui.tables.record import SeatPlan, read_record
from nim_tui.tables.store import Store, replay
from nim_tui.tables.table import Table
from nim_tui.testing.screens import press
from nim_tui.testing.terminal import Cell, on_terminal
from nim_tui.testing.walks import GameSuite, Setting, at, some
from rules.chance import Chance
from rules.contract import AnyGame, Move, State
from screens.keymap import bindings_by_id
from screens.table.display import Curtain
from screens.text import SPOKEN, Locale, say_refusal, translate_too, use_look

NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
ASKED: Final = ("", "look", "what", "mine", "score", "log 40", "seats", "help", "xyzzy", "undo")
"""The lines typed at the door of text mode."""
OPEN: Final = bindings_by_id([Curtain])["curtain.open"].key.partition(",")[0]
"""The key that opens the hand-over screen."""
KEYS: Final = ("g", "escape", "question_mark", "escape", "colon", "x", "enter")
"""The keys pressed on the screen: the log, the help, a move that is none."""


def offer(entry: GameEntry) -> None:
    """Put a game on offer, as if its distribution were installed."""
    all_games()[entry.name] = entry
    translate_too(one.own_locale for one in all_games().values() if one.own_locale)


def table_of(setting: Setting, seed: int) -> Table:
    """Return a new table of people."""
    seats = [SeatPlan(name) for name in NAMES[: setting.seats]]
    return Table(setting.game, dict(setting.options), seats, seed)


def some_move(table: Table, chance: Chance) -> tuple[int, Move]:
    """Return a seat that is waited for, and one of its moves."""
    seat = chance.pick(table.waiting)
    return seat, chance.pick(table.legal(seat))


def everything(table: Table) -> object:
    """Return all that any seat or a spectator can see of a table, and how far it is.

    Of long lists of legal moves the length, and the words of some.
    """
    lookers: Sequence[int | None] = [None, *range(len(table.seats))]
    seen = [(table.view(looker), table.log(looker)) for looker in lookers]
    marks = [table.marks(seat) for seat in range(len(table.seats))]
    moves: list[Sequence[Move]] = [table.legal(seat) for seat in table.waiting]
    legal = [(len(each), [move.word for move in some(each)]) for each in moves]
    return seen, marks, legal, table.waiting, table.moves_played, table.result


class BegunAt:
    """A game whose tables begin in a given state."""

    def __init__(self, game: AnyGame, state: State) -> None:
        self._game = game
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def new(self, *_set_up: object) -> State:
        """Return the state."""
        return self._state.copy()


def alike(setting: Setting, seed: int, depth: int) -> tuple[State, State]:
    """Return a state after random moves, and one that looks the same to the first to move."""
    state = at(setting, seed, depth)
    looker = state.waiting()[0] if state.waiting() else 0
    sample: State = setting.game.sample(setting.game.view(state, looker), Chance(seed + 1))
    return state, sample


def two_worlds(setting: Setting, seed: int, depth: int) -> tuple[Table, Table]:
    """Return a table after random moves, and one that looks the same to the first to move.

    They are drawn from different seeds: what is drawn later differs, too, where the game has no
    other secret.
    """
    states = alike(setting, seed, depth)
    games = [cast("AnyGame", BegunAt(setting.game, state)) for state in states]
    true, dreamt = (
        table_of(Setting(game, setting.seats, setting.options), number)
        for number, game in enumerate(games, start=1)
    )
    return true, dreamt


def _handed_out(table: Table, seat: int) -> list[object]:
    """Return what a seat is handed besides words and cells: to programs, and to research."""
    game, names = table.game, [one.name for one in table.seats]
    feed = SeatFeed(game, "1", seat, names, table.options)
    view, legal, log = table.view(seat), table.legal(seat), table.log(seat)
    lines: list[object] = [
        feed.new(),
        feed.request(view, legal, log, None),
        feed.end(view, log, table.result),
    ]
    entry = all_games()[game.name]
    if not entry.own_encoding:
        return lines
    numbers = entry.encoding
    entries: dict[int, float] = {}
    numbers.layout(len(names)).write(view, 0, entries)
    return [*lines, entries, [numbers.NUMBERING.parts(move) for move in some(legal)]]


def _quiet_move(worlds: Sequence[Table], looker: int) -> Move | None:
    """Return a move that reveals nothing in any of the worlds; None if there is none at hand."""
    begun = [(table.game, table.game.new(0, {}, Chance(1))) for table in worlds]
    return quiet_move(begun, looker)


def quiet_move(worlds: Sequence[tuple[AnyGame, State]], looker: int) -> Move | None:
    """Return a move that reveals nothing in any of these states; None if there is none at hand."""
    game, first = worlds[0]
    moves: Sequence[Move] = some(game.legal(first, looker))
    for move in moves:
        events = [game.play(state.copy(), looker, move, Chance(1)) for game, state in worlds]
        if not any(event.reveals for told in events for event in told):
            return move
    return None


def _refused_export(table: Table, folder: Path) -> str:
    """Return the words that refuse to export an unfinished game."""
    folder.mkdir()
    path = Store(folder).open_new(table)
    with pytest.raises(NotOver) as refused:
        finished(read_record(path))
    return say_refusal(refused.value)


class _Ear:
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Hear a line."""
        self.said.append(text)

    def wipe(self) -> None:
        """Note that somebody else listens."""
        self.said.append("---")


def said_in_text_mode(table: Table) -> list[str]:
    """Return all lines that the first to move is told, asking whatever can be asked."""

    async def talk() -> list[str]:
        use_look(Locale("en", SPOKEN))
        ear = _Ear()
        conversation = Conversation(ear)
        dialog = table_dialog(conversation, table, Settings(forced="asked"))
        conversation.push(dialog)
        await dialog.go_on()
        conversation.ask()
        for line in ASKED:
            await conversation.hear(line)
        return ear.said

    return copy_context().run(lambda: asyncio.run(talk()))


async def shown_on_a_terminal(table: Table, folder: Path) -> list[list[list[Cell]]]:
    """Return the cells of the terminal of the first to move, after each key."""
    folder.mkdir()
    settings = folder / "settings.json"
    save_settings(settings, Settings(forced="asked", pace="instant"))
    app = NimApp(Store(folder), settings, lambda app: app.table.open(table))
    app.animation_level = "none"
    async with on_terminal(app) as terminal:
        shown = [terminal.rows()]
        opening = [OPEN] if isinstance(app.screen, Curtain) else []
        for key in (*opening, *KEYS):
            _stop_clocks(app)
            await press(terminal.pilot, key)
            shown.append(terminal.rows())
    return shown


def _stop_clocks(app: NimApp) -> None:
    """Stop what counts seconds on the screen, as the two worlds are not shown in equal time."""
    for widget in (app.screen, *app.screen.query("*")):
        for timer in widget._timers:
            if timer._interval >= 1:
                timer.pause()


class TableSuite(GameSuite):
    """Tables of installed games; a class of tests derives from it."""

    def test_a_record_with_moves_taken_back_replays_to_the_same(
        self, setting: Setting, tmp_path: Path
    ) -> None:
        store = Store(tmp_path)
        for seed in range(2):
            table, chance = table_of(setting, seed), Chance(seed)
            path = store.open_new(table)
            for _ in range(60):
                able = [seat for seat in range(setting.seats) if table.can_undo(seat)]
                if able and chance.below(3) == 0:
                    table.undo(able[0])
                elif table.waiting:
                    table.play(*some_move(table, chance))
            table.close()
            record = read_record(path)
            assert record.moves == table.moves_played
            assert everything(replay(record)) == everything(table)

    def test_a_move_is_taken_back_as_if_it_had_never_been_unless_it_showed_something(
        self, setting: Setting
    ) -> None:
        for seed in range(2):
            table, chance = table_of(setting, seed), Chance(seed)
            for _ in range(25):
                if not table.waiting:
                    break
                before, known = everything(table), len(table.log(None))
                seat, move = some_move(table, chance)
                table.play(seat, move)
                shown = any(event.reveals for event in table.log(None)[known:])
                assert not (shown and table.can_undo(seat)), move.word
                if table.can_undo(seat):
                    table.undo(seat)
                    assert everything(table) == before
                    table.play(seat, move)

    @pytest.mark.parametrize("depth", [0, 3, 11])
    def test_two_worlds_are_told_by_the_same_lines(self, setting: Setting, depth: int) -> None:
        true, dreamt = two_worlds(setting, 5, depth)
        told = said_in_text_mode(true)
        assert len(told) > len(ASKED)
        assert told == said_in_text_mode(dreamt)

    @pytest.mark.parametrize("depth", [0, 3, 11])
    def test_two_worlds_are_handed_out_in_the_same_bytes(
        self, setting: Setting, depth: int, tmp_path: Path
    ) -> None:
        """To programs that play, as numbers for research, and as files."""
        worlds = two_worlds(setting, 5, depth)
        if not worlds[0].waiting:
            return
        looker = worlds[0].waiting[0]
        true, dreamt = (_handed_out(table, looker) for table in worlds)
        assert repr(true) == repr(dreamt)
        told = [_refused_export(table, tmp_path / str(n)) for n, table in enumerate(worlds)]
        assert told[0] == told[1]
        move = _quiet_move(worlds, looker)
        if move is not None:
            for table in worlds:
                table.play(looker, move)
            true, dreamt = (_handed_out(table, looker) for table in worlds)
            assert repr(true) == repr(dreamt)

    @pytest.mark.slow
    async def test_two_worlds_are_shown_by_the_same_cells(
        self, setting: Setting, tmp_path: Path
    ) -> None:
        true, dreamt = two_worlds(setting, 5, 7)
        shown = await shown_on_a_terminal(true, tmp_path / "true")
        assert len({repr(rows) for rows in shown}) > 2
        assert shown == await shown_on_a_terminal(dreamt, tmp_path / "dreamt")
