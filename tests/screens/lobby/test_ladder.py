"""The ladder by keys: joining, challenges, answers, and their notifications."""

from __future__ import annotations

import pytest

from nim_tui.server.contests.ladder_store import NotOnLadder
from nim_tui.server.lobby.upkeep import Maintenance
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.storage.off_loop import at_once
from nim_tui.testing.screens import running
from screens.lobby.pages import LadderPage
from screens.lobby.screen import LobbyScreen
from screens.table.screen import GameScreen
from tests.screens.lobby.ladders import A_DAY, GAME, accept, ask, climb, ladder
from tests.screens.lobby.scenes import QUARTER, shown
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_profile import shows


def unwrapped(text: str) -> str:
    """Return a message of several lines as one."""
    return " ".join(text.replace("▌", " ").split())


@pytest.mark.slow
async def test_one_joins_and_challenges_by_keys(server: Server) -> None:
    (ben,) = server.arrive("Ben")
    climb(server, "Ben", "Cleo")
    async with running(server.visitor("Ana")) as pilot:
        text = await shows(pilot, "d")
        assert isinstance(pilot.app.screen, LadderPage)
        assert "You are not on this ladder." in text
        text = await shows(pilot, "enter")
        assert "you: rank 3 of 3" in text
        assert ladder(server) == ["Ben", "Cleo", "Ana"]
        assert "challenge Ben for rank 1" in text
        assert "which time control?" in await shows(pilot, "enter")
        text = await shows(pilot, "enter")
        assert "challenged by Ana, 7 days left" in text
        assert ben.heard == [
            "Ana challenges you on the Bataille sous les mers ladder: see Ladder in the lobby."
        ]
        assert "Press the same key again to withdraw your challenge." in await shows(pilot, "x")
        assert "challenged by Ana" not in await shows(pilot, "x")
        await shows(pilot, "q")
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.slow
async def test_whoever_is_challenged_is_told_and_answers(server: Server) -> None:
    climb(server, "Ana", "Ben")
    (ben,) = server.arrive("Ben")
    async with running(server.visitor("Ana")) as pilot:
        ask(server, "Ben", "Ana")
        text = unwrapped(await shows(pilot))
        assert "Ben challenges you on the Bataille sous les mers ladder: see Ladder in the" in text
        text = await shows(pilot, "d")
        assert "accept: the game begins" in text
        await shows(pilot, "enter")
        assert isinstance(pilot.app.screen, GameScreen)
        assert ben.heard == ["Ana accepts your challenge: Bataille sous les mers begins."]
        (table,) = server.lobby.held.by_id
        server.win(table, loser="Ana")
        assert ladder(server) == ["Ben", "Ana"]
        assert ben.heard[1:] == ["You take Ana’s rank on the Bataille sous les mers ladder."]
        assert "Ben takes your rank on the Bataille" in await shows(pilot)


async def test_who_comes_in_is_told_what_waits_for_an_answer(server: Server) -> None:
    climb(server, "Ana", "Ben")
    ask(server, "Ben", "Ana")
    async with running(server.visitor("Ana")) as pilot:
        text = unwrapped(await shows(pilot))
        assert "You have a challenge on the Bataille sous les mers ladder: see Ladder in" in text


@pytest.mark.slow
async def test_to_turn_down_or_leave_takes_two_presses(server: Server) -> None:
    climb(server, "Ana", "Ben", "Cleo")
    ask(server, "Ben", "Ana")
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "d", "down")
        assert "Press the same key again" in await shows(pilot, "x")
        assert ladder(server) == ["Ana", "Ben", "Cleo"]
        await shows(pilot, "down", "up", "x")
        assert ladder(server) == ["Ana", "Ben", "Cleo"], "another mark between: not sure any more"
        assert "Ben took the rank: Ana did not play" in await shows(pilot, "x")
        assert ladder(server) == ["Ben", "Ana", "Cleo"]
        await shows(pilot, "down", "x", "x")
        assert ladder(server) == ["Ben", "Cleo"]


@pytest.mark.slow
async def test_a_ladder_that_is_looked_at_goes_on(server: Server) -> None:
    climb(server, "Ben", "Cleo", "Ana")
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "d")
        ask(server, "Cleo", "Ben")
        table = accept(server, "Ben")
        await shown(pilot)
        assert "playing Cleo" in await shows(pilot)
        server.win(table, loser="Ben")
        await shown(pilot)
        assert "Cleo beat Ben and took the rank" in await shows(pilot)


async def test_whoever_looks_at_ladders_is_shown_what_changes_and_nothing_else(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(server.lobby.nodes, "tell", lambda *_news: told.append("changed"))

    def changes() -> bool:
        is_told = bool(told)
        told.clear()
        return is_told

    climb(server, "Ben")
    assert changes()
    climb(server, "Ana")
    ask(server, "Ana", "Ben")
    table = accept(server, "Ben")
    assert changes()
    server.win(table, loser="Ben")
    assert changes(), "a game that is over changes the places"
    await server.lobby.ladders.look()
    assert not changes()


async def test_who_comes_and_goes_too_often_challenges_nobody_for_a_while(server: Server) -> None:
    climb(server, "Ben", "Ana")
    app = server.visitor("Ana")

    async def does(word: str) -> None:
        page = await app.page("ladder", GAME)
        (action, *_rest) = [
            one for row in page.rows for one in row.all_actions if one.word == word
        ]  # fmt: skip
        await action.run(action.ask.choices[0] if action.ask is not None else "")

    def asked() -> int:
        return len(at_once(server.lobby.ladders.sheet(GAME)).standing)

    for _turn in range(3):
        await does("leave")
        await does("join")
    with pytest.raises(TooOften, match="too fast: wait a moment"):
        await does("challenge")
    assert asked() == 0
    server.later(A_DAY)
    await does("challenge")
    assert asked() == 1


async def test_every_game_of_two_has_a_ladder(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "d")
        heads = [(await shows(pilot, "right")).splitlines()[0] for _game in range(3)]
        assert [head.split("‹")[1].split("›")[0].strip() for head in heads] == [
            "Submarine", "Der Schwarm", "Bataille sous les mers",
        ]  # fmt: skip


async def test_guests_are_told_why_they_have_no_place(server: Server) -> None:
    async with running(server.stranger(None)) as pilot:
        text = " ".join((await shows(pilot, "d", "enter")).split())
        assert (
            "guests cannot join a ladder: sign in with an SSH key, or choose a name in your browser"
            in text
        )


def test_upkeep_passes_who_does_not_answer(server: Server) -> None:
    climb(server, "Ben", "Ana")
    (ben,) = server.arrive("Ben")
    ask(server, "Ana", "Ben")
    server.later(7 * A_DAY + 1)
    at_once(Maintenance(server.lobby).look())
    assert ladder(server) == ["Ana", "Ben"]
    assert ben.heard[1:] == [
        "You did not play: Ana takes your rank on the Bataille sous les mers ladder."
    ]


def test_upkeep_drops_who_is_away_for_long_and_nobody_who_is_here(server: Server) -> None:
    climb(server, "Ben", "Ana")
    server.arrive("Ben")
    server.later(61 * A_DAY)
    at_once(Maintenance(server.lobby).look())
    assert ladder(server) == ["Ben"]


async def test_where_time_runs_both_are_to_be_here(server: Server) -> None:
    climb(server, "Ben", "Ana")
    ask(server, "Ana", "Ben", QUARTER)
    with pytest.raises(NotOnLadder, match="live clock: accept while your opponent is online"):
        accept(server, "Ben")
    server.arrive("Ana")
    table = accept(server, "Ben")
    assert server.held(table).time.is_counted


def test_who_has_blocked_somebody_is_not_challenged_by_them(server: Server) -> None:
    climb(server, "Ben", "Ana")
    (ben,) = server.arrive("Ben")
    at_once(server.lobby.talking.block(ben.account, server.account("Ana").id))
    with pytest.raises(NotOnLadder, match="they have already been challenged"):
        ask(server, "Ana", "Ben")
    assert ben.heard == []
    assert ladder(server) == ["Ben", "Ana"]


async def test_a_game_closed_by_an_admin_counts_for_nothing(server: Server) -> None:
    climb(server, "Ben", "Ana")
    (ben,) = server.arrive("Ben")
    ask(server, "Ana", "Ben")
    server.close_table(accept(server, "Ben"))
    at_once(Maintenance(server.lobby).look())
    assert ladder(server) == ["Ben", "Ana"]
    assert ben.heard[-1] == "The Bataille sous les mers challenge between Ana and Ben is void."


@pytest.mark.slow
async def test_no_game_for_a_place_begins_while_the_server_drains(server: Server) -> None:
    climb(server, "Ana", "Ben")
    ask(server, "Ben", "Ana")
    async with running(server.visitor("Ana")) as pilot:
        server.lobby.tables.drain()
        text = await shows(pilot, "d", "enter")
        assert "the server is stopping soon" in text
        assert server.lobby.held.by_id == {}
