"""Bots, clocks, votes and offers of a table go on at one node: its owner, or whoever follows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from nim_tui.server.nodes import home
from nim_tui.server.nodes import node_rows as rows
from nim_tui.server.nodes.home import home_of
from nim_tui.server.nodes.leases import LostLease, check_lease, claim
from nim_tui.server.play import turns as bots
from nim_tui.server.play.offers import OfferKind
from nim_tui.server.play.stand_ins import CannotVote
from nim_tui.server.storage.schema import NODES
from nim_tui.server.tables.game_store import load
from nim_tui.server.tables.listing import seats_at
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import MoveEntry
from rules.chance import Chance
from rules.messages import Refusal
from tests.nim_tui.server.nodes.conftest import Node, Pair, some_move
from tests.waiting import until

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play as soon as they can."""
    monkeypatch.setattr(bots, "BEAT", 0.0)


def moves_of(pair: Pair, table: str, seat: int) -> int:
    lines = load(pair.one.database, table)[1]
    return sum(isinstance(line, MoveEntry) and line.seat == seat for line in lines)


async def owned_by(node: Node, table: str) -> None:
    def is_own() -> bool:
        held = node.lobby.held.seated(table)
        return held is not None and held.ownership.is_own

    await until(is_own, "another owner")


async def test_a_bot_plays_once_wherever_people_play_from(pair: Pair) -> None:
    table = await pair.table("Ana", game="submarine", bots=("easy",))
    there = await pair.comes("Ana", pair.other).goes_to(table)
    chance = Chance(5)
    for _move in range(6):
        await until(lambda: there.table.waiting == (0,) or there.table.result, "the own turn")
        if there.table.result is not None:
            break
        await some_move(there, chance, 0)
    lines = load(pair.one.database, table)[1]
    assert moves_of(pair, table, 1) > 0
    assert there.table.plays == tuple(line for line in lines if isinstance(line, MoveEntry))


async def test_a_dead_owner_is_followed_and_its_bots_go_on(pair: Pair) -> None:
    table = await pair.table("Ana", game="submarine", bots=("easy",))
    there = await pair.comes("Ana", pair.other).goes_to(table)
    await pair.one.stands_still()
    pair.one.held(table)._programs.stop()
    before = moves_of(pair, table, 1)
    await owned_by(pair.other, table)
    there, chance = pair.other.held(table), Chance(5)
    while moves_of(pair, table, 1) <= before + 1:
        await until(lambda: there.table.waiting == (0,), "the own turn")
        await some_move(there, chance, 0)


async def test_who_was_thought_dead_cannot_write_for_bot_clock_or_stand_in(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await pair.table("Ana", "Ben", clock=ClockPlan("move", 600))
    before = pair.one.held(table)
    await pair.one.stands_still()
    await owned_by(pair.other, table)
    lost = pair.one.lobby.opener.lost
    monkeypatch.setattr(pair.one.lobby.opener, "lost", lambda _table: None)  # it does not know yet
    seat = before.table.waiting[0]
    with pytest.raises(LostLease):
        await before._play_bot(seat, before.table.legal(seat)[0])
    before.ownership.is_own = True
    with pytest.raises(LostLease):
        await before.stand_ins.lend(1)
    before.ownership.is_own = True
    with pytest.raises(LostLease):
        await before.changes.store_own(before.table.drafts.run_out((0,)))
    assert load(pair.one.database, table)[1] == ()
    assert [row.stand_in for row in seats_at(pair.one.database, table)] == [None, None]
    monkeypatch.setattr(pair.one.lobby.opener, "lost", lost)
    before.ownership.is_own = True
    await pair.one.wakes()
    await until(lambda: pair.one.lobby.held.seated(table) is None, "that it is another's")
    await pair.comes("Ana", pair.one).goes_to(table)
    await pair.one.held(table).play(seat, pair.one.held(table).table.legal(seat)[0])
    assert moves_of(pair, table, seat) == 1, "people play on from there"


async def test_a_lease_is_given_once_as_long_as_its_node_lives(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    one, other = pair.one.database, pair.other.database
    assert one.node is not None
    assert other.node is not None
    assert claim(other, table, other.node) is None
    first, second = claim(one, table, one.node), claim(one, table, one.node)
    assert first is not None
    assert second is not None
    assert second.epoch == first.epoch + 1
    rows.leave(one, one.node)
    third = claim(other, table, other.node)
    assert third is not None
    assert (third.node, third.epoch) == (other.node, second.epoch + 1)


@pytest.mark.nightly
async def test_a_draw_is_offered_and_agreed_to_across_nodes(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    here, there = await ana.goes_to(table), await ben.goes_to(table)
    await until(lambda: len(pair.one.lobby.guests.accounts(table)) == 2, "both")
    await there.agreeing.agree(ben.account)
    await until(lambda: ana.asked == 1, "the question")
    await until(lambda: there.offers.by == 1, "the own offer")
    assert here.offers.asked == there.offers.asked == {0}
    there.agreeing.decline(ben.account)
    await until(lambda: here.offers.by is None and there.offers.by is None, "no offer")
    await until(lambda: any("withdraw" in line for line in ben.heard), "that it is past")
    with pytest.raises(Refusal, match="in this turn already"):
        await there.agreeing.agree(ben.account)
    await here.agreeing.agree(ana.account)
    await until(lambda: ben.asked == 1, "the question")
    await there.agreeing.agree(ben.account)
    await until(lambda: there.table.result is not None, "the end")
    assert here.table.result == there.table.result


@pytest.mark.nightly
async def test_a_move_is_taken_back_across_nodes_as_both_agree(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", game="submarine")
    ana, ben = pair.comes("Ana", pair.other), pair.comes("Ben", pair.one)
    there, here = await ana.goes_to(table), await ben.goes_to(table)
    await until(lambda: len(pair.one.lobby.guests.accounts(table)) == 2, "both")
    seat = there.table.waiting[0]
    mover, other = (ana, ben) if seat == 0 else (ben, ana)
    await there.play(seat, there.table.legal(seat)[0])
    await until(lambda: here.table.moves_played == 1, "the move")
    await there.agreeing.agree(mover.account, OfferKind.UNDO)
    await until(lambda: other.asked == 1, "the question")
    await until(lambda: there.offers.kind is OfferKind.UNDO, "the own offer")
    with pytest.raises(Refusal, match="another offer stands"):
        await there.agreeing.agree(other.account)
    await here.agreeing.agree(other.account, OfferKind.UNDO)
    await until(lambda: there.table.moves_played == here.table.moves_played == 0, "as before")
    await until(lambda: there.offers.by is None, "no offer")


@pytest.mark.nightly
async def test_an_offer_outlives_its_owner(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", clock=ClockPlan("days", 86_400))
    ben = pair.comes("Ben", pair.other)
    there = await ben.goes_to(table)
    await there.agreeing.agree(ben.account)
    await until(lambda: there.offers.by == 1, "the own offer")
    await pair.one.stands_still()
    await owned_by(pair.other, table)
    assert pair.other.held(table).offers.by == 1


async def test_people_vote_and_come_back_at_any_node(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", "Eva", game="submarine")
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    here, there = await ana.goes_to(table), await ben.goes_to(table)
    await until(lambda: len(pair.one.lobby.guests.accounts(table)) == 2, "both")
    await until(lambda: len(pair.other.lobby.guests.accounts(table)) == 2, "both")
    assert there.voting.votes(2) == (0, 2)
    await there.voting.vote(ben.account, 2)
    await until(lambda: there.voting.votes(2) == (1, 2), "the vote")
    with pytest.raises(CannotVote):
        await here.voting.vote(ana.account, 1)
    await here.voting.vote(ana.account, 2)
    await until(lambda: there.people.is_lent(2), "a bot")
    await until(lambda: any("A bot plays for Eva" in line for line in ben.heard), "a line")
    eva = pair.comes("Eva", pair.other)
    await eva.goes_to(table)
    await there.stand_ins.give_back(2)
    await until(lambda: not there.people.is_lent(2) and not here.people.is_lent(2), "Eva")
    assert [row.stand_in for row in seats_at(pair.one.database, table)] == [None] * 3


@pytest.mark.nightly
async def test_a_clock_runs_out_once_and_goes_on_at_the_next_owner(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", clock=ClockPlan("move", 5))
    there = await pair.comes("Ben", pair.other).goes_to(table)
    await pair.one.stands_still()
    pair.one.held(table).close()
    await owned_by(pair.other, table)
    there = pair.other.held(table)
    await until(lambda: there.table.result is not None, "the end")
    assert len(load(pair.one.database, table)[1]) == 1


async def test_who_starts_again_in_the_same_folder_goes_on_at_once(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "LEASE", 600.0)
    table = await pair.table("Ana", "Ben")
    one, other = pair.one.database, pair.other.database
    assert one.node is not None
    assert other.node is not None
    folder = home_of(tmp_path)
    assert folder is not None
    with one.writing() as connection:
        connection.execute(update(NODES).where(NODES.c.id == one.node).values(home=folder))
    assert claim(other, table, other.node) is None, "it lives, as far as anybody knows"
    elsewhere = rows.join(other, "elsewhere", 1, home_of(tmp_path.parent))
    assert claim(other, table, elsewhere) is None
    again = rows.join(other, "again", 1, folder)
    assert rows.orphans(other) == [table]
    lease = claim(other, table, again)
    assert lease is not None
    with pytest.raises(LostLease), one.writing() as connection:
        check_lease(connection, pair.one.held(table).ownership.lease)


def test_a_folder_is_one_home_and_another_folder_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    assert home_of(tmp_path) == home_of(tmp_path)
    assert home_of(tmp_path) != home_of(copy)
    before = home_of(tmp_path)
    boot = tmp_path / "boot"
    boot.write_text("another start of the machine\n")
    monkeypatch.setattr(home, "_BOOT", boot)
    assert home_of(tmp_path) not in (None, before)
    boot.unlink()
    assert home_of(tmp_path) is None
