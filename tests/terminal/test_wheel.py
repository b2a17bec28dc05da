"""The wheel in an environment of its own, beside what it says it needs, and nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement

from nim_tui import __version__
from nim_tui.catalog import CATALOG
from tests.terminal.shown import PATIENCE

ROOT: Final = Path(__file__).parents[2]


class Installed:
    """A fresh environment with the wheel in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        venv.create(folder / "venv", symlinks=True, with_pip=False)
        (self.packages,) = folder.glob("venv/lib/python*/site-packages")

    def lend(self, name: str) -> None:
        """Put a package of the tests' environment there."""
        known = distribution(name)
        tops = {file.parts[0] for file in known.files or () if file.parts[0] not in ("..", "/")}
        for top in tops - {"__pycache__"}:
            if not (self.packages / top).exists():
                (self.packages / top).symlink_to(Path(str(known.locate_file(top))))

    def install(self, wheel: Path) -> None:
        """As a person would, from the wheel alone."""
        target = ["--python", str(self._folder / "venv" / "bin" / "python")]
        run(sys.executable, "-m", "pip", *target, "install", "--no-index", "-q", str(wheel))

    def nim_tui(self, *arguments: str) -> str:
        """What the command writes; it runs elsewhere than in the checkout."""
        home = {"NIM_TUI_HOME": str(self._folder / "home"), "LC_ALL": "C.UTF-8"}
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        command = str(self._folder / "venv" / "bin" / "nim-tui")
        return run(command, *arguments, cwd=self._folder, env={**kept, **home})


def run(*command: str, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, check=False, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE * 4
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needed(asked: Requirement) -> set[str]:
    """The package and all that it says it needs here, and so on."""
    found = {asked.name}
    for line in distribution(asked.name).requires or ():
        further = Requirement(line)
        extras = asked.extras or {""}
        if not further.marker or any(further.marker.evaluate({"extra": e}) for e in extras):
            found |= needed(further)
    return found


def built(folder: Path, source: Path = ROOT) -> Path:
    """The wheel of these sources."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run(*build, cwd=source)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    fresh = Installed(tmp_path_factory.mktemp("installed"))
    for name in needed(Requirement("nim-tui")) - {"nim-tui"}:
        fresh.lend(name)
    fresh.install(wheel)
    return fresh


def test_it_tells_its_version_and_games(installed: Installed) -> None:
    assert installed.nim_tui("--version") == f"nim-tui {__version__}\n"
    told = installed.nim_tui("games")
    assert [name for name in CATALOG if name not in told] == []


@pytest.mark.parametrize("game", CATALOG)
def test_bots_play_each_game(installed: Installed, game: str) -> None:
    seats = ",".join(["bot:random"] * CATALOG[game].game.seats[0])
    told = installed.nim_tui("simulate", game, "--seats", seats, "--games=1", "--seed=7", "--json")
    assert json.loads(told)["games"] == 1


def test_it_speaks_french(installed: Installed) -> None:
    assert "Commandes" in installed.nim_tui("--lang", "fr", "--help")


def test_it_brings_its_man_pages(installed: Installed) -> None:
    there = installed.packages.parents[2] / "share" / "man" / "man1"
    kept = {file.name: file.read_bytes() for file in (ROOT / "docs" / "man").iterdir()}
    assert {file.name: file.read_bytes() for file in there.iterdir()} == kept


def test_what_the_image_is_built_of_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    for name in re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    assert built(tmp_path / "out", source).read_bytes() == wheel.read_bytes()
