"""The table that `make bench` prints: what, ours, the peer's, their ratio, the bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from statistics import median
from typing import Final, NamedTuple

from rules.bataille import BATAILLE
from rules.contract import AnyGame
from rules.himalaya import HIMALAYA
from rules.schwarm import SCHWARM
from rules.submarine import SUBMARINE
from tests.bench import (
    animated,
    browser,
    compiled,
    counts,
    cursor,
    hearing,
    learning,
    peers,
    random_play,
    start,
)
from tests.bench.pairs import Pairs, in_turns
from tests.bench.peers import MissingPeer
from tests.bench.random_play import ROUNDS
from tests.bench.terminal import LARGE, NotShown

GAMES: Final = tuple(game.name for game in (BATAILLE, SUBMARINE, HIMALAYA, SCHWARM))
TABLES: Final[tuple[tuple[AnyGame, int, int], ...]] = (
    (BATAILLE, 2, 2),
    (BATAILLE, 2, 4),
    (SUBMARINE, 2, 2),
    (SUBMARINE, 4, 4),
    (HIMALAYA, 4, 4),
    (SCHWARM, 2, 2),
    (SCHWARM, 4, 4),
)
"""A game of ours, for how many, and for how many the game of catanatron beside it."""


class Paces(NamedTuple):
    """Times as fast as catanatron: what is aimed at."""

    plain: float
    compiled: float


BARS: Final = {
    BATAILLE.name: Paces(10, 10),
    SUBMARINE.name: Paces(10, 10),
    HIMALAYA.name: Paces(4, 6),
    SCHWARM.name: Paces(4, 6),
}
BYTES_BEFORE: Final = 390_000
"""What the whole game took before frames were compressed; a fifth of it is aimed at."""
COUNTS: Final = "work at a table"
"""The part of exact counts: what misses its bar there fails the bench."""
TINY: Final = 0.004
"""Less than is shown of a count, so that it may reach its bar."""
LAYOUTS: Final = dict.fromkeys(GAMES, 0.0) | {HIMALAYA.name: 0.4}
"""Layouts a state: in Himalaya the map takes another size when programs are carried out."""
KEY: Final = 350
"""Bytes of a cursor move in any game."""
LEARNING: Final = 3
"""Times as fast as PettingZoo's own games: what is aimed at in the loops of agents."""
HEARING: Final = 1.5
"""Times as long as among few: at most what is aimed at to hear of one person among many."""
COMPILED: Final = 1.5
"""Times as fast as plain: what is aimed at in compiled playouts."""
FASTER: Final = 2.5
"""Times as fast as move by move: what is aimed at in playouts."""
WIDTH: Final = 100
"""Columns the table keeps to."""
WIDTHS: Final = (38, 10, 10, 8, 12, 6)
"""Columns of what, ours, the peer's, the ratio, the bar and the verdict."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What a figure is held to: a limit it should reach, or one it should stay under."""

    limit: float
    at_least: bool
    unit: str = "x"

    def verdict(self, figure: float) -> str:
        """Whether the figure meets the bar or misses it."""
        met = figure >= self.limit if self.at_least else figure < self.limit
        return "meets" if met else "misses"

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'under'} {self.limit:g} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Line:
    """One thing measured, its figures ready to print; where there is no peer there is no ratio."""

    what: str
    ours: str
    peer: str
    ratio: float
    bar: Bar
    judged: float
    """The figure held to the bar: the ratio, or ours where the bar is absolute."""

    def __str__(self) -> str:
        verdict = self.bar.verdict(self.judged)
        ratio = f"{self.ratio:.2f} x" if self.peer else ""
        return _row(self.what, self.ours, self.peer, ratio, f"{self.bar}", verdict)


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """One thing that could not be measured, and why."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what:<{WIDTHS[0]}}  {self.why}"[:WIDTH]


Lines = Iterator[Line | Unmeasured]


def _row(*cells: str) -> str:
    """A line of the table: words to the left, figures to the right."""
    sides = zip(cells, "<>>><<", WIDTHS)
    return "  ".join(f"{cell:{side}{width}}" for cell, side, width in sides).rstrip()


def tell(what: str, shown: str, bar: Bar | None = None, judged: float = 0) -> None:
    """Print a figure at once, and whether it meets its bar if it has one."""
    line = f"{what:<{WIDTHS[0]}}  {shown:>{WIDTHS[1]}}"
    if bar is not None:
        line += f"  {bar!s:<{WIDTHS[4]}}  {bar.verdict(judged)}"
    print(line, flush=True)


def _pace(what: str, pairs: Pairs, least: float) -> Line:
    ours, other = f"{pairs.our_median / 1000:.0f} k/s", f"{pairs.peer_median / 1000:.0f} k/s"
    return Line(what, ours, other, pairs.ratio, Bar(least, at_least=True), pairs.ratio)


def _time(what: str, pairs: Pairs, most: float) -> Line:
    ours, peer = f"{pairs.our_median * 1000:.2f} ms", f"{pairs.peer_median * 1000:.2f} ms"
    return Line(what, ours, peer, pairs.ratio, Bar(most, at_least=False), pairs.ratio)


def _catanatron() -> Lines:
    for game, seats, players in TABLES:
        peer = peers.catanatron(players)
        pairs = random_play.against(random_play.playing(game, seats), peer.play_game)
        yield _pace(f"{game.name} {seats} / {peer.name}", pairs, BARS[game.name].plain)


def _unlisted() -> Lines:
    for game, seats, players in TABLES:
        peer = peers.catanatron(players)
        pairs = random_play.against(random_play.playing_unlisted(game, seats), peer.play_game)
        what = f"unlisted {game.name} {seats} / catanatron, {players}"
        yield _pace(what, pairs, BARS[game.name].plain)


def _compiled(way: str, told: str) -> Lines:
    for game, seats, players in TABLES:
        peer = peers.catanatron(players)
        with compiled.measuring(way, game, seats) as ours:
            pairs = in_turns(ours, random_play.Player(peer.play_game).a_second, ROUNDS)
        what = f"{told} {game.name} {seats} / catanatron, {players}"
        yield _pace(what, pairs, BARS[game.name].compiled)


def _playouts() -> Lines:
    for game, seats in dict.fromkeys((game, seats) for game, seats, _players in TABLES):
        plain = random_play.Player(random_play.playing_on(game, seats))
        with compiled.measuring("playouts", game, seats) as ours:
            pairs = in_turns(ours, plain.a_second, ROUNDS)
        shown, other = f"{pairs.our_median:.0f} /s", f"{pairs.peer_median:.0f} /s"
        what = f"playouts compiled, {game.name} {seats} / plain"
        yield Line(what, shown, other, pairs.ratio, Bar(COMPILED, at_least=True), pairs.ratio)


def _playouts_move_by_move() -> Lines:
    for game, seats in dict.fromkeys((game, seats) for game, seats, _players in TABLES):
        peer = random_play.playing_on_move_by_move(game, seats)
        pairs = random_play.against(random_play.playing_on(game, seats), peer)
        shown, other = f"{pairs.our_median:.0f} /s", f"{pairs.peer_median:.0f} /s"
        what = f"playouts, {game.name} {seats} / move by move"
        bar = Bar(FASTER, at_least=True)
        yield Line(what, shown, other, pairs.ratio, bar, pairs.ratio)


def _open_spiel() -> Lines:
    for peer in peers.open_spiel():
        pairs = random_play.against(random_play.playing(BATAILLE, 2), peer.play_game)
        yield _pace(f"{BATAILLE.name} 2 / {peer.name}", pairs, 1)


def _learning() -> Lines:
    others = learning.pettingzoo_peers()
    for way, ours in learning.WAYS:
        for game in GAMES:
            for peer in others:
                pairs = random_play.against(ours(game), peer.play_game)
                yield _pace(f"{game}, {way} / {peer.name}", pairs, LEARNING)


def _version() -> Lines:
    yield _time("start, --version / python -c pass", start.version(), 3)


def _plain() -> Lines:
    yield _time("start, --plain / python -c pass", start.plain(), 6)


def _first_paint() -> Lines:
    yield _time("first paint, home / bare app", start.first_paint(), 1.3)


def _table_paint() -> Lines:
    for game in GAMES:
        yield _time(f"open a table, {game} / bare page", start.table_paint(game), 3)
    paint = start.table_paint(GAMES[0], LARGE)
    yield _time(f"  at 200 x 60, {GAMES[0]} / bare page", paint, 3)


def _cursor() -> Lines:
    for game in GAMES:
        cost = cursor.cursor_move(game)
        yield _time(f"cursor move, {game}, CPU / bare app", cost.processor, 2)
        yield _bytes("  bytes", cost, 500)
        yield _bytes("  bytes at 200 x 60", cursor.cursor_move(game, LARGE), 2000)


def _bytes(what: str, cost: cursor.Cost, most: float) -> Line:
    ours, peer = cost.our_bytes, cost.peer_bytes
    bar = Bar(most, at_least=False, unit="B")
    return Line(what, f"{ours:.0f} B", f"{peer:.0f} B", ours / peer, bar, ours)


def _animated() -> Lines:
    for name, cost in animated.moves():
        shown, bar = f"{cost.total} B", Bar(6000, at_least=False, unit="B")
        yield Line(f"animated move, {name}", shown, "", 0, bar, cost.total)
        most = cost.most_in_a_second
        bar = Bar(2000, at_least=False, unit="B")
        yield Line("  of what moves, most in a second", f"{most} B", "", 0, bar, most)


def _counts() -> Lines:
    for game in GAMES:
        found = counts.counted(game)
        yield _count(f"bytes a move, all of {counts.SEATS[game]}, {game}", found.a_move, 30_000)
        yield _count("  bytes of a cursor move over SSH", found.a_key, KEY)
        yield _count("  paints a state, spectator", found.a_state("paints"), 1)
        yield _count("  bindings worked out a state", found.a_state("bindings"), 1)
        yield _count("  drawings of a board a state", found.drawings, 1)
        yield _count("  layouts a state", found.a_state("layouts"), LAYOUTS[game])
        yield _count("  style sheets parsed, sessions 2-5", found.parsed, 0)


def _count(what: str, figure: float, most: float) -> Line:
    """Hold an exact count to a bar: at most so many."""
    bar = Bar(most + TINY, at_least=False, unit="")
    return Line(what, f"{figure:.2f}".removesuffix(".00"), "", 0, bar, figure)


def _hearing() -> Lines:
    many = f"of {hearing.MANY} / {hearing.FEW}"
    for what, pairs, most in (
        (f"hear one post, {many}", hearing.a_post(), HEARING),
        (f"  list who is here, {many}", hearing.a_list(), 5),
    ):
        ours, peer = f"{pairs.our_median * 1e6:.0f} µs", f"{pairs.peer_median * 1e6:.0f} µs"
        yield Line(what, ours, peer, pairs.ratio, Bar(most, at_least=False), pairs.ratio)


def _first_board() -> Lines:
    loads = browser.first_board()
    ours, peer = loads.ours, loads.peer
    figures = (
        ("browser, bytes to a board / bare page", ours.received, peer.received, 180_000, "B"),
        ("  requests", ours.requests, peer.requests, 9, ""),
    )
    for what, our, their, most, unit in figures:
        bar = Bar(most, at_least=False, unit=unit)
        yield Line(what, f"{our} {unit}".strip(), f"{their} {unit}".strip(), our / their, bar, our)
    yield _time("  time at 50 kB/s, 400 ms", loads.seconds, 1.5)


def _echo() -> Lines:
    pairs = browser.echo()
    more = median(our - their for our, their in zip(pairs.ours, pairs.peers))
    ours, peer = f"{pairs.our_median:.1f} ms", f"{pairs.peer_median:.1f} ms"
    bar = Bar(10, at_least=False, unit="ms more")
    yield Line("browser, key to frame / bare page", ours, peer, pairs.ratio, bar, more)


def _whole_game() -> Lines:
    game = browser.whole_game()
    ours, inflated = game.carried / 1000, game.inflated / 1000
    bar = Bar(BYTES_BEFORE / 5000, at_least=False, unit="kB")
    shown, other = f"{ours:.0f} kB", f"{inflated:.0f} kB"
    yield Line("browser, a whole game / inflated", shown, other, ours / inflated, bar, ours)


PARTS: Final[tuple[tuple[str, Callable[[], Lines]], ...]] = (
    ("random play, catanatron", _catanatron),
    ("random play, unlisted / catanatron", _unlisted),
    ("random play, compiled / catanatron", partial(_compiled, "games", "compiled")),
    ("random play, both / catanatron", partial(_compiled, "unlisted", "both")),
    ("playouts, compiled / plain", _playouts),
    ("playouts, move by move", _playouts_move_by_move),
    ("random play, OpenSpiel", _open_spiel),
    ("random play, PettingZoo", _learning),
    ("start", _version),
    ("start by lines", _plain),
    ("first paint", _first_paint),
    ("open a table", _table_paint),
    ("cursor move", _cursor),
    ("animated move", _animated),
    (COUNTS, _counts),
    ("people at other servers", _hearing),
    ("a page in a browser", _first_board),
    ("a key in a browser", _echo),
    ("a whole game in a browser", _whole_game),
)
"""What is measured, in this order; a part that fails is told in one line."""


def measured(what: str, part: Callable[[], Lines]) -> Lines:
    """The lines of a part as they come; one that says why when it cannot go on."""
    try:
        yield from part()
    except (MissingPeer, NotShown, OSError) as reason:
        yield Unmeasured(what, str(reason))


NOTES: Final = """\
Medians of rounds taken in turns, ours and the peer's; the ratio is the median of their ratios.
Random play, game and players / peer: moves a second of processor time over whole games, events
included. OpenSpiel's games are those it holds in Python; hidden or open says what players see;
draws of its chance nodes are made by the caller and count as moves of its own. Loop: PettingZoo's,
in which each agent is given its whole observation and draws from its mask, in its games as in ours;
tables: as many of ours stepped at once. Compiled: by what `make compiled` built; unlisted, games
made as playouts are, moves drawn without being listed and nothing told; both: the same by the
compiled
rules. Playouts: copies of positions from mid-game, played at random to the end. Browser: a table's
page beside a bare one with xterm.js, both loaded over the same slow line by a browser that has kept
nothing; a whole game of Bataille as one player is sent it, beside the same without compression."""


def _versions() -> str:
    """What runs here, in one line."""
    found = [f"Python {python_version()}"]
    for package in ("textual", "catanatron", "open_spiel", "pettingzoo"):
        with suppress(PackageNotFoundError):
            found.append(f"{package} {version(package)}")
    return ", ".join(found)


def main() -> None:
    """Measure everything, printing each line as soon as it is known: about twelve minutes.

    Ends with status 1 if an exact count misses its bar.
    """
    missed = False
    print(f"{_versions()}\n")
    print(_row("what, peer", "ours", "peer", "ratio", "bar"), flush=True)
    for what, part in PARTS:
        for line in measured(what, part):
            print(line, flush=True)
            is_met = isinstance(line, Line) and line.bar.verdict(line.judged) == "meets"
            missed |= what == COUNTS and not is_met
    print(f"\n{NOTES}")
    sys.exit(missed)


if __name__ == "__main__":
    main()
