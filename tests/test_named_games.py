"""No game is named outside its own folders: what holds for every game asks the registry."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from nim_tui.registry import all_games

ROOT: Final = Path(__file__).parents[1]
SUFFIXES: Final = (".py", ".toml", ".html", ".js", ".css")
OWN: Final = ("rules", "screens", "nim_tui/games")
"""Where each game has a folder of its own."""
EXCEPTIONS: Final = {
    "nim_tui/commands/arena.py": "examples in the help, to be typed as they stand",
    "nim_tui/commands/play.py": "examples in the help, to be typed as they stand",
    "nim_tui/commands/records.py": "examples in the help, to be typed as they stand",
    "nim_tui/export/text_game.py": "the format is shown by an exported game",
    "nim_tui/tables/record.py": "the format is shown by a record, with its history",
}


def test_no_game_is_named_outside_its_own_folders() -> None:
    games = [*all_games()]
    name = re.compile("|".join(games), re.IGNORECASE)
    own = [ROOT / folder / game for folder in OWN for game in games]
    assert all(folder.is_dir() for folder in own)
    naming = {
        path.relative_to(ROOT).as_posix()
        for package in ("rules", "screens", "nim_tui")
        for path in (ROOT / package).rglob("*")
        if path.suffix in SUFFIXES and not any(path.is_relative_to(folder) for folder in own)
        if name.search(path.read_text("utf-8"))
    }
    assert naming == {*EXCEPTIONS}
