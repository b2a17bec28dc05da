"""What a server hands out is the same in two worlds that look the same to whoever asks.

The pages of a table and of the lobby, the picture in link previews, what a page is told by its
socket, records, and the export of one's data, for those who play first, look on, or are strangers.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final

import pytest

from nim_tui.app import themes
from nim_tui.registry import all_games
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.web import pictures
from nim_tui.server.web.cookies import fingerprint
from nim_tui.tables.seeds import DrawnSeed
from nim_tui.testing.tables import NAMES, alike, quiet_move
from nim_tui.testing.walks import Setting, Walk, at, settings_of
from rules.chance import Chance
from rules.contract import Move, State
from tests.nim_tui.server.lobby.steady import BEGINNING, Guest
from tests.nim_tui.server.web.browsing import COOKIE, asks, tab
from tests.nim_tui.server.web.house import House, house
from tests.waiting import until

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).parents[3]
MIA: Final = ROOT / "tests/examples/mia"
GAMES: Final = (*all_games(), "mia")
TABLE: Final = "kuvimola-519"
STRANGER, WATCHER = "", "Zoe"
ONLOOKERS: Final = (STRANGER, WATCHER)
PAGES: Final = ("/", "/now", "/plain", f"/t/{TABLE}", f"/plain/t/{TABLE}")
Found = dict[str, Any]
"""What somebody was handed, by who asked and for what."""


@dataclass(frozen=True)
class World:
    """A position, and the seed of what is drawn from there on."""

    setting: Setting
    state: State
    drawn: str

    @property
    def seed(self) -> DrawnSeed:
        """A seed; both worlds have one commitment, as nobody can tell seeds by it."""
        return DrawnSeed(self.drawn * 32, "c" * 32, "d" * 64)


def key_of(name: str) -> str:
    return name.lower().ljust(43, "x")


def print_of(name: str) -> str:
    found = fingerprint(key_of(name))
    assert found is not None
    return found


class Asking:
    """People at a server with one table, and what each of them is handed."""

    def __init__(self, home: House) -> None:
        self.home = home

    def _same(self, text: str) -> str:
        """Leave out the port, and the numbers of guests, which are drawn anew at each server."""
        port = str(self.home.door.web_server.port)
        return re.sub(r"Guest \d+", "Guest", text.replace(port, "PORT"))

    async def page(self, path: str, name: str) -> tuple[int, Mapping[str, str], str]:
        """What a browser is answered."""
        cookie = {"Cookie": f"{COOKIE}={key_of(name)}"} if name else {}
        status, headers, text = await asks(self.home.door, path, **cookie)
        told = {key: self._same(value) for key, value in headers.items() if key != "Date"}
        return status, told, self._same(text)

    async def command(self, name: str, *words: str) -> tuple[int, bytes, bytes]:
        """What a command by ssh comes to."""
        asking = Guest(self.home.door.context, print_of(name) if name else None)
        status = await asking.runner.answer(words)
        return status, asking.channel.sent, asking.channel.errors

    async def told_by_socket(self, name: str) -> tuple[Mapping[str, str], str]:
        """What a page at the table is told beside its screen, and all its lines in text mode."""
        key, place = key_of(name) if name else None, f"table={TABLE}"
        async with tab(self.home.door, key=key, asked=f"size=80x24&{place}", sees="") as one:
            await until(lambda: "at" in one.facts, "the place of the page")
            facts = {what: told for what, told in one.facts.items() if what != "session"}
        await self.home.door.empty()
        async with tab(self.home.door, key=key, asked=f"plain=1&{place}", sees="") as lines:
            await until(lambda: lines.text, "a line")
            asked = ("look", "log 40", "who", "leave", "tables", f"record {TABLE}")
            await lines.type("\n".join([*asked, "quit", "quit", ""]))
            await lines.is_sent_away()
        await self.home.door.empty()
        return facts, self._same(lines.text)

    async def everything(self, *names: str) -> Found:
        """All that these people can ask for."""
        found: Found = {}
        for name in names:
            for path in PAGES:
                found[f"{path} for {name}"] = await self.page(path, name)
            found[f"record for {name}"] = await self.command(name, "record", TABLE)
            found[f"export for {name}"] = await self.command(name, "export")
            found[f"socket for {name}"] = await self.told_by_socket(name)
        _status, _headers, text = await self.page(f"/t/{TABLE}", STRANGER)
        (picture,) = re.findall(r'property="og:image" content="http://[^/]+(/static/[^"]+)"', text)
        found["picture"] = await self.page(picture, STRANGER)
        return found

    async def plays(self, word: str) -> None:
        """Have whoever is waited for first make a move."""
        table = await self.home.lobby.opener.live(TABLE)
        table.play(table.waiting[0], table.game.parse(word))
        await self.home.lobby.database.settled()


def leaking(patch: pytest.MonkeyPatch, where: str, world: World) -> None:
    """Let a function of the server add what nobody may know."""
    secret = f"{world.state!r} {world.drawn}"
    honest = resolve_name(where)

    def told(*what: Any, **more: Any) -> Any:
        known = honest(*what, **more)
        if isinstance(known, Mapping):
            return {name: more_than(value) for name, value in known.items()}
        return more_than(known)

    def more_than(known: Any) -> Any:
        return known + secret.encode() if isinstance(known, bytes) else f"{known} {secret}"

    patch.setattr(where, told)


@asynccontextmanager
async def served(folder: Path, world: World, leak: str = "") -> AsyncIterator[Asking]:
    """A server with a table that begins in a position, and plays on from it.

    `leak`: a function of the server that tells more than it may.
    """
    with pytest.MonkeyPatch.context() as patch:
        if leak:
            leaking(patch, leak, world)
        patch.setattr(type(world.setting.game), "new", lambda *_set_up: world.state.copy())
        patch.setattr("nim_tui.server.lobby.table_setup.fresh_seed", lambda: world.seed)
        patch.setattr("nim_tui.server.tables.table_store.fresh_id", lambda: TABLE)
        async with house(folder, clock=lambda: BEGINNING) as home:
            people = [*NAMES[: world.setting.seats], WATCHER]
            accounts = {name: home.member(name, print_of(name)) for name in people}
            host, *others = [accounts[name].id for name in people[:-1]]
            seats = [SeatWish(account=host), *[SeatWish() for _ in others]]
            plan = TablePlan(world.setting.game.name, seats, options=dict(world.setting.options))
            await home.lobby.tables.create(host, plan)
            for other in others:
                await home.lobby.tables.join(TABLE, other)
            yield Asking(home)


def differences(one: Found, other: Found) -> list[str]:
    """What somebody was handed otherwise in the other world."""
    assert one.keys() == other.keys()
    return [what for what, told in one.items() if told != other[what]]


@dataclass(frozen=True)
class Pair:
    """Two worlds that look the same to who plays first, and a move that reveals nothing."""

    worlds: tuple[World, World]
    looker: str
    move: Move | None

    @classmethod
    def of(cls, name: str, depth: int) -> Pair:
        """A pair in which the first to move has a choice, some moves into a game."""
        setting = next(settings_of(all_games()[name].game))
        while True:
            states = alike(setting, 5, depth)
            looker = states[0].waiting()[0]
            if len(setting.game.legal(states[0], looker)) > 1:
                break
            depth += 1
        move = quiet_move([(setting.game, state) for state in states], looker)
        true, dreamt = (World(setting, state, drawn) for state, drawn in zip(states, "ab"))
        return cls((true, dreamt), NAMES[looker], move)


Doing = Callable[[Asking, Pair], Awaitable[Found]]


async def in_both(folder: Path, pair: Pair, do: Doing, leak: str = "") -> list[str]:
    """What differs between the worlds while something is done."""
    found = []
    for world in pair.worlds:
        async with served(folder / world.drawn, world, leak) as asking:
            found.append(await do(asking, pair))
    return differences(found[0], found[1])


async def looks(asking: Asking, pair: Pair) -> Found:
    return await asking.everything(pair.looker, *ONLOOKERS)


async def plays_and_looks(asking: Asking, pair: Pair) -> Found:
    if pair.move is not None:
        await asking.plays(pair.move.word)
    return await asking.everything(pair.looker, *ONLOOKERS)


async def is_closed(asking: Asking, pair: Pair) -> Found:
    """The game is closed before its end: what was hidden stays so."""
    end_game(asking.home.lobby.database, TABLE, None)
    found: Found = {}
    for name in (pair.looker, *ONLOOKERS):
        found[f"record for {name}"] = await asking.command(name, "record", TABLE)
        found[f"page for {name}"] = await asking.page(f"/t/{TABLE}", name)
    assert [name for name in ONLOOKERS if found[f"record for {name}"][0] == 0] == []
    return found


@pytest.fixture(autouse=True)
def mia(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the game of others on offer, too; its colours and picture are not there from before."""
    monkeypatch.syspath_prepend(str(MIA))
    monkeypatch.setitem(all_games(), "mia", import_module("mia.entry").ENTRY)
    kept = themes._dark, themes.theme_named, pictures.drawn_files
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()


@pytest.mark.parametrize("do", [looks, plays_and_looks, is_closed], ids=lambda do: do.__name__)
@pytest.mark.parametrize("name", GAMES)
async def test_it_is_the_same_in_both(name: str, do: Doing, tmp_path: Path) -> None:
    assert await in_both(tmp_path, Pair.of(name, 7), do) == []


LEAKS: Final = {
    "/ ": "nim_tui.server.web.first_page._told_here",
    "/now ": "nim_tui.server.web.first_page._told_here",
    f"/t/{TABLE} ": "nim_tui.server.web.table_page._terms",
    "picture": "nim_tui.server.web.static_files.drawn_files",
    "record ": "nim_tui.server.sessions.sign_in.download",
    "export ": "nim_tui.server.accounts.personal_data._account",
    "socket ": "nim_tui.games.schwarm.spoken.question",
}
"""What is handed out otherwise once a function of the server tells more."""


@pytest.mark.parametrize(
    ("what", "do"),
    [*((what, looks) for what in LEAKS), ("record ", plays_and_looks), ("record ", is_closed)],
)
async def test_each_leak_is_found(what: str, do: Doing, tmp_path: Path) -> None:
    """In Der Schwarm only the seed is hidden."""
    found = await in_both(tmp_path, Pair.of("schwarm", 7), do, LEAKS[what])
    assert [each for each in found if each.startswith(what)] != []


async def test_a_record_is_everybodys_once_the_game_is_over(tmp_path: Path) -> None:
    setting = next(settings_of(all_games()["schwarm"].game))
    walk = Walk(setting.game, setting.new(Chance(5)), 5)
    walk.go()
    before = at(setting, 5, len(walk.record) - 3)
    world = World(setting, before, "a")
    async with served(tmp_path, world) as asking:
        everybody = (*NAMES[: setting.seats], *ONLOOKERS)
        table = await asking.home.lobby.opener.live(TABLE)
        while table.waiting:
            told = [await asking.command(name, "record", TABLE) for name in ONLOOKERS]
            assert {(status, sent) for status, sent, _why in told} == {(1, b"")}
            await asking.plays(table.legal(table.waiting[0])[0].word)
        records = {await asking.command(name, "record", TABLE) for name in everybody}
        ((status, sent, _errors),) = records
        assert status == 0
        assert world.seed.drawn.encode() in sent
