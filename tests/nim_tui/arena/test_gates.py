"""What levels of bots must be worth: when a gate is passed, and what is kept of its games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from nim_tui.arena import gates
from nim_tui.arena.gates import GATES, Gate, is_up_to_date, reach, with_lines
from nim_tui.arena.standings import SURE
from nim_tui.catalog import CATALOG

ROOT = Path(__file__).parents[3]
EASY = Gate("bataille", "easy", ("random",), 0.6)


@pytest.mark.parametrize(
    ("share", "games", "verdict"),
    [(0.9, 40, True), (0.65, 40, None), (0.65, 4000, True), (0.5, 400, False)],
)
def test_it_is_passed_once_the_whole_interval_is(
    share: float, games: int, verdict: bool | None
) -> None:
    assert EASY.verdict(share, games, SURE) is verdict
    none = {True: False, False: True, None: None}[verdict]
    assert replace(EASY, least=0.0, most=0.6).verdict(share, games, SURE) is none


def test_games_are_kept_and_told_without_being_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gates, "GATES", (EASY,))
    kept = ["--keep", str(tmp_path), "--kept", "--again", "2"]
    assert gates.main(kept) == 0
    assert capsys.readouterr().out == ""
    reached = reach(EASY, tmp_path, 1, 20)
    assert reached is not None
    assert len(reached.games) == 20
    assert gates.main(kept) == 0
    told = capsys.readouterr().out
    assert told.startswith("bataille   easy   among 1 random")
    assert "at least 60%" in told
    assert is_up_to_date(reached, 3)


def test_games_of_other_bots_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gates, "GATES", (EASY,))
    reach(EASY, tmp_path, 1, 20)
    file = tmp_path / f"{EASY.name}.jsonl"
    head, *games = file.read_bytes().splitlines()
    changed = [{**msgspec.json.decode(game), "moves": 3} for game in games]
    file.write_bytes(b"\n".join([head, *map(msgspec.json.encode, changed)]) + b"\n")
    assert gates.main(["--keep", str(tmp_path), "--kept", "--again", "1"]) == 1
    assert "the bots play otherwise now" in capsys.readouterr().out


def test_draws_and_slow_decisions_fail_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def passed(gate: Gate) -> bool | None:
        reached = reach(gate, tmp_path, 1)
        return reached.passed if reached else None

    easy = replace(EASY, least=0.01)
    assert passed(easy) is True
    assert passed(replace(easy, draws=0.0)) is False
    monkeypatch.setattr(gates, "SLOWEST", 0.0)
    assert passed(easy) is False


def test_the_page_tells_what_was_kept() -> None:
    page = (ROOT / "docs/bots.md").read_text("utf-8")
    reached = [reach(gate, ROOT / "tests/strength", 0) for gate in GATES]
    assert page == with_lines(page, [each.line() for each in reached if each])


def test_gates_ask_for_bots_and_seats_that_there_are() -> None:
    for gate in GATES:
        offer = CATALOG[gate.game]
        assert {gate.bot, *gate.others} <= {*offer.sparring}
        assert len(gate.others) + 1 in offer.game.seats
