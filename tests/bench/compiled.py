"""The compiled rules (`make compiled`), measured in a process of their own beside this one.

There what is installed comes first and this tree last, so that the rules are the compiled ones
and what measures them is the same as here.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rules.bataille import BATAILLE
from rules.contract import AnyGame
from rules.himalaya import HIMALAYA
from rules.schwarm import SCHWARM
from rules.submarine import SUBMARINE
from tests.bench.pairs import Measure
from tests.bench.peers import MissingPeer
from tests.bench.random_play import Player, PlayGame, playing, playing_on, playing_unlisted
from tests.bench.terminal import NotShown

ROOT: Final = Path(__file__).parents[2]
BUILT: Final = ROOT / ".venv-compiled"
GAMES: Final[dict[str, AnyGame]] = {
    game.name: game for game in (BATAILLE, SUBMARINE, HIMALAYA, SCHWARM)
}
WAYS: Final[dict[str, Callable[[AnyGame, int], PlayGame]]] = {
    "games": playing,
    "unlisted": playing_unlisted,
    "playouts": playing_on,
}
"""What can be measured, by the word that asks for it."""


def check_built() -> None:
    """Raise MissingPeer unless there is a compiled build of the rules as they are now."""
    done = BUILT / "done"
    if not done.exists():
        raise MissingPeer("not built: `make compiled`")
    built = done.stat().st_mtime
    if any(file.stat().st_mtime > built for file in (ROOT / "rules").rglob("*.py")):
        raise MissingPeer("older than the rules: `make compiled`")


@contextmanager
def measuring(way: str, game: AnyGame, seats: int) -> Iterator[Measure]:
    """What measures the pace of the compiled rules. Raises MissingPeer, NotShown, OSError."""
    check_built()
    start = f"import sys; sys.path.append({str(ROOT)!r}); from tests.bench import compiled"
    command = [str(BUILT / "bin" / "python"), "-P", "-c", f"{start}; compiled.serve()"]
    with subprocess.Popen(
        [*command, way, game.name, str(seats)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin
        assert process.stdout
        asked, told = process.stdin, process.stdout

        def measure() -> float:
            asked.write("\n")
            answer = told.readline()
            if not answer:
                raise NotShown("the process of the compiled rules ended")
            return float(answer)

        yield measure


def serve() -> None:
    """Measure once for each line that comes in, and print the pace."""
    way, name, seats = sys.argv[1:]
    game = GAMES[name]
    file = sys.modules[type(game).__module__].__file__
    assert file
    assert not file.endswith(".py"), f"these rules are plain: {file}"
    player = Player(WAYS[way](game, int(seats)))
    for _line in sys.stdin:
        print(player.a_second(), flush=True)
