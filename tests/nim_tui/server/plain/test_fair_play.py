"""No door of a rated game between people yields what a bot would do; against bots alone all do."""

from __future__ import annotations

import re

import pytest

from nim_tui.plain.commands import MEANINGS, spelt
from nim_tui.server.chat.commands import CHAT_COMMANDS
from nim_tui.server.play.reviews import opened
from nim_tui.server.play.seated import SeatedPlayer
from nim_tui.server.ratings.rating import UNRATED
from nim_tui.server.ratings.store import ratings_of
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.fair_play import Unfair
from nim_tui.tables.seats import TableSeat
from nim_tui.thinking.question import Question
from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.nim_tui.server.plain.lines import talker

ADVICE = re.compile("a bot would|win chance|% to win|in a hundred|better:|accuracy", re.IGNORECASE)
CAMP = "sub 14.200; sub 22.100; sub 33.300; mine 9"
CHANGES = {"lend", "sit", "resign", "draw"}
"""What ends the game, or has a bot play on: that tells everybody what it would do."""
ARGUMENTS = ("", " 1", " A 17")


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who was asked, whichever door it came by, what moves are worth."""
    asked: list[str] = []
    weigh = Question.weigh

    def noted(question: Question) -> object:
        asked.append(question.game.name)
        return weigh(question)

    monkeypatch.setattr(Question, "weigh", noted)
    return asked


async def walked(server: Steady, name: str, table: str, how: str = "join") -> list[str]:
    """All that somebody is told at a table and in the lobby who tries every command there is."""
    somebody = await talker(server, name)
    words = [spelt(word) for word in (*MEANINGS, *CHAT_COMMANDS) if word not in CHANGES]
    for word in words:
        await somebody.say(f"{how} {table}")
        for rest in ARGUMENTS:
            await somebody.say(f"{word}{rest}")
    somebody.hears()
    return somebody.told


@pytest.mark.parametrize("name", ["Ana", "Eva"])
def test_no_command_of_a_rated_game_between_people_tells_what_a_bot_would_do(
    play: Play, weighed: list[str], name: str
) -> None:
    """Ana tries them in a second session of her key, as she plays in the first; Eva looks on."""

    async def scene(server: Steady) -> None:
        ana, ben, _eva = [await talker(server, who) for who in ("Ana", "Ben", "Eva")]
        made = await server.table("bataille", "Ana", "Ben")
        for one in (ana, ben):
            await one.say(f"join {made}")
            await one.say(CAMP)
        assert "No hints here" in " ".join(await ana.say("hint"))
        told = await walked(server, name, made, "join" if name == "Ana" else "watch")
        assert [line for line in told if ADVICE.search(line)] == []
        assert weighed == []

    play(scene, rated_moves=0)


def test_no_seat_of_a_rated_game_between_people_is_advised_and_no_review_opened(
    play: Play, weighed: list[str]
) -> None:
    """Whatever is shown to somebody, on a screen, in a browser or by lines, goes by these seats."""

    async def scene(server: Steady) -> None:
        for who in ("Ana", "Ben", "Eva"):
            await talker(server, who)
        made = await server.table("bataille", "Ana", "Ben")
        for who in ("Ana", "Eva"):
            for seat in await seats(server, who, made):
                assert isinstance(seat.why_no_hints, Unfair)
                with pytest.raises(Unfair):
                    seat.advised()
            with pytest.raises(
                CannotUseTable, match="only a finished game can be replayed or reviewed"
            ):
                await server.database.ask(opened, made, server.accounts[who].id)
        _game, held = await server.lobby.opener.looked_at(made)
        assert held is not None
        await held.stand_ins.lend(1)
        assert all(seat.why_no_hints for seat in await seats(server, "Ana", made)), "nor while away"
        assert weighed == []

    play(scene)


async def seats(server: Steady, who: str, table: str) -> list[TableSeat]:
    """The seats that somebody is given at a table, and that to look on from."""
    person = SessionAccount(server.accounts[who], "127.0.0.1")
    places = await SeatedPlayer(server.lobby, person, lambda _trouble: None).places(table)
    return [*places.own, places.watcher]


@pytest.mark.parametrize("agreed", [False, True])
def test_against_bots_alone_and_where_all_agreed_bots_help(
    play: Play, weighed: list[str], agreed: bool
) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        if agreed:
            made = await server.table("bataille", "Ana", "Ben", rated_from=None, hints_for_all=True)
            assert "casual, hints for all" in " ".join(await ben.say(f"look {made}"))
        else:
            made = await server.table("bataille", "Ana", bots=["random"])
        await ana.say(f"join {made}")
        assert "Hints are available here." in " ".join(await ana.say("terms"))
        assert "A bot would play" in " ".join(await ana.say("hint"))
        assert weighed

    play(scene)


def test_a_rating_is_not_had_by_lending_the_seat_and_that_is_told(play: Play) -> None:
    """The bot lays a camp, four moves; then the other resigns."""

    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        made = await server.table("bataille", "Ana", "Ben")
        for one in (ana, ben):
            await one.say(f"join {made}")
        await ben.say(CAMP)
        assert "your rating cannot rise" in " ".join(await ana.say("lend"))
        game = await server.lobby.opener.live(made)
        await until(lambda: game.moves_of(0)[0] > 3, "a camp")
        await ben.say("resign yes")
        await ana.hears_of("Your rating does not rise: a bot made too many of your moves.")
        ben.hears()
        assert "Ana’s rating does not rise: a bot made too many of the moves." in ben.told
        ratings = [
            ratings_of(server.database, server.accounts[who].id)["bataille"][0]
            for who in ("Ana", "Ben")
        ]
        assert ratings[0] == UNRATED
        assert ratings[1].mu < UNRATED.mu

    play(scene, ticks=True, rated_moves=0)
