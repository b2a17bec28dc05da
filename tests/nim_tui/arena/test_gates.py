"""What levels of bots must be worth: when a gate is passed, and what is kept of its games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copy

import msgspec
import pytest

from nim_tui.arena import gates
from nim_tui.arena.gates import (
    PLAYED_BY,
    all_gates,
    digest_of_sources,
    is_up_to_date,
    reach,
    verdict_of,
    with_lines,
)
from nim_tui.arena.strength import SURE
from nim_tui.registry import Gate, all_games

ROOT = Path(__file__).parents[3]
EASY = Gate("bataille", "easy", ("random",), 0.6)
GAMES = 20
"""As many as are looked at together."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which some games of a gate were kept."""
    folder = tmp_path_factory.mktemp("played")
    assert reach(EASY, folder, 1, GAMES) is not None
    return folder


def copied(played: Path, folder: Path) -> Path:
    """The file of those games, in another folder."""
    name = f"{EASY.name}.jsonl"
    return Path(copy(played / name, folder / name))


@pytest.mark.parametrize(
    ("share", "games", "verdict"),
    [(0.9, 40, True), (0.65, 40, None), (0.65, 4000, True), (0.5, 400, False)],
)
def test_it_is_passed_once_the_whole_interval_is(
    share: float, games: int, verdict: bool | None
) -> None:
    assert verdict_of(EASY, share, games, SURE) is verdict
    none = {True: False, False: True, None: None}[verdict]
    assert verdict_of(replace(EASY, least=0.0, most=0.6), share, games, SURE) is none


@pytest.mark.slow
def test_games_are_kept_and_told_without_being_played(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(gates, "all_gates", lambda: (EASY,))
    kept = ["--keep", str(tmp_path), "--kept", "--again", "1"]
    assert gates.main(kept) == 0
    assert capsys.readouterr().out == ""
    copied(played, tmp_path)
    reached = reach(EASY, tmp_path, 0, GAMES)
    assert reached is not None
    assert len(reached.games) == GAMES
    assert gates.main(kept) == 0
    told = capsys.readouterr().out
    assert told.startswith("bataille   easy   among 1 random")
    assert "at least 60%" in told
    assert is_up_to_date("bataille", reached.games, 1)


@pytest.mark.slow
def test_games_of_other_bots_are_told_of(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(gates, "all_gates", lambda: (EASY,))
    file = copied(played, tmp_path)
    head, *games = file.read_bytes().splitlines()
    changed = [{**msgspec.json.decode(game), "moves": 3} for game in games]
    file.write_bytes(b"\n".join([head, *map(msgspec.json.encode, changed)]) + b"\n")
    assert gates.main(["--keep", str(tmp_path), "--kept", "--again", "1"]) == 1
    assert "the bots play otherwise now" in capsys.readouterr().out


def test_kept_games_are_played_again_only_by_other_sources(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(gates, "all_gates", lambda: (EASY,))
    again = list[int]()

    def is_up_to_date(_game: str, _kept: object, games: int) -> bool:
        again.append(games)
        return True

    monkeypatch.setattr(gates, "is_up_to_date", is_up_to_date)
    kept = ["--keep", str(tmp_path), "--kept", "--again", "1", "--if-changed"]
    assert gates.main(kept) == 0
    copied(played, tmp_path)
    assert [gates.main(kept), gates.main(kept)] == [0, 0]
    assert again == [1, 0]
    (tmp_path / PLAYED_BY).write_text("of other sources\n")
    assert [gates.main(kept), gates.main(kept)] == [0, 0]
    assert again == [1, 0, 1, 0]
    assert capsys.readouterr().out.count("are those that kept games were last played by") == 2


def test_the_digest_of_sources_changes_with_each_of_them(tmp_path: Path) -> None:
    rule, bot = tmp_path / "rules/a/play.py", tmp_path / "nim_tui/bots/bot.toml"
    page = tmp_path / "rules/a/rules.md"
    digests = set[str]()
    for path in (rule, bot):
        path.parent.mkdir(parents=True)
        path.write_text("one")
        digests.add(digest_of_sources(tmp_path))
        path.write_text("two")
        digests.add(digest_of_sources(tmp_path))
    assert len(digests) == 4
    page.write_text("told")
    assert digest_of_sources(tmp_path) in digests


@pytest.mark.slow
def test_draws_and_slow_decisions_fail_it(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(played, tmp_path)

    def passed(gate: Gate) -> bool | None:
        reached = reach(gate, tmp_path, 0, GAMES)
        return reached.passed if reached else None

    easy = replace(EASY, least=0.01)
    assert passed(easy) is True
    assert passed(replace(easy, draws=0.0)) is False
    monkeypatch.setattr(gates, "SLOWEST", 0.0)
    assert passed(easy) is False


def test_the_page_tells_what_was_kept() -> None:
    page = (ROOT / "docs/explanation/bots.md").read_text("utf-8")
    reached = [reach(gate, ROOT / "tests/strength", 0) for gate in all_gates()]
    assert page == with_lines(page, [each.line() for each in reached if each])


def test_gates_ask_for_bots_and_seats_that_there_are() -> None:
    for gate in all_gates():
        entry = all_games()[gate.game]
        assert {gate.bot, *gate.others} <= {*entry.sparring}
        assert len(gate.others) + 1 in entry.game.seats
