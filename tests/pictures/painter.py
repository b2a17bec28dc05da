"""Draws a terminal with Pillow, in the fonts that browsers get: nothing need be installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from nim_tui import server
from nim_tui.export.pictures import Drawn, theme_of

_FONTS: Final = Path(server.__file__).parent / "web" / "static" / "vendor"
_SIZE: Final = 16.61
"""Of the letters, so that a cell is ten pixels wide."""
_WIDTH: Final = 10
_HEIGHT: Final = 19
_EDGE: Final = 12
_BRAILLE: Final = range(0x2800, 0x2900)
_DIM: Final = 0.6
_COLOURS: Final = 255

Colour = tuple[int, int, int]


class Painter:
    """Paints what is drawn, frame after frame, in the same two colours where it has none."""

    def __init__(self, first: Drawn) -> None:
        self._theme = theme_of(first)
        names = ("DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSans-Braille")
        self._plain, self._bold, self._braille = (
            ImageFont.truetype(_FONTS / f"{name}.woff2", _SIZE) for name in names
        )

    def painted(self, drawn: Drawn) -> Image.Image:
        """A picture of it."""
        columns = max(Segment.get_line_length([*line]) for line in drawn)
        size = (columns * _WIDTH + 2 * _EDGE, len(drawn) * _HEIGHT + 2 * _EDGE)
        image = Image.new("RGB", size, self._theme.background_color)
        pen = ImageDraw.Draw(image)
        for row, line in enumerate(drawn):
            self._line(pen, _EDGE + row * _HEIGHT, line)
        return image

    def _line(self, pen: ImageDraw.ImageDraw, top: int, line: Sequence[Segment]) -> None:
        left = _EDGE
        placed: list[tuple[int, str, Style, Colour]] = []
        for text, given, _control in line:
            style = given or Style()
            ink, ground = _colours(style, self._theme)
            right = left + cell_len(text) * _WIDTH
            if right > left:
                pen.rectangle((left, top, right - 1, top + _HEIGHT - 1), fill=ground)
            for sign in text:
                placed.append((left, sign, style, ink))
                left += cell_len(sign) * _WIDTH
        for left, sign, style, ink in placed:  # what reaches over its cell is not painted over
            self._sign(pen, (left, top), sign, style, ink)

    def _sign(
        self, pen: ImageDraw.ImageDraw, at: tuple[int, int], sign: str, style: Style, ink: Colour
    ) -> None:
        font = self._bold if style.bold else self._plain
        font = self._braille if ord(sign) in _BRAILLE else font
        baseline = at[1] + 15
        if not sign.isspace():
            pen.text((at[0], baseline), sign, font=font, fill=ink, anchor="ls")
        if style.underline:
            pen.line((at[0], baseline + 2, at[0] + _WIDTH - 1, baseline + 2), fill=ink)


def _colours(style: Style, theme: TerminalTheme) -> tuple[Colour, Colour]:
    """Of the letters, and behind them."""
    ink: Colour = theme.foreground_color
    ground: Colour = theme.background_color
    if style.color:
        ink = style.color.get_truecolor(theme)
    if style.bgcolor:
        ground = style.bgcolor.get_truecolor(theme, foreground=False)
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        red, green, blue = (round(b + (a - b) * _DIM) for a, b in zip(ink, ground))
        ink = red, green, blue
    return ink, ground


def write_gif(file: Path, images: Iterable[Image.Image], milliseconds: Sequence[int]) -> None:
    """One picture after the other, for ever, in colours that all share."""
    pictures = [*images]
    palette = _palette(pictures)
    first, *rest = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures
    )
    first.save(
        file,
        save_all=True,
        append_images=rest,
        duration=[*milliseconds],
        loop=0,
        optimize=False,
    )


def _palette(pictures: Sequence[Image.Image]) -> Image.Image:
    """The colours that most of all have."""
    width, height = pictures[0].size
    every = Image.new("RGB", (width, height * len(pictures)))
    for number, picture in enumerate(pictures):
        every.paste(picture, (0, number * height))
    return every.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)
