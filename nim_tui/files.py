"""Texts that a person hands in as files: read whole, bounded, checked."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rules.messages import N_, Refusal, why
from rules.options import FromFile

MARK: Final = b"\xef\xbb\xbf"
"""What some editors begin a text in UTF-8 with."""
IN_UTF_16: Final = N_("this is UTF-16, as PowerShell writes it: write it as UTF-8")


def is_utf_16(data: bytes) -> bool:
    """Whether a text says by its mark that it is in UTF-16."""
    return data.startswith((b"\xff\xfe", b"\xfe\xff"))


class UnreadableFile(Refusal):
    """A file cannot be read; the message says why."""


def text_for(option: FromFile, path: str) -> str:
    """The text of a file, fit for an option. Raises a Refusal saying what is wrong."""
    most = 4 * option.most
    try:
        place = Path(path).expanduser()
        if place.exists() and not place.is_file():
            raise UnreadableFile(N_("{file} is not a file"), file=path[:80])
        with place.open("rb") as file:
            raw = file.read(most + 1)
        if is_utf_16(raw):
            raise UnreadableFile(IN_UTF_16)
        text = raw.removeprefix(MARK).decode("utf-8")
    except OSError as error:
        raise UnreadableFile(N_("{file}: {why}"), file=path[:80], why=why(error)) from error
    except UnicodeDecodeError as error:
        raise UnreadableFile(N_("{file} is not text in UTF-8"), file=path[:80]) from error
    if len(text) > option.most:
        raise UnreadableFile(N_("{file} is too long"), file=path[:80])
    option.check(text)
    return text
