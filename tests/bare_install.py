"""Install what is handed on into bare environments, and use each extra: `make dist`.

python -m tests.bare_install dist [EXTRA ...]
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

_PLAY: Final = "simulate bataille --seats bot:random,bot:random --games 1"
_SERVE: Final = (
    "nim-tui serve --port 0 --data games & trap 'kill $!' EXIT;"
    " for n in 1 2 3 4 5 6 7 8 9; do sleep 2; nim-tui admin --data games list && exit; done; exit 1"
)
"""Serve until the server answers for its health."""
USES: Final[Mapping[str, Sequence[str]]] = {
    "": ("nim-tui --version", f"nim-tui {_PLAY}", "nim-tui new-game plums"),
    "server": (_SERVE,),
    "postgres": ("python -c 'import psycopg, nim_tui.server.storage.postgres'",),
    "web": ("python -c 'import nim_tui.server.web.server'",),
    "notices": ("python -c 'import nim_tui.server.notifications.web_push'",),
    "testing": ("python -m pytest --version", "python -c 'import nim_tui.testing.tables'"),
    "research": (
        "python -c 'from nim_tui.research import pettingzoo_env as env; env(\"schwarm\").reset(1)'",
    ),
}
"""The commands of each extra; without one, what plays at home."""


def tried(package: Path, extra: str) -> None:
    """Install a package with an extra in a new environment, and use it. Raises on failure."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        _run([sys.executable, "-m", "venv", "env"], place)
        wanted = f"{package.resolve()}[{extra}]" if extra else str(package.resolve())
        # pip finds its index by the user's own settings.
        _run(["env/bin/python", "-m", "pip", "install", "--quiet", wanted], place, os.environ)
        for command in USES[extra]:
            _run(["/bin/sh", "-c", f"PATH=env/bin:$PATH; {command}"], place)


def _run(
    words: Sequence[str], folder: Path, given: Mapping[str, str] = MappingProxyType({})
) -> None:
    bare = {"HOME": str(folder), "PATH": "/usr/local/bin:/usr/bin:/bin", **given}
    bare = {name: value for name, value in bare.items() if not name.startswith("PYTHON")}
    done = subprocess.run(words, cwd=folder, env=bare, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def main() -> None:
    """Try the wheel and the sources with each extra, two environments at a time."""
    folder, *extras = sys.argv[1:]
    (wheel,), (sources,) = Path(folder).glob("*.whl"), Path(folder).glob("*.tar.gz")
    tries = [(package, extra) for package in (wheel, sources) for extra in extras or USES]
    with ThreadPoolExecutor(2) as pool:
        for package, extra in pool.map(_tried, tries):
            print(f"{package.name}[{extra}]: installed and used", flush=True)


def _tried(trial: tuple[Path, str]) -> tuple[Path, str]:
    tried(*trial)
    return trial


if __name__ == "__main__":
    main()
