"""The viewer of a private screen is "you" there, and everybody else has a name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, press, running, settle, text_of
from nim_tui.testing.tables import OPEN
from rules.contract import AnyGame
from screens.table.display import Curtain
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt, say, table_screen
from tests.screens.tables import (
    ALONE,
    ANA_CAMP,
    BEN_CAMP,
    FIRST_TURNS,
    PAIR,
    WON,
    keep,
    table_after,
)

MEDIUM = SeatPlan("medium", "medium")
ANA_AND_BOTS = (ALONE[0], MEDIUM, SeatPlan("medium 2", "medium"))


def begun_by_the_first(game: AnyGame, seats: Sequence[SeatPlan]) -> Table:
    """Return a new table where the first seat moves first."""
    tables = (table_after(game=game, seats=seats, seed=seed) for seed in range(20))
    return next(table for table in tables if table.waiting[0] == 0)


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize("name", all_games())
async def test_an_own_screen_names_all_but_the_one_who_looks(make_app: MakeApp, name: str) -> None:
    game = all_games()[name].game
    table = begun_by_the_first(game, ANA_AND_BOTS[: game.seats[0]])
    async with running(make_app(table), LARGE) as pilot:
        assert prompt(pilot).startswith("Your turn: ")
        table.play(0, table.legal(0)[0])
        await press(pilot, "1")
        shown = text_of(pilot.app)
        assert "You" in shown
        assert "Ana" not in shown


@pytest.mark.slow
@pytest.mark.parametrize(("language", "level"), [("en", "medium"), ("fr", "moyen")])
@pytest.mark.usefixtures("bots_wait")
async def test_bots_are_named_in_the_language_of_the_reader(
    make_app: MakeApp, store: Store, language: str, level: str
) -> None:
    game = all_games()["schwarm"].game
    keep(store, "", game=game, seats=ANA_AND_BOTS[:2])
    async with running(make_app(language=language), LARGE) as pilot:
        await press(pilot, "p")
        assert {"en": f"with {level} ", "fr": f"avec {level} "}[language] in text_of(pilot.app)
        await press(pilot, "enter")
        shown = text_of(pilot.app)
        (row,) = (row for row in shown.splitlines() if f"  {level} " in row)
        assert "20 points" in row
        assert language == "en" or "medium" not in shown


async def test_who_won_is_told_to_who_won(make_app: MakeApp) -> None:
    async with running(make_app(table_after(WON))) as pilot:
        assert "You win: all of Ben’s submarines are sunk." in text_of(pilot.app)
        assert "1.▲ You" in text_of(pilot.app)


async def test_who_won_is_told_to_who_lost(make_app: MakeApp) -> None:
    table = table_after(WON, seats=(SeatPlan("Ana", "random"), SeatPlan("Ben")))
    async with running(make_app(table)) as pilot:
        assert "Ana wins: all your submarines are sunk." in text_of(pilot.app)


@pytest.mark.slow
async def test_two_at_one_keyboard_are_each_addressed_on_their_own_screen(
    make_app: MakeApp,
) -> None:
    async with running(make_app(table_after(seats=PAIR))) as pilot:
        assert "Ana, it is your turn." in text_of(pilot.app)
        await press(pilot, OPEN)
        await say(pilot, ANA_CAMP)
        assert "Ana" not in text_of(pilot.app)
        assert "Your turn is over" in prompt(pilot)
        assert "pass the keyboard to Ben" in text_of(pilot.app)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Curtain)
        await press(pilot, OPEN)
        assert "Ben" not in text_of(pilot.app)
        assert "▲ camp placed" in text_of(pilot.app)
        await say(pilot, BEN_CAMP)
        assert "▼ mine at 16" in text_of(pilot.app)


@pytest.mark.usefixtures("bots_wait")
async def test_nobody_is_told_to_have_played_before_they_did(make_app: MakeApp) -> None:
    table = begun_by_the_first(all_games()["submarine"].game, (MEDIUM, *PAIR))
    async with running(make_app(table)) as pilot:
        while table.waiting == (0,):
            table.play(0, table.legal(0)[0])
            await settle(pilot)
        assert prompt(pilot) == "Pass the keyboard to Ana."


async def test_the_end_that_two_look_at_together_names_both(make_app: MakeApp) -> None:
    async with running(make_app(table_after(WON, seats=PAIR))) as pilot:
        assert "Ana wins: all of Ben’s submarines are sunk." in text_of(pilot.app)
        await press(pilot, "escape")
        assert "Ana’s camp" in text_of(pilot.app)
        assert "You" not in text_of(pilot.app)


async def test_a_table_where_nothing_is_hidden_names_everybody(make_app: MakeApp) -> None:
    table = begun_by_the_first(all_games()["schwarm"].game, PAIR)
    async with running(make_app(table), LARGE) as pilot:
        assert prompt(pilot).startswith("Ana: ")
        table.play(0, table.legal(0)[0])
        await press(pilot, "tab")
        assert prompt(pilot).startswith("Ben: ")
        assert "▲ first station" in text_of(pilot.app)
        assert "Ana" in text_of(pilot.app)


@pytest.mark.slow
async def test_a_replay_addresses_who_played_as_long_as_it_shows_their_view(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, WON)
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter", "end")
        assert "as you saw it" in prompt(pilot)
        assert "Your camp" in text_of(pilot.app)
        assert "Ana" not in text_of(pilot.app)
        for whose in ("as Ben saw it", "everything"):
            await press(pilot, "v")
            assert whose in prompt(pilot)
            assert "▲ wins" in text_of(pilot.app)
            assert "You" not in text_of(pilot.app)


@pytest.mark.slow
async def test_a_replay_of_two_people_addresses_nobody(make_app: MakeApp, store: Store) -> None:
    keep(store, WON, seats=PAIR)
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter", "end")
        assert "as Ana saw it" in prompt(pilot)
        assert "You" not in text_of(pilot.app)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["You", "Vous"])
async def test_a_record_that_calls_a_person_you_is_still_read_well(
    make_app: MakeApp, store: Store, name: str
) -> None:
    keep(store, FIRST_TURNS, seats=(SeatPlan(name), SeatPlan("Ben")))
    async with running(make_app()) as pilot:
        assert "Player 1, Ben" in text_of(pilot.app)
        await press(pilot, "1")
        assert "Player 1, it is your turn." in text_of(pilot.app)
        await press(pilot, OPEN)
        assert table_screen(pilot).model.names == ("You", "Ben")


@pytest.mark.slow
async def test_the_form_of_a_table_counts_people_who_gave_no_name(make_app: MakeApp) -> None:
    async with running(make_app(language="fr")) as pilot:
        await press(pilot, "n")
        assert "Vous, à ce clavier" in text_of(pilot.app)
        await press(pilot, "down", "down", "right", "right")
        shown = text_of(pilot.app)
        assert "Joueur 1, à ce clavier" in shown
        assert "Joueur 2, à ce clavier" in shown
        await press(pilot, "up", "up", "enter")
        assert table_screen(pilot).model.seat.names == ("Player 1", "Player 2")
