"""What tests take: quick ones are held to a second of processor, and a run ends with a table."""

from __future__ import annotations

import argparse
import ast
import inspect
import time
from collections import Counter
from collections.abc import Generator, Iterator
from functools import cache
from typing import Any, Final

import pytest

MOST: Final = 1.0
"""Seconds of this process's own processor time in which a test without a mark is done."""
YARD: Final = 0.03
"""Seconds in which a machine that is not slow reads and writes a module of Python's."""
SLOWEST: Final = 20
"""How many of the slowest tests are listed."""
FOLDER: Final = 3
"""How many parts of a path the sum of a folder is told by."""

TOOK: Final = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run whose processes crowd the processors allow each test more of them."""
    told = "seconds of processor in which a test without a mark is done"
    parser.addoption("--most", type=float, default=MOST, metavar="SECONDS", help=told)


@cache
def slowness() -> float:
    """How many times as long this machine takes as one that is not slow; at least 1."""
    source, took = inspect.getsource(argparse), list[float]()
    for _time in range(3):
        began = time.process_time()
        ast.unparse(ast.parse(source))
        took.append(time.process_time() - began)
    return max(min(took) / YARD, 1.0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test without a mark that takes longer than a quick one may."""
    began = time.process_time()
    yield
    took = time.process_time() - began
    is_marked = any(item.get_closest_marker(mark) for mark in ("slow", "nightly"))
    most = item.config.getoption("most")
    if took > most and not is_marked and took > most * slowness():
        pytest.fail(f"took {took:.1f} s of processor time: mark it slow, or have it take less")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Note when the test began."""
    item.stash[TOOK] = time.process_time()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Hand on what the whole test took, its fixtures included, to the process that reports."""
    report = yield
    if report.when == "teardown":
        report.user_properties.append(("cpu", time.process_time() - item.stash[TOOK]))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List the slowest tests and what each folder took."""
    took = {
        report.nodeid: dict(report.user_properties).get("cpu", 0.0)
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "teardown"
    }
    if len(took) <= SLOWEST:
        return
    folders, counts = Counter[str](), Counter[str]()
    for test, seconds in took.items():
        folder = "/".join(test.partition("::")[0].split("/")[:-1][:FOLDER])
        folders[folder] += seconds
        counts[folder] += 1
    terminalreporter.section("seconds of processor time")
    for test, seconds in sorted(took.items(), key=lambda each: -each[1])[:SLOWEST]:
        terminalreporter.write_line(f"{seconds:8.2f}  {test}")
    for folder, seconds in folders.most_common():
        terminalreporter.write_line(f"{seconds:8.1f}  {folder} ({counts[folder]} tests)")
    terminalreporter.write_line(f"{sum(folders.values()):8.1f}  in all ({len(took)} tests)")
