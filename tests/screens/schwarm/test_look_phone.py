"""Pictures of Der Schwarm on a phone, held upright and sideways."""

from __future__ import annotations

import pytest

from tests.screens.conftest import Look, MakeApp
from tests.screens.schwarm.sights import pointing
from tests.screens.schwarm.tables import FOUR_PLACING, three

pytestmark = pytest.mark.usefixtures("bots_wait")


def test_a_tile_in_hand(make_app: MakeApp, look: Look) -> None:
    look(make_app(FOUR_PLACING.shared()), pointing("d6"), size=(43, 38))


@pytest.mark.slow
def test_the_row(make_app: MakeApp, look: Look) -> None:
    look(make_app(three(5).shared()), "right", size=(40, 34))


@pytest.mark.slow
def test_a_whale_sideways(make_app: MakeApp, look: Look) -> None:
    look(make_app(three(240).shared()), size=(82, 17))
