"""Storage of ladders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, and_, delete, exists, func, insert, or_, select, update

from nim_tui.registry import game_named
from nim_tui.server.contests.contest import (
    PAIR,
    Ranking,
    begin_table,
    check_member,
    ranking_in,
    take_untold,
)
from nim_tui.server.contests.ladder import (
    DRAWN,
    HELD,
    OPEN,
    PASSED,
    PLAYING,
    STANDING,
    TAKES_PLACE,
    VOID,
    WON,
    Places,
    joined,
    left,
    outcome,
    unaccepted,
    within_reach,
    won,
)
from nim_tui.server.moderation.blocks import is_blocked
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    BLOCKS,
    LADDER_CHALLENGES,
    LADDER_PLACES,
    OVER,
    SEATS,
    TABLES,
)
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.clock import DAYS, ClockPlan
from nim_tui.tables.seeds import Seed, chance_of
from rules.messages import N_, Refusal

_FOR_GUESTS: Final = N_(
    "guests cannot join a ladder: sign in with an SSH key, or choose a name in your browser"
)
_DAY: Final = 86_400.0
_C: Final = LADDER_CHALLENGES.c


class NotOnLadder(Refusal):
    """The action is not possible on this ladder now; the message says why."""


@dataclass(frozen=True, slots=True)
class LadderChallenge:
    """A challenge for a rank on a ladder, and its state. Times are seconds since 1970."""

    id: int
    game: str
    challenger: int
    challenged: int
    clock: ClockPlan
    made: float
    ends: float
    state: str
    table: str | None
    settled: float | None


def has_ladder(game: str) -> bool:
    """Whether a game has a ladder, as two can play it."""
    return PAIR in game_named(game).game.seats


def places(connection: Connection, game: str) -> Places:
    """Return the accounts on the ladder of a game, from the top."""
    query = select(LADDER_PLACES.c.account).where(LADDER_PLACES.c.game == game)
    order = (LADDER_PLACES.c.place, LADDER_PLACES.c.account)
    return tuple(connection.execute(query.order_by(*order)).scalars())


def _keep(connection: Connection, game: str, after: Places) -> None:
    """Write the ranks that differ from the stored ones, in which deleted accounts leave gaps."""
    columns = (LADDER_PLACES.c.account, LADDER_PLACES.c.place)
    stored = connection.execute(select(*columns).where(LADDER_PLACES.c.game == game))
    held = {row.account: row.place for row in stored}
    for place, account in enumerate(after, start=1):
        if held[account] != place:
            own = (LADDER_PLACES.c.game == game, LADDER_PLACES.c.account == account)
            connection.execute(update(LADDER_PLACES).where(*own).values(place=place))


def join(database: Database, game: str, account: int) -> int:
    """Join the ladder of a game at the bottom, unless already on it; return the rank.

    Raises NotOnLadder, NoSuchAccount.
    """
    if not has_ladder(game):
        raise NotOnLadder(N_("this game has no ladder: it is not for two players"))
    with database.writing() as connection:
        check_member(connection, account, NotOnLadder(_FOR_GUESTS))
        before = places(connection, game)
        if account not in before:
            last = func.coalesce(func.max(LADDER_PLACES.c.place), 0) + 1
            lowest = select(last).where(LADDER_PLACES.c.game == game).scalar_subquery()
            row = {"game": game, "account": account, "joined": database.now()}
            connection.execute(insert(LADDER_PLACES).values(place=lowest, **row))
        return joined(before, account).index(account) + 1


def leave(database: Database, game: str, account: int) -> None:
    """Leave a ladder; an account with an open challenge to the leaving one takes the rank.

    Raises NotOnLadder while a challenge is played.
    """
    with database.writing() as connection:
        standing = standing_of(connection, game, account)
        if account not in places(connection, game):
            raise NotOnLadder(N_("you are not on this ladder"))
        if any(one.state == PLAYING for one in standing):
            raise NotOnLadder(N_("finish your ladder game first"))
        for one in standing:
            state = PASSED if one.challenged == account else VOID
            settle(connection, one, state, database.now())
        drop(connection, game, account)


def drop(connection: Connection, game: str, account: int) -> None:
    """Remove an account from a ladder."""
    before = places(connection, game)
    own = (LADDER_PLACES.c.game == game, LADDER_PLACES.c.account == account)
    connection.execute(delete(LADDER_PLACES).where(*own))
    _keep(connection, game, left(before, account))


def challenge(
    database: Database, game: str, pair: tuple[int, int], clock: ClockPlan, terms: ContestConfig
) -> int:
    """Store a challenge by the first of a pair to the second; return its number.

    Raises NotOnLadder.
    """
    own, other = pair
    with database.writing() as connection:
        _check_challenge(connection, game, pair, terms, database.now())
        now = database.now()
        row = {
            "game": game, "challenger": own, "challenged": other, "made": now, "state": OPEN,
            "clock": msgspec.json.encode(clock).decode(), "ends": now + terms.ladder_days * _DAY,
            "is_told": False,
        }  # fmt: skip
        made = insert(LADDER_CHALLENGES).values(row).returning(_C.id)
        return int(connection.execute(made).scalar_one())


def _check_challenge(
    connection: Connection, game: str, pair: tuple[int, int], terms: ContestConfig, now: float
) -> None:
    """Check that a challenge is possible. Raises NotOnLadder.

    People the challenged player has blocked are refused as if somebody else were first.
    """
    own, other = pair
    if other not in within_reach(places(connection, game), own, terms.ladder_reach):
        most = terms.ladder_reach
        raise NotOnLadder(N_("you can challenge at most {most} ranks above you"), most=most)
    made = [one for one in standing_of(connection, game, own) if one.challenger == own]
    if len(made) >= terms.ladder_challenges:
        raise NotOnLadder(N_("your last challenge on this ladder is still open"))
    is_taken = any(one.challenged == other for one in standing_of(connection, game, other))
    if is_taken or is_blocked(connection, own, (other,)):
        raise NotOnLadder(N_("they have already been challenged"))
    late = now - terms.ladder_again_days * _DAY
    again = select(_C.id).where(
        _C.game == game, _C.challenger == own, _C.challenged == other, _C.settled > late
    )
    if connection.execute(again.limit(1)).first() is not None:
        raise NotOnLadder(N_("it is too soon to challenge the same player again"))


def standing_of(connection: Connection, game: str, account: int) -> list[LadderChallenge]:
    """Return the open challenges that an account has made or received."""
    query = select(LADDER_CHALLENGES).where(
        _C.game == game, _C.state.in_(STANDING),
        or_(_C.challenger == account, _C.challenged == account),
    )  # fmt: skip
    return [challenge_from(row) for row in connection.execute(query.order_by(_C.id))]


def challenge_from(row: Row[Any]) -> LadderChallenge:
    """Return the challenge in a row of its table."""
    clock = msgspec.json.decode(row.clock, type=ClockPlan)
    return LadderChallenge(
        row.id, row.game, row.challenger, row.challenged, clock, row.made, row.ends, row.state,
        row.table, row.settled,
    )  # fmt: skip


def open_challenge(connection: Connection, number: int, account: int) -> LadderChallenge:
    """Return an account's challenge that is not accepted yet. Raises NotOnLadder."""
    row = connection.execute(select(LADDER_CHALLENGES).where(_C.id == number)).first()
    if row is None or account not in (row.challenger, row.challenged):
        raise NotOnLadder(N_("this challenge does not exist"))
    if row.state != OPEN:
        raise NotOnLadder(N_("this challenge is no longer open"))
    return challenge_from(row)


def begin_playing(connection: Connection, one: LadderChallenge, table: str) -> bool:
    """Note the table of an accepted challenge; return whether it was still open."""
    this = (_C.id == one.id, _C.state == OPEN)
    news = {"state": PLAYING, "table": table, "is_told": False}
    return connection.execute(update(LADDER_CHALLENGES).where(*this).values(news)).rowcount == 1


def turn_down(database: Database, number: int, account: int) -> None:
    """Decline a challenge, which gives the rank to the challenger, or withdraw one's own.

    Raises NotOnLadder.
    """
    with database.writing() as connection:
        one = open_challenge(connection, number, account)
        state = PASSED if account == one.challenged else VOID
        settle(connection, one, state, database.now())


def settle(connection: Connection, one: LadderChallenge, state: str, now: float) -> bool:
    """Settle a challenge, once; return whether this call did."""
    this = (_C.id == one.id, _C.state == one.state)
    news = {"state": state, "settled": now, "is_told": False}
    if connection.execute(update(LADDER_CHALLENGES).where(*this).values(news)).rowcount == 0:
        return False
    if state in TAKES_PLACE:
        before = places(connection, one.game)
        _keep(connection, one.game, won(before, one.challenger, one.challenged))
    return True


def settle_playing(connection: Connection, table: str, state: str, now: float) -> None:
    """Settle the challenge that a table was made for, if any."""
    query = select(LADDER_CHALLENGES).where(_C.table == table, _C.state == PLAYING)
    row = connection.execute(query).first()
    if row is not None:
        settle(connection, challenge_from(row), state, now)


MOST_SHOWN: Final = 200
"""The most ranks of a page."""
MOST_RECENT: Final = 12
"""The most settled challenges of a page, latest first."""
_PLAYED: Final = (WON, HELD, DRAWN)


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A rank of the ladder, with counts of challenges won and played."""

    account: int
    name: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class LadderData:
    """A ladder as everyone may see it; `names` has all accounts in challenges."""

    people: Sequence[LadderPlace]
    standing: Sequence[LadderChallenge]
    recent: Sequence[LadderChallenge]
    names: Mapping[int, str]


def ladder_sheet(database: Database, game: str) -> LadderData:
    """Return the ladder of a game. Raises StorageError."""
    with database.reading() as connection:
        order = places(connection, game)[:MOST_SHOWN]
        challenges = select(LADDER_CHALLENGES).where(_C.game == game)
        stand = challenges.where(_C.state.in_(STANDING)).order_by(_C.id)
        past = challenges.where(_C.state.in_((*_PLAYED, PASSED))).order_by(_C.settled.desc())
        standing = [challenge_from(row) for row in connection.execute(stand)]
        recent = [challenge_from(row) for row in connection.execute(past.limit(MOST_RECENT))]
        both = (*standing, *recent)
        meant = {*order, *(who for one in both for who in (one.challenger, one.challenged))}
        names = _names(connection, meant)
        figures = _figures(connection, game)
    people = [LadderPlace(one, names.get(one, ""), *figures.get(one, (0, 0))) for one in order]
    return LadderData(people, standing, recent, names)


def _names(connection: Connection, accounts: set[int]) -> dict[int, str]:
    query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(accounts))
    return {row.id: row.name for row in connection.execute(query)}


def _figures(connection: Connection, game: str) -> dict[int, tuple[int, int]]:
    """Return, by account, the numbers of challenges won and played."""
    figures: dict[int, tuple[int, int]] = {}
    on = select(LADDER_PLACES.c.account).where(LADDER_PLACES.c.game == game)
    for column, wins in ((_C.challenger, WON), (_C.challenged, HELD)):
        query = select(column, _C.state, func.count()).where(
            _C.game == game, _C.state.in_(_PLAYED), column.in_(on)
        )
        for account, state, count in connection.execute(query.group_by(column, _C.state)):
            before, played = figures.get(account, (0, 0))
            figures[account] = before + count * (state == wins), played + count
    return figures


def challenges_of(database: Database, account: int) -> list[LadderChallenge]:
    """Return the challenges that an account has to answer, in every game. Raises StorageError."""
    query = select(LADDER_CHALLENGES).where(_C.challenged == account, _C.state == "open")
    with database.reading() as connection:
        return [challenge_from(row) for row in connection.execute(query.order_by(_C.id))]


def accept(
    database: Database,
    number: int,
    account: int,
    *,
    seed: Seed,
    rated_from: int | None,
    least_age: float,
) -> str:
    """Accept a challenge and start its game, in one transaction; return the table.

    The seed decides who sits first. Raises NotOnLadder.
    """
    with database.writing() as connection:
        one = open_challenge(connection, number, account)
        if account != one.challenged:
            raise NotOnLadder(N_("only the challenged player can accept"))
        seats = [SeatWish(account=who) for who in seated(one, seed)]
        plan = TablePlan(one.game, seats, clock=one.clock, rated_from=rated_from)
        table = begin_table(database, connection, plan, seed, least_age)
        begin_playing(connection, one, table)
    return table


def seated(one: LadderChallenge, seed: Seed) -> Sequence[int]:
    """Return both accounts in the order of their seats, by a random stream of its own."""
    pair = (one.challenger, one.challenged)
    return pair[::-1] if chance_of(seed).apart("who begins").below(2) else pair


def settle_challenge(connection: Connection, table: str, ranking: Ranking, now: float) -> None:
    """Settle the challenge that a table was made for, in the transaction that ends its game."""
    query = (
        select(SEATS.c.seat)
        .join(LADDER_CHALLENGES, LADDER_CHALLENGES.c.table == SEATS.c.table)
        .where(SEATS.c.table == table, SEATS.c.account == LADDER_CHALLENGES.c.challenger)
    )
    seat = connection.execute(query).scalar()
    settle_playing(connection, table, outcome(ranking, seat), now)


def settle_missed(database: Database) -> int:
    """Settle challenges whose games an older server ended; return their number."""
    query = (
        select(TABLES.c.id, TABLES.c.result)
        .join(LADDER_CHALLENGES, LADDER_CHALLENGES.c.table == TABLES.c.id)
        .where(LADDER_CHALLENGES.c.state == PLAYING, TABLES.c.status == OVER)
    )
    with database.writing() as connection:
        missed = connection.execute(query.order_by(TABLES.c.id)).all()
        for table, result in missed:
            settle_challenge(connection, table, ranking_in(result), database.now())
    return len(missed)


def expire_challenges(database: Database) -> int:
    """Settle challenges that were not accepted in time, or after a block; return their number."""
    now = database.now()
    by = BLOCKS.c
    both = ((by.account, by.blocked), (by.blocked, by.account))
    ways = [and_(one == _C.challenger, other == _C.challenged) for one, other in both]
    blocks = exists().where(or_(*ways))
    with database.writing() as connection:
        due = select(LADDER_CHALLENGES, blocks.label("is_blocked"))
        due = due.where(_C.state == OPEN, or_(_C.ends <= now, blocks)).order_by(_C.id)
        number = 0
        for row in connection.execute(due).all():
            one = challenge_from(row)
            state = unaccepted(is_live=one.clock.kind != DAYS, is_blocked=row.is_blocked)
            number += settle(connection, one, state, now)
    return number


def drop_absent(
    database: Database, terms: ContestConfig, here: Collection[int]
) -> Sequence[tuple[str, int]]:
    """Remove accounts absent for long, except those `here`; return games and accounts.

    Players of a running challenge stay; open challenges of the removed are void.
    """
    now = database.now()
    with database.writing() as connection:
        playing = select(_C.id).where(
            _C.game == LADDER_PLACES.c.game, _C.state == PLAYING,
            or_(_C.challenger == ACCOUNTS.c.id, _C.challenged == ACCOUNTS.c.id),
        )  # fmt: skip
        query = (
            select(LADDER_PLACES.c.game, LADDER_PLACES.c.account)
            .join(ACCOUNTS, ACCOUNTS.c.id == LADDER_PLACES.c.account)
            .where(ACCOUNTS.c.last_seen < now - terms.ladder_away_days * _DAY)
            .where(ACCOUNTS.c.id.not_in(here), ~playing.exists())
        )
        order = (LADDER_PLACES.c.game, LADDER_PLACES.c.account)
        gone = [(row.game, row.account) for row in connection.execute(query.order_by(*order))]
        for game, account in gone:
            for one in standing_of(connection, game, account):
                settle(connection, one, VOID, now)
            drop(connection, game, account)
    return gone


def take_news(database: Database) -> list[LadderChallenge]:
    """Return challenges with untold changes, and mark these as told."""
    return take_untold(database, LADDER_CHALLENGES, challenge_from)
