"""Send the server everything a stranger could: `python -m tests.fuzz --inputs 1000000 --seed 1`.

What fails is told with the seed that brings it back. Nothing leaves this machine.
"""

from __future__ import annotations

import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from tests.fuzz import doors, parts
from tests.fuzz.codes import codes
from tests.fuzz.hall import hall
from tests.fuzz.house import house
from tests.fuzz.trouble import troubles
from tests.fuzz.web import web
from tests.fuzz.wire import wire


class Part(NamedTuple):
    """A part of the server, and how much of all it is sent."""

    name: str
    send: Callable[[Random, int], None]
    share: float
    batch: int
    """Inputs by one seed."""


PARTS: Final = (
    Part("keyboard", parts.keyboard, 0.35, 20_000),
    Part("lines", doors.lines, 0.12, 20_000),
    Part("names", parts.names, 0.12, 20_000),
    Part("moves", parts.moves, 0.12, 20_000),
    Part("proxies", parts.proxies, 0.12, 20_000),
    Part("environment", parts.environment, 0.05, 20_000),
    Part("addresses", doors.addresses, 0.05, 20_000),
    Part("requests", doors.requests, 0.04, 20_000),
    Part("codes", codes, 0.005, 1000),
    Part("house", house, 0.005, 1000),
    Part("hall", hall, 0.01, 1000),
    Part("wire", wire, 0.005, 1000),
    Part("web", web, 0.005, 1000),
)
"""All of a million: some twenty minutes on one processor."""


class Sent(NamedTuple):
    """What came of a part."""

    inputs: int
    seconds: float
    failures: list[str]


def fuzzed(part: Part, inputs: int, seed: int) -> Sent:
    """Send a part so much, in batches of their own seeds."""
    failures: list[str] = []
    begun, done = time.monotonic(), 0
    while done < inputs:
        batch = min(part.batch, inputs - done)
        with troubles() as found:
            try:
                part.send(Random(f"{seed} {part.name} {done}"), batch)
            except Exception:
                failures.append(f"{part.name} from {done}: {traceback.format_exc(limit=-4)}")
        failures += [f"{part.name} from {done}: {trouble}" for trouble in found.found]
        done += batch
    return Sent(done, time.monotonic() - begun, failures)


def main(arguments: Sequence[str]) -> int:
    """Print what each part was sent; 1 if anything failed."""
    parser = ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("parts", metavar="PART", nargs="*", help="keyboard, names, house, ...")
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    all_sent = failed = 0
    for part in PARTS:
        if part.name not in (asked.parts or [part.name]):
            continue
        sent = fuzzed(part, max(int(asked.inputs * part.share), 1), asked.seed)
        all_sent += sent.inputs
        failed += len(sent.failures)
        rate = sent.inputs / max(sent.seconds, 1e-9)
        print(
            f"{part.name:<12} {sent.inputs:>9,} inputs  {rate:>9,.0f} a second"
            f"  {len(sent.failures)} failures",
            flush=True,
        )
        for failure in sent.failures[:5]:
            print(failure)
    print(f"{'in all':<12} {all_sent:>9,} inputs, {failed} failures")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
