"""A screen of cells, wherever it is shown: looked at, typed to, waited for."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from tests.waiting import PATIENCE

STILL = 8
"""How often in a row a screen looks alike that nothing is drawn on any more."""


class Shown(ABC):
    """A screen that somebody sits at."""

    @abstractmethod
    def screen(self) -> str:
        """What is on it."""

    @abstractmethod
    def keys(self, *names: str) -> None:
        """Press keys, by tmux's names or as characters."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type a text as it is."""

    def wait_until(self, is_so: Callable[[str], bool], what: str) -> str:
        """Wait until the screen is so; fail with the screen if it never is."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if is_so(screen):
                return screen
            assert time.monotonic() < end, f"{what} did not come:\n{screen}"
            time.sleep(0.03)

    def wait_for(self, *texts: str) -> str:
        """Wait until all these texts are on the screen."""
        return self.wait_until(lambda screen: all(t in screen for t in texts), " and ".join(texts))

    def at_rest(self) -> str:
        """Wait until nothing is drawn any more: a key pressed before would be one too many."""
        looks = [self.screen()]

        def is_still(now: str) -> bool:
            looks.append(now)
            return len(looks) > STILL and len(set(looks[-STILL:])) == 1

        return self.wait_until(is_still, "a screen at rest")

    def wait_for_change(self, before: str) -> str:
        """Wait until the screen shows anything else."""
        return self.wait_until(lambda screen: screen != before, "a change")
