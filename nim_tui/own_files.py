"""Files of a person's own: nobody else on the machine reads them, and none is half written."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from typing import Final

from screens.text import _

_OF_OTHERS: Final = 0o077
"""The rights of group and others."""


def own_folder(path: Path) -> Path:
    """A folder that is made, if need be, for its owner alone. Raises OSError."""
    if path.is_symlink() and not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.readlink()))
    if path.exists() and not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def for_its_owner(path: str, flags: int) -> int:
    """What opens a new file for its owner alone: an `opener`."""
    return os.open(path, flags, 0o600)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole: a crash leaves the old or the new. Raises OSError."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    try:
        with open(draft, "xb", opener=for_its_owner) as file:
            file.write(data)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def closed(folders: Iterable[Path]) -> list[Path]:
    """Take from others what they may do in one's own folders; those where they could read.

    What is in them is closed too. A folder that is not there or not one's own is passed over.
    """
    return [folder for folder in folders if os.name == "posix" and _is_closed_now(folder)]


def was_open(folder: Path) -> str:
    """What is told of a folder that was closed."""
    said = _("others on this machine could read {folder}: they no longer can")
    return said.format(folder=folder)


def _is_closed_now(folder: Path) -> bool:
    try:
        if not _close(folder, 0o700):
            return False
    except OSError:
        return False
    for path in folder.iterdir():
        with suppress(OSError):
            _close(path, 0o600)
    return True


def _close(path: Path, mode: int) -> bool:
    """Whether others could do anything with what is one's own; they cannot any more."""
    found = path.lstat()
    is_kind = path.is_dir() if mode == 0o700 else path.is_file()
    if path.is_symlink() or not is_kind or found.st_uid != os.geteuid():
        return False
    is_open = bool(S_IMODE(found.st_mode) & _OF_OTHERS)
    if is_open:
        path.chmod(S_IMODE(found.st_mode) & mode)
    return is_open
