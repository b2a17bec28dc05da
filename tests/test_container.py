"""Containerfile and compose.yaml, as far as they can be tried without a container."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from click.testing import CliRunner

from nim_tui.commands.cli import commands

ROOT: Final = Path(__file__).parents[1]
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICE: Final[dict[str, Any]] = COMPOSE["services"]["games"]
CONTEXT: Final = (ROOT / ".dockerignore").read_text("utf-8")
KINDS: Final = ("serve", "web", "notices", "postgres", "all")
_SHOWN: Final = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _steps() -> Iterator[tuple[str, str]]:
    """The instructions of the Containerfile, each with what follows it."""
    lines = (ROOT / "Containerfile").read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    for line in text.replace("\\\n", " ").splitlines():
        if line:
            name, _, rest = line.partition(" ")
            yield name, rest


STEPS: Final = [*_steps()]


def told(name: str) -> list[str]:
    """What follows this instruction, each time."""
    return [rest for step, rest in STEPS if step == name]


def settings_of(words: list[str]) -> dict[str, Any]:
    """What a server would be started with."""
    run = CliRunner().invoke(commands, [*words, "--show-config"])
    assert run.exit_code == 0, run.output
    return tomllib.loads(run.output)


def test_each_instruction_is_one_there_is() -> None:
    known = ["FROM", "ARG", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"]
    known.append("HEALTHCHECK")
    assert {name for name, _ in STEPS} <= {*known}
    assert STEPS[0][0] == "FROM"


def test_its_shell_lines_are_sound() -> None:
    for line in told("RUN"):
        subprocess.run(["sh", "-n", "-c", line], check=True, timeout=10)


@pytest.mark.parametrize("kind", KINDS)
def test_the_locks_it_installs_are_there(kind: str) -> None:
    (line,) = (line for line in told("RUN") if "--require-hashes" in line)
    (lock,) = re.findall(r"/src/(locks/\S+)", line)
    assert (ROOT / lock.replace("${WITH}", kind)).is_file()
    assert told("ARG") == [f"WITH={KINDS[0]}"]


def test_what_it_is_built_of_is_there() -> None:
    named = re.findall(r"^!(.+)$", CONTEXT, re.MULTILINE)
    assert "\n*\n" in CONTEXT
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_image_starts_a_server_that_others_reach() -> None:
    assert [json.loads(line) for line in told("ENTRYPOINT")] == [["nim-tui"]]
    (words,) = (json.loads(line) for line in told("CMD"))
    settings = settings_of(words)
    assert settings["host"] == "0.0.0.0"
    assert str(settings["port"]) in told("EXPOSE")[0].split()


def test_compose_builds_the_image_and_starts_the_same() -> None:
    build = SERVICE["build"]
    assert (ROOT / build["context"] / build["dockerfile"]).samefile(ROOT / "Containerfile")
    assert build["args"]["WITH"] in KINDS
    (words,) = (json.loads(line) for line in told("CMD"))
    settings = settings_of(SERVICE["command"])
    assert settings == settings_of(words)
    (port,) = SERVICE["ports"]
    assert port.split(":")[1] == str(settings["port"])


def test_all_holds_what_each_other_kind_does_as_the_tests_run_with_it() -> None:
    pinned = {
        name: {*re.findall(r"^\S+==\S+", (ROOT / "locks" / f"{name}.txt").read_text("utf-8"), re.M)}
        for name in (*KINDS, "test")
    }
    assert [kind for kind in KINDS if not pinned["serve"] <= pinned[kind]] == []
    assert pinned["all"] == set().union(*(pinned[kind] for kind in KINDS[:-1]))
    assert pinned["all"] <= pinned["test"]


def test_both_ask_a_running_server_for_its_health(tmp_path: Path) -> None:
    (line,) = told("HEALTHCHECK")
    timing, asked = line.split(" CMD ")
    check = SERVICE["healthcheck"]
    assert check["test"] == ["CMD-SHELL", asked]
    named = {name: check[name.replace("-", "_")] for name in re.findall(r"--(\S+)=", timing)}
    assert timing == " ".join(f"--{name}={value}" for name, value in named.items())
    words = shlex.split(asked.removesuffix(" || exit 1"))
    ill = CliRunner().invoke(commands, words[1:], env={"NIM_TUI_HOME": str(tmp_path)})
    assert "no server is running" in str(ill.exception or ill.output) + ill.stderr


def test_the_workflow_tries_each_kind() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "nightly.yml").read_text("utf-8"))
    image = workflow["jobs"]["image"]
    assert image["strategy"]["matrix"]["with"] == [*KINDS]
    assert image["steps"][-1]["run"].split()[0] == ".ci/image"
    subprocess.run(["bash", "-n", ROOT / ".ci" / "image"], check=True, timeout=10)


def test_the_door_for_browsers_that_compose_offers_is_reached() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    offered = re.findall(r"^    # ((?:command|ports|  ).*)$", text, re.MULTILINE)
    more = yaml.safe_load("\n".join(offered))
    settings = settings_of(more["command"])
    assert (settings["host"], settings["web_host"]) == ("0.0.0.0", "0.0.0.0")
    ports = [int(port.split(":")[-1]) for port in more["ports"]]
    assert ports == [settings["port"], settings["web"]]
    assert [str(port) for port in ports] == told("EXPOSE")[0].split()


def test_compose_keeps_games_and_has_room() -> None:
    (volume,) = SERVICE["volumes"]
    name, folder = volume.split(":")
    assert name in COMPOSE["volumes"]
    assert told("VOLUME") == [folder]
    assert f"NIM_TUI_HOME={folder}" in told("ENV")[0].split()
    settings = settings_of(SERVICE["command"])
    assert SERVICE["ulimits"]["nofile"] >= settings["connections"] + 128
    assert float(SERVICE["stop_grace_period"].rstrip("s")) > settings["stopping_seconds"]


def shown_services() -> list[dict[str, Any]]:
    """What the page for whoever runs a server shows."""
    blocks = _SHOWN.findall((ROOT / "docs" / "how-to" / "several-servers.md").read_text("utf-8"))
    shown = [each for each in map(yaml.safe_load, blocks) if "services" in each]
    assert shown
    return shown


def own_services(shown: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in shown["services"].values() if one["image"] == SERVICE["image"]]


def test_the_services_that_pages_show_are_sound() -> None:
    for each in shown_services():
        for service in own_services(each):
            assert settings_of(shlex.split(service["command"]))["host"] == "0.0.0.0"
        for service in each["services"].values():
            assert {*service.get("depends_on", [])} <= {*each["services"]}
            assert {*service["networks"]} <= {*each["networks"]}
            named = [volume.partition(":")[0] for volume in service["volumes"]]
            assert {name for name in named if not name.startswith("./")} <= {*each["volumes"]}


def test_several_servers_have_their_host_key_in_the_database_and_believe_their_proxy() -> None:
    (each,) = (each for each in shown_services() if "haproxy" in each["services"])
    servers = own_services(each)
    assert len(servers) == 2
    for service in servers:
        assert not [volume for volume in service["volumes"] if "host_key" in volume]
        proxies = settings_of(shlex.split(service["command"]))["proxy"]
        (network,) = each["networks"].values()
        assert proxies == [one["subnet"] for one in network["ipam"]["config"]]
    folders = {volume for one in servers for volume in one["volumes"] if volume.endswith(":/data")}
    assert len(folders) == len(servers), "each has a folder of its own"
