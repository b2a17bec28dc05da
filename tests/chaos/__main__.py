"""Chaos on this machine alone: `python -m tests.chaos --kills 60 --node-kills 30 --seed 1`.

Ends with 1 if a move was lost or doubled, a game stands still, an invariant does not hold, or
somebody notices too much of a flood.
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.chaos.floods import Floods
from tests.chaos.kept import look_at
from tests.chaos.nodes import NodesChaos
from tests.chaos.place import Place
from tests.chaos.served import Chaos
from tests.chaos.storage import storage_kills
from tests.chaos.told import Told
from tests.nim_tui.server.storage.cluster import own_cluster


def main(arguments: Sequence[str]) -> int:
    """Print what was done and what came of it; 1 if anything was wrong."""
    parser = ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--kills", type=int, default=60, help="of a server with people")
    parser.add_argument("--storage-kills", type=int, default=940, help="of a process that writes")
    parser.add_argument("--node-kills", type=int, default=30, help="of one of two servers")
    parser.add_argument("--floods", type=float, default=0.0, help="seconds of each flood")
    parser.add_argument("--minutes", type=float, default=20.0, help="for each of these, at most")
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
        if asked.node_kills:
            faults += of_nodes(Path(place) / "nodes", asked)
        if asked.floods:
            print("a server that is flooded from thirty sources:", flush=True)
            faults += asyncio.run(Floods(Path(place) / "flooded", asked.seed, asked.floods).run())
    return int(faults > 0)


def of_nodes(folder: Path, asked: Namespace) -> int:
    """Two servers on PostgreSQL; how many faults that shows."""
    folder.mkdir()
    with own_cluster() as cluster:
        nodes = NodesChaos(folder, cluster, asked.seed)
        asyncio.run(nodes.run(asked.node_kills, time.monotonic() + asked.minutes * 60))
        return told_of("two servers on one PostgreSQL", nodes.address, nodes.told)


def told_of(what: str, place: Place, told: Told) -> int:
    """Print the figures of a part; how many faults it has."""
    kept = look_at(place, told)
    print(f"{what}:")
    for line in (*told.lines(), *kept.lines(told), *kept.faults[:10]):
        print(f"  {line}", flush=True)
    return len(kept.faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
