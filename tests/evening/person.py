"""Somebody of the club: they sign up, join the tournament, and play it round by round."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

from tests.chaos.told import Told
from tests.evening.course import Course, Game
from tests.evening.doors import GONE, Door, Heard, Shown
from tests.evening.house import SERVER_NAME, House
from tests.evening.transcript import Answer, Answers, Transcript

ANSWER: Final = 180.0
"""Seconds in which an answer comes, at most; the person comes anew then."""
TOLD: Final = 60.0
"""Seconds in which a move that was told is in the database, or another one's turn seen."""
REST: Final = 0.5
"""Seconds between two looks where nothing is to be done."""
UNSAVED: Final = "reconnect to take part"
"""What a server says whose database was too busy to keep a new account."""
LOBBY_LINE: Final = "Lobby. Type "
NEXT_TURN: Final = ";"
"""The key that leads to the game that waits for a move."""


ESCAPE: Final = "\x1b"
BACK: Final = "Back to the table"
"""In the key bar of the page that ends a game."""
RESIGN: Final = "_"
DOWN: Final = "\x1b[B"
SURE: Final = "again to resign"
AGAIN: Final = 8.0
"""Seconds until a key is pressed again that has led nowhere."""
ASKED: Final = "Your turn: "
"""At a table that waits for one's move."""


class Silence(EOFError):
    """No answer came: the person comes anew."""


class Evening(NamedTuple):
    """All that people share."""

    house: House
    course: Course
    told: Told
    answers: Answers


class Talk:
    """A conversation through a door by lines."""

    def __init__(self, door: Door, answers: Answers) -> None:
        view = door.view
        assert isinstance(view, Heard)
        self._door, self._view, self._answers = door, view, answers

    @property
    def lines(self) -> Sequence[str]:
        """The sentences of this visit."""
        return self._view.lines

    @property
    def last(self) -> str:
        """The last sentence."""
        return next((line for line in reversed(self._view.lines) if line), "")

    async def hears(self, *texts: str, since: int = 0) -> str:
        """Wait for the first sentence that has one of these; return it. Raises Silence."""
        end = time.monotonic() + ANSWER
        while time.monotonic() < end:
            for line in self._view.lines[since:]:
                if any(text in line for text in texts):
                    return line
            await self._door.waits(REST)
        raise Silence(f"{self._view.transcript.name} waits for {texts}")

    async def asks(self, line: str, *texts: str) -> str:
        """Type a line, and wait for an answer that has one of these texts, or any answer."""
        since, at, begun = len(self._view.lines), time.time(), time.perf_counter()
        await self._door.type(f"{line}\n")
        await self.hears("", since=since)
        took, name = time.perf_counter() - begun, self._view.transcript.name
        self._answers.taken.append(Answer(at, took, name, line))
        return await self.hears(*texts, since=since) if texts else self._view.lines[since]

    async def rests(self, seconds: float = REST) -> None:
        """Listen for so long."""
        await self._door.waits(seconds)


class Person:
    """Somebody with a name, who comes to any server, again and again until the evening is over."""

    def __init__(self, name: str, evening: Evening, seed: int) -> None:
        self.name = name
        self.evening = evening
        self.answers = evening.answers
        self.transcript = Transcript(name)
        self.draw = Random(f"{seed} {name}")
        self.comings = 0
        self.silences: list[str] = []
        self.is_known = False
        """Whether the name is theirs by now."""
        self.door: Door

    async def comes(self, visit: Callable[[], Awaitable[None]]) -> None:
        """Come until the tournament is over; each time `visit`, through an open door."""
        while not self.evening.course.is_over:
            try:
                self.comings += 1
                await self.door.open(*self.evening.house.door())
                await visit()
            except Silence as silence:
                self.silences.append(str(silence))
            except GONE:
                pass
            finally:
                with suppress(*GONE):
                    await self.door.close()
            await asyncio.sleep(REST)

    async def talks(self) -> Talk:
        """Sign up if need be, and be in the lobby."""
        talk = Talk(self.door, self.answers)
        heard = await talk.hears("Choose your name", LOBBY_LINE)
        if LOBBY_LINE not in heard:
            await talk.asks(self.name, "Take the name", "is taken")
            await talk.asks("", LOBBY_LINE)
            await talk.asks("set forced moves ask")
        self.is_known = True
        return talk


class Player(Person):
    """A player of the tournament."""

    def __init__(self, name: str, team: str, evening: Evening, seed: int) -> None:
        super().__init__(name, evening, seed)
        self.team = team
        self.lines_door: Door | None = None
        """By which somebody at a screen signs up; None for who plays by lines anyway."""
        self.extras: list[Callable[[Talk], Awaitable[bool]]] = []
        """What else is to be done in the lobby, until it returns that it is done."""

    async def signs_up(self) -> None:
        """Take a name and join the tournament, by lines; again until that is done."""
        own = self.door
        if self.lines_door is not None:
            self.door = self.lines_door
        while self.name not in self.evening.course.players:
            try:
                await self.door.open(*self.evening.house.door())
                await self._joins(await self.talks())
            except Silence as silence:
                self.silences.append(str(silence))
            except GONE:
                pass
            await self.door.close()
            await asyncio.sleep(REST)
        self.door = own

    async def _joins(self, talk: Talk) -> None:
        while self.evening.course.sheet is None:
            await talk.rests()
        await talk.asks("tournaments", "Tournaments. Type")
        await talk.asks("go 1", "Type list")
        heard = await talk.asks(f"join {self.team}", "You joined", "already", UNSAVED)
        if UNSAVED in heard:
            raise Silence(f"{self.name}: {heard}")
        end = time.monotonic() + TOLD
        while self.name not in self.evening.course.players and time.monotonic() < end:
            await talk.rests()

    async def plays(self) -> None:
        """Play all rounds."""
        await self.comes(self._visit)

    async def _visit(self) -> None:
        if self.door.is_lines:
            await self._by_lines(await self.talks())
        else:
            await self._at_screen()

    # By lines

    async def _by_lines(self, talk: Talk) -> None:
        at = ""
        while not self.evening.course.is_over:
            game = self.evening.course.game_of(self.name)
            if game is None or game.table != at:
                if at:
                    await talk.asks("leave", LOBBY_LINE)
                    at = ""
                for extra in [*self.extras] if game is None else ():
                    if await extra(talk):
                        self.extras.remove(extra)
                if game is not None:
                    await talk.asks(f"join {game.table}", ": You, ", ", You.")
                    at = game.table
                await talk.rests()
                continue
            await self._turn(talk, game)

    async def _turn(self, talk: Talk, game: Game) -> None:
        """Do what is due at the table, if anything."""
        seat = game.seat_of(self.name)
        if game.ends_by == "draw" and any("offers a draw" in line for line in talk.lines[-6:]):
            await talk.asks("draw yes")
            await self._until(talk, lambda: self.evening.course.game_of(self.name) is not game)
        elif seat in game.played.waiting and game.played.result is None:
            await self._moves(talk, game, seat)
        else:
            await talk.rests()

    async def _moves(self, talk: Talk, game: Game, seat: int) -> None:
        number = game.moves_of(seat)
        if game.is_enough_for(self.name):
            await talk.asks("resign yes")
            await self._until(talk, lambda: self.evening.course.game_of(self.name) is not game)
            return
        if number == game.after and game.ends_by == "draw" and seat == 0:
            await talk.asks("draw yes")
            await self._until(talk, lambda: self.evening.course.game_of(self.name) is not game)
            if self.evening.course.game_of(self.name) is not game:
                return
        move = game.choose(seat, self.draw)
        since = len(talk.lines)
        await talk.asks(move.word)
        heard = await talk.hears("You", "Your turn", "not your turn", "The game is over",
                                 since=since)  # fmt: skip
        if heard.startswith("You: "):
            self.evening.told.accept(game.table, seat, number, move.word)
        await self._until(talk, lambda: game.moves_of(seat) > number)

    async def _until(self, talk: Talk, is_so: Callable[[], bool]) -> None:
        """Listen until something is so in the database, or for long enough to go on."""
        end = time.monotonic() + TOLD
        while not is_so() and time.monotonic() < end:
            await talk.rests()

    # At a screen

    async def _at_screen(self) -> None:
        view = self.door.view
        assert isinstance(view, Shown)
        await self._sees(lambda: SERVER_NAME in view.text or ASKED in view.text)
        while not self.evening.course.is_over:
            game = self.evening.course.game_of(self.name)
            if game is None or game.seat_of(self.name) not in game.played.waiting:
                await self.door.waits(REST)
            elif not self._is_at(game, view.text):
                await self.door.type(ESCAPE if BACK in view.text else NEXT_TURN)
                with suppress(Silence):
                    await self._sees(lambda: self._is_at(game, view.text), AGAIN)  # noqa: B023
            elif game.is_enough_for(self.name):
                await self._resigns(view)
                await self._sees(lambda: self.evening.course.game_of(self.name) is not game)  # noqa: B023
            else:
                await self._types(game, game.seat_of(self.name))

    async def _resigns(self, view: Shown) -> None:
        """Resign, in the box that asks twice."""
        for key, shows in ((RESIGN, "› continue playing"), (DOWN, "› resign"), ("\r", SURE)):
            await self.door.type(key)
            await self._sees(lambda: shows in view.text)  # noqa: B023
        await self.door.type("\r")

    def _is_at(self, game: Game, text: str) -> bool:
        """Whether a screen is that of a game which waits for a move."""
        return ASKED in text and all(name in text for name in game.names if name != self.name)

    async def _types(self, game: Game, seat: int) -> None:
        """Type a move at a screen. Raises Silence if it is not made."""
        number, move = game.moves_of(seat), game.choose(seat, self.draw)
        await self.door.type(f":{move.word}\r")
        end = time.monotonic() + TOLD
        while game.moves_of(seat) == number:
            if time.monotonic() > end:
                raise Silence(f"{self.name} typed {move.word} in vain")
            if self.evening.course.game_of(self.name) is not game:
                return
            await self.door.waits(REST)

    async def _sees(self, is_so: Callable[[], bool], patience: float = ANSWER) -> None:
        end = time.monotonic() + patience
        while not is_so():
            if time.monotonic() > end:
                raise Silence(f"{self.name} sees something else")
            await self.door.waits(REST)
