"""Pytest, reaching mutants: notes which test reaches which, then tries them one after the other.

Loaded by `-p tests.mutants.plugin` in a copy of the project that has mutants planted. What it is
to do stands in the file that NIM_TUI_MUTANTS_DO names, a JSON object: `notes`, a folder that it
writes to, and, where mutants are to be tried, `tried`: for each number the ids of the tests that
reach it, in order.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest

from tests.mutants.planting import SWITCH

mutant_switch: Final[Any] = import_module(SWITCH)
"""The module of the copy, of which there is one a process."""

FAILURES: Final = 3
"""A mutant is tried until so many tests have failed."""
SECONDS: Final = float(os.environ.get("NIM_TUI_MUTANTS_SECONDS", "300"))
"""No mutant is tried for longer."""

DO: Final[dict[str, Any]] = json.loads(Path(os.environ["NIM_TUI_MUTANTS_DO"]).read_text("utf-8"))
NOTES: Final = Path(DO["notes"])

mutant_switch.is_pytest = True


def spent() -> float:
    """Seconds of processor that this process and those it waited for have taken."""
    took = os.times()
    return took.user + took.system + took.children_user + took.children_system


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what the test reaches, whether it passes and what it takes."""
    if "tried" in DO:
        yield
        return
    mutant_switch.reached.clear()
    before, began = spent(), time.monotonic()
    yield
    noted = {
        "test": item.nodeid,
        "reached": sorted(mutant_switch.reached),
        "passed": item.nodeid not in _failed,
        "cpu": round(spent() - before, 3),
        "seconds": round(time.monotonic() - began, 3),
        "marks": sorted({mark.name for mark in item.iter_markers()}),
    }
    with (NOTES / f"reached.{os.getpid()}.jsonl").open("a") as notes:
        notes.write(json.dumps(noted) + "\n")


_failed: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what failed; of a mutant that is on, end with the third."""
    if not report.failed:
        return
    _failed.add(report.nodeid)
    if mutant_switch.active and os.getpid() != _parent:
        _tell(report.nodeid)
        if len(_failed) == FAILURES:
            os._exit(0)


_parent: Final = os.getpid()


def _tell(test: str) -> None:
    with (NOTES / f"failed.{mutant_switch.active}").open("a") as notes:
        notes.write(test + "\n")


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Try each mutant in a process of its own, forked once all is imported."""
    if "tried" not in DO or session.config.option.collectonly:
        return None
    items = {item.nodeid: item for item in session.items}
    tried: Mapping[str, Sequence[str]] = DO["tried"]
    for number, tests in tried.items():
        chosen = [items[test] for test in tests if test in items]
        began = time.monotonic()
        child = os.fork()
        if not child:
            _play(int(number), chosen)
        is_late = _wait(child, began + SECONDS)
        with (NOTES / "tried.jsonl").open("a") as notes:
            took = round(time.monotonic() - began, 1)
            told = {"number": int(number), "tests": len(chosen), "seconds": took, "late": is_late}
            notes.write(json.dumps(told) + "\n")
    return True


def _play(number: int, items: Sequence[pytest.Item]) -> NoReturn:
    try:
        os.setsid()
        out = os.open(os.devnull, os.O_WRONLY)
        os.dup2(out, 1)
        os.dup2(out, 2)
        mutant_switch.active = number
        os.environ["NIM_TUI_MUTANT"] = str(number)
        for item, following in zip(items, [*items[1:], None]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    except BaseException as error:
        _tell(f"pytest itself: {error!r}")
    finally:
        os._exit(0)


def _wait(child: int, until: float) -> bool:
    """Wait for a process, and end it with all it started where it takes too long."""
    while time.monotonic() < until:
        if os.waitpid(child, os.WNOHANG)[0]:
            _end_group(child)
            return False
        time.sleep(0.02)
    _end_group(child)
    os.waitpid(child, 0)
    return True


def _end_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
