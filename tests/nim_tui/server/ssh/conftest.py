"""What the server changes for the whole process is put back, for the tests that follow."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def collector() -> Iterator[None]:
    """Collections as they were, where a server changed them: that costs one of all objects."""
    threshold, frozen = gc.get_threshold(), gc.get_freeze_count()
    yield
    if gc.get_threshold() == threshold and gc.get_freeze_count() <= frozen:
        return
    gc.set_threshold(*threshold)
    gc.unfreeze()
    gc.collect()
    gc.freeze()
