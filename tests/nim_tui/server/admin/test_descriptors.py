"""File descriptors: raised to what the limits need, or the limits lowered to what there is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nim_tui.server.serve import APART
from nim_tui.server.ssh import Limits
from tests.nim_tui.server.admin.conftest import ROOT
from tests.waiting import PATIENCE

FITTED = """
import resource, sys
from nim_tui.server.serve import fitted
from nim_tui.server.ssh import Limits
soft, hard = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
try:
    fit = fitted(Limits())
except ValueError as refusal:
    print(refusal)
else:
    limits, has = fit.limits, resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    print(limits.connections, limits.sessions, limits.signing_in, has, fit.is_lowered, fit.told)
"""
NEEDED = Limits().connections + APART


def fitted_to(soft: int, hard: int) -> str:
    """What comes of the usual limits in a process of its own that may open so much."""
    done = subprocess.run(
        [sys.executable, "-c", FITTED, str(soft), str(hard)],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    return done.stdout.rstrip("\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("soft", "hard", "told"),
    [
        (NEEDED, NEEDED,
         f"1200 1000 60 {NEEDED} False file descriptors: 1328, for 1200 connections"),
        (NEEDED + 9, NEEDED + 99,
         f"1200 1000 60 {NEEDED + 9} False file descriptors: 1337, for 1200 connections"),
        (256, NEEDED + 99,
         f"1200 1000 60 {NEEDED} False "
         "file descriptors: 1328, raised from 256, for 1200 connections"),
        (256, 1028,
         "900 900 60 1028 True "
         "file descriptors: 1028, raised from 256, for 900 connections instead of 1200"),
        (150, 150,
         "22 22 22 150 True file descriptors: 150, for 22 connections instead of 1200"),
        (128, 128, "the limit on open files, 128, is too low: 129 are needed (ulimit -n)"),
    ],
)  # fmt: skip
def test_limits_fit_what_may_be_opened(soft: int, hard: int, told: str) -> None:
    assert fitted_to(soft, hard) == told


@pytest.mark.parametrize(("sessions", "connections"), [(10, 1200), (1000, 1200), (5000, 5060)])
def test_sessions_find_connections(sessions: int, connections: int) -> None:
    limits = Limits(sessions=sessions).with_room()
    assert (limits.sessions, limits.connections) == (sessions, connections)
