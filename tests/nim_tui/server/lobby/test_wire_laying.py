"""How much somebody has laid in secret, and took back, is told to nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.nim_tui.server.lobby.overheard import Sent, Sitting, differences, overhear

pytestmark = pytest.mark.nightly


def laying(folder: Path, *says: str) -> list[Sent]:
    """What the others are sent while Ana lays these of her submarines; `u` takes one back."""

    async def course(sitting: Sitting) -> None:
        ana = sitting.guest("Ana")

        async def begin() -> None:
            for words in says:
                await (ana.type("u") if words == "u" else ana.say(words))

        await sitting.step(begin())

    with pytest.MonkeyPatch.context() as patch:
        return overhear(patch, folder, "bataille", players=("Ana", "Ben"), course=course)


@pytest.mark.parametrize("other", [("sub 14.200", "sub 22.100"), ("sub 3.100", "u", "sub 14.200")])
def test_how_much_is_laid_and_undone_is_not_told(tmp_path: Path, other: tuple[str, ...]) -> None:
    first = laying(tmp_path / "a", "sub 14.200")
    assert differences(first, laying(tmp_path / "b", *other)) == []
