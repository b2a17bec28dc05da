"""Chaos on this machine alone: `python -m tests.chaos --kills 60 --storage-kills 940 --seed 1`.

Ends with 1 if a move was lost or doubled, a game stands still, or an invariant does not hold.
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.chaos.kept import look_at
from tests.chaos.served import Chaos
from tests.chaos.storage import storage_kills
from tests.chaos.told import Told


def main(arguments: Sequence[str]) -> int:
    """Print what was done and what came of it; 1 if anything was wrong."""
    parser = ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--kills", type=int, default=60, help="of a server with people")
    parser.add_argument("--storage-kills", type=int, default=940, help="of a process that writes")
    parser.add_argument("--minutes", type=float, default=20.0, help="for each of both, at most")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    faults = 0
    with TemporaryDirectory(prefix="nim-tui-") as place:
        if asked.storage_kills:
            until = time.monotonic() + asked.minutes * 60
            folder = Path(place) / "storage"
            told = storage_kills(folder, asked.storage_kills, asked.seed, until)
            faults += told_of("the storage layer alone", folder, told)
        if asked.kills:
            chaos = Chaos(Path(place) / "served", asked.seed)
            asyncio.run(chaos.run(asked.kills, time.monotonic() + asked.minutes * 60))
            faults += told_of("a server with people", Path(place) / "served", chaos.told)
    return int(faults > 0)


def told_of(what: str, folder: Path, told: Told) -> int:
    """Print the figures of a part; how many faults it has."""
    kept = look_at(folder, told)
    print(f"{what}:")
    for line in (*told.lines(), *kept.lines(told), *kept.faults[:10]):
        print(f"  {line}", flush=True)
    return len(kept.faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
