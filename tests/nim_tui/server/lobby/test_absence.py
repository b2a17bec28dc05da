"""Who is away: the others who are there vote for a program, and most of them bring it."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.play.stand_ins import CannotVote
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.off_loop import at_once
from nim_tui.tables.clock import ClockPlan
from rules.messages import Refusal
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.lobby.timed import A_DAY, Timed, timed

pytestmark = pytest.mark.slow

GRACE = LobbyLimits().away_seconds
FOUR = ("Ana", "Ben", "Cleo", "Dora")
ENTER, SEATS = "\r", '"'


async def without_dora(server: Steady, *here: str, clock: ClockPlan | None = None) -> Timed:
    """Himalaya for four, who all came; these sit down, and Dora is not among them."""
    table = await timed(server, "himalaya", *FOUR, clock=clock)
    await table.sit_down(*here)
    return table


async def vote(table: Timed, *names: str, seat: int = 3) -> None:
    """Have people vote for a program on a seat."""
    for name in names:
        (number,) = table.server.numbers(name)
        await table.held.voting.vote(number, seat)


def may_vote(table: Timed, name: str, seat: int = 3) -> bool:
    """Whether somebody may; if not a vote is refused and counts for nothing."""
    (number,) = table.server.numbers(name)
    if table.held.voting.may_vote(number, seat):
        return True
    before = table.held.voting.votes(seat)
    with pytest.raises(CannotVote):
        at_once(table.held.voting.vote(number, seat))
    assert table.held.voting.votes(seat) == before
    return False


@pytest.mark.nightly
def test_nobody_votes_before_somebody_is_long_away(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben", "Cleo")
        await table.at(GRACE - 1)
        assert not any(may_vote(table, name) for name in FOUR)
        await table.at(GRACE)
        assert [may_vote(table, name) for name in FOUR] == [True, True, True, False]

    play(scene, ticks=True)


def test_most_of_those_at_the_table_bring_a_program_and_all_are_told(play: Play) -> None:
    async def scene(server: Steady) -> None:
        eva = await server.enters("Eva")
        table = await without_dora(server, "Ana", "Ben", "Cleo")
        await eva.sits_down()
        await table.at(GRACE + 5)
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await ana.type(SEATS)
        await ana.sees("Dora", "away for ", "votes for a bot: 0 of 2")
        await ana.mark("Dora")
        await ana.type(ENTER)
        told = ("Ana votes for a bot to play for Dora,", "is away.")
        await ana.sees("You vote for a bot to play for Dora,", told[1])
        await table.all_see(told, "Ben", "Cleo")
        await eva.sees(*told)
        assert table.held.voting.votes(3) == (1, 2)
        assert not table.held.people.is_lent(3)
        await ben.type(SEATS)
        await ben.mark("Dora")
        await ben.type(ENTER)
        await table.all_see(["A bot is now playing for Dora."], "Ana", "Ben", "Cleo")
        await eva.sees("A bot is now playing for Dora.")
        assert table.held.people.is_lent(3)
        await ben.sees("bot, medium as stand-in")

    play(scene, ticks=True)


@pytest.mark.nightly
def test_votes_of_who_left_count_no_more(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben", "Cleo")
        await table.at(GRACE + 5)
        await vote(table, "Ana")
        await table.guests["Ana"].type("q")
        assert table.held.voting.votes(3) == (0, 2)
        assert not may_vote(table, "Ana"), "from the lobby nobody votes"
        await vote(table, "Ben")
        assert not table.held.people.is_lent(3)
        await table.sit_down("Ana")
        assert table.held.voting.votes(3) == (1, 2)
        await vote(table, "Ana")
        assert table.held.people.is_lent(3)

    play(scene, ticks=True)


@pytest.mark.nightly
def test_votes_are_enough_once_the_others_have_left(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben")
        await table.at(GRACE + 5)
        await vote(table, "Ana")
        assert table.held.voting.votes(3) == (1, 2)
        await table.guests["Ben"].type("q")
        assert table.held.people.is_lent(3), "the one vote is now that of everybody here"

    play(scene, ticks=True)


@pytest.mark.nightly
def test_who_cannot_play_any_more_does_not_hinder_a_vote(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben", clock=ClockPlan("game", 400))
        await table.held.stand_ins.lend(1)
        await table.at(GRACE + 5)
        await vote(table, "Ana")
        if may_vote(table, "Ben"):
            await vote(table, "Ben")
        assert table.held.people.is_lent(3)

    play(scene, ticks=True)


def test_coming_back_ends_a_vote_and_the_absence(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben", "Cleo")
        await table.at(GRACE + 5)
        await vote(table, "Ana")
        await table.sit_down("Dora")
        assert table.held.voting.votes(3)[0] == 0
        assert not may_vote(table, "Ben")
        await table.guests["Dora"].leave()
        left = server.now()
        assert not may_vote(table, "Ben")
        await asyncio.sleep(left + GRACE - server.now())
        assert may_vote(table, "Ben")
        assert may_vote(table, "Ana")
        await vote(table, "Ben")
        assert table.held.voting.votes(3) == (1, 2)

    play(scene, ticks=True)


@pytest.mark.nightly
def test_who_has_another_session_at_the_table_is_not_away(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben", "Cleo", "Dora")
        elsewhere = await server.enters("Dora")
        await elsewhere.sits_down()
        await table.guests["Dora"].leave()
        await table.at(3 * GRACE)
        assert table.held.voting.away_for(3) is None
        assert not may_vote(table, "Ana")

    play(scene, ticks=True)


def test_nobody_votes_about_himself_nor_programs_nor_twice_nor_looking_on(play: Play) -> None:
    async def scene(server: Steady) -> None:
        eva = await server.enters("Eva")
        table = await timed(server, "himalaya", "Ana", "Ben", clock=None, bots=["random"])
        await table.sit_down("Ana")
        await eva.sits_down()
        await table.at(GRACE + 5)
        assert not may_vote(table, "Eva", seat=1)
        assert not may_vote(table, "Ana", seat=0)
        assert not may_vote(table, "Ana", seat=2)
        assert not may_vote(table, "Ben", seat=1)
        await table.sit_down("Ben")
        await table.guests["Ana"].leave()
        await asyncio.sleep(GRACE)
        assert not may_vote(table, "Eva", seat=0)
        assert table.held.voting.votes(0) == (0, 1), "who looks on is not counted"
        await vote(table, "Ben", seat=0)
        assert table.held.people.is_lent(0)
        assert not may_vote(table, "Ben", seat=0), "a program has it already"

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_nobody_votes_twice(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben", "Cleo")
        await server.enters("Ana")
        await table.at(GRACE + 5)
        await vote(table, "Ana")
        assert not may_vote(table, "Ana")

    play(scene, ticks=True)


def test_by_the_calendar_nobody_votes(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana", "Ben", "Cleo", clock=A_DAY)
        await table.at(GRACE * 10)
        assert not any(may_vote(table, name) for name in FOUR)

    play(scene, ticks=True)


@pytest.mark.nightly
def test_a_vote_that_could_not_be_kept_can_be_made_again(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_what: object, **_how: object) -> None:
        raise Refusal("the disk is full")

    async def scene(server: Steady) -> None:
        table = await without_dora(server, "Ana")
        await table.at(GRACE + 5)
        with monkeypatch.context() as patch:
            patch.setattr("nim_tui.server.play.stand_ins.set_stand_in", full)
            with pytest.raises(Refusal, match="full"):
                await vote(table, "Ana")
        assert not table.held.people.is_lent(3)
        await vote(table, "Ana")
        assert table.held.people.is_lent(3)

    play(scene, ticks=True)
