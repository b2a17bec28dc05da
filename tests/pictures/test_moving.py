"""The moving picture of README.md shows what the program draws today."""

from __future__ import annotations

import re

import pytest
from rich.segment import Segment
from rich.style import Style

from nim_tui.export.pictures import Drawn
from tests.pictures.moving import (
    KEPT,
    MOST_BYTES,
    PICTURE,
    ROOT,
    SITTING,
    fingerprint,
    seconds,
    shown,
    sums,
)

AGAIN = "the moving picture is of another day: look at it after `make pictures`"


@pytest.mark.slow
async def test_the_moving_picture_is_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    drawn = await shown()
    assert {len(each) for each in drawn} == {SITTING.rows}
    assert 15 <= sum(seconds(len(drawn))) <= 20
    assert KEPT.read_text("utf-8") == sums(drawn), AGAIN


@pytest.mark.parametrize("other", [Segment("b", Style(color="red")), Segment("a", Style(dim=True))])
def test_another_letter_or_colour_is_noticed(other: Segment) -> None:
    drawn: list[Drawn] = [[[Segment("a", Style(color="red"))]]]
    assert fingerprint(drawn) != fingerprint([[[other]]])
    assert fingerprint(drawn) != fingerprint([*drawn, *drawn])


def test_the_readme_begins_with_it_and_says_what_it_shows() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    first = re.search(r"!\[(.*)\]\((.+)\)", text)
    assert first is not None
    assert (ROOT / first[2]).samefile(PICTURE)
    assert first[1].startswith("Himalaya")
    assert text[: first.start()].count("\n\n") == 2, "after the title and one sentence"


def test_it_is_small() -> None:
    assert PICTURE.read_bytes()[:6] == b"GIF89a"
    assert PICTURE.stat().st_size < MOST_BYTES
