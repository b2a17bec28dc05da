"""Programs for tests, written by each test, and the bots of the docs."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = (ROOT / "docs" / "how-to" / "write-a-bot.md").read_text("utf-8")
CLIENT: Final = ROOT / "nim_tui" / "client.py"


def of_the_page(language: str) -> str:
    """Return the program in this language that the page for authors shows."""
    (program,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(program)


def python_bot(folder: Path, text: str, name: str = "bot") -> str:
    """Write a bot in Python beside a copy of the client; return its command."""
    shutil.copy(CLIENT, folder / "client.py")
    file = folder / f"{name}.py"
    file.write_text(text, "utf-8")
    return f"{sys.executable} {file}"


def choosing(folder: Path, body: str, name: str = "bot") -> str:
    """Write a bot whose function `choose(turn)` has this body; return its command."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"import client, os, sys, time\n\n\ndef choose(turn):\n{lines}\n\nclient.play(choose)\n"
    return python_bot(folder, text, name)
