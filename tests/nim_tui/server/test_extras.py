"""A server needs the packages of the extra `server`, and no others before they are asked for."""

from __future__ import annotations

import re
import tomllib
from typing import Final

import pytest

from tests.nim_tui.conftest import ROOT, python

pytestmark = pytest.mark.slow

WITHOUT: Final = """
import sys

for name in {names!r}:
    sys.modules[name] = None  # as if it were not installed
import nim_tui.commands.admin
import nim_tui.server.admin.service
import nim_tui.server.admin.verify
import nim_tui.server.serve
"""
IMPORTED: Final = {"pyjwt": "jwt"}
"""Distributions whose package has another name."""


def required(extra: str) -> set[str]:
    """The packages that an extra names itself."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    names = (re.split(r"[\[<>=;]", one)[0].strip() for one in
             told["project"]["optional-dependencies"][extra])  # fmt: skip
    return {IMPORTED.get(name.lower(), name) for name in names} - {"nim-tui"}


def test_a_server_starts_with_its_own_extra_alone() -> None:
    others = required("postgres") | required("web") | required("notices")
    run = python("-c", WITHOUT.format(names=sorted(others - required("server"))))
    assert run.returncode == 0, run.stderr
