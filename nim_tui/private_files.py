"""Private files and folders: readable by their owner alone, and never half written."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from typing import Final, TypeVar

from screens.text import _

Found = TypeVar("Found")

_OF_OTHERS: Final = 0o077
"""The rights of group and others."""


def make_private_folder(path: Path) -> Path:
    """Make a folder for its owner alone, unless it exists; return it. Raises OSError."""
    if path.is_symlink() and not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.readlink()))
    if path.exists() and not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def private_opener(path: str, flags: int) -> int:
    """Open a file, private if it is new: an `opener` for `open`."""
    return os.open(path, flags, 0o600)


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file whole: a crash leaves the old or the new content. Raises OSError."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    try:
        with open(draft, "xb", opener=private_opener) as file:
            file.write(data)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def read_json(path: Path, most: int, kind: type[Found]) -> Found | None:
    """Return what a JSON file of at most so many bytes holds; None if it is no sound one."""
    import msgspec  # noqa: PLC0415 - text mode starts without it

    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
        return msgspec.json.decode(data, type=kind) if len(data) <= most else None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def close_to_others(folders: Iterable[Path]) -> list[Path]:
    """Remove other users' rights on the user's own folders and their files; return those changed.

    Folders that are missing or not the user's own are skipped.
    """
    return [folder for folder in folders if os.name == "posix" and _is_closed_now(folder)]


def closing_notice(folder: Path) -> str:
    """Return the line that says a folder was closed to other users."""
    said = _("other users of this machine could read {folder}; its permissions were fixed")
    return said.format(folder=folder)


def _is_closed_now(folder: Path) -> bool:
    """Close a user's own folder and its files to others; return whether they were open."""
    try:
        if not (folder.is_dir() and _take_rights(folder)):
            return False
        files = [path for path in folder.iterdir() if path.is_file()]
    except OSError:
        return False
    for path in files:
        with suppress(OSError):
            _take_rights(path)
    return True


def _take_rights(path: Path) -> bool:
    """Remove other users' rights on the user's own path; return whether there were any."""
    found = path.lstat()
    is_own = found.st_uid == os.geteuid() and not path.is_symlink()
    is_open = is_own and bool(S_IMODE(found.st_mode) & _OF_OTHERS)
    if is_open:
        path.chmod(S_IMODE(found.st_mode) & ~_OF_OTHERS)
    return is_open
