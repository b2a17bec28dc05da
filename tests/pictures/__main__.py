"""`make pictures`: draw the moving picture anew."""

from __future__ import annotations

import asyncio
import os

from tests.pictures.moving import KEPT, PICTURE, seconds, shown, sums
from tests.pictures.painter import Painter, write_gif


def main() -> None:
    """Write the picture, and what it was made of."""
    os.environ.pop("NO_COLOR", None)
    drawn = asyncio.run(shown())
    painter = Painter(drawn[0])
    times = seconds(len(drawn))
    images = map(painter.painted, drawn)
    write_gif(PICTURE, images, [round(1000 * each) for each in times])
    KEPT.write_text(sums(drawn), "utf-8")
    print(f"{PICTURE}: {len(drawn)} frames, {sum(times):.1f} s, {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
