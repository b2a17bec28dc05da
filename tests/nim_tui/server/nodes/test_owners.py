"""Bots, clocks, votes and offers of a table go on at one node: its owner, or whoever follows it."""

from __future__ import annotations

import pytest

from nim_tui.server.play import turns as bots
from nim_tui.server.play.clock import TableClock
from nim_tui.server.play.live_table import NotOwn
from nim_tui.server.play.offers import OfferKind
from nim_tui.server.play.stand_ins import CannotVote
from nim_tui.server.tables.game_store import clock_of, load
from nim_tui.server.tables.listing import seats_at
from nim_tui.tables.clock import ClockPlan, SeatTime
from nim_tui.tables.record import MoveEntry
from nim_tui.testing.tables import everything
from rules.chance import Chance
from rules.contract import IllegalMove
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


def seats_of(pair: Pair, table: str) -> dict[int, SeatTime]:
    clock = clock_of(pair.one.database, table)
    assert clock is not None
    return clock.seats


async def owned_by(node: Node, table: str) -> None:
    def is_own() -> bool:
        held = node.lobby.held.seated(table)
        return held is not None and held.is_own

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
    pair.one.held(table)._bots.stop()
    before = moves_of(pair, table, 1)
    await owned_by(pair.other, table)
    there, chance = pair.other.held(table), Chance(5)
    while moves_of(pair, table, 1) <= before + 1:
        await until(lambda: there.table.waiting == (0,), "the own turn")
        await some_move(there, chance, 0)


async def test_who_wakes_late_writes_nothing_that_another_was_sooner_with(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", clock=ClockPlan("move", 600))
    late = pair.one.held(table)
    await pair.one.stands_still()
    await owned_by(pair.other, table)
    assert late.is_own, "as far as it knows"
    there, seat = pair.other.held(table), late.table.waiting[0]
    await there.play(seat, there.table.legal(seat)[0])
    await pair.other.database.settled()
    times = seats_of(pair, table)
    await late.time.keep()
    assert seats_of(pair, table) == times
    with pytest.raises(IllegalMove, match="another move was played first: look at the table again"):
        await late._play_bot(seat, late.table.legal(seat)[0])
    assert everything(late.table) == everything(there.table), "it has read what came first"
    assert moves_of(pair, table, seat) == 1
    await pair.one.wakes()
    await until(lambda: not late.is_own, "that it knows")
    with pytest.raises(NotOwn):
        await late._play_bot(seat, late.table.legal(seat)[0])
    await pair.comes("Ana", pair.one).goes_to(table)
    here, seat = pair.one.held(table), there.table.waiting[0]
    await here.play(seat, here.table.legal(seat)[0])
    assert moves_of(pair, table, seat) >= 1, "people play on from there"


async def test_a_clock_rings_no_more_once_its_table_is_no_longer_its_own(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one that has run out would ring at once, again and again, while the database is away."""
    table = await pair.table("Ana", "Ben", clock=ClockPlan("move", 600))
    held = pair.one.held(table)
    await pair.one.stands_still()
    keeper = held.time._keeper
    assert keeper is not None
    assert keeper._alarm is not None
    monkeypatch.setattr(TableClock, "out", (held.table.waiting[0],))
    pair.one.nodes._locks.lose_all()
    await keeper.ring()
    assert keeper._alarm is None
    await pair.one.wakes()


@pytest.mark.nightly
async def test_a_draw_is_offered_and_agreed_to_across_nodes(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    here, there = await ana.goes_to(table), await ben.goes_to(table)
    await until(lambda: len(pair.one.lobby.guests.accounts(table)) == 2, "both")
    await there.agreeing.agree(ben.account)
    await until(lambda: ana.asked == 1, "the question")
    await until(lambda: there.offers.by == 1, "the own offer")
    await until(lambda: here.offers.asked == there.offers.asked == {0}, "the offer")
    there.agreeing.decline(ben.account)
    await until(lambda: here.offers.by is None and there.offers.by is None, "no offer")
    await until(lambda: any("withdraw" in line for line in ben.heard), "that it is past")
    with pytest.raises(Refusal, match="you already offered that this turn"):
        await there.agreeing.agree(ben.account)
    await here.agreeing.agree(ana.account)
    await until(lambda: ben.asked == 1, "the question")
    await there.agreeing.agree(ben.account)
    both = (here.table, there.table)
    await until(lambda: all(table.result is not None for table in both), "the end")
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
    with pytest.raises(Refusal, match="another offer is open: answer it first"):
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
    await until(lambda: pair.other.held(table).offers.by == 1, "the offer")


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
    await until(lambda: any("A bot is now playing for Eva" in line for line in ben.heard), "a line")
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
