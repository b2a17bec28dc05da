"""`record ID`: what may be taken home of a game, and by whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.record import EndEntry, parse_record
from nim_tui.tables.record import MoveEntry as Played
from rules.bataille import BATAILLE
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.screens.tables import ANA_CAMP, BEN_CAMP, WON

NO_IDS = ("none", "dokivuna-482", "'; DROP TABLE tables", "..", "\udcff", "x" * 199, "%s", "*")


async def begun(server: Steady, words: str) -> str:
    """A game of Ana and Ben, so far; Eva has an account."""
    for name in ("Ana", "Ben", "Eva"):
        await (await server.enters(name)).leave()
    table = await server.table("bataille", "Ana", "Ben")
    game = await server.lobby.opener.live(table)
    for text in words.split("; "):
        game.play(game.waiting[0], BATAILLE.parse(text))
    return table


@pytest.mark.slow
def test_a_finished_game_is_everybodys(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await begun(server, WON)
        for name in ("Ana", "Ben", "Eva", None):
            status, out, errors = await server.record(name, table)
            assert (status, errors) == (0, "")
            record = parse_record(out.encode())
            assert [line.move for line in record.lines if isinstance(line, Played)] == WON.split(
                "; "
            )
            assert isinstance(record.lines[-1], EndEntry)
            assert [seat.name for seat in record.header.seats] == ["Ana", "Ben"]

    play(scene, guests=True)


@pytest.mark.slow
def test_a_running_game_shows_each_seat_its_own(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await begun(server, f"{ANA_CAMP}; {BEN_CAMP}; A 17; drop 200")
        own = {"Ana": "14.200", "Ben": "15.300"}
        for name, other in (("Ana", "Ben"), ("Ben", "Ana")):
            status, out, errors = await server.record(name, table)
            assert (status, errors) == (0, "")
            assert own[name] in out
            assert own[other] not in out
            assert "seed" not in out
        for onlooker in ("Eva", None):
            status, out, errors = await server.record(onlooker, table)
            assert (status, out) == (1, "")
            assert errors == "the game record is available when the game is over\r\n"

    play(scene, guests=True)


@pytest.mark.slow
def test_an_id_that_is_none(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await begun(server, WON)
        for name in NO_IDS:
            status, out, errors = await server.record("Eva", name)
            assert (status, out) == (1, "")
            assert errors.count("\r\n") == 1
            assert len(errors) < 120

    play(scene)


@pytest.mark.slow
def test_a_private_table_is_there_for_its_people_alone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        for name in ("Ana", "Ben", "Eva"):
            await server.enters(name)
        ana, ben = server.numbers("Ana", "Ben")
        seats = [SeatWish(account=ana), SeatWish(invited="Ben")]
        plan = TablePlan("bataille", seats, title="Secret", visibility="private")
        table = await server.lobby.tables.create(ana, plan)
        _ana, guest, eva = server.here
        await guest.sees("Secret")
        assert "Secret" not in eva.screen
        await server.lobby.tables.join(table, ben)
        game = await server.lobby.opener.live(table)
        for text in WON.split("; "):
            game.play(game.waiting[0], BATAILLE.parse(text))
        assert (await server.record("Ben", table))[0] == 0
        secret, unknown = await server.record("Eva", table), await server.record("Eva", "nobody")
        assert secret[:2] == unknown[:2] == (1, "")
        assert secret[2].replace(table, "nobody") == unknown[2]
        await eva.sees("No tables yet")

    play(scene)


@pytest.mark.slow
def test_no_other_command_reads_a_file(play: Play, tmp_path: Path) -> None:
    async def scene(server: Steady) -> None:
        await begun(server, WON)
        for words in ((str(tmp_path),), (), ("a", "b")):
            status, out, _errors = await server.record("Eva", *words)
            assert (status, out) == (1, "")

    play(scene)
