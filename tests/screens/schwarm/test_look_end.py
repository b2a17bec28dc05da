"""Pictures of what is counted in Der Schwarm, step by step, of the end, and of replays."""

from __future__ import annotations

import pytest

from nim_tui import settings
from nim_tui.tables.store import Store
from tests.screens.conftest import LARGE, Look, MakeApp
from tests.screens.looking import saying
from tests.screens.schwarm.tables import (
    ENDED,
    FOUR_ENDED,
    LAST_CARD,
    MIDDLE,
    NEW_CRAB,
    THREE_ENDED,
    Position,
)

LOOK = "enter"
NETWORKS = "down enter"
REPLAY = "p enter"
CRAB = saying("crab i0 4")
LAST_WAVE = saying("wave new s 4")


def keep(store: Store, position: Position) -> None:
    """Keep a table in this position, as if it had been played another day."""
    position.table(store=store).close()


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next step never comes by itself."""
    monkeypatch.setitem(settings.PACES, "fast", 3600.0)


@pytest.mark.usefixtures("bots_wait")
class TestSteps:
    """Hits and points, one after the other."""

    def test_a_hit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NEW_CRAB.table(), pace="fast"), CRAB, "full_stop full_stop")

    def test_the_network_of_one_is_counted(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NEW_CRAB.table(), pace="fast"), CRAB, " ".join(["full_stop"] * 3))

    def test_the_network_of_the_next(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(LAST_CARD.shared(), pace="fast"), LAST_WAVE, " ".join(["full_stop"] * 3))

    def test_queen_and_shores(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(LAST_CARD.shared(), pace="fast"), LAST_WAVE, " ".join(["full_stop"] * 5))

    def test_queen_and_shores_large(self, make_app: MakeApp, look: Look) -> None:
        keys = " ".join(["full_stop"] * 5)
        look(make_app(LAST_CARD.shared(), pace="fast"), LAST_WAVE, keys, size=LARGE)


class TestTheEnd:
    """Who won and why."""

    def test_results_of_two(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()))

    def test_results_of_four(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()))

    def test_results_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_ENDED.table(), language="fr"))

    def test_the_sea_after_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), LOOK)

    def test_the_sea_after_the_end_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR_ENDED.table()), LOOK, size=LARGE)

    def test_networks_at_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), NETWORKS)

    def test_networks_at_the_end_of_the_next(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(THREE_ENDED.table()), NETWORKS, "left")

    def test_networks_at_the_end_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), NETWORKS, size=LARGE)

    def test_networks_at_the_end_in_french(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table(), language="fr"), NETWORKS)


class TestReplay:
    """Stepping through a record."""

    def test_replay(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, ENDED)
        look(make_app(), REPLAY, "end { { {")

    def test_replay_large(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, FOUR_ENDED)
        look(make_app(), REPLAY, "end { {", "v v v v", size=LARGE)

    def test_replay_of_an_unfinished_game_as_a_spectator(
        self, make_app: MakeApp, look: Look, store: Store
    ) -> None:
        keep(store, MIDDLE)
        look(make_app(), REPLAY, "end")
