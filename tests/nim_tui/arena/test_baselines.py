"""The table of baselines: what is played for it, and that the page tells the kept games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from nim_tui.arena import baselines
from nim_tui.arena.baselines import lines_of, pairings_of, played
from nim_tui.registry import GameEntry, all_games

ROOT: Final = Path(__file__).parents[3]
KEPT: Final = ROOT / "tests" / "strength" / "baselines"
PAGE: Final = ROOT / "docs" / "how-to" / "train-agents.md"
BATAILLE: Final = all_games()["bataille"]


@pytest.mark.parametrize("entry", all_games().values(), ids=lambda entry: entry.name)
def test_the_page_tells_the_games_that_are_kept(entry: GameEntry) -> None:
    games = played(entry, baselines.GAMES, KEPT, processes=0)
    assert len(games) == len(pairings_of(entry, baselines.GAMES))
    page = PAGE.read_text("utf-8")
    assert all(line in page for line in lines_of(entry, games))


def test_each_level_meets_each_other_in_both_orders() -> None:
    lineups = {pairing.lineup for pairing in pairings_of(BATAILLE, 2)}
    levels = ("hard", "medium", "easy", "random")
    assert lineups == {(one, other) for one in levels for other in levels if one != other}


def test_kept_games_are_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n{}\n{}\nafter\n".format(*baselines.MARKS), "utf-8")
    monkeypatch.setattr(baselines, "pairings_of", lambda entry, games: pairings_of(entry, 1)[-1:])
    monkeypatch.setattr(baselines, "processors", lambda: 1)
    asked = ["bataille", "--keep", str(tmp_path), "--docs", str(page)]
    baselines.main(asked)
    told = capsys.readouterr().out
    kept = (tmp_path / "bataille.jsonl").read_bytes()
    baselines.main([*asked, "--kept"])
    assert capsys.readouterr().out == told
    assert (tmp_path / "bataille.jsonl").read_bytes() == kept
    assert told.splitlines()[1] in page.read_text("utf-8")
