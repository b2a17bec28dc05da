"""What the server changes for the whole process is put back, for the tests that follow."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def collector() -> Iterator[None]:
    """Collections as they were."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()
    gc.collect()
