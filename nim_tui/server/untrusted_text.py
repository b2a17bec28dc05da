"""Texts from strangers: what of them may reach another person's terminal, and what looks alike."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import get_character_cell_size

from nim_tui.names import takes_a_cell
from rules.messages import N_, Refusal

LATIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzæœøłđðħŧıþŋß")
GREEK: Final = frozenset("αβγδεζηθικλμνξοπρσςτυφχψω")
CYRILLIC: Final = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяєіїјљњћђџѕґ")
SIGNS: Final = frozenset(" .'’-_")
"""What may stand in a name beside letters and digits."""

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


class UnsuitableText(Refusal):
    """Nothing of the text can be shown to others."""


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


def folded(text: str) -> str:
    """The text without case, accents and separators: names of one person, and words to find."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    return "".join(
        sign
        for sign in apart
        if sign.isprintable() and sign not in SIGNS and unicodedata.category(sign)[0] != "M"
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
