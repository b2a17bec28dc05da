"""The ascii glyph set: every character that leaves the app is replaced by an ASCII one.

A filter over finished lines, so that no screen needs to know of it and no text escapes it. Each
character stays one cell wide.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import split_graphemes
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_GLYPHS: Final = str.maketrans(
    {
        **dict.fromkeys("─═╌┄╴╶", "-"),
        **dict.fromkeys("│║╎╵╷▌▐", "|"),
        **dict.fromkeys("└┘├┤┴┼╭╮╯╰╔╗╚╝", "+"),
        **dict.fromkeys("┌┐┬", "."),  # open below only, as the dots of a drawn corner
        **dict.fromkeys("━╸╺", "="),
        **dict.fromkeys("┃╹╻┗┛┣┫┻╋", "H"),
        **dict.fromkeys("┏┓┳", ","),
        **dict.fromkeys("▲△▴", "^"),
        **dict.fromkeys("▼▽▾", "v"),
        **dict.fromkeys("↗↙", "/"),
        **dict.fromkeys("↖↘", "\\"),
        **dict.fromkeys("▘▝", "'"),
        "▰": "=",
        "▱": "-",
        "◖": "(",
        "◗": ")",
        **dict.fromkeys("▶▸›→»⏵❯", ">"),
        **dict.fromkeys("◀◂‹←«⏴", "<"),
        **dict.fromkeys("↑⇡", "^"),
        **dict.fromkeys("↓⇣", "v"),
        "·": ".",
        **dict.fromkeys("○◦•", "o"),
        "╬": "%",
        "●": "*",
        "◆": "@",  # the third side; `*` is a mark on several boards
        **dict.fromkeys("✗✕✖×", "x"),
        **dict.fromkeys("■▪█▛▜▒▇▆▅▄▃▂▁▀▔▕▏▎▍▋▊▉", "#"),
        "▓": "=",  # the parts of a bar
        "░": ".",
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("’‘", "'"),
        **dict.fromkeys("–—−‑", "-"),
        **dict.fromkeys("▖▗▘▝", "_"),
        **dict.fromkeys("▙▛▜▟▚▞", "#"),
        **dict.fromkeys("◥◣", "\\"),
        **dict.fromkeys("◤◢", "/"),
        **dict.fromkeys("╌", "-"),
        "╲": "\\",
        "╱": "/",
        "□": "-",
        "✦": "+",
        "✹": "X",
        "◎": "n",
        "¤": "M",
        "✓": "v",
        "⌂": "h",
        "Π": "t",
        "♜": "m",
        "♙": "i",
        "⚑": "P",
        "⇄": "=",
        "╍": "-",
        "▾": "v",
        "…": "~",
        "≈": "~",
        "±": "~",
        "\u00a0": " ",
        "\u202f": " ",
        "œ": "o",
        "Œ": "O",
        "æ": "a",
        "Æ": "A",
        "ß": "s",
        "°": "o",
    }
)


@lru_cache(4096)
def to_ascii(text: str) -> str:
    """Return the text in ASCII, as wide in cells as before; `?` replaces what has no equivalent."""
    if text.isascii():
        return text
    signs, _cells = split_graphemes(text)
    return "".join(_one(text[begins:ends], cells) for begins, ends, cells in signs)


def _one(sign: str, cells: int) -> str:
    plain = sign.translate(_GLYPHS)
    if plain.isascii():
        return plain
    base = unicodedata.normalize("NFKD", sign)[0]
    return (base if base.isascii() else "?") * cells


class AsciiFilter(LineFilter):
    """A filter that turns finished lines into ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with ASCII texts."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]
