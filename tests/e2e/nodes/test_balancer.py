"""Two servers behind haproxy, as the docs show it, and people who come by it with `ssh`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

import pytest

from tests.e2e.needs import needs
from tests.e2e.nodes.balancer import SHOWN, Balancer, complaints, shown
from tests.e2e.nodes.several_processes import Processes
from tests.e2e.people import Come, Person, arrivals
from tests.e2e.server_process import ServerProcess
from tests.e2e.window import ENDED
from tests.nim_tui.server.admin.conftest import run_as_process
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.ports import HOST
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), *needs("haproxy", "ssh", "tmux")]

FROM = "127.0.0.77"
"""From where people come: the balancer tells it, which itself is at 127.0.0.1."""
ANYBODY_FROM = re.compile(r"came in visit=\d+ from=(\S+)")


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Come]:
    """Brings somebody, with a terminal."""
    words = Person.words

    def from_there(self: Person, server: ServerProcess, *command: str) -> list[str]:
        program, *more = words(self, server, *command)
        return [program, "-b", FROM, *more]

    monkeypatch.setattr(Person, "words", from_there)
    with arrivals(tmp_path) as come:
        yield come


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Processes]:
    with (
        own_cluster() as cluster,
        closing(Processes(tmp_path, cluster, 7, "--proxy", "127.0.0.1")) as running,
    ):
        yield running


@pytest.fixture
def balancer(tmp_path: Path, two: Processes) -> Iterator[Balancer]:
    with closing(Balancer(tmp_path, [node.port for node in two.nodes])) as running:
        wait_until(lambda: running.listens, "the balancer")
        yield running


def comes(one: Person, balancer: Balancer) -> None:
    one.register(cast(ServerProcess, balancer))


def come_from(node: ServerProcess) -> list[str]:
    """From where people came to a server, as it knows."""
    return ANYBODY_FROM.findall(node.told)


@pytest.mark.parametrize("servers", [1, 2])
def test_the_configurations_of_the_docs_are_taken(tmp_path: Path, servers: int) -> None:
    assert complaints(tmp_path, shown(servers)) == []


@pytest.mark.nightly
def test_people_come_by_it_and_come_back_when_a_server_is_killed(
    two: Processes, balancer: Balancer, person: Come
) -> None:
    ana, ben = person("Ana"), person("Ben")
    for one in (ana, ben):
        comes(one, balancer)
    assert [come_from(node) for node in two.nodes] == [[FROM], [FROM]], "one came to each"
    assert not any(f"from={HOST} " in node.told for node in two.nodes), "its looks are no refusals"
    table = two.table(ana, ben, game="submarine", bots=("easy",))
    for one in (ana, ben):
        one.sits_down("Submarine")
    said = two.play_on(table, (ana, ben), 4)
    killed = two.nodes[0]
    at_it = ana if "Ana" in _names_at(killed) else ben
    killed.kill()
    at_it.wait_for(ENDED)
    at_it.visit(cast(ServerProcess, balancer))  # it comes to the other one at once
    at_it.sits_down("Submarine")
    wait_until(lambda: "is DOWN" in balancer.told, "that it is taken out")
    said += two.play_on(table, (ana, ben), 4)
    for seat in range(2):
        assert two.plays(table, seat) == [word for mover, word in said if mover == seat]


UPDATE = re.compile(r"^```sh\n(# rolling-update\.sh.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.nightly
def test_servers_are_updated_one_by_one_by_the_script_of_the_docs_while_people_play(
    tmp_path: Path, two: Processes, balancer: Balancer, person: Come
) -> None:
    ana = person("Ana")
    comes(ana, balancer)
    table = two.table(ana, game="submarine", bots=("easy",))
    ana.sits_down("Submarine")
    said = two.play_on(table, (ana,), 2)
    with script_running(tmp_path, two.address) as (script, asked):
        for number, node in enumerate(two.nodes):
            asked_for = asked / f"node{number}"
            wait_until(lambda asked_for=asked_for: asked_for.exists(), "that its update is due")  # type: ignore[misc]
            wait_until(lambda node=node: not node.is_running, "that it has stopped by itself")  # type: ignore[misc]
            if ENDED in (last := ana.screen()):
                assert "Connect again: your seat is kept." in last
                ana.visit(cast(ServerProcess, balancer))
                ana.sits_down("Submarine")
            said += two.play_on(table, (ana,), 2)
            own = ("--port", str(node.port), "--node", f"node{number}", "--proxy", HOST)
            node.start("--database", two.address, *own)
            asked_for.unlink()
        assert script.wait(60) == 0
    assert two.plays(table, 0) == [word for _mover, word in said]


@contextmanager
def script_running(folder: Path, address: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """The script of the docs runs; for an update it makes a file, and waits until that is gone."""
    asked, script = folder / "asked", folder / "rolling-update.sh"
    asked.mkdir()
    (text,) = UPDATE.findall(SHOWN)
    update = f'update() {{ touch "{asked}/$1"; while [ -e "{asked}/$1" ]; do sleep 0.1; done; }}'
    script.write_text(re.sub(r"^update\(\) .*$", lambda _line: update, text, flags=re.MULTILINE))
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    running = subprocess.Popen(
        ["sh", str(script), address, "node0", "node1"], env={**os.environ, "PATH": path}
    )
    try:
        yield running, asked
    finally:
        running.kill()
        running.wait(10)


@pytest.mark.nightly
def test_bans_of_addresses_hold_for_who_comes_by_it(
    two: Processes, balancer: Balancer, person: Come
) -> None:
    ana = person("Ana")
    comes(ana, balancer)
    told = run_as_process(two.nodes[0].data, "ban", FROM, "flood")
    assert told.code == 0, told.err
    ana.wait_for(ENDED)
    ben = person("Ben")
    for _node in two.nodes:
        refused = ben.asks(cast(ServerProcess, balancer), "export")
        assert "Permission denied" in refused.stderr
    for node in two.nodes:
        wait_until(lambda node=node: f"refused from={FROM} reason=banned" in node.told, "the line")  # type: ignore[misc]


def _names_at(node: ServerProcess) -> list[str]:
    """Who has a session there; those at other servers are listed with the number of theirs."""
    told = run_as_process(node.data, "list", "--json")
    assert told.code == 0, told.err
    return [visit["name"] for visit in json.loads(told.out)["visits"] if "node" not in visit]
