"""How the lobby bears many people: what a change costs, and the worst stall while people talk.

`python -m tests.bench.lobby [--viewers 1000] [--finished 50000] [--people 200] [--seconds 30]`
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

import click

from nim_tui.server.accounts.store import register
from nim_tui.server.storage.migrate import open_database
from screens.textual_patches.many_apps import keep_collections_short
from tests.bench import changes
from tests.bench.crowd import Player, everybody, leave, new_keys
from tests.bench.full_house import fill
from tests.bench.report import Bar, tell
from tests.bench.server_process import running

TALKERS: Final = 20
"""Who say something in each second: others in every one, as nobody may talk so often."""
OLD_HANDS: Final = 1000
"""People in the database who are not here."""

COST: Final = Bar(3, at_least=False, unit="ms")
STALL: Final = Bar(100, at_least=False, unit="ms")


def tell_costs(viewers: int, finished: int) -> None:
    """Print what a change costs."""
    keep_collections_short()  # as a server does
    found = changes.measured(viewers, finished)
    tell("viewers / games that are over", f"{viewers}/{finished}")
    tell("changes of the lobby", str(len(found.work)))
    tell("loop's work for a change, p50", f"{changes.p50(found.work):.2f} ms")
    worst = changes.p99(found.work)
    tell("loop's work for a change, p99", f"{worst:.2f} ms", COST, worst)
    tell("of it after the write, p99", f"{changes.p99(found.reading):.2f} ms")
    tell("by the clock, with the disk, p50", f"{changes.p50(found.clock):.1f} ms")
    tell("by the clock, with the disk, p99", f"{changes.p99(found.clock):.1f} ms")
    tell("a viewer's list, p50", f"{changes.p50(found.pages):.2f} ms")


async def stalls(people: int, finished: int, seconds: int) -> None:
    """Print the worst stall of a server while a lobby full of people talks."""
    keys = new_keys(people)
    with tempfile.TemporaryDirectory() as name:
        folder, beats = Path(name) / "data", Path(name) / "beats"
        database = open_database(folder)
        fill(database, OLD_HANDS, finished, waiting=changes.WAITING)
        for number, key in enumerate(keys, start=100):
            register(database, f"Player {number}", key.get_fingerprint("sha256"))
        database.close()
        async with running(["tests.bench.watched_server", str(folder), str(beats)]) as server:
            players = await everybody(server, keys)
            await server.settled()
            before = len(_stalls(beats))
            worked, received = server.seconds, _received(players)
            await _chat(players, seconds)
            late, worst = _worst(_stalls(beats)[before:])
            load, sent = server.seconds - worked, _received(players) - received
            await leave(players)
    tell(f"{people} in the lobby, {TALKERS} lines a second", f"{seconds} s")
    tell("worst stall of the loop", f"{late:.0f} ms", STALL, late)
    tell("of it the loop's own work", f"{worst:.0f} ms")
    tell("processor", f"{load / seconds * 100:.0f} %")
    tell("bytes a second to each", f"{sent / people / seconds:.0f} B")


def _received(players: list[Player]) -> int:
    return sum(player.received for player in players)


def _stalls(beats: Path) -> list[str]:
    return beats.read_text("ascii").splitlines()


def _worst(seconds: list[str]) -> tuple[float, float]:
    """Of all these seconds: the worst stall, and the most that was worked in one."""
    noted = [line.split() for line in seconds]
    return max(float(late) for late, _ in noted), max(float(worked) for _, worked in noted)


async def _chat(players: list[Player], seconds: int) -> None:
    """Every second others say something, spread over it: a key, a pasted line, Enter."""
    for second in range(seconds):
        turn = (second * TALKERS) % len(players)
        for number in range(TALKERS):
            speaker = players[(turn + number) % len(players)]
            speaker.send(b"t")
            await asyncio.sleep(0.5 / TALKERS)
            speaker.send(b"\x1b[200~this is line %d of %d\x1b[201~\r" % (number, second))
            await asyncio.sleep(0.5 / TALKERS)


@click.command()
@click.option("--viewers", default=1000, show_default=True, type=click.IntRange(min=2))
@click.option("--finished", default=50_000, show_default=True, type=click.IntRange(min=1))
@click.option("--people", default=200, show_default=True, type=click.IntRange(min=TALKERS))
@click.option("--seconds", default=30, show_default=True, type=click.IntRange(min=2))
def main(viewers: int, finished: int, people: int, seconds: int) -> None:
    """Measure the lobby: about two minutes."""
    tell_costs(viewers, finished)
    asyncio.run(stalls(people, finished, seconds))


if __name__ == "__main__":
    main()
