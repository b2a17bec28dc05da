"""Checks of names and files that a person typed, and text safe to print."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rules.messages import N_, Phrase, Refusal, why
from rules.options import FromFile

LONGEST_NAME: Final = 16
JOINERS: Final = "\u200c\u200d"
"""Zero-width characters: they part or join letters of some scripts, and emoji."""
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Around text from right to left, which then reorders nothing beside it."""
_UNPRINTED: Final = frozenset(JOINERS + ISOLATE + END_OF_ISOLATE)
_INVISIBLE: Final = ("FILLER", "JUNGSEONG", "JONGSEONG")
"""Parts of the Unicode names of letters that take no cell of their own."""


class UnsuitableSeat(Refusal):
    """A seat was typed in a form that is not valid; the message says what is valid."""


def clean_name(text: str) -> str:
    """Return a person's name: printable, no odd marks, 1-16 characters. Raises UnsuitableSeat."""
    if any(unicodedata.category(character) == "Cc" for character in text.strip()):
        raise UnsuitableSeat(
            N_("a name cannot contain control characters: {text}"), text=repr(text[:40])
        )
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise UnsuitableSeat(
            N_("a name must have 1 to {most} characters: {text}"),
            most=LONGEST_NAME,
            text=repr(text[:40]),
        )
    if not all(_is_plain(character) for character in name):
        raise UnsuitableSeat(
            N_("a name can contain letters, digits, spaces and . ' - _: {text}"),
            text=repr(text[:40]),
        )
    return name


def _is_plain(character: str) -> bool:
    """Whether a character is a one-cell letter, a digit or an allowed sign; none that combines."""
    if character in " .'’-_":
        return True
    if unicodedata.category(character) not in ("Ll", "Lu", "Lt", "Lo", "Nd"):
        return False
    return takes_a_cell(character)


def takes_a_cell(character: str) -> bool:
    """Whether a character alone takes exactly one cell of a terminal."""
    if not character.isprintable() or unicodedata.east_asian_width(character) in ("W", "F"):
        return False
    named = unicodedata.name(character, "")
    return unicodedata.category(character)[0] != "M" and not any(
        part in named for part in _INVISIBLE
    )


HARD_SPACES: Final = str.maketrans({"\u00a0": " ", "\u202f": " "})
"""The spaces that become plain ones."""


def harmless(text: str) -> str:
    """Return the text without control, escape and format characters."""
    return "".join(sign for sign in text if sign.isprintable() or sign in _UNPRINTED)


def printable(text: str, most: int = 400) -> str:
    r"""Return the text on one line, cut at `most`; unprintable characters are escaped (\x1b).

    The hard spaces of French become plain ones.
    """
    shown = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text[: most + 1].translate(HARD_SPACES)
    )
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def one_of(word: str, known: Iterable[str]) -> Phrase:
    """Return the correction of a mistyped word: the nearest known word, or all known ones."""
    from difflib import get_close_matches  # noqa: PLC0415 - only mistakes need it

    names = list(known)
    near = get_close_matches(word[:40].lower(), names, n=1)
    if near:
        return Phrase(N_("did you mean {name}?"), {"name": near[0]})
    if names:
        return Phrase(N_("choose one of: {names}"), {"names": ", ".join(names)})
    return Phrase(N_("none"), {})


MARK: Final = b"\xef\xbb\xbf"
"""The byte order mark with which some editors begin UTF-8."""
IN_UTF_16: Final = N_("this is UTF-16 (as PowerShell writes it): save it as UTF-8")


def is_utf_16(data: bytes) -> bool:
    """Whether a byte order mark says that a text is in UTF-16."""
    return data.startswith((b"\xff\xfe", b"\xfe\xff"))


class UnreadableFile(Refusal):
    """A file cannot be read; the message says why."""


def text_for(option: FromFile, path: str) -> str:
    """Return the text of a file for an option. Raises a Refusal that says what is wrong."""
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
        raise UnreadableFile(N_("{file} is not UTF-8 text"), file=path[:80]) from error
    if len(text) > option.most:
        raise UnreadableFile(N_("{file} is too long"), file=path[:80])
    option.check(text)
    return text
