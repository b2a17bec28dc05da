"""The golden playthroughs match byte for byte; `make playthroughs` writes them anew."""

from __future__ import annotations

import pytest

from tests.rules.playthroughs import PLAYTHROUGHS, Playthrough


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda one: one.name)
def test_the_playthrough_is_as_written(playthrough: Playthrough) -> None:
    assert playthrough.path.read_bytes().decode() == playthrough.text()
