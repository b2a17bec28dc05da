"""What tests of playing on a server share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.nim_tui.server.lobby.steady import Play, Scene, played

if TYPE_CHECKING:
    pass


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Plays a scene on a server in this process."""

    def play_it(scene: Scene, seed: int = 7, **more: Any) -> None:
        played(monkeypatch, tmp_path / "data", scene, seed, **more)

    return play_it
