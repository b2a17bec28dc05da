"""What tests of playing on a server by lines share with those of playing at screens."""

from __future__ import annotations

from tests.nim_tui.server.lobby.conftest import play

__all__ = ["play"]
