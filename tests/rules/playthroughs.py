"""The golden playthroughs of our games.

`python -m tests.rules.playthroughs` writes them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from nim_tui.testing.playthroughs import Playthrough
from rules.bataille.game import BATAILLE
from rules.himalaya.game import HIMALAYA
from rules.schwarm.game import SCHWARM
from rules.submarine.game import SUBMARINE


def path_of(playthrough: Playthrough) -> Path:
    """Return the file of a playthrough."""
    folder = Path(__file__).parent / playthrough.game.name / "playthroughs"
    return folder / f"{playthrough.name}.txt"


FIVE: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve")

PLAYTHROUGHS: Final = (
    Playthrough("default", BATAILLE, BATAILLE.players, {}, 14931, 40),
    Playthrough(
        "blast",
        BATAILLE,
        BATAILLE.players,
        {"blast": True, "lanes": "all", "spinner": "third", "grids": "plain", "turn_limit": 8},
        3011,
        40,
    ),
    Playthrough("two", SUBMARINE, FIVE[:2], {}, 1533, 90),
    Playthrough("five", SUBMARINE, FIVE, {}, 5555, 90),
    Playthrough("three", HIMALAYA, FIVE[:3], {}, 5162, 25),
    Playthrough("four", HIMALAYA, FIVE[:4], {"events": True, "split_delegations": True}, 18446, 35),
    Playthrough("two", SCHWARM, FIVE[:2], {}, 590, 42),
    Playthrough("three", SCHWARM, FIVE[:3], {"free_start": True}, 1922, 48),
    Playthrough("four", SCHWARM, FIVE[:4], {"great_wave": True, "closed_hands": True}, 2429, 52),
)


if __name__ == "__main__":
    for playthrough in PLAYTHROUGHS:
        path = path_of(playthrough)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(playthrough.text().encode())
