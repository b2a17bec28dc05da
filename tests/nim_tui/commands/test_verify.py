"""`nim-tui record verify`: what a record proves of the deal, by a line and the exit status."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan, encode
from nim_tui.tables.seeds import DrawnSeed, commitment_of
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from rules.chance import Chance
from tests.nim_tui.conftest import run

KEY, NONCE, OTHER = "0f" * 16, "a1" * 16, "2c" * 16
SEED = DrawnSeed(KEY, NONCE, commitment_of(KEY, NONCE))


@pytest.fixture
def dealt(store: Store) -> Path:
    """The record of a game of Submarine that was begun with a seed nobody chose."""
    table = Table(all_games()["submarine"].game, {}, (SeatPlan("Ana"), SeatPlan("Ben")), SEED)
    path, chance = store.open_new(table), Chance(3)
    for _move in range(30):
        seat = table.waiting[0]
        table.play(seat, chance.pick(table.legal(seat)))
    table.end_by_agreement()
    table.close()
    return path


def test_a_record_of_the_deal_that_was_committed_to_fits(dealt: Path) -> None:
    result = run("record", "verify", str(dealt))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"the seed and nonce give the checksum {SEED.commitment},"
        " and the game follows from them (30 moves)"
    ]


@pytest.mark.parametrize("form", ["txt", "json"])
def test_it_fits_too_when_it_was_exported_and_taken_in(
    dealt: Path, home: Path, tmp_path: Path, form: str
) -> None:
    file = tmp_path / f"game.{form}"
    assert run("record", "export", str(dealt), "--to", form, "--out", str(file)).exit_code == 0
    assert KEY in file.read_text()
    assert run("record", "import", str(file)).exit_code == 0
    own = home / "tables" / "imported-submarine-0001.jsonl"
    assert run("record", "verify", str(own)).stdout == run("record", "verify", str(dealt)).stdout


def honest(key: str) -> bytes:
    return encode(DrawnSeed(key, NONCE, commitment_of(key, NONCE)))


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (
            lambda data: data.replace(KEY.encode(), OTHER.encode()),
            1,
            "the seed and nonce do not give the checksum",
        ),
        (
            lambda data: data.replace(NONCE.encode(), OTHER.encode()),
            1,
            "the seed and nonce do not give the checksum",
        ),
        (
            lambda data: data.replace(encode(SEED), honest(OTHER)),
            1,
            "does not follow",
        ),
        (
            lambda data: data.replace(encode(SEED), b"7"),
            2,
            "no checksum: the seed was chosen, or the record is old",
        ),
        (lambda data: data[:9], 2, "not a game record"),
    ],
    ids=["another seed", "another nonce", "another deal", "a chosen seed", "no record"],
)
def test_what_does_not_fit_is_told_in_one_line(
    dealt: Path, change: Callable[[bytes], bytes], code: int, said: str
) -> None:
    dealt.write_bytes(change(dealt.read_bytes()))
    result = run("record", "verify", str(dealt))
    assert (result.exit_code, result.stdout) == (code, "")
    assert len(result.stderr.splitlines()) == 1
    assert said in result.stderr
