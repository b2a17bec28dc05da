"""Keys that a game takes, counted at the real screens: `python -m tests.keys [SEED ...]`.

Somebody who knows the keys makes the moves of the medium bot against easy ones: by the letters
and digits of the menu, or by the cursor, whichever needs fewer keys for the words it names; never
by typing whole moves, nor by hints. A key is idle if one legal move alone can still be meant.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast
from unittest.mock import patch

import msgspec

from nim_tui.app.app import NimApp
from nim_tui.registry import EASY, MEDIUM, all_games, game_named
from nim_tui.settings import Settings
from nim_tui.tables.bot_runner import BotRunner
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import Looker, press, settle
from rules.chance import Chance
from rules.contract import Move
from rules.himalaya.board import ORDERS, VILLAGES
from rules.himalaya.moves import PAUSE, TRADE
from rules.himalaya.preview import foresee, shortest_way
from screens.himalaya.map import Map
from screens.himalaya.slots import Slots
from screens.schwarm.row import CardRow
from screens.schwarm.screen import SchwarmUi
from screens.table.move_words import MovePicker, Words, shared_start, words_of
from screens.table.screen import AnyGameScreen
from screens.widgets.board import Board
from tests.screens.looking import table_screen

PLAYERS: Final = {"bataille": 2, "submarine": 3, "himalaya": 3, "schwarm": 3}
SEEDS: Final = (1, 2, 3)
SIZE: Final = (80, 24)
_NAMES: Final = ("Ana", "Nemo", "Argo")
_STEPS: Final = {"left": (-1, 0), "down": (0, 1), "up": (0, -1), "right": (1, 0)}
Keys = tuple[str, ...]
_LONGEST: Final = 40
"""The most keys for a word of a move; more are a fault of the player here."""


@dataclass
class Tally:
    """The keys pressed so far, and the moves they made."""

    keys: int = 0
    idle: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    """Moves by their first word."""
    spent: Counter[str] = field(default_factory=Counter)
    """Keys by the first word of the move they made."""
    by_itself: int = 0
    """Moves without a key: forced ones."""
    read: int = 0
    """Keys that end a table to read."""

    def told(self, name: str) -> Iterator[str]:
        """Yield the figures of some games as lines."""
        moves = self.moves.total()
        yield (
            f"{name:10} {self.keys:5} keys {moves:4} moves {self.keys / moves:5.2f} a move"
            f" {self.idle / self.keys:6.1%} idle {self.by_itself:4} made by themselves"
            f" {self.read:3} to read on"
        )
        for word, keys in self.spent.most_common():
            made = self.moves[word]
            yield f"    {word:10} {keys:5} keys {made:4} moves {keys / made:5.2f} a move"


@dataclass(frozen=True)
class Way:
    """Some keys that name the next words of a move."""

    keys: Keys
    words: int

    @property
    def cost(self) -> tuple[float, int]:
        """Keys for a word, then the keys."""
        return len(self.keys) / max(self.words, 1), len(self.keys)


class Player:
    """Somebody who makes moves of a bot by keys, at the screen of a table."""

    def __init__(self, pilot: Looker, table: Table, tally: Tally) -> None:
        self._pilot = pilot
        self._table = table
        self._tally = tally

    @property
    def _screen(self) -> AnyGameScreen:
        return table_screen(self._pilot)

    async def make(self, move: Move) -> None:
        """Make a move by keys. Raises AssertionError if they do not lead to it."""
        words, before, keys = words_of(move), self._table.moves_played, self._tally.keys
        while self._table.moves_played == before:
            assert self._tally.keys - keys < _LONGEST, (move, self._screen.picker.chosen)
            if self._pilot.app.screen is not self._screen:
                self._tally.read += 1
                await self._press("enter")
            else:
                await self._go_on(move, words)
        made = self._table.plays[before].move
        assert made == move.word, f"{made} in place of {move.word}"
        self._tally.moves[words[0]] += 1
        self._tally.spent[words[0]] += self._tally.keys - keys
        self._tally.by_itself += self._table.moves_played - before - 1

    async def _go_on(self, move: Move, words: Words) -> None:
        screen = self._screen
        if isinstance(screen.focused, Slots):
            view, program = screen.model.view, cast("Any", move).program
            await self._press(*_program_keys(view, program))
        elif isinstance(screen.ui, SchwarmUi) and _holds_tile(screen.ui, words):
            await self._place(screen.ui, words)
        else:
            ways = [*_menu_ways(screen, words), *_board_ways(screen, words)]
            assert ways, (move, screen.picker.chosen, screen.picker.choices)
            await self._press(*min(ways, key=lambda way: way.cost).keys)

    async def _place(self, ui: SchwarmUi, words: Words) -> None:
        """Hold the tile over its cell, turn it until it lies as meant, and place it."""
        *_place, cell, _turns = words[:4]
        await self._press(*_to_spot(self._screen, ui.sea, cell))
        while ui.preview.placed(cell) != words[:4]:
            await self._press("t")
        await self._press("enter")

    async def _press(self, *keys: str) -> None:
        for key in keys:
            picker, asks = self._screen.picker, self._pilot.app.screen is self._screen
            self._tally.keys += 1
            self._tally.idle += asks and len(picker.phrases.beginning(picker.chosen)) == 1
            await press(self._pilot, key)


def _holds_tile(ui: SchwarmUi, words: Words) -> bool:
    """Whether the tile that a move would place is in hand."""
    return ui.has_tile and words[:1] == ("place",) and ui.preview.stack == int(words[1])


def _program_keys(view: Any, program: Sequence[int]) -> Keys:
    """The fewest keys for a program: letters, numbers of villages, T; Enter seals."""
    best: dict[int, Keys] = {0: ()}
    for place in range(ORDERS):
        for orders, keys in _program_steps(view, program[:place]):
            end, found = place + len(orders), (*best[place], *keys)
            if program[place:end] == orders:
                best[end] = min(best.get(end, found), found, key=len)
    begun = max(place for place, order in enumerate((TRADE, *program)) if order != PAUSE)
    return min((*best[ORDERS], "enter"), (*best[begun], "enter", "enter"), key=len)


def _program_steps(view: Any, before: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Keys]]:
    """Yield the steps that a few keys lay after others, and these keys."""

    def brings(orders: Sequence[int]) -> bool:
        return not foresee(view, 0, [*before, *orders, TRADE])[-1].does_nothing

    room = ORDERS - len(before)
    yield from (((order,), (letter,)) for order, letter in enumerate("sirtp"))
    trades = [TRADE]
    while len(trades) < room and brings(trades):
        trades.append(TRADE)
    yield tuple(trades), ("T",)
    start = foresee(view, 0, [*before, PAUSE])[-1].start
    for village in VILLAGES:
        way = shortest_way(view, start, village)
        if way:
            orders = (*way, *([TRADE] if brings(way) else []))
            is_begun = 10 * village <= VILLAGES[-1]
            yield orders[:room], (*str(village), *(["enter"] if is_begun else []))


def _menu_ways(screen: AnyGameScreen, words: Words) -> Iterator[Way]:
    """Yield the lines of the menu that name the next words: by their keys, or by arrows."""
    menu, rest = screen.menu, words[len(screen.picker.chosen) :]
    if not menu.display:
        return
    is_aside = screen.picker.chosen != words[: len(screen.picker.chosen)]
    if is_aside and (letter := screen.ui.letters.key(words[:1])):
        yield Way((letter,), 1)
    for place, item in enumerate(menu.items):
        choice = tuple(item.id.split())
        if choice not in screen.picker.choices and choice == words[: len(choice)]:
            choice = choice if is_aside else choice[len(screen.picker.chosen) :]
        elif is_aside or choice != rest[: len(choice)] or bool(choice) != bool(rest):
            continue
        if item.key and item.key != "↵":
            yield Way((item.key,), len(choice))
        elif item.key != "↵":
            moved = (place - menu.position) % len(menu.items)
            arrows = min(["down"] * moved, ["up"] * (len(menu.items) - moved), key=len)
            yield Way((*_tabs(screen, menu), *arrows, "enter"), len(choice))


def _board_ways(screen: AnyGameScreen, words: Words) -> Iterator[Way]:
    """Yield the spots of boards that name the next words."""
    view, picker = screen.model.view, screen.picker
    for begun in screen.offer.shortcuts:
        for board, spot in screen.ui.spots(view, (), begun) if begun == words[: len(begun)] else ():
            if not screen.offer.choices_at(board, spot):
                yield Way((*_to_spot(screen, board, spot), "enter"), len(begun))
    if picker.chosen != words[: len(picker.chosen)]:
        return
    rest = words[len(picker.chosen) :]
    for choice in picker.choices:
        if choice != rest[: len(choice)]:
            continue
        for board, spot in screen.ui.spots(view, picker.chosen, choice):
            gained = _gained(screen, board, spot, words)
            if gained and board.display:
                yield Way((*_to_spot(screen, board, spot), "enter"), gained)
                if isinstance(board, CardRow | Map) and board.has_focus:
                    number = board.spots.index(spot) + 1
                    is_whole = 10 * number > len(board.spots) and isinstance(board, CardRow)
                    yield Way((*str(number), *([] if is_whole else ["enter"])), gained)


def _gained(screen: AnyGameScreen, board: Board, spot: str, words: Words) -> int:
    """How many more of the words are chosen once a spot is taken; 0 if it leads elsewhere."""
    view, now = screen.model.view, screen.picker
    picker = MovePicker(now.phrases.beginning(()), now._most_whole)
    picker.enter(now.chosen[len(picker.chosen) :])
    while True:
        fitting = [
            choice
            for choice in picker.choices
            if (board, spot) in screen.ui.spots(view, picker.chosen, choice)
        ]
        start = shared_start(fitting) if fitting else ()
        if not start:
            break
        if len(fitting) > 1:
            picker.enter(start)
        elif (move := picker.take(start)) is not None:
            return len(words) - len(now.chosen) if words_of(move) == words else 0
    chosen = picker.chosen
    return len(chosen) - len(now.chosen) if words[: len(chosen)] == chosen else 0


def _to_spot(screen: AnyGameScreen, board: Board, spot: str) -> list[str]:
    """The fewest keys that bring the focus to a board and its cursor to a spot."""
    ways: dict[str, list[str]] = {board.cursor: []}
    reached = deque([board.cursor])
    while spot not in ways:
        name = reached.popleft()
        steps = {key: board.beside(name, *step) for key, step in _STEPS.items()}
        steps["n"] = board.neighbours.next_of(board.lit, name) or name
        for key, other in steps.items():
            if other not in ways:
                ways[other] = [*ways[name], key]
                reached.append(other)
    return [*_tabs(screen, board), *ways[spot]]


def _tabs(screen: AnyGameScreen, widget: Any) -> list[str]:
    """The keys that bring the focus to a widget."""
    chain: Sequence[Any] = screen.focus_chain
    if screen.focused is widget or screen.focused not in chain or widget not in chain:
        return []
    onward = (chain.index(widget) - chain.index(screen.focused)) % len(chain)
    back = len(chain) - onward
    return ["tab"] * onward if onward <= back else ["shift+tab"] * back


def new_table(game: str, seed: int) -> Table:
    """A table for a person and easy bots."""
    others = [SeatPlan(name, EASY) for name in _NAMES[1 : PLAYERS[game]]]
    return Table(game_named(game).game, {}, [SeatPlan(_NAMES[0]), *others], seed)


async def count(table: Table, *, most_moves: int = 10_000, seed: int = 1) -> Tally:
    """Play a game to its end, or so many moves of the person."""
    entry, tally, chance = game_named(table.game.name), Tally(), Chance(seed)
    bots = [entry.bot(MEDIUM if number == 0 else EASY) for number in range(len(_NAMES))]
    with TemporaryDirectory() as folder, patch.object(BotRunner, "drive", _rest):
        pilot_app = _app(Path(folder), table)
        async with pilot_app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            player = Player(pilot, table, tally)
            while table.result is None and tally.moves.total() < most_moves:
                seat = table.waiting[-1]
                legal = table.legal(seat)
                move = bots[seat].choose(table.game, table.view(seat), legal, chance).move
                if seat:
                    table.play(seat, move)
                    await settle(pilot)
                else:
                    await player.make(move)
    return tally


async def _rest(_runner: BotRunner) -> None:
    """No bot moves by itself: the player here makes their moves, always in the same order."""


def _app(folder: Path, table: Table) -> NimApp:
    settings = folder / "settings.json"
    settings.write_bytes(msgspec.json.encode(Settings(pace="off", games=[*all_games()])))
    (folder / "tables").mkdir()
    app = NimApp(Store(folder / "tables"), settings, lambda app: app.table.open(table))
    app.animation_level = "none"
    return app


def total(tallies: Sequence[Tally]) -> Tally:
    """The sum of several games."""
    found = Tally()
    for tally in tallies:
        found.keys += tally.keys
        found.idle += tally.idle
        found.by_itself += tally.by_itself
        found.read += tally.read
        found.moves += tally.moves
        found.spent += tally.spent
    return found


def main(arguments: Sequence[str]) -> None:
    """Print the figures of each game, or of those named, for each seed and in all."""
    games: Mapping[str, int] = {name: PLAYERS[name] for name in arguments if name in PLAYERS}
    seeds = [int(each) for each in arguments if each.isdecimal()] or SEEDS
    for game in games or PLAYERS:
        tallies = [asyncio.run(count(new_table(game, seed), seed=seed)) for seed in seeds]
        for seed, tally in zip(seeds, tallies):
            print(next(tally.told(f"{game} {seed}")), flush=True)
        print(*total(tallies).told(game), sep="\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
