"""What a change in the lobby costs the server's loop, beside the painting, and with no network.

People are simulated in this process: each follows the lobby, and works the list out as the screen
does. A change is what the loop does until everybody could look: the write, the one reading of
what changed, and having it told.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, thread_time
from typing import Final

from nim_tui.server.accounts.store import Account
from nim_tui.server.lobby.table_list import Viewer
from nim_tui.server.lobby.table_view import listed
from nim_tui.server.lobby.updates import BURST, Done
from nim_tui.server.services import Services
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from rules.messages import Fact
from screens.lobby.values import TableFilter
from screens.people import PersonalSentence
from tests.bench.full_house import GAME, fill, name_of

ROUNDS: Final = 100
"""Of one change of each kind."""
WAITING: Final = 300
"""Tables that wait for somebody."""


class Simulated:
    """Somebody in the lobby who has no terminal."""

    at: str | None = None

    def __init__(self, lobby: Services, account: int, pages: list[float]) -> None:
        self.account = account
        self.name = name_of(account)
        self._lobby = lobby
        self._pages = pages

    @property
    def who(self) -> Simulated:
        return self

    def show(self, done: Done) -> None:
        """Work out what a screen would show."""
        begun = thread_time()
        listed(self._lobby.table_list, TableFilter(), Viewer(self.account, self.name))
        self._lobby.shown.people()
        self._lobby.talking.said()
        self._pages.append(thread_time() - begun)
        done()

    def turn_changed(self, *, rings: bool) -> None:
        """Nothing to do."""

    def is_renamed(self, account: Account) -> None:
        """Nothing."""

    def is_kept(self, account: Account) -> None:
        """Nothing to do."""

    def hear(self, line: str) -> None:
        """Nothing to do."""

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        """Nothing to do."""

    def people_changed(self) -> None:
        """Nothing to do."""

    def be_announced(self, text: str) -> None:
        """Nothing."""

    def be_asked(self) -> None:
        """Nothing to do."""

    def move_on(self, table: str, again: str) -> None:
        """Nothing to do."""

    def be_excluded(self, table: str) -> None:
        """Do nothing."""

    def be_shown_out(self, table: str) -> None:
        """Nothing."""

    def sit_anew(self) -> None:
        """Nothing to do."""


@dataclass
class Costs:
    """Seconds that the changes took, each by the loop's own work and by the clock."""

    work: list[float] = field(default_factory=list)
    reading: list[float] = field(default_factory=list)
    """Of the work, what comes after the write: reading what changed, and who is here."""
    clock: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    """The work of one viewer's page."""

    def measure(self, lobby: Services, change: Callable[[], object]) -> None:
        """Measure one change."""
        begun, worked = perf_counter(), thread_time()
        change()
        read = thread_time()
        at_once(lobby.table_list.catch_up())
        lobby.shown.people()
        self.reading.append(thread_time() - read)
        self.work.append(thread_time() - worked)
        self.clock.append(perf_counter() - begun)


def p50(seconds: list[float]) -> float:
    """Half of them took at most so many milliseconds."""
    return median(seconds) * 1000


def p99(seconds: list[float]) -> float:
    """All but one in a hundred took at most so many milliseconds."""
    return quantiles(seconds, n=100)[98] * 1000


async def costs(folder: Path, viewers: int, finished: int, rounds: int) -> Costs:
    """Change after change, of every kind, while so many follow."""
    now = count(1_700_000_000.0, 1000)  # nobody does anything too soon after the last
    database = open_database(folder, lambda: next(now))
    try:
        accounts = fill(database, max(viewers, WAITING), finished, WAITING)[:viewers]
        lobby, found = Services(database), Costs()
        here = [Simulated(lobby, account, found.pages) for account in accounts]
        stops = [lobby.shown.follow(one.show) for one in here]
        for number, one in enumerate(here):
            lobby.comings.enter(number, one)
        _change_everything(lobby, here, Costs(), len(here) - 1)  # what the first of each loads
        found.pages.clear()
        for turn in range(rounds):
            _change_everything(lobby, here, found, turn)
            await asyncio.sleep(0.01)
        await asyncio.sleep(LobbyLimits().paint_seconds + BURST)
        for stop in stops:
            stop()
        return found
    finally:
        database.close()


def _change_everything(lobby: Services, here: list[Simulated], found: Costs, turn: int) -> None:
    """One change of each kind, by other people each time."""
    number = turn % len(here)
    one, other = here[number], here[(number + 1) % len(here)]
    plan = TablePlan(GAME, [SeatWish(account=one.account), SeatWish()])
    made: list[str] = []
    found.measure(lobby, lambda: at_once(lobby.talking.say(one.account, f"this is line {turn}")))
    found.measure(lobby, lambda: lobby.comings.leave(number))
    found.measure(lobby, lambda: lobby.comings.enter(number, one))
    found.measure(lobby, lambda: made.append(at_once(lobby.tables.create(one.account, plan))))
    found.measure(lobby, lambda: at_once(lobby.tables.get_up(made[0], one.account)))
    waiting = f"evening-{(number + 1) % WAITING}"
    found.measure(lobby, lambda: lobby.table_list.note(waiting))
    line = f"and this is another {turn}"
    found.measure(lobby, lambda: at_once(lobby.talking.say(other.account, line)))


def measured(viewers: int, finished: int, rounds: int = ROUNDS) -> Costs:
    """What changes cost with so many viewers and games that are over."""
    with tempfile.TemporaryDirectory() as name:
        return asyncio.run(costs(Path(name) / "data", viewers, finished, rounds))
