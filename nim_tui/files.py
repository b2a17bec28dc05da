"""Texts that a person hands in as files: read whole, bounded, checked."""

from __future__ import annotations

from pathlib import Path

from rules.messages import N_, Refusal, why
from rules.options import FromFile


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
        text = raw.decode("utf-8")
    except OSError as error:
        raise UnreadableFile(N_("{file}: {why}"), file=path[:80], why=why(error)) from error
    except UnicodeDecodeError as error:
        raise UnreadableFile(N_("{file} is not text in UTF-8"), file=path[:80]) from error
    if len(text) > option.most:
        raise UnreadableFile(N_("{file} is too long"), file=path[:80])
    option.check(text)
    return text
