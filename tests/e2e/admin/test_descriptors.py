"""Open files of a server: how many it lets in by them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.nim_tui.server.admin.conftest import ROOT, command, environment
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow


@pytest.mark.nightly
def test_a_server_says_at_its_start_how_many_it_lets_in(folder: Path) -> None:
    limited = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 328)); "
    limited += "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    words = command("serve", "--port", "0", "--data", folder)
    process = subprocess.Popen(
        [sys.executable, "-c", limited, *words[1:]],
        cwd=ROOT, env=environment(folder), stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        _ssh_server, line = process.stderr.readline(), process.stderr.readline()
        process.terminate()
        process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    told = "WARNING file descriptors: 328, raised from 300, for 200 connections instead of 1200\n"
    assert line.partition(" ")[2] == told
