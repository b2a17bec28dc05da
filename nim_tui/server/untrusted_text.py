"""Texts from strangers: what of them may reach another person's terminal, and under which name."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

from rich.cells import get_character_cell_size

from nim_tui.catalog import CATALOG
from nim_tui.names import clean_name, takes_a_cell
from nim_tui.tables.seat_plans import BOT_NAMES
from rules.messages import N_, Refusal

LATIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzæœøłđðħŧıþŋß")
GREEK: Final = frozenset("αβγδεζηθικλμνξοπρσςτυφχψω")
CYRILLIC: Final = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяєіїјљњћђџѕґ")
_ALPHABETS: Final = (LATIN, GREEK, CYRILLIC)
_SIGNS: Final = frozenset(" .'’-_")
_DIGITS: Final = frozenset("0123456789")

_LOOK: Final = {
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")),
    **dict(zip("αβγεηικνορτυχω", "abyenikvoptuxw")),
    **dict(zip("АВЕЅІЈКМНОРСТУХЗЬ", "ABESIJKMHOPCTYX3b")),
    **dict(zip("аеорсухѕіјкгпмтнвьшз", "aeopcyxsijkrnmthbbw3")),
}
"""Greek and Cyrillic letters as they are shown, and the sign of ours that each looks like."""

_SAME: Final = str.maketrans({
    **dict(zip("01iıøłđðħŧþŋ", "olllolddhtpn")),
    "æ": "ae", "œ": "oe", "m": "rn", "w": "vv",
})  # fmt: skip
"""Signs hard to tell from others, after case was taken away; m and w become the longer form."""

_BLANK: Final = ("FILLER", "JUNGSEONG", "JONGSEONG", "BRAILLE PATTERN BLANK", "NULL NOTEHEAD")
"""Parts of the names of characters that count as letters or signs and show nothing."""

_JOINING: Final = (("\U0001f1e6", "\U0001f1ff"), ("\U0001f3fb", "\U0001f3ff"))
"""Letters of flags and colours of skin, which some terminals draw into the sign before them."""

_TITLES: Final = (
    "admin", "administrator", "anonymous", "bot", "computer", "everybody", "everyone", "guest",
    "host", "lobby", "mod", "moderator", "nim", "nim-tui", "nobody", "official", "open", "operator",
    "owner", "root", "server", "spectator", "staff", "sysop", "system",
    "vous", "you",
)  # fmt: skip


class UnsuitableText(Refusal):
    """Nothing of the text can be shown to others."""


class UnsuitableName(Refusal):
    """Nobody may bear this name here; the message says what would be right."""


def plain_line(text: str, most_cells: int) -> str:
    """The text as one line for other people's terminals, of 1 to `most_cells` cells.

    Composed (NFC), blanks made single spaces, cut where it is too wide. Left out is what could
    steer a terminal or show something else than it is: control, escape and private characters,
    those of no width, combining marks that compose with nothing, and letters written from right
    to left, around which some terminals reorder the line. Raises UnsuitableText if nothing is
    left.
    """
    bounded = unicodedata.normalize("NFC", text[: 8 * most_cells])
    spaced = "".join(" " if _is_blank(sign) else sign for sign in bounded)
    line = " ".join("".join(filter(_cells, spaced)).split())
    cells = cut = 0
    for sign in line:
        cells += _cells(sign)
        if cells > most_cells:
            break
        cut += 1
    line = line[:cut].rstrip()
    if not line:
        raise UnsuitableText(N_("none of this text can be shown to others"))
    return line


def _is_blank(sign: str) -> bool:
    return sign.isspace() or sign == "\u2800"


@cache
def _reserved() -> frozenset[str]:
    levels = {level for offer in CATALOG.values() for level in offer.bots}
    return frozenset(skeleton(word) for word in (*_TITLES, *levels, *CATALOG, *BOT_NAMES))


def _cells(sign: str) -> int:
    """The cells a character takes, on every terminal alike; 0 for one that may not be shown."""
    if sign == " ":
        return 1
    if not sign.isprintable() or unicodedata.bidirectional(sign) in ("R", "AL", "AN"):
        return 0
    if unicodedata.category(sign)[0] == "M" or any(low <= sign <= high for low, high in _JOINING):
        return 0
    if any(part in unicodedata.name(sign, "") for part in _BLANK):
        return 0
    wide = not takes_a_cell(sign)
    return 1 + wide if get_character_cell_size(sign) == 1 + wide else 0


def account_name(text: str) -> str:
    """The name a stranger asks for, fit to be an account's: as clean_name, and plainer.

    Letters of one alphabet (Latin, Greek or Cyrillic) with their accents, digits 0-9 and
    . ' - _ after a letter or digit; at least one letter; no word that bots, the server or
    those who run it go by. Whether somebody has a name like it is for the accounts to say.
    Raises UnsuitableSeat or UnsuitableName.
    """
    name = clean_name(text[:200])
    letters = {_bare(sign) for sign in name if sign not in _SIGNS and sign not in _DIGITS}
    if not any(letters and letters <= alphabet for alphabet in _ALPHABETS):
        raise UnsuitableName(
            N_("a name is made of Latin, Greek or Cyrillic letters, of one kind, unlike {text}"),
            text=repr(name),
        )
    if name[0] in _SIGNS:
        raise UnsuitableName(
            N_("a name begins with a letter or a digit, unlike {text}"), text=repr(name)
        )
    if _is_reserved(name):
        raise UnsuitableName(N_("nobody here is called {text}"), text=repr(name))
    return name


def _is_reserved(name: str) -> bool:
    """Whether a name says to be something else than a person: `Admin`, `medium 2`, `Server-Bot`."""
    words = "".join(" " if sign in _SIGNS else sign for sign in name).split()
    stems = [word.rstrip("0123456789") for word in (name, *words)]
    whole, *parts = (skeleton(stem) in _reserved() for stem in stems)
    return (
        whole
        or skeleton(name) in _reserved()
        or all(is_title or not stem for is_title, stem in zip(parts, stems[1:]))
    )


def _bare(sign: str) -> str:
    """A letter in lower case without its accents."""
    return unicodedata.normalize("NFD", sign.lower())[0]


def folded(text: str) -> str:
    """The text without case, accents and separators: names of one person, and words to find."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    return "".join(
        sign
        for sign in apart
        if sign.isprintable() and sign not in _SIGNS and unicodedata.category(sign)[0] != "M"
    )


@lru_cache(4096)
def skeleton(name: str) -> str:
    """What is seen of a name at a glance: names with one skeleton are look-alikes.

    Alike are letters in either case and with any accents, 0 and o, 1, l and I, rn and m, vv and
    w, Greek and Cyrillic letters with the Latin ones they resemble; separators count for nothing.
    Names in Greek or Cyrillic that differ in case alone are told by `folded`.
    """
    apart = unicodedata.normalize("NFD", name)
    seen = "".join(_LOOK.get(sign, sign) for sign in apart)
    return folded(seen).translate(_SAME)
