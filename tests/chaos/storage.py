"""Kills of a process that writes, over the storage layer alone: many, as each is cheap."""

from __future__ import annotations

import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Final

from tests.chaos.told import Told
from tests.chaos.writer import set_up, write

LONGEST: Final = 0.15
"""Seconds of writing before a kill."""
PATIENCE: Final = 30.0
"""Seconds until a writer has opened the database."""
SHORT: Final = 0.2
"""The share of the writers whose disk is short of room."""


def storage_kills(folder: Path, kills: int, seed: int, until: float) -> Told:
    """Kill so many writers one after the other, fewer if the time (monotonic) comes first."""
    told, draw = Told(), Random(f"{seed} storage")
    set_up(folder)
    processes = get_context("forkserver")
    processes.set_forkserver_preload(["tests.chaos.writer"])
    while told.kills < kills and time.monotonic() < until:
        ours, theirs = processes.Pipe(duplex=False)
        is_short = draw.random() < SHORT
        words = (folder, f"{seed} {told.kills}", is_short, theirs)
        writer = processes.Process(target=write, args=words, daemon=True)
        begun = time.monotonic()
        writer.start()
        theirs.close()
        if not ours.poll(PATIENCE) or _is_over(ours):
            told.faults.append(f"after {told.kills} kills the database was not opened")
            writer.kill()
            break
        told.restarts.append(time.monotonic() - begun)
        time.sleep(draw.random() * LONGEST)
        writer.kill()
        writer.join()
        told.kills += 1
        told.full_disks += _hear(ours, told)
    return told


def _is_over(ours: Connection) -> bool:
    try:
        ours.recv()
    except EOFError:
        return True
    return False


def _hear(ours: Connection, told: Told) -> int:
    """Note all that a writer told before it died; how many writes were refused."""
    refused = 0
    try:
        while True:
            said = ours.recv()
            if said is None:
                refused += 1
            else:
                told.accept(*said)
    except (EOFError, OSError):  # it died in the middle of a word, which was not told
        ours.close()
    return refused
