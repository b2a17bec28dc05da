"""Pictures of previews of moves of Der Schwarm: tiles in hand, paths and hits."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE
from tests.screens.conftest import Look, MakeApp
from tests.screens.schwarm.sights import choosing, pointing, taking
from tests.screens.schwarm.tables import (
    CRAB_IN_PLAY,
    NEW_CRAB,
    NEW_WAVE,
    NO_BUOY,
    OVERLAYING,
    PLACING,
    SWIMMING,
    WAVE_IN_PLAY,
    WHALE_OF_ANA,
)

CURVE = taking("place 3")
TEE = taking("place 2")
SOUTHWEST = (taking("wave", "new"), pointing("c7"))

pytestmark = pytest.mark.usefixtures("bots_wait")


class TestTiles:
    """A tile over the cell of the cursor, before it is placed."""

    def test_research(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLACING.table()))

    @pytest.mark.slow
    def test_stacks(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLACING.table()))

    @pytest.mark.slow
    def test_a_tile_that_fits(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(PLACING.table()), CURVE, pointing("i1"))

    @pytest.mark.slow
    def test_a_tile_that_does_not_fit(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OVERLAYING.table()), TEE, pointing("g1"))

    @pytest.mark.slow
    def test_over_a_tile(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(OVERLAYING.table()), TEE, pointing("h1"))

    @pytest.mark.slow
    def test_a_tile_without_a_buoy(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NO_BUOY.table()), pointing("i7"))


class TestHazards:
    """Paths and hits."""

    def test_the_way_of_a_whale(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(SWIMMING.shared()), pointing("e2"))

    @pytest.mark.slow
    def test_the_hit_of_a_whale(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(WHALE_OF_ANA.table()), choosing("b1"))

    @pytest.mark.slow
    def test_a_wave_in_play(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(WAVE_IN_PLAY.table()), choosing("c4"), pointing("g0"))

    @pytest.mark.slow
    def test_a_new_wave(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NEW_WAVE.shared()), *SOUTHWEST)

    @pytest.mark.slow
    def test_a_new_crab(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NEW_CRAB.table()), choosing("i0"), pointing("k6"))

    @pytest.mark.slow
    def test_a_crab_in_play(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(CRAB_IN_PLAY.shared()), taking("blue"), pointing("k5"))


class TestElsewhere:
    """The same on larger screens, and in other words and colours."""

    @pytest.mark.slow
    def test_a_crab_in_play_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(CRAB_IN_PLAY.shared()), taking("blue"), pointing("k5"), size=LARGE)

    @pytest.mark.slow
    def test_a_new_wave_in_mono(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(NEW_WAVE.shared(), theme="mono"), *SOUTHWEST)
