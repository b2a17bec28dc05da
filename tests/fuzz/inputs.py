"""What strangers send: bytes that are nearly right, far from right, or right at the wrong time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from nim_tui.registry import all_games
from nim_tui.server.ssh.proxy import SIGNATURE
from rules.chance import Chance
from rules.contract import AnyGame

KEYS: Final = (
    *("\r", "\t", "\x1b", "\x7f", " ", ":", "?", "!", "/", "\x03", "\x0c", "\x1a"),
    *(f"\x1b[{letter}" for letter in "ABCDHFZ"),
    *(f"\x1b[{number}~" for number in (1, 2, 3, 4, 5, 6, 11, 15, 24)),
    *(f"\x1bO{letter}" for letter in "PQRSABCD"),
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
)
"""What a keyboard says."""
NASTY: Final = (
    "\x00\x07\x1b\x7f\x9b\u200b\u200d\u202e\u2066\ufe0f\u0301\u0489\ue000\U000e0041\ufeff\n\t\u2028"
    "日本👍🇫🇷éßЖΩא%{}[]'\"\\$;"
)
NUMBERS: Final = (0, 1, 2, 5, 80, 255, 256, 999, 65_535, 65_536, 2**31, 2**32 - 1, 2**63, 10**30)
EDGES: Final = (0, 1, 2, 9, 10, 11, 24, 79, 80, 81, 120, 200, 500, 2**16, 2**31, 2**32 - 1)
SIGNS_OF_SEQUENCES: Final = "ABCDEFGHJKLMPSTXZ@`acdefghijklmnqrstu~yRI"


def some(draw: Random, most: int) -> int:
    """A small number most of the time."""
    return min(int(draw.expovariate(3 / most)), most)


def text(draw: Random, most: int = 60) -> str:
    """A text with letters, blanks, and what steers terminals."""
    length = some(draw, most)
    pools = ("abc defgh 1234", NASTY, "".join(map(chr, range(32, 127))))
    return "".join(
        chr(draw.randrange(0xD800)) if draw.random() < 0.05 else draw.choice(draw.choice(pools))
        for _sign in range(length)
    )


def sequence(draw: Random) -> str:
    """An escape sequence with any numbers: keys, mouse, answers of a terminal, and nonsense."""
    numbers = ";".join(str(draw.choice(NUMBERS)) for _n in range(some(draw, 5)))
    match draw.randrange(6):
        case 0:
            button = draw.choice((0, 1, 2, 3, 32, 35, 64, 65, 66, 128, 10**9))
            where = ";".join(str(draw.choice((*range(1, 30), *NUMBERS))) for _axis in "xy")
            return f"\x1b[<{button};{where}{draw.choice('mM')}"
        case 1:
            private = draw.choice(("", "?", ">", "<", "="))
            return f"\x1b[{private}{numbers}{draw.choice(SIGNS_OF_SEQUENCES)}"
        case 2:
            return f"\x1b[?{numbers}$y"
        case 3:
            return f"\x1b]{numbers};{text(draw)}" + draw.choice(("\x07", "\x1b\\", ""))
        case 4:
            return f"\x1bP{text(draw, 20)}" + draw.choice(("\x1b\\", ""))
        case _:
            return f"\x1b[200~{text(draw, 400)}" + draw.choice(("\x1b[201~", "\x1b[201~", ""))


def keys(draw: Random) -> bytes:
    """A key most of the time; else a sequence, a text, or any bytes, cut anywhere."""
    chance = draw.random()
    if chance < 0.7:
        said: bytes = draw.choice(KEYS).encode()
        return said
    if chance < 0.85:
        said = sequence(draw).encode("utf-8", "replace")
    elif chance < 0.95:
        said = text(draw).encode("utf-8", "surrogatepass")
    else:
        said = draw.randbytes(some(draw, 80) + 1)
    return said if draw.random() < 0.8 else said[: draw.randrange(len(said) + 1)]


def size(draw: Random) -> tuple[int, int]:
    """A window: usual, tiny, or larger than any."""
    return draw.choice(EDGES), draw.choice(EDGES)


def name(draw: Random) -> str:
    """What somebody would like to be called."""
    roots = ("Ana", "admin", "medium", "server", "Бен", "Ωmega", "x" * 40, "", "  ", "4dm1n")
    return draw.choice(roots) + text(draw, 12) if draw.random() < 0.6 else text(draw, 300)


def header(draw: Random) -> bytes:
    """The line of a proxy, or nearly so."""
    family = draw.choice((0x11, 0x21, 0x12, 0x00, 0x31, draw.randrange(256)))
    payload = draw.randbytes(draw.choice((0, 12, 13, 36, 39, 60, some(draw, 400))))
    told = draw.choice((len(payload), len(payload), 0, 1024, 65_535))
    command = draw.choice((0x20, 0x21, 0x21, 0x21, 0x22, draw.randrange(256)))
    made = SIGNATURE + bytes((command, family)) + told.to_bytes(2, "big") + payload
    if draw.random() < 0.3:
        place = draw.randrange(len(made))
        made = made[:place] + draw.randbytes(1) + made[place + 1 :]
    return made if draw.random() < 0.8 else made[: draw.randrange(len(made))]


def vocabulary(game: AnyGame, seed: int = 1, most: int = 400) -> list[str]:
    """Words of moves, as they come up in a game played at random."""
    chance, words = Chance(seed), set[str]()
    state = game.new(game.seats[0], game.automatic, chance)
    while (waiting := state.waiting()) and len(words) < most:
        legal = game.legal(state, waiting[0])
        words |= {move.word for move in legal[:5]}
        game.play(state, waiting[0], chance.pick(legal), chance)
    return sorted(words)


VOCABULARY: Final = {name: vocabulary(entry.game) for name, entry in all_games().items()}


def words(draw: Random, known: Sequence[str]) -> str:
    """Moves in words, of this game or of none."""
    said = [draw.choice(known) if draw.random() < 0.8 else text(draw) for _word in range(3)]
    joined = draw.choice(("; ", ", ", " ", ";;", "\t")).join(said[: some(draw, 3) + 1])
    return joined if draw.random() < 0.8 else joined[: draw.randrange(len(joined) + 1)]


def command(draw: Random) -> str:
    """What is asked of `ssh HOST COMMAND`."""
    verbs = ("record", "records", "table", "sftp", "sh -c", "", "record record", "scp -t")
    return f"{draw.choice(verbs)} {text(draw, draw.choice((8, 8, 3000)))}"
