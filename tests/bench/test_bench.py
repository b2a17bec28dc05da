"""The bench: what is the same on every machine. Nothing here asserts a time."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest

from rules.bataille import BATAILLE
from rules.contract import AnyGame
from rules.submarine import SUBMARINE
from tests.bench import changes, compiled, peers, transports
from tests.bench.hello import HELLO, WIDTH
from tests.bench.pairs import Pairs, in_turns
from tests.bench.peers import MissingPeer
from tests.bench.random_play import playing, playing_on, playing_unlisted
from tests.bench.report import PARTS, Bar, Line, Lines, Unmeasured, measured
from tests.bench.terminal import NotShown, bare, opened

AT_LEAST_FIVE = Bar(5, at_least=True)


def test_the_ratio_is_the_median_of_the_rounds_ratios() -> None:
    pairs = Pairs(ours=(10, 40, 90), peers=(10, 10, 30))
    assert pairs.ratio == 3
    assert (pairs.our_median, pairs.peer_median) == (40, 10)


def test_measuring_in_turns_warms_up_and_alternates() -> None:
    asked: list[str] = []

    def measure(name: str) -> float:
        asked.append(name)
        return len(asked)

    pairs = in_turns(lambda: measure("ours"), lambda: measure("peer"), rounds=2)
    assert asked == ["ours", "peer"] * 3
    assert pairs == Pairs(ours=(3, 5), peers=(4, 6))


@pytest.mark.parametrize(
    ("bar", "figure", "verdict"),
    [
        (AT_LEAST_FIVE, 5, "meets"),
        (AT_LEAST_FIVE, 4.99, "misses"),
        (Bar(3, at_least=False), 2.99, "meets"),
        (Bar(3, at_least=False), 3, "misses"),
    ],
)
def test_a_bar_is_met_or_missed(bar: Bar, figure: float, verdict: str) -> None:
    assert bar.verdict(figure) == verdict


def test_a_line_reads_from_left_to_right() -> None:
    line = Line("random play, peer", "210 k/s", "37 k/s", 5.676, AT_LEAST_FIVE, 5.676)
    words = "random play, peer 210 k/s 37 k/s 5.68 x at least 5 x meets"
    assert " ".join(str(line).split()) == words


def test_an_absolute_bar_judges_our_figure_and_not_the_ratio() -> None:
    line = Line("bytes", "90 B", "300 B", 0.3, Bar(80, at_least=False, unit="B"), 90)
    assert str(line).endswith("under 80 B    misses")


def test_every_line_fits_a_hundred_columns() -> None:
    widest = Line("x" * 38, "999.99 k/s", "999.99 k/s", 99999.9, AT_LEAST_FIVE, 0)
    assert len(str(widest)) <= 100
    assert len(str(Unmeasured("start", "why " * 50))) == 100


def test_a_peer_that_is_not_installed_costs_its_own_lines_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("catanatron", "pyspiel"):
        monkeypatch.setitem(sys.modules, module, None)
    parts = dict(PARTS)
    names = {"random play, catanatron": "catanatron", "random play, OpenSpiel": "open_spiel"}
    for what, package in names.items():
        (line,) = measured(what, parts[what])
        hint = f"not installed: `make bench`, or `pip install {package}`"
        assert str(line).split("  ")[0] == what
        assert str(line).endswith(hint)


def test_a_peer_that_is_broken_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ImportError("libm.so.6 is missing", name="numpy")

    monkeypatch.setattr(peers, "import_module", broken)
    with pytest.raises(MissingPeer, match="broken: libm"):
        peers.catanatron(2)


def test_a_part_that_fails_midway_keeps_what_it_measured() -> None:
    line = Line("one", "1", "1", 1, AT_LEAST_FIVE, 1)

    def part() -> Lines:
        yield line
        raise NotShown("nothing was seen")

    assert list(measured("both", part)) == [line, Unmeasured("both", "nothing was seen")]


@pytest.mark.parametrize("game", [BATAILLE, SUBMARINE], ids=lambda game: game.name)
def test_random_play_is_fixed_by_its_seeds(game: AnyGame) -> None:
    games = [playing(game, 2)(3, Random(5).random) for _ in range(2)]
    assert games[0] == games[1] > 10


@pytest.mark.parametrize("game", [BATAILLE, SUBMARINE], ids=lambda game: game.name)
def test_games_made_unlisted_count_the_moves_of_those_made_one_by_one(game: AnyGame) -> None:
    one_by_one, unlisted = playing(game, 2), playing_unlisted(game, 2)
    assert unlisted(7, Random(7).random) == one_by_one(7, Random(7).random)


def test_playouts_leave_the_positions_they_start_from() -> None:
    play_out = playing_on(SUBMARINE, 2)
    drawn = []
    for _time in range(2):
        fraction = Random(5)
        assert play_out(3, fraction.random) == 1
        drawn.append(fraction.getstate())
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("built", "why"), [(None, "not built"), (0, "older than the rules"), (2**40, "")]
)
def test_rules_are_measured_compiled_only_as_they_are_now(
    built: float | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "BUILT", tmp_path)
    if built is not None:
        (tmp_path / "done").touch()
        os.utime(tmp_path / "done", (built, built))
    with pytest.raises(MissingPeer, match=why) if why else nullcontext():
        compiled.check_built()


@pytest.mark.slow
def test_the_terminal_shows_the_bare_app() -> None:
    with opened(bare("hello")) as terminal:
        assert terminal.show(HELLO) > 0


@pytest.mark.slow
def test_the_terminal_presses_keys() -> None:
    with opened(bare("mark")) as terminal:
        terminal.show(f"X{'·' * (WIDTH - 1)} {HELLO} 0")
        terminal.settle(quiet=0.2, patience=5)
        assert terminal.press(b"\x1b[C", quiet=0.1, patience=5) > 0
        terminal.show(f"·X{'·' * (WIDTH - 2)} {HELLO} 1")


def test_what_a_program_says_before_its_screen_is_no_paint() -> None:
    with (
        opened([sys.executable, "-c", "print('Hello, no screen')"]) as terminal,
        pytest.raises(NotShown, match="last seen: Hello, no screen"),
    ):
        terminal.show("Hello")


def test_keys_for_a_program_that_ended_are_no_measurement() -> None:
    with opened([sys.executable, "-c", ""]) as terminal:
        with pytest.raises(NotShown):
            terminal.show("anything")
        terminal._process.wait(timeout=30)  # its terminal closes a moment before it is gone
        with pytest.raises(NotShown, match="it ended"):
            terminal.press(b"\x1b[C", quiet=0.01, patience=0.01)


def test_every_kind_of_change_of_the_lobby_is_made_and_shown() -> None:
    found = changes.measured(viewers=3, finished=20, rounds=2)
    assert len(found.work) == len(found.reading) == len(found.clock) == 14
    assert len(found.pages) >= 3, "each viewer was asked to show it"


def test_the_comparison_of_transports_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textish", None)
    with pytest.raises(SystemExit) as ended:
        transports.main([])
    assert ended.value.code == 0
    *_versions, line = capsys.readouterr().out.splitlines()
    assert line.endswith("not installed; it needs Python 3.12 or newer")
