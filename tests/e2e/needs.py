"""What a test needs on this machine, as marks: where it is missing, the test is skipped."""

from __future__ import annotations

import os
import shutil
from typing import Final

import pytest

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")
HAPROXY: Final = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
PGBOUNCER: Final = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
_ELSEWHERE: Final = {
    "chromium": CHROMIUM,
    "firefox": FIREFOX,
    "haproxy": HAPROXY,
    "pgbouncer": PGBOUNCER,
}


def needs(*tools: str) -> list[pytest.MarkDecorator]:
    """Marks of a test that runs where all these tools are found; in CI it fails without them."""
    return [
        pytest.mark.skipif(
            "CI" not in os.environ and _ELSEWHERE.get(tool, shutil.which(tool)) is None,
            reason=f"this needs `{tool}`, not found here",
        )
        for tool in tools
    ]
