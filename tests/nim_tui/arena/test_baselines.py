"""The table of baselines: what is played for it, and that the page tells the kept games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import pytest

from nim_tui import __version__
from nim_tui.arena import baselines
from nim_tui.arena.baselines import pairings_of, results_of
from nim_tui.arena.gates import PLAYED_BY, digest_of_sources, with_lines
from nim_tui.registry import all_games

ROOT: Final = Path(__file__).parents[3]
KEPT: Final = ROOT / "tests" / "strength" / "baselines"
PAGE: Final = ROOT / "docs" / "how-to" / "train-agents.md"
BATAILLE: Final = all_games()["bataille"]


def test_the_page_tells_the_games_that_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert baselines.main(["--keep", str(KEPT), "--kept"]) == 0
    lines = capsys.readouterr().out.splitlines()
    page = PAGE.read_text("utf-8")
    assert page == with_lines(page, lines, baselines.MARKS)
    for entry in all_games().values():
        pairings = pairings_of(entry, baselines.GAMES)
        assert set(results_of(entry, KEPT).games) == set(pairings)


def test_each_level_meets_each_other_in_both_orders() -> None:
    lineups = {pairing.lineup for pairing in pairings_of(BATAILLE, 2)}
    levels = ("hard", "medium", "easy", "random")
    assert lineups == {(one, other) for one in levels for other in levels if one != other}


class OneGame:
    """Baselines of one game of Bataille, kept in a folder and told on a page."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "bataille.jsonl"
        self.page = folder / "page.md"
        self.page.write_text("before\n{}\n{}\nafter\n".format(*baselines.MARKS), "utf-8")
        self._capsys = capsys
        self._asked = ["bataille", "--keep", str(folder), "--docs", str(self.page), "--if-changed"]

    def told(self, *more: str, code: int = 0) -> list[str]:
        """Return what the program prints."""
        assert baselines.main([*self._asked, *more]) == code
        return self._capsys.readouterr().out.splitlines()

    def rewrite(self, old: bytes, new: bytes) -> None:
        """Change what is kept."""
        kept = self.file.read_bytes()
        assert old in kept
        self.file.write_bytes(kept.replace(old, new))


@pytest.fixture
def one_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> OneGame:
    monkeypatch.setattr(baselines, "pairings_of", lambda entry, games: pairings_of(entry, 1)[-1:])
    monkeypatch.setattr(baselines, "processors", lambda: 1)
    return OneGame(tmp_path, capsys)


def test_kept_games_are_not_played_again(one_game: OneGame) -> None:
    told, kept = one_game.told(), one_game.file.read_bytes()
    assert one_game.told("--kept") == told
    assert one_game.file.read_bytes() == kept
    assert "\n".join(told) in one_game.page.read_text("utf-8")


def test_games_of_another_version_stand_as_long_as_bots_play_them(one_game: OneGame) -> None:
    one_game.told()
    one_game.rewrite(f'"{__version__}"'.encode(), b'"0.1.7"')
    told = one_game.told("--kept", "--again", "1")
    assert told[0].startswith(f"nim_tui 0.1.7, rules and bots {digest_of_sources()[:12]}:")
    one_game.rewrite(digest_of_sources().encode(), b"5" * 64)
    kept = one_game.file.read_bytes()
    for mode in ("--kept", "--games=1"):
        told = one_game.told(mode, "--again", "1")
        assert told[0].startswith("nim_tui 0.1.7, rules and bots 555555555555:")
        assert one_game.file.read_bytes() == kept


def test_games_that_bots_play_otherwise_are_played_anew(one_game: OneGame) -> None:
    right = one_game.told()
    kept = one_game.file.read_bytes()
    one_game.rewrite(b'"moves":', b'"moves":1')
    assert one_game.told("--again", "1") == right, "by the sources it was begun with"
    one_game.rewrite(digest_of_sources().encode(), b"5" * 64)
    warning, *rest = one_game.told("--kept", "--again", "1", code=1)
    assert warning.startswith("bataille: the bots play otherwise now")
    assert rest in ([], [""])
    told = one_game.told("--again", "1")
    assert told[:2] == [warning, right[0]], "they are those of the present sources now"
    again = msgspec.json.decode(one_game.file.read_bytes().splitlines()[1])
    assert again["moves"] == msgspec.json.decode(kept.splitlines()[1])["moves"]


def test_sources_that_replay_all_games_are_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = list[str]()

    def is_up_to_date(game: str, _kept: object, _games: int) -> bool:
        again.append(game)
        return True

    monkeypatch.setattr(baselines, "is_up_to_date", is_up_to_date)
    for file in KEPT.glob("*.jsonl"):
        head, *games = file.read_bytes().splitlines(keepends=True)
        other = msgspec.json.encode({**msgspec.json.decode(head), "sources": "5" * 64})
        (tmp_path / file.name).write_bytes(b"".join([other, b"\n", *games]))
    asked = ["--keep", str(tmp_path), "--kept", "--again", "1", "--if-changed"]
    assert [baselines.main(asked), baselines.main(asked)] == [0, 0]
    assert again == [*all_games()]
    assert (tmp_path / PLAYED_BY).read_text() == f"{digest_of_sources()}\n"
