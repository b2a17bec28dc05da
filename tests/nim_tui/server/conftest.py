"""What all tests of a server share."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from nim_tui.server import logs as refusals
from screens.textual_patches import many_apps
from screens.textual_patches.style_sheets import share_parsed_styles
from tests.nim_tui.server.kept_in import IN_A_FILE, ON_POSTGRESQL, Kept, keep
from tests.nim_tui.server.off_the_loop import off_the_loop
from tests.nim_tui.server.storage.cluster import Cluster, own_cluster

PLAYING = re.compile(r"tests/nim_tui/server/(bots|lobby|plain|web)/")
"""Where people play; a test there that opens a database is tried on PostgreSQL every night."""
OPENING = {"play", "house"}
"""By what such a test opens one: fixtures, and functions its file imports."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have people play on both kinds of database, unless a test looks at the file."""
    uses = {*metafunc.fixturenames, *vars(metafunc.module)}
    is_about_files = "a_file" in metafunc.fixturenames
    if PLAYING.search(str(metafunc.definition.path)) and uses & OPENING and not is_about_files:
        apart = pytest.param(ON_POSTGRESQL, marks=pytest.mark.nightly)
        metafunc.parametrize("kept_in", [IN_A_FILE, apart], indirect=True)


@pytest.fixture(autouse=True)
def nothing_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins with a log in which every refusal has its line."""
    fresh = refusals.Gathered(time.monotonic, refusals.write_line)
    monkeypatch.setattr(refusals, "_GATHERED", fresh)


@pytest.fixture
def a_file() -> None:
    """Marks a test that is about the file itself."""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server, for all tests of this process."""
    with own_cluster() as running:
        yield running


@pytest.fixture(autouse=True)
def kept_in(request: pytest.FixtureRequest) -> Iterator[None]:
    """Everything is kept in files, or on PostgreSQL."""
    is_apart = getattr(request, "param", IN_A_FILE) == ON_POSTGRESQL
    before = keep(Kept(request.getfixturevalue("cluster") if is_apart else None))
    yield
    keep(before)


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No server in this process asks its database on the event loop."""
    with off_the_loop(monkeypatch):
        yield


@pytest.fixture(autouse=True)
def usual_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server in this process changes its collections, and looks all its objects through."""
    monkeypatch.setattr(many_apps, "keep_collections_short", lambda: None)


@pytest.fixture(autouse=True, scope="session")
def styles_parsed_once() -> None:
    """Style sheets are parsed once, as in a server: a tenth of what tests of screens take."""
    share_parsed_styles()
