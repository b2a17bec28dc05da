"""A club's evening: `python -m tests.evening --people 64 --rounds 7 --seed 1`.

Real servers on one PostgreSQL, and people by `ssh`, by the page's own protocol and in Chromium,
who play a Swiss tournament in teams; moderators and nuisances among them. One server is killed, one
is drained. Ends with 1 if anything was not as it should be; `--keep` writes what each person saw.
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import async_playwright

from tests.chaos.kept import look_at
from tests.e2e.needs import CHROMIUM
from tests.evening.checked import (
    Secret,
    faults_of_answers,
    faults_of_audit,
    faults_of_list,
    faults_of_rounds,
    faults_of_standings,
    hidden_places,
    points_by_records,
    without_closed,
)
from tests.evening.club import Club, Plan
from tests.evening.course import Course
from tests.evening.house import house
from tests.evening.transcript import share
from tests.nim_tui.server.storage.cluster import own_cluster


def main(arguments: Sequence[str]) -> int:
    """Spend an evening and print what came of it; 1 if anything was wrong."""
    parser = ArgumentParser(prog="python -m tests.evening")
    parser.add_argument("--people", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the transcripts")
    asked = parser.parse_args(arguments)
    if asked.keep is not None:
        asked.keep.mkdir(parents=True)
    plan = Plan(asked.people, asked.rounds, asked.servers, asked.seed)
    with TemporaryDirectory(prefix="nim-tui-") as folder, own_cluster() as cluster:
        faults = asyncio.run(spent(plan, Path(folder), cluster.blank(), asked.keep))
    for fault in faults[:40]:
        print(f"  wrong: {fault}")
    print(f"{len(faults)} faults")
    return int(bool(faults))


async def spent(plan: Plan, folder: Path, address: str, keep: Path | None) -> list[str]:
    """Spend an evening, and print its figures; all that was wrong."""
    begun = time.monotonic()
    async with (
        async_playwright() as driver,
        house(folder, address, plan.servers, plan.seed) as at,
    ):
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        club = Club(plan, at, Course(address, plan.seed), browser)
        club.gather()
        for one in club.people:
            one.transcript.file = keep and keep / f"{one.name}.txt"
        try:
            await club.spends()
            audit = await at.audit()
        finally:
            await browser.close()
    print(f"{plan.people} people, {plan.rounds} rounds, {plan.servers} servers, seed {plan.seed}:")
    print(f"  {time.monotonic() - begun:.0f} s in all; {'; '.join(at.done)}")
    orders = [order for moderator in club.moderators for order in moderator.orders]
    print(f"  {len(orders)} orders of moderators, {len(audit)} lines in the audit log")
    return [
        *_of_games(club, address), *_of_secrets(club), *_of_answers(club), *_of_nuisances(club),
        *faults_of_audit(audit, orders), *(f"the log says: {line}" for line in at.failures),
        *([] if len(at.done) == 2 else ["a server was not killed, or not drained"]),
    ]  # fmt: skip


def _of_games(club: Club, address: str) -> list[str]:
    """Look at rounds, records and standings."""
    sheet = club.course.sheet
    assert sheet is not None
    closed = {
        order.whom for one in club.moderators for order in one.orders if order.what == "close"
    }
    kept = look_at(address, club.told)
    points, faults = points_by_records(club.course.database, sheet, closed)
    ended = sum(game.played is not None for game in sheet.games)
    byes = sum(len(game.board) == 1 for game in sheet.games)
    print(
        f"  {len(sheet.games) - byes} games in {sheet.row.round} rounds, {ended} with a result,"
        f" {len(closed)} closed by a moderator, {byes} byes"
    )
    for line in kept.lines(club.told):
        print(f"  {line}")
    return [
        *without_closed(kept.faults, closed), *faults, *faults_of_rounds(sheet, club.plan.rounds),
        *faults_of_standings(sheet, points), *faults_of_list(club.standings, points),
    ]  # fmt: skip


def _of_secrets(club: Club) -> list[str]:
    """Look through all that everybody saw."""
    games = club.course.games.values()
    hidden = [
        one for game in games for one in hidden_places(club.course.database, game.table, game.names)
    ]
    word = club.moderators[0].warned
    shouting = frozenset({club.shouter.name, club.insulter.name, club.moderators[0].name})
    said = [*club.secrets, *([Secret(word, shouting)] if word else [])]
    known = club.transcripts
    seen = sum(one.is_seen(known) for one in hidden)
    lines = sum(len(one.seen) for one in known.values())
    dropped = sum(one.dropped for one in known.values())
    print(
        f"  {len(hidden)} hidden places ({seen} seen by their owners in words) and {len(said)}"
        f" secret words, looked for in {lines} lines ({dropped} dropped)"
    )
    leaks = [leak for one in (*hidden, *said) for leak in one.leaks(known.values())]
    unseen = [f"nobody saw {one.words}" for one in said if not one.is_seen(known)]
    return [*leaks, *unseen, *([] if seen else ["hidden places are told in other words"])]


def _of_answers(club: Club) -> list[str]:
    """Compare the round before the nuisances with the time after."""
    began = club.began
    quiet = club.answers.between(began[1], began[club.round_of_noise])
    loud = club.answers.between(began[club.round_of_noise], float("inf"))
    for what, taken in (("before the nuisances", quiet), ("with them", loud)):
        print(
            f"  answers {what}: {len(taken)}, p50 {share(taken, 0.5) * 1000:.0f} ms,"
            f" p99 {share(taken, 0.99) * 1000:.0f} ms, at most {share(taken, 1.0) * 1000:.0f} ms"
        )
    for one in club.answers.slowest(3):
        at = time.strftime("%H:%M:%S", time.gmtime(one.asked))
        print(f"    {one.took:.1f} s for “{one.line}” of {one.who} at {at}")
    return faults_of_answers(quiet, loud)


def _of_nuisances(club: Club) -> list[str]:
    """See that those who shout were muted, and that all of them did what they came for."""
    print(
        f"  a flood of {club.shouter.said} messages said, {club.shouter.refused} refused;"
        f" {club.rubbish.sent} times rubbish; {club.flapper.comings} visits of who flaps;"
        f" {sum(len(one.silences) for one in club.people)} answers that did not come"
    )
    for one in club.people:
        for silence in one.silences[:2]:
            print(f"    {silence}")
    shouting = [one.name for one in (club.shouter, club.insulter) if not one.muted]
    return [
        *(f"{name} was not muted" for name in shouting),
        *([] if club.rubbish.sent else ["no rubbish was sent"]),
        *([] if club.idler.is_out else [f"{club.idler.name} did not withdraw"]),
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
