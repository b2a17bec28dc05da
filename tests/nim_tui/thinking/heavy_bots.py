"""Bots that think in processes, and fail there in every way; a worker finds them by their names."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nim_tui.bots.levels import RandomBot
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame


@dataclass
class HeavyBot:
    """Says which process it thought in, after doing as it is told."""

    deed: str = ""
    beats: int = 2

    @property
    def instead(self) -> RandomBot:
        return RandomBot()

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        if self.deed == "crash":
            os._exit(3)
        if self.deed == "raise":
            raise KeyError("lost its way")
        if self.deed == "hoard":
            bytearray(1 << 32)
        if self.deed == "doze":
            time.sleep(0.2)
        while self.deed == "hang":
            time.sleep(1)
        return Advice(chance.pick(legal), f"pid {os.getpid()}")
