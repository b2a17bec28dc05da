"""Who comes to an evening, by which doors, and the order of what happens."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from tests.chaos.told import Told
from tests.evening.checked import Secret
from tests.evening.course import Course
from tests.evening.doors import (
    BrowserDoor,
    ChromiumDoor,
    Door,
    Heard,
    Shown,
    SocketDoor,
    SshDoor,
)
from tests.evening.house import House
from tests.evening.nuisances import Flapper, Idler, Insulter, Rubbish, Shouter
from tests.evening.person import REST, Evening, Person, Player, Talk
from tests.evening.staff import Moderator, secret_word
from tests.evening.transcript import Answers, Transcript
from tests.nim_tui.server.ssh.serving import new_key
from tests.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import Browser

TEAMS: Final = ("Herons", "Otters", "Seals", "Terns")
SIZES: Final = (16, 20, 24, 32, 48, 64)
"""Places of a tournament, as its form offers them."""
NO_PLAYERS: Final = 5
"""Who of the people do not join: two moderators, two who shout, one who sends rubbish."""
DOWN: Final = 5.0
"""Seconds for which a killed server is down."""
Joins = TypeVar("Joins", bound=Player)
LONGEST: Final = 5400.0
"""Seconds of an evening, at most."""


@dataclass(frozen=True)
class Plan:
    """How large an evening is."""

    people: int
    rounds: int
    servers: int
    seed: int

    @property
    def sockets(self) -> int:
        """Who come by the page's own protocol."""
        return self.people * 20 // 64

    @property
    def browsers(self) -> int:
        """Who come by Chromium."""
        return max(self.people // 16, 1)

    @property
    def players(self) -> int:
        """Who play the tournament, the one who idles and the one who flaps among them."""
        return self.people - NO_PLAYERS


@dataclass
class Club:
    """The people of an evening."""

    plan: Plan
    house: House
    course: Course
    browser: Browser
    told: Told = field(default_factory=Told)
    answers: Answers = field(default_factory=Answers)
    secrets: list[Secret] = field(default_factory=list)
    began: dict[int, float] = field(default_factory=dict)
    """When each round was first seen, in seconds since 1970."""
    standings: list[str] = field(default_factory=list)
    """What the host is told at the end."""
    _reported: set[Shouter] = field(default_factory=set)

    def gather(self) -> None:
        """Name everybody, and give each a door."""
        self._draw = Random(f"{self.plan.seed} club")
        evening = Evening(self.house, self.course, self.told, self.answers)
        self._address = iter(f"127.{50 + n // 200}.{1 + n % 200}.1" for n in range(1000))
        names = _names(self._draw)
        seed, teams = self.plan.seed, self._draw

        def player(kind: type[Joins]) -> Joins:
            return kind(next(names), teams.choice(TEAMS), evening, seed)

        self.idler, self.flapper = player(Idler), player(Flapper)
        self.shouter = Shouter(next(names), evening, seed)
        self.insulter = Insulter(next(names), evening, seed)
        self.moderators = [Moderator(next(names), evening, seed) for _one in range(2)]
        self.players = [player(Player) for _one in range(self.plan.players - 2)]
        self.host = self.players[0]
        self.rubbish = Rubbish(self.house, next(self._address), seed)
        for moderator in self.moderators:
            moderator.open()
        self.moderators[1].idler = self.idler
        self._give_doors()
        self.course.at_screens |= {one.name for one in self.players if not one.door.is_lines}

    def _give_doors(self) -> None:
        """Sockets and Chromium to some of the players, `ssh` to all others."""
        plan = self.plan
        others = [self.idler, self.flapper, self.insulter, *self.moderators, self.host]
        for number, one in enumerate([self.shouter, *reversed(self.players[1:])]):
            at_screen = number % 3 == 2
            if number < plan.sockets:
                self._give_browser(one, SocketDoor(_view(one, at_screen), next(self._address)))
            elif number < plan.sockets + plan.browsers:
                at_screen = (number - plan.sockets) % 2 == 1
                self._give_browser(one, ChromiumDoor(_view(one, at_screen), self.browser))
            else:
                self._give_ssh(one, at_screen=at_screen)
        for one in others:
            self._give_ssh(one, at_screen=False)

    def _give_browser(self, one: Person, door: BrowserDoor) -> None:
        one.door = door
        if not door.is_lines:
            self._signs_up_by(one, door.by_lines(Heard(one.transcript)))

    def _give_ssh(self, one: Person, *, at_screen: bool) -> None:
        key, address = new_key(), next(self._address)
        one.door = SshDoor(_view(one, at_screen), address, key)
        if at_screen:
            self._signs_up_by(one, SshDoor(_view(one, False), address, key))

    @staticmethod
    def _signs_up_by(one: Person, door: Door) -> None:
        assert isinstance(one, Player)
        one.lines_door = door

    @property
    def entrants(self) -> Sequence[Player]:
        """All who play the tournament."""
        return [*self.players, self.idler, self.flapper]

    @property
    def people(self) -> Sequence[Person]:
        """All who have a name."""
        return [*self.entrants, self.shouter, self.insulter, *self.moderators]

    @property
    def transcripts(self) -> dict[str, Transcript]:
        """What each of them saw."""
        return {one.name: one.transcript for one in self.people}

    # The evening

    async def spends(self) -> None:
        """Spend the evening, from the first sign-up to the final standings."""
        following = asyncio.create_task(self.course.follow())
        noting = asyncio.create_task(self._notes_rounds())
        try:
            async with asyncio.timeout(LONGEST):
                await self._signs_up()
                await self._plays()
        finally:
            following.cancel()
            noting.cancel()
            for one in self.people:
                await one.door.end()

    async def _notes_rounds(self) -> None:
        """Note when each round begins, and tell how far the evening is."""
        begun = time.monotonic()
        while True:
            if self.course.round not in self.began:
                self.began[self.course.round] = time.time()
                at = time.monotonic() - begun
                print(f"  round {self.course.round} after {at:.0f} s", file=sys.stderr, flush=True)
            await asyncio.sleep(REST)

    async def _signs_up(self) -> None:
        await self._hosts()
        await _all(one.signs_up for one in self.entrants)
        for moderator in self.moderators:
            await self._in_lobby(moderator, _nothing)
            given = await self.house.asks("role", moderator.name, "moderator")
            assert given.code == 0, given.err
        for one in (self.shouter, self.insulter):
            await self._in_lobby(one, _nothing)
        self._shares_secrets()

    async def _hosts(self) -> None:
        size = next(size for size in SIZES if size >= self.plan.players)
        wishes = (
            "title=Evening of the Tide", "format=Swiss", f"players={size}",
            f"rounds={self.plan.rounds}", "teams=teams", f"your team={self.host.team}",
            "time control=15 minutes per game", "starts=when the host starts it",
        )  # fmt: skip

        async def sets_up(talk: Talk) -> None:
            await talk.asks("tournaments", "Tournaments. Type")
            await talk.asks("new bataille", "Options? Type")
            for wish in wishes:
                heard = await talk.asks(wish)
                assert wish.partition("=")[2].casefold() in heard.casefold(), heard
            await talk.asks("", "Type list")

        await self._in_lobby(self.host, sets_up)
        await until(lambda: self.host.name in self.course.players, "the tournament")

    @staticmethod
    async def _in_lobby(one: Person, doing: Callable[[Talk], Awaitable[None]]) -> None:
        """Have somebody come, do something and go."""
        await one.door.open(*one.evening.house.door())
        await doing(await one.talks())
        await one.door.close()

    def _shares_secrets(self) -> None:
        """Let some write private messages and reports, each with a word of its own."""
        by_lines = [one for one in self.players if one.door.is_lines]
        for number, one in enumerate(by_lines):
            other = by_lines[number - 1]
            word = secret_word(self._draw)
            self.secrets.append(Secret(word, frozenset({one.name, other.name})))
            one.extras.append(_saying(f"tell {other.name} the word is {word}"))
        for nuisance in (self.shouter, self.insulter):
            for one in by_lines:
                one.extras.append(self._reporting(one, nuisance))

    def _reporting(self, one: Player, nuisance: Shouter) -> Callable[[Talk], Awaitable[bool]]:
        """Report who is loud, unless somebody else has."""

        async def reports(talk: Talk) -> bool:
            if nuisance.said == 0 or nuisance in self._reported:
                return nuisance in self._reported
            self._reported.add(nuisance)
            word = secret_word(self._draw)
            staff = [moderator.name for moderator in self.moderators]
            self.secrets.append(Secret(word, frozenset({one.name, *staff})))
            await talk.asks(f"report {nuisance.name} noise, {word}", "is sent to")
            return True

        return reports

    @property
    def round_of_noise(self) -> int:
        """The round from whose beginning on some are loud."""
        return 2

    async def _plays(self) -> None:
        over = asyncio.Event()
        playing = asyncio.create_task(_all(one.plays for one in self.entrants[1:]))
        staff = asyncio.create_task(_all(one.goes_on for one in self.moderators))
        rest = [asyncio.create_task(one) for one in (self._befalls(), self._noise(over))]
        await self._in_lobby(self.host, self._begins)
        try:
            await _first_fault([playing, staff, *rest, asyncio.create_task(self.host.plays())])
        finally:
            over.set()
        await self._in_lobby(self.host, self._reads_standings)

    async def _begins(self, talk: Talk) -> None:
        await talk.asks("tournaments", "Tournaments. Type")
        await talk.asks("go 1", "Type list")
        await talk.asks("begin")
        await until(lambda: self.course.round == 1, "the first round")

    async def _reads_standings(self, talk: Talk) -> None:
        await talk.asks("tournaments", "Tournaments. Type")
        await talk.asks("go 1", "Type list")
        since = len(talk.lines)
        await talk.asks("list", "Type list")
        self.standings = [*talk.lines[since:]]

    async def _noise(self, over: asyncio.Event) -> None:
        """Let some be loud, from a round on."""
        await self._round(self.round_of_noise)
        loud = [self.shouter.goes_on(), self.insulter.goes_on(), self._rubbish()]
        await asyncio.gather(*loud)

    async def _rubbish(self) -> None:
        await self.rubbish.goes_on(self._ends())

    async def _ends(self) -> None:
        while not self.course.is_over:
            await asyncio.sleep(REST)

    async def _befalls(self) -> None:
        """Kill one server in the middle of a round, and drain another one later."""
        rounds = self.plan.rounds
        await self._round(rounds // 2 + 1)
        await self._middle()
        await self.house.kill(0, DOWN)
        await self._round(rounds // 2 + 2)
        await self._middle()
        await self.house.drain(1)

    async def _round(self, number: int) -> None:
        while self.course.round < number:
            await asyncio.sleep(REST)

    async def _middle(self) -> None:
        """Wait until each game of the round is some moves old, or for some time."""
        end, number = time.monotonic() + 30, self.course.round
        while time.monotonic() < end and not all(
            len(game.played.plays) > 14
            for game in self.course.games.values()
            if game.round == number
        ):
            await asyncio.sleep(REST)


def _view(one: Person, at_screen: bool) -> Heard | Shown:
    return Shown(one.transcript) if at_screen else Heard(one.transcript)


def _saying(line: str) -> Callable[[Talk], Awaitable[bool]]:
    async def says(talk: Talk) -> bool:
        await talk.asks(line, "Sent to")
        return True

    return says


async def _nothing(_talk: Talk) -> None:
    """Do nothing: who comes has signed up by then."""


async def _all(doings: Iterator[Callable[[], Awaitable[None]]]) -> None:
    await asyncio.gather(*(doing() for doing in doings))


async def _first_fault(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait for all; the first fault ends the evening."""
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def _names(draw: Random) -> Iterator[str]:
    """Names of which none is like another one."""
    seen = set[str]()
    while True:
        name = secret_word(draw)[:6].title()
        if name[:4] not in seen:
            seen.add(name[:4])
            yield name
