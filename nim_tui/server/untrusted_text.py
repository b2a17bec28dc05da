"""Texts from strangers: what may be shown on another terminal, and look-alikes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from rich.cells import cell_len, get_character_cell_size, set_cell_size, split_graphemes

from nim_tui.names import END_OF_ISOLATE, ISOLATE, JOINERS, harmless, takes_a_cell
from rules.messages import N_, Refusal

LATIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzæœøłđðħŧıþŋß")
GREEK: Final = frozenset("αβγδεζηθικλμνξοπρσςτυφχψω")
CYRILLIC: Final = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяєіїјљњћђџѕґ")
SIGNS: Final = frozenset(" .'’-_")
"""The signs allowed in names besides letters and digits."""

_LOOK: Final = {
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")),
    **dict(zip("αβγεηικνορτυχω", "abyenikvoptuxw")),
    **dict(zip("АВЕЅІЈКМНОРСТУХЗЬ", "ABESIJKMHOPCTYX3b")),
    **dict(zip("аеорсухѕіјкгпмтнвьшз", "aeopcyxsijkrnmthbbw3")),
}
"""Greek and Cyrillic letters as shown, and the Latin letter that each looks like."""

_SAME: Final = str.maketrans({
    **dict(zip("01iıøłđðħŧþŋ", "olllolddhtpn")),
    **dict(zip("34578", "eastb")),
    "æ": "ae", "œ": "oe", "m": "rn", "w": "vv",
})  # fmt: skip
"""Look-alike characters, after case folding; m and w become the longer form."""

_BLANK: Final = ("FILLER", "JUNGSEONG", "JONGSEONG", "GRAPHEME JOINER", "NULL NOTEHEAD")
"""Parts of the names of characters that count as letters or signs but are invisible."""

_SEVERAL_JOINERS: Final = re.compile(f"([{JOINERS}])[{JOINERS}]+")
_EDGES: Final = re.compile(f"(?:^|(?<= ))[{JOINERS}]|[{JOINERS}](?= |$)")
_EMOJI: Final = "\ufe0f"
"""The selector of the emoji form of the character before it; others are dropped."""
_KEYCAP: Final = "\u20e3"
_MOST_MARKS: Final = 4
"""The most marks on a letter: enough for Hebrew, Hindi and Tibetan, too few to cover others."""
_MOST_JOINED: Final = 16
"""The most code points of a cluster: a family with skin colours has eleven."""
_MOST_NAMED: Final = 3


class UnsuitableText(Refusal):
    """The text cannot be shown to others; the message says which part."""


def plain_line(text: str, most_cells: int, most_signs: int = 0) -> str:
    """Return a person's text as one line for other terminals, of 1 to `most_cells` cells.

    Composed (NFC), with single spaces; grapheme clusters stay whole: letters with marks, families
    and flags of emoji. Right-to-left text is isolated, so that it moves nothing around it.
    Invisible format characters are dropped. Raises UnsuitableText if anything else would be
    dropped, the text is too long (`most_signs` bounds the code points, by default four per cell),
    or nothing is left.
    """
    most_signs = most_signs or 4 * most_cells
    composed = unicodedata.normalize("NFC", text[: 2 * most_signs + 1])
    line = _without_unseen(composed)
    if left_out := [cluster for cluster in _clusters(line) if not _may_be_shown(cluster)]:
        signs = " ".join(dict.fromkeys(map(_named, left_out[:_MOST_NAMED])))
        raise UnsuitableText(
            N_("this contains characters that cannot be shown to others: {signs}"), signs=signs
        )
    if not line:
        raise UnsuitableText(N_("none of this text can be shown to others"))
    is_long = len(text) > 2 * most_signs or len(isolated(line)) > most_signs
    if is_long or cell_len(line) > most_cells:
        raise UnsuitableText(N_("too long: {most} characters at most"), most=most_cells)
    return isolated(line)


def cut_line(text: str, most_cells: int) -> str:
    """Return the part of a text that can be shown and fits, cut between signs; may be empty."""
    line = _without_unseen(unicodedata.normalize("NFC", text[: 8 * most_cells]))
    shown = "".join(filter(_may_be_shown, _clusters(line)))
    return isolated(" ".join(set_cell_size(shown, min(cell_len(shown), most_cells)).split()))


def isolated(line: str) -> str:
    """Return a line whose right-to-left text, if any, reorders nothing around it."""
    if any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in line):
        return f"{ISOLATE}{line}{END_OF_ISOLATE}"
    return line


def _without_unseen(text: str) -> str:
    """Return the text with spaces for blanks, and no format characters but joiners of letters."""
    spaced = "".join(" " if sign.isspace() or sign == "\u2800" else sign for sign in text)
    seen = "".join(
        sign
        for sign in spaced
        if sign in JOINERS
        or (
            (unicodedata.category(sign) != "Cf" and not "\ufe00" <= sign < _EMOJI)
            and not any(part in unicodedata.name(sign, "") for part in _BLANK)
        )
    )
    single = " ".join(_SEVERAL_JOINERS.sub(r"\1", seen).split())
    return " ".join(_EDGES.sub("", single).split())


def _clusters(line: str) -> Iterator[str]:
    """Yield the grapheme clusters: a letter with its marks, an emoji, a control."""
    for is_shown, run in groupby(line, lambda sign: bool(harmless(sign))):
        text = "".join(run)
        if is_shown:
            yield from (text[begins:ends] for begins, ends, _cells in split_graphemes(text)[0])
        else:
            yield from text


def _may_be_shown(cluster: str) -> bool:
    """Whether a cluster looks the same on every terminal, in the expected number of cells."""
    marks = sum(unicodedata.category(sign)[0] == "M" and sign != _EMOJI for sign in cluster)
    return (
        len(cluster) <= _MOST_JOINED
        and marks <= _MOST_MARKS
        and _takes_its_cells(cluster[0])
        and all(sign in JOINERS or _joins(sign) or _takes_its_cells(sign) for sign in cluster[1:])
    )


def _takes_its_cells(sign: str) -> bool:
    """Whether a character alone takes the one or two cells that Unicode gives it."""
    if unicodedata.category(sign)[0] in "MC":
        return False
    return sign == " " or get_character_cell_size(sign) == 2 - takes_a_cell(sign)


def _joins(sign: str) -> bool:
    """Whether a character is a combining mark or a skin colour."""
    if unicodedata.category(sign) == "Me":
        return sign == _KEYCAP
    return unicodedata.category(sign)[0] == "M" or "\U0001f3fb" <= sign <= "\U0001f3ff"


def _named(cluster: str) -> str:
    """Return the name of a cluster that cannot be shown: its letter, or its code point."""
    base = cluster[0]
    return base if takes_a_cell(base) else f"U+{ord(base):04X}"


def folded(text: str) -> str:
    """Return the text without case, accents and separators, for comparing names and for search."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    return "".join(
        sign
        for sign in apart
        if sign.isprintable() and sign not in SIGNS and unicodedata.category(sign)[0] != "M"
    )


@lru_cache(4096)
def skeleton(name: str) -> str:
    """Return the skeleton of a name: names with the same skeleton are look-alikes.

    Case and accents are ignored. So are the differences of 0 and o; 1, l and I; other digits and
    the letters they stand for (4na and Ana); rn and m; vv and w; Greek and Cyrillic letters and the
    Latin letters they resemble; and separators. Names in Greek or Cyrillic that differ in case
    alone are matched by `folded`.
    """
    apart = unicodedata.normalize("NFD", name)
    seen = "".join(_LOOK.get(sign, sign) for sign in apart)
    return folded(seen).translate(_SAME)
