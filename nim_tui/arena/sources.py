"""The sources that decide how bots play, and whether kept games were last played again by them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

import nim_tui

SOURCES: Final = ("rules", "nim_tui/bots", "nim_tui/games")
"""Folders that decide how bots play."""
SUFFIXES: Final = (".py", ".toml", ".json")
PLAYED_BY: Final = "played-by.sha256"
"""The file beside kept games that tells by which sources some were last played again."""


def digest_of_sources(root: Path = Path(nim_tui.__file__).parents[1]) -> str:
    """The SHA-256 of paths and contents of all that decides how bots play, in hexadecimal."""
    digest = sha256()
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(f"{path.relative_to(root)}\0".encode())
                digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def were_played_by_these(keep: Path) -> bool:
    """Whether the kept games in a folder were last played again by the sources of today."""
    told = keep / PLAYED_BY
    return told.exists() and told.read_text("ascii").strip() == digest_of_sources()


def note_played_by_these(keep: Path) -> None:
    """Note that the sources of today play the kept games as they were played. Raises OSError."""
    (keep / PLAYED_BY).write_text(f"{digest_of_sources()}\n", "ascii")
