"""The games and tables for the tests of the contract."""

from __future__ import annotations

from typing import Final

from nim_tui.testing.walks import settings_of
from rules.bataille.game import BATAILLE
from rules.contract import AnyGame
from rules.himalaya.game import HIMALAYA
from rules.schwarm.game import SCHWARM
from rules.submarine.game import SUBMARINE
from tests.rules.tiny import TINY

GAMES: Final[tuple[AnyGame, ...]] = (BATAILLE, SUBMARINE, HIMALAYA, SCHWARM, TINY)
SETTINGS: Final = tuple(setting for game in GAMES for setting in settings_of(game))
