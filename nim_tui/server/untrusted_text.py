"""Texts from strangers: what of them may reach another person's terminal, and what looks alike."""

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
"""Greek and Cyrillic letters as they are shown, and the sign of ours that each looks like."""

_SAME: Final = str.maketrans({
    **dict(zip("01iıøłđðħŧþŋ", "olllolddhtpn")),
    **dict(zip("34578", "eastb")),
    "æ": "ae", "œ": "oe", "m": "rn", "w": "vv",
})  # fmt: skip
"""Signs hard to tell from others, after case was taken away; m and w become the longer form."""

_BLANK: Final = ("FILLER", "JUNGSEONG", "JONGSEONG", "GRAPHEME JOINER", "NULL NOTEHEAD")
"""Parts of the names of characters that count as letters or signs and show nothing."""

_SEVERAL_JOINERS: Final = re.compile(f"([{JOINERS}])[{JOINERS}]+")
_EDGES: Final = re.compile(f"(?:^|(?<= ))[{JOINERS}]|[{JOINERS}](?= |$)")
_EMOJI: Final = "\ufe0f"
"""Asks for the picture of the sign before it; the other selectors below it are left out."""
_KEYCAP: Final = "\u20e3"
_MOST_MARKS: Final = 4
"""Marks on one letter: as many as Hebrew, Hindi and Tibetan need, too few to write over others."""
_MOST_JOINED: Final = 16
"""Code points of one sign: a family with the colours of their skin has eleven."""
_MOST_NAMED: Final = 3


class UnsuitableText(Refusal):
    """A text that cannot be shown to others; the message says which part."""


def plain_line(text: str, most_cells: int, most_signs: int = 0) -> str:
    """Return a person's text as one line for other terminals, of 1 to `most_cells` cells.

    Composed (NFC), blanks made single spaces; signs that people see as one stay whole: letters
    with their marks, families and flags of emoji. Text written from right to left is isolated, so
    that it moves nothing around it. Format characters that show nothing are left out. Raises
    UnsuitableText if anything else would have to be left out, is too long (`most_signs` bounds
    the code points, four a cell unless it says otherwise), or nothing is left.
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
    """A line whose right-to-left text, if it has any, reorders nothing that stands around it."""
    if any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in line):
        return f"{ISOLATE}{line}{END_OF_ISOLATE}"
    return line


def _without_unseen(text: str) -> str:
    """The text without format characters, but for joiners between letters, blanks made spaces."""
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
    """Yield the signs that people see as one each: a letter with its marks, an emoji, a control."""
    for is_shown, run in groupby(line, lambda sign: bool(harmless(sign))):
        text = "".join(run)
        if is_shown:
            yield from (text[begins:ends] for begins, ends, _cells in split_graphemes(text)[0])
        else:
            yield from text


def _may_be_shown(cluster: str) -> bool:
    """Whether a sign is shown alike on every terminal, in as many cells as it is reckoned with."""
    marks = sum(unicodedata.category(sign)[0] == "M" and sign != _EMOJI for sign in cluster)
    return (
        len(cluster) <= _MOST_JOINED
        and marks <= _MOST_MARKS
        and _takes_its_cells(cluster[0])
        and all(sign in JOINERS or _joins(sign) or _takes_its_cells(sign) for sign in cluster[1:])
    )


def _takes_its_cells(sign: str) -> bool:
    """Check whether a sign prints alone, in the one or two cells that Unicode gives it."""
    if unicodedata.category(sign)[0] in "MC":
        return False
    return sign == " " or get_character_cell_size(sign) == 2 - takes_a_cell(sign)


def _joins(sign: str) -> bool:
    """Check for a combining mark or a skin colour."""
    if unicodedata.category(sign) == "Me":
        return sign == _KEYCAP
    return unicodedata.category(sign)[0] == "M" or "\U0001f3fb" <= sign <= "\U0001f3ff"


def _named(cluster: str) -> str:
    """Return the name of a sign that cannot be shown: its letter, or its Unicode number."""
    base = cluster[0]
    return base if takes_a_cell(base) else f"U+{ord(base):04X}"


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
    """Return the shape of a name at a glance: names with one skeleton are look-alikes.

    Letters are alike in either case and with any accents. So are 0 and o; 1, l and I; other
    digits and the letters they are written for (4na and Ana); rn and m; vv and w; Greek and
    Cyrillic letters and the Latin letters they resemble. Separators count for nothing. Names in
    Greek or Cyrillic that differ in case alone are matched by `folded`.
    """
    apart = unicodedata.normalize("NFD", name)
    seen = "".join(_LOOK.get(sign, sign) for sign in apart)
    return folded(seen).translate(_SAME)
