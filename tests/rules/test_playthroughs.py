"""The golden playthroughs match byte for byte; `make playthroughs` writes them anew."""

from __future__ import annotations

import pytest

from nim_tui.testing.playthroughs import Playthrough
from tests.rules.playthroughs import PLAYTHROUGHS, path_of


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda one: one.name)
def test_the_playthrough_is_as_written(playthrough: Playthrough) -> None:
    assert path_of(playthrough).read_bytes().decode() == playthrough.text()
