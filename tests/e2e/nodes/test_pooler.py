"""Two servers whose transactions share the connections of PgBouncer, as the docs show it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from tests.e2e.needs import PGBOUNCER, needs
from tests.e2e.nodes.balancer import SHOWN
from tests.e2e.nodes.several_processes import Processes, come_to
from tests.e2e.people import Come
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.ports import HOST, free_port
from tests.waiting import wait_until

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(600), *needs("pgbouncer", "ssh", "tmux")]

INI = re.compile(r"^```ini\n; pgbouncer\.ini\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHARED = 3
"""Connections to the database that the pooler may open."""


@contextmanager
def pooler(folder: Path, address: str) -> Iterator[str]:
    """A PgBouncer with the settings of the docs before a database; its address for servers."""
    assert PGBOUNCER is not None
    port, url = free_port(), make_url(address)
    socket, options = url.query["host"], url.query["options"]
    (shown,) = INI.findall(SHOWN)
    here = {
        r"^nimtui = .*$": f"nimtui = host={socket} dbname={url.database} user={url.username}"
        f" connect_query='SET search_path = {str(options).rpartition('=')[2]}'",
        r"^listen_addr = .*$": f"listen_addr = {HOST}\nlisten_port = {port}\nunix_socket_dir =",
        r"^auth_type = .*$": "auth_type = any",
        r"^default_pool_size = .*$": f"default_pool_size = {SHARED}",
    }
    for line, meant in here.items():
        shown, found = re.subn(line, meant, shown, flags=re.MULTILINE)
        assert found == 1, line
    file = folder / "pgbouncer.ini"
    file.write_text(shown)
    folder.chmod(0o755)
    owner = Path(str(socket)).owner()
    as_owner = ["-u", owner] if os.getuid() == 0 else []
    with (folder / "pgbouncer.txt").open("wb") as told:
        running = subprocess.Popen([PGBOUNCER, *as_owner, file], stdout=told, stderr=told)
    try:
        wait_until(lambda: "process up" in (folder / "pgbouncer.txt").read_text(), "the pooler")
        yield f"postgresql://postgres@{HOST}:{port}/nimtui"
    finally:
        running.kill()
        running.wait(10)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Processes]:
    with own_cluster() as cluster:
        address = cluster.blank()
        with (
            pooler(tmp_path, address) as pooled,
            closing(Processes(tmp_path, cluster, 7, address=address, pooled=pooled)) as running,
        ):
            yield running


def test_people_play_at_two_servers_over_a_few_shared_connections(
    two: Processes, person: Come
) -> None:
    (ana,) = come_to(two.nodes[0], person, "Ana")
    (ben,) = come_to(two.nodes[1], person, "Ben")
    table = two.table(ana, ben, game="submarine", bots=("easy",))
    for one in (ana, ben):
        one.sits_down("Submarine")
    said = two.play_on(table, (ana, ben), 8)
    for seat in range(2):
        assert two.plays(table, seat) == [word for mover, word in said if mover == seat]
    with psycopg.connect(two.address) as connection:
        query = "SELECT application_name FROM pg_stat_activity WHERE backend_type = %s"
        names = [name for (name,) in connection.execute(query, ("client backend",))]
    assert names.count("nim_tui channel") == len(two.nodes)
    own = 2
    """This question, and the database that this test looks at."""
    assert len(names) - len(two.nodes) - own <= SHARED
    two.owner(table).kill()  # type: ignore[union-attr]
    wait_until(lambda: two.owner(table), "that the other one runs it")
