"""The ladders of a running server: actions, deadlines (ruled in `ladder_store`), notifications."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from nim_tui.registry import game_named
from nim_tui.server.accounts.store import account_numbered
from nim_tui.server.contests.contest_lobby import ContestLobby
from nim_tui.server.contests.ladder import DRAWN, HELD, OPEN, PASSED, PLAYING, VOID, WON
from nim_tui.server.contests.ladder_store import (
    LadderChallenge,
    LadderData,
    NotOnLadder,
    accept,
    challenge,
    challenges_of,
    drop_absent,
    expire_challenges,
    join,
    ladder_sheet,
    leave,
    settle_missed,
    take_news,
    turn_down,
)
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import StorageError
from nim_tui.tables.clock import DAYS, ClockPlan
from nim_tui.tables.seeds import fresh_seed
from rules.messages import N_, Fact
from screens.people import PersonalSentence

_TAKES: Final = PersonalSentence(
    N_("{name} takes {other}’s rank on the {game} ladder."),
    you=N_("You take {other}’s rank on the {game} ladder."),
    to_you=N_("{name} takes your rank on the {game} ladder."),
)
_PASSES: Final = PersonalSentence(
    N_("{other} did not play: {name} takes their rank on the {game} ladder."),
    you=N_("{other} did not play: you take their rank on the {game} ladder."),
    to_you=N_("You did not play: {name} takes your rank on the {game} ladder."),
)
_KEEPS: Final = PersonalSentence(
    N_("{other} keeps their rank on the {game} ladder."),
    to_you=N_("You keep your rank on the {game} ladder."),
)
_NEWS: Final[Mapping[str, PersonalSentence]] = {
    OPEN: PersonalSentence(
        N_("{name} challenges {other} on the {game} ladder."),
        to_you=N_("{name} challenges you on the {game} ladder: see Ladder in the lobby."),
    ),
    PLAYING: PersonalSentence(
        N_("Your {game} ladder game begins."),
        you=N_("{other} accepts your challenge: {game} begins."),
    ),
    WON: _TAKES,
    PASSED: _PASSES,
    HELD: _KEEPS,
    DRAWN: PersonalSentence(N_("{name} and {other} drew: the {game} ladder does not change.")),
    VOID: PersonalSentence(N_("The {game} challenge between {name} and {other} is void.")),
}
_TOLD_ONE: Final = {OPEN: "challenged", PLAYING: "challenger"}
"""The changes told to only one of the two, as the other caused them."""


class LadderService:
    """The ladders of all games. Coroutines query the database."""

    def __init__(self, lobby: ContestLobby, terms: ContestConfig) -> None:
        self._lobby = lobby
        self.terms: Final = terms

    async def sheet(self, game: str) -> LadderData:
        """Return the ladder of a game. Raises StorageError."""
        return await self._lobby.database.look(ladder_sheet, game)

    async def asked_of(self, account: int) -> list[LadderChallenge]:
        """Return the challenges that an account has to answer. Raises StorageError."""
        return await self._lobby.database.look(challenges_of, account)

    async def join(self, game: str, account: int) -> None:
        """Join a ladder. Raises a Refusal."""
        await self._lobby.database.ask(join, game, account)
        await self._tell()

    async def leave(self, game: str, account: int) -> None:
        """Leave a ladder. Raises a Refusal."""
        await self._lobby.database.ask(leave, game, account)
        await self._tell()

    async def challenge(self, game: str, pair: tuple[int, int], clock: ClockPlan) -> None:
        """Make the first of a pair challenge the second. Raises a Refusal."""
        await self._lobby.database.ask(challenge, game, pair, clock, self.terms)
        await self._tell()

    async def turn_down(self, number: int, account: int) -> None:
        """Decline a challenge, or withdraw one's own. Raises a Refusal."""
        await self._lobby.database.ask(turn_down, number, account)
        await self._tell()

    async def accept(self, one: LadderChallenge, account: int) -> str:
        """Accept a challenge; return the table, whose game begins at once. Raises a Refusal.

        With a live clock the challenger must be online.
        """
        self._lobby.check_beginning()
        if one.clock.kind != DAYS and one.challenger not in self._lobby.present():
            raise NotOnLadder(N_("live clock: accept while your opponent is online"))
        return await self._lobby.database.whole(self._accept(one.id, account))

    async def _accept(self, number: int, account: int) -> str:
        limits = self._lobby.limits
        table = await self._lobby.database.ask(
            accept, number, account, seed=fresh_seed(), rated_from=limits.rated_moves,
            least_age=limits.rated_hours * 3600,
        )  # fmt: skip
        await self._lobby.show(table)
        await self._lobby.hold(table)
        await self._tell()
        return table

    # Automatic changes

    async def look(self) -> None:
        """Carry out everything that is due. Raises StorageError."""
        ask = self._lobby.database.ask
        changed = await ask(expire_challenges) + await ask(settle_missed)
        changed += len(await ask(drop_absent, self.terms, self._lobby.present()))
        await self._tell(is_changed=bool(changed))

    def note_over(self) -> None:
        """Check for a challenge settled by a game that is over."""
        self._lobby.database.start(self._tell_over())

    async def _tell_over(self) -> None:
        with suppress(StorageError):  # told at the next check
            await self._tell(is_changed=False)

    async def _tell(self, *, is_changed: bool = True) -> None:
        """Tell the people concerned about changes, once."""
        await self._lobby.tell_news(take_news, self._tell_of, is_changed=is_changed)

    async def _tell_of(self, one: LadderChallenge) -> None:
        ask = self._lobby.database.ask
        both = [await ask(account_numbered, who) for who in (one.challenger, one.challenged)]
        name, other = ("" if who is None else who.name for who in both)
        meant = [one.challenger, one.challenged]
        if one.state in _TOLD_ONE:
            meant = [getattr(one, _TOLD_ONE[one.state])]
        facts: dict[str, Fact] = {"name": name, "other": other, "game": game_named(one.game).title}
        self._lobby.tell_people(meant, _NEWS[one.state], facts)
