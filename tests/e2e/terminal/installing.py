"""Environments of their own with nothing in them but what is put there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

from tests.waiting import PATIENCE

ROOT: Final = Path(__file__).parents[3]


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

    def lend_all(self, asked: str) -> None:
        """Put there what this asks for, as `nim-tui[server]`, and all that it needs."""
        for name in needed(Requirement(asked)) - {"nim-tui"}:
            self.lend(name)

    def install(self, wheel: Path, extras: str = "") -> None:
        """As a person would, from the wheel and what is there already."""
        self.pip("install", "--no-index", f"{wheel}{extras}")

    def pip(self, *words: str) -> None:
        """Run pip on it, for five minutes at most."""
        target = ["--python", str(self._folder / "venv" / "bin" / "python")]
        run(sys.executable, "-m", "pip", "-q", *target, *words, patience=300)

    def nim_tui(self, *arguments: str, typed: str = "") -> str:
        """What the command writes when this is typed; it runs elsewhere than in the checkout."""
        return run(*self._command(arguments), cwd=self._folder, env=self._settings(), typed=typed)

    @contextmanager
    def running(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """The command while it runs, ended as by Ctrl+C; what it writes can be read."""
        with subprocess.Popen(
            self._command(arguments), cwd=self._folder, env=self._settings(), text=True,
            stdout=subprocess.PIPE,
        ) as process:  # fmt: skip
            try:
                yield process
            finally:
                process.send_signal(signal.SIGINT)
                process.wait(PATIENCE)

    def _command(self, arguments: Sequence[str]) -> list[str]:
        return [str(self._folder / "venv" / "bin" / "nim-tui"), *arguments]

    def _settings(self) -> dict[str, str]:
        home = {"NIM_TUI_HOME": str(self._folder / "home"), "LC_ALL": "C.UTF-8"}
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return {**kept, **home}


def run(
    *command: str,
    cwd: Path = ROOT,
    env: dict[str, str] | None = None,
    typed: str = "",
    patience: float = PATIENCE * 4,
) -> str:
    """What a command writes that must go well within so many seconds."""
    done = subprocess.run(
        command, check=False, cwd=cwd, env=env, input=typed, capture_output=True, text=True,
        timeout=patience,
    )  # fmt: skip
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


def built(folder: Path, source: Path = ROOT, *, what: str = "wheel") -> Path:
    """The wheel, or else the `sdist`, of these sources."""
    run(sys.executable, "-m", "hatchling", "build", "-t", what, "-d", str(folder), cwd=source)
    (made,) = folder.glob("*.whl" if what == "wheel" else "*.tar.gz")
    return made
