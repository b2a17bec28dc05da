"""Pictures of Der Schwarm's scoring, step by step, of the end, and of replays."""

from __future__ import annotations

import pytest

from nim_tui import settings
from nim_tui.tables.store import Store
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import saying
from tests.screens.schwarm.tables import (
    ENDED,
    LAST_CARD,
    NEW_CRAB,
    Position,
)

LOOK = "enter"
NETWORKS = "down enter"
REPLAY = "p enter"
CRAB = saying("crab i0 4")
LAST_WAVE = saying("wave new s 4")


def keep(store: Store, position: Position) -> None:
    """Store a table in this position, as if played on another day."""
    position.table(store=store).close()


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no next step come automatically."""
    monkeypatch.setitem(settings.PACES, "fast", 3600.0)


@pytest.mark.usefixtures("bots_wait")
class TestSteps:
    """Hits and points, one after the other."""

    @pytest.mark.slow
    def test_a_hit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NEW_CRAB.table(), pace="fast"), CRAB, "full_stop full_stop", bars=True)

    @pytest.mark.slow
    def test_the_network_of_one_is_counted(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NEW_CRAB.table(), pace="fast"), CRAB, " ".join(["full_stop"] * 3))

    @pytest.mark.slow
    def test_queen_and_shores(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(LAST_CARD.shared(), pace="fast"), LAST_WAVE, " ".join(["full_stop"] * 5))


class TestTheEnd:
    """The winner and the reason."""

    @pytest.mark.slow
    def test_results_of_two(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()))

    @pytest.mark.slow
    def test_the_sea_after_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), LOOK)

    @pytest.mark.slow
    def test_networks_at_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(ENDED.table()), NETWORKS)


class TestReplay:
    """Stepping through a record."""

    @pytest.mark.slow
    def test_replay(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, ENDED)
        look(make_app(), REPLAY, "end { { {")
