"""Chaos on this machine alone: `python -m tests.chaos --kills 60 --node-kills 30 --seed 1`.

Kills go in slices of 200, each with a seed of its own. With `--sums FILE`, a slice that is done is
written there, and a run that was ended goes on after it; the sum of all is printed.

Ends with 1 if a move was lost or doubled, a game stands still, an invariant does not hold, or
somebody notices too much of a flood.
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.chaos.floods import Floods
from tests.chaos.kept import Kept, look_at
from tests.chaos.nodes import NodesChaos
from tests.chaos.place import Place
from tests.chaos.served import Chaos
from tests.chaos.slices import Slices
from tests.chaos.storage import storage_kills
from tests.chaos.told import Told
from tests.nim_tui.server.storage.cluster import own_cluster

STORAGE: Final = "the storage layer alone"
SERVED: Final = "a server with people"
NODES: Final = "two servers on one PostgreSQL"


def main(arguments: Sequence[str]) -> int:
    """Print what was done and what came of it; 1 if anything was wrong."""
    parser = ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--kills", type=int, default=60, help="of a server with people")
    parser.add_argument("--storage-kills", type=int, default=940, help="of a process that writes")
    parser.add_argument("--node-kills", type=int, default=30, help="of one of two servers")
    parser.add_argument("--floods", type=float, default=0.0, help="seconds of each flood")
    parser.add_argument("--minutes", type=float, default=20.0, help="for each slice, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sums", type=Path, help="a file of the slices that are done")
    asked = parser.parse_args(arguments)
    slices, longest = Slices(asked.sums), asked.minutes * 60
    slices.run(STORAGE, asked.seed, asked.storage_kills, partial(of_storage, longest))
    slices.run(SERVED, asked.seed, asked.kills, partial(of_server, longest))
    slices.run(NODES, asked.seed, asked.node_kills, partial(of_nodes, longest))
    for line in slices.sums():
        print(line, flush=True)
    faults = slices.faults
    if asked.floods:
        print("a server that is flooded from thirty sources:", flush=True)
        with TemporaryDirectory(prefix="nim-tui-") as place:
            flooded = Path(place) / "flooded"
            faults += asyncio.run(Floods(flooded, asked.seed, asked.floods).run())
    return int(faults > 0)


def of_storage(longest: float, seed: int, kills: int) -> tuple[Told, Kept]:
    """Kill processes that write, over the storage layer alone."""
    with TemporaryDirectory(prefix="nim-tui-") as place:
        folder = Path(place) / "storage"
        told = storage_kills(folder, kills, seed, time.monotonic() + longest)
        return told, told_of(STORAGE, folder, told)


def of_server(longest: float, seed: int, kills: int) -> tuple[Told, Kept]:
    """Kill a server with people."""
    with TemporaryDirectory(prefix="nim-tui-") as place:
        chaos = Chaos(Path(place) / "served", seed)
        asyncio.run(chaos.run(kills, time.monotonic() + longest))
        return chaos.told, told_of(SERVED, Path(place) / "served", chaos.told)


def of_nodes(longest: float, seed: int, kills: int) -> tuple[Told, Kept]:
    """Kill one of two servers on PostgreSQL again and again."""
    with TemporaryDirectory(prefix="nim-tui-") as place, own_cluster() as cluster:
        nodes = NodesChaos(Path(place), cluster, seed)
        asyncio.run(nodes.run(kills, time.monotonic() + longest))
        return nodes.told, told_of(NODES, nodes.address, nodes.told)


def told_of(what: str, place: Place, told: Told) -> Kept:
    """Print the figures of a slice, and return what is kept."""
    kept = look_at(place, told)
    print(f"{what}:")
    for line in (*told.lines(), *kept.lines(told), *kept.faults[:10]):
        print(f"  {line}", flush=True)
    return kept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
