"""Seeds that are drawn: their streams, their form in records, and what is told of them."""

import hashlib
from pathlib import Path

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.local_results import load_results, note_results, outcome_of
from nim_tui.tables.record import (
    FORMAT,
    EndEntry,
    Record,
    RecordError,
    RecordHeader,
    SeatPlan,
    encode,
    parse_header,
    parse_record,
    record_bytes,
)
from nim_tui.tables.seeds import DrawnSeed, chance_of, commitment_of, fresh_seed
from nim_tui.tables.store import replay
from nim_tui.tables.table import Table
from rules.chance import Chance

KEY, OTHER = "00112233445566778899aabbccddeeff", "f0" * 16
SEED = DrawnSeed(KEY, OTHER, commitment_of(KEY, OTHER))
DEALT = ("submarine", "himalaya", "schwarm")


def table_of(name: str, seed: int | DrawnSeed = SEED) -> Table:
    seats = tuple(SeatPlan(f"Player {seat}") for seat in (1, 2, 3))
    return Table(all_games()[name].game, {}, seats, seed)


def played(table: Table, moves: int) -> Table:
    """Some moves on, each of them drawn."""
    chance = Chance(5)
    while table.waiting and moves:
        seat = table.waiting[0]
        table.play(seat, chance.pick(table.legal(seat)))
        moves -= 1
    return table


def drawn_seeds(count: int) -> list[DrawnSeed]:
    return [DrawnSeed(f"{n:032x}", OTHER, commitment_of(f"{n:032x}", OTHER)) for n in range(count)]


def test_fresh_seeds_have_128_bits_and_keep_to_their_commitment() -> None:
    seeds = [fresh_seed() for _ in range(50)]
    bits = [int(seed.drawn, 16) for seed in seeds]
    assert len({*bits, *(seed.nonce for seed in seeds)}) == 100
    assert max(bits).bit_length() > 120
    assert all(seed.is_as_committed for seed in seeds)
    one = seeds[0]
    assert one.commitment == hashlib.sha256(f"{one.drawn} {one.nonce}".encode()).hexdigest()


def test_streams_of_a_drawn_seed_are_apart_and_those_of_a_chosen_one_are_one() -> None:
    one, other = chance_of(SEED), chance_of(SEED)
    hands = [other.apart("cards").below(1000) for _ in range(3)]
    for _ in range(50):
        one.below(1000)
        one.apart("treasures").below(1000)
    assert [one.apart("cards").below(1000) for _ in range(3)] == hands
    assert one.apart("cards").below(2**50) != one.apart("treasures").below(2**50)
    chosen = chance_of(7)
    assert chosen.apart("cards") is chosen


@pytest.mark.parametrize("name", DEALT)
def test_nothing_dealt_at_the_start_comes_from_the_stream_of_the_play(name: str) -> None:
    chance = chance_of(SEED)
    all_games()[name].game.new(3, {}, chance)
    assert chance.drawn == 0


@pytest.mark.parametrize("name", DEALT)
def test_who_begins_does_not_show_in_the_parity_of_the_seed(name: str) -> None:
    first: dict[int, set[tuple[int, ...]]] = {0: set(), 1: set()}
    for number, seed in enumerate(drawn_seeds(24)):
        state = all_games()[name].game.new(3, {}, chance_of(seed))
        first[number % 2].add(state.waiting())
    assert first[0] == first[1] == {(0,), (1,), (2,)}


def test_in_submarine_the_sea_tells_nothing_of_who_begins_nor_of_the_hands() -> None:
    """The same sea lies before other hands, once the stream of the cards is another."""

    class Swapped(Chance):
        def apart(self, label: str) -> Chance:
            return chance_of(SEED).apart(label + "!" * (label != "treasures"))

    game = all_games()["submarine"].game
    one, other = game.new(2, {}, chance_of(SEED)), game.new(2, {}, Swapped(0))
    assert one.sea == other.sea
    assert one.hands != other.hands


@pytest.mark.parametrize("name", DEALT)
@pytest.mark.parametrize("seed", [SEED, 2**53 - 1])
def test_a_record_keeps_its_seed_whole_and_replays(name: str, seed: int | DrawnSeed) -> None:
    table = played(table_of(name, seed), 40)
    again = replay(parse_record(record_bytes([table.header, *table.plays])))
    assert again.seed == seed
    assert [again.view(seat) for seat in (None, 0, 1, 2)] == [
        table.view(seat) for seat in (None, 0, 1, 2)
    ]
    assert again.moments(0, 0)[-1] == table.moments(0, 0)[-1]


def test_headers_say_since_when_seeds_are_drawn_and_old_ones_keep_theirs() -> None:
    header = RecordHeader(FORMAT, "submarine", {}, (SeatPlan("Ana"), SeatPlan("Ben")), SEED)
    assert parse_header(encode(header)) == header
    with pytest.raises(RecordError, match="format 2 has no drawn seeds"):
        parse_header(encode(header).replace(b'"nim_tui":3', b'"nim_tui":2'))
    old = encode(header).replace(b'"nim_tui":3', b'"nim_tui":2').replace(encode(SEED), b"12")
    assert parse_header(old).seed == 12


@pytest.mark.parametrize(
    ("part", "wrong"),
    [(KEY, KEY[1:]), (KEY, KEY.upper()), (KEY, KEY + "\\n"), (SEED.commitment, "0" * 65)],
)
def test_a_drawn_seed_is_read_in_its_one_form_only(part: str, wrong: str) -> None:
    header = RecordHeader(FORMAT, "submarine", {}, (SeatPlan("Ana"), SeatPlan("Ben")), SEED)
    with pytest.raises(RecordError):
        parse_header(encode(header).replace(part.encode(), wrong.encode()))


@pytest.mark.parametrize("name", all_games())
def test_before_the_end_a_table_tells_of_its_seed_the_commitment_alone(name: str) -> None:
    seats = tuple(SeatPlan(f"Player {seat}") for seat in range(2 + (name == "himalaya")))
    table = played(Table(all_games()[name].game, {}, seats, SEED), 12)
    for seat in (None, 0, 1):
        told = repr((table.view(seat), table.log(seat), table.moments(seat, 0)))
        assert not any(secret in told for secret in (KEY, OTHER, str(int(KEY, 16))))
    assert table.commitment == SEED.commitment
    assert table.opened is None
    table.end_by_agreement()
    assert table.opened == SEED
    assert played(table_of("himalaya", 7), 1).commitment is None


def test_how_a_game_ended_is_noted_once_whatever_its_seed(tmp_path: Path) -> None:
    notes = tmp_path / "results.json"
    for seed in (SEED, 7, SEED):
        record = Record(table_of("himalaya", seed).header, (), 0, 0, cut=False)
        over = EndEntry(((0,), (1, 2)), "agreed")
        note_results(notes, [outcome_of("himalaya-0001", record, over, is_imported=False)])
    assert [outcome.seed for outcome in load_results(notes)] == [SEED, 7]
