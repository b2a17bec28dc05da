"""The wheel in an environment of its own, beside what it says it needs, and nothing else."""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from email import message_from_string
from pathlib import Path

import pytest

from nim_tui import __version__
from nim_tui.registry import all_games
from tests.e2e.terminal.installing import ROOT, Installed, built
from tests.every import by_day

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """With what a player needs."""
    fresh = Installed(tmp_path_factory.mktemp("installed"))
    fresh.lend_all("nim-tui")
    fresh.install(wheel)
    return fresh


@pytest.fixture(scope="module")
def serving(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """With what a server with the door for browsers needs."""
    fresh = Installed(tmp_path_factory.mktemp("serving"))
    fresh.lend_all("nim-tui[web]")
    fresh.install(wheel, "[web]")
    return fresh


@pytest.mark.slow
def test_it_tells_its_version_and_games(installed: Installed) -> None:
    assert installed.nim_tui("--version") == f"nim-tui {__version__}\n"
    told = installed.nim_tui("games")
    assert [name for name in all_games() if name not in told] == []


@pytest.mark.parametrize("game", by_day(all_games(), 1))
def test_bots_play_each_game(installed: Installed, game: str) -> None:
    seats = ",".join(["bot:random"] * all_games()[game].game.seats[0])
    told = installed.nim_tui("simulate", game, "--seats", seats, "--games=1", "--seed=7", "--json")
    assert json.loads(told)["games"] == 1


def test_somebody_plays_by_lines_and_finds_the_game_again(installed: Installed) -> None:
    typed = "\n".join(["new bataille", "", "", "sub 30.100", "quit", "quit", ""])
    assert "You: submarine at 30.100." in installed.nim_tui("--plain", typed=typed)
    assert "1 move, your turn" in installed.nim_tui("--plain", typed="saved\nquit\n")


@pytest.mark.slow
def test_a_server_tells_its_settings(serving: Installed) -> None:
    assert "web = 8080" in serving.nim_tui("serve", "--web", "8080", "--show-config").splitlines()


@pytest.mark.nightly
def test_its_page_for_browsers_has_all_it_names(serving: Installed) -> None:
    with serving.running("web", "--no-browser") as process:
        assert process.stdout is not None
        (address,) = re.findall(r"http://\S+", process.stdout.readline())
        page = read(address).decode()
        named = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|mjs|css))"', page)
        assert named
        for name in named:
            assert read(address.partition("/open/")[0] + name)


def read(address: str) -> bytes:
    """What lies at an address of this machine."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(address, timeout=20) as answer:
        return bytes(answer.read())


def test_it_speaks_french(installed: Installed) -> None:
    assert "Commandes" in installed.nim_tui("--lang", "fr", "--help")


def test_it_brings_its_man_pages(installed: Installed) -> None:
    there = installed.packages.parents[2] / "share" / "man" / "man1"
    kept = {file.name: file.read_bytes() for file in (ROOT / "docs" / "man").iterdir()}
    assert {file.name: file.read_bytes() for file in there.iterdir()} == kept


def test_it_names_and_brings_the_licence_of_each_part(installed: Installed) -> None:
    (about,) = installed.packages.glob("nim_tui-*.dist-info")
    named = message_from_string((about / "METADATA").read_text("utf-8")).get_all("License-File")
    kept = [ROOT / "LICENSE", *(ROOT / "nim_tui").rglob("LICENSE*")]
    assert named is not None
    assert sorted(named) == sorted(str(file.relative_to(ROOT)) for file in kept)
    for name in named:
        assert (about / "licenses" / name).read_bytes() == (ROOT / name).read_bytes()


@pytest.mark.nightly
def test_what_the_image_is_built_of_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    for name in re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    assert built(tmp_path / "out", source).read_bytes() == wheel.read_bytes()
