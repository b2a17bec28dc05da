"""Which test belongs to which run: marked here, by where it lies, what it uses and its name.

`make test` runs what has none of the marks e2e, strength and soak. What is marked deep tries more
in `make e2e`, where tests.depth.LONG holds.
"""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from inspect import iscoroutinefunction
from typing import Final

import pytest
from hypothesis import settings

settings.register_profile("alike", derandomize=True, deadline=None, database=None)
settings.load_profile("alike")
# A property test draws always the same examples, however long each takes.

gc.set_threshold(50_000, 20, 50)
"""Collections took a fifth of all: so many tests and modules are looked through in each."""

FLOORS: Final = (
    ("tests/rules/", "rules"),
    ("tests/screens/", "screens"),
    ("tests/nim_tui/server/", "server"),
    ("tests/", "tables"),
)
"""The first folder that fits tells the floor."""

E2E: Final = re.compile(
    "|".join(
        (
            # Real processes and terminals
            r"tests/terminal/",
            r"server/(lobby|nodes|plain)/test_\w+_with_ssh\.py",
            r"server/ssh/test_openssh\.py",
            r"server/lobby/test_push_in_a_browser\.py",
            r"server/database/test_processes\.py",
            r"test_limits_fit_what_may_be_opened",
            r"fuzz/test_fuzz\.py::test_the_server_takes",
            r"chaos/test_chaos\.py::test_a?_?killed_",
            r"admin/test_notices\.py::",
            r"test_a_folder_that_cannot_be_written_is_told",
            r"test_a_folder_with_a_long_path_does_as_well",
            r"test_without_a_server_accounts_are_changed_in_the_database",
            r"test_a_copy_is_tried_out_and_says_so",
            r"test_play_learn_and_replay_are_talked_about_too",
            # Several servers; what two of them do at the least is quick
            r"server/nodes/test_(?!following|people|paces|admin\.py|untold)",
            # Servers that real clients speak to, game after game, byte by byte
            r"server/(ssh|web)/test_leaks\.py",
            r"server/lobby/test_wire_\w+\.py",
            # Pictures in other sizes, languages and colours than the plain one of each state
            r"test_look_\w+\.py::.*(_large|_french|_contrast|_mono|\[fr\])",
            # Whole games by keys
            r"test_whole_games\.py::",
            r"test_games_by_ear\.py::.*(submarine|himalaya|schwarm)",
            r"test_a_whole_game_is_played_by_lines\[(himalaya|schwarm)\]",
            # What is stored on PostgreSQL by people who play: a long run alone tries it
            r"server/(lobby|plain|web)/.*postgresql\]",
            r"test_nothing_on_bens_screen_depends_on_anas_hidden_camp",
            r"test_nothing_of_another_(hand|program)_is_ever_on_the_terminal",
            r"test_a_game_of_three_by_keys",
        )
    )
)
E2E_FIXTURES: Final = {"dump", "servers", "person", "browser"}
"""Texts in ASCII, without colour and in French, byte by byte; `ssh` and browsers on a server."""
IN_PROCESSES: Final = re.compile(
    r"server/admin/test_(mistakes|full_disk|log|tables|visits|socket|keepers|descriptors|postgres"
    r"|ban_orders|registration|host_key_rotation|refusals)\.py"
)
"""Where the fixture `server` is a process, and `folder` is what one is started on."""
PROCESS_FIXTURES: Final = {"server", "lasting", "folder"}
ORDERS: Final = re.compile(
    r"server/admin/test_(account_orders|house|notices|metrics)\.py::"
    r"(?!test_two_accounts_are_made_one|test_sessions_accounts_and_tables_are_listed)"
)
"""Orders to a process, where `server` is one; one of accounts and one of the house are quick."""

STRENGTH: Final = re.compile(
    r"nim_tui/bots/.*::(test_it_beats_|test_the_medium_bot_beats|test_medium_bots_end"
    r"|test_its_games_end_before|test_it_plays_legal_moves_to_the_end|test_facts_in_reasons"
    r"|test_decisions_are_reproducible|test_a_whole_game_is_legal|test_it_pauses_in_the_last_turn"
    r"|test_each_plays_in_a_way_of_its_own|test_what_answers_for_medium_and_easy_plays)"
)
"""Bots against bots, for whole games."""

ALIKE: Final = 2
"""Of one test of these with many cases the first and the last are quick; pictures all are."""
OF_MANY_CASES: Final = (
    "tests/screens/",
    "tests/chaos/test_attacks",
    "tests/nim_tui/server/database/test_postgres",
)

AT_ONCE: Final = re.compile(r"at_once|at_the_same|one_alone|twice|meanwhile")
"""What several do together is where one kind of database may differ from another."""
LOBBY_PICTURES: Final = re.compile(r"screens/lobby/test_look_\w+\.py")
"""Pictures of a server, which plays games for each: the first of each class is quick."""

SCENES: Final = re.compile(r"server/lobby/test_\w+\.py")
"""Scenes of several people on a server in this process: the first of each file is quick."""
OF_A_SCREEN: Final = re.compile(r"tests/screens/([a-z]+/)?test_(?!look_)\w+\.py")
FIRST: Final = 4
"""Of what people do at a screen, so many of each file are quick."""


def spare_cases(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """The cases that try the same once more."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        test, _, case = item.nodeid.partition("[")
        is_quick = item.get_closest_marker("e2e") is None
        is_picture = "look" in getattr(item, "fixturenames", ())
        if case and is_quick and not is_picture and test.startswith(OF_MANY_CASES):
            cases.setdefault(test, []).append(item)
    for alike in cases.values():
        if len(alike) > ALIKE:
            last = len(alike) - 1
            kept = {n * last // (ALIKE - 1) for n in range(ALIKE)}
            yield from (item for n, item in enumerate(alike) if n not in kept)


def is_further_scene(item: pytest.Item, uses: set[str], staged: set[str]) -> bool:
    """Whether a file has had its scene already."""
    file = item.nodeid.partition("::")[0]
    if "play" not in uses or not SCENES.search(file):
        return False
    had_one = file in staged
    staged.add(file)
    return had_one


def is_further_on_a_screen(item: pytest.Item, uses: set[str], played: Counter[str]) -> bool:
    """Whether a file has had so many tests already of what people do at its screen."""
    file = item.nodeid.partition("::")[0]
    is_played = iscoroutinefunction(getattr(item, "obj", None))
    if not is_played or not OF_A_SCREEN.search(file) or "look" in uses:
        return False
    played[file] += 1
    return played[file] > FIRST


def is_further_database(item: pytest.Item, tried: set[str]) -> bool:
    """Whether what is stored is tried on PostgreSQL though a test of the file was before."""
    case = getattr(item, "callspec", None)
    if case is None or case.params.get("kind") != "postgresql" or AT_ONCE.search(item.nodeid):
        return False
    file = item.nodeid.partition("::")[0]
    was_tried = file in tried
    tried.add(file)
    return was_tried


def is_further_picture(item: pytest.Item, uses: set[str], drawn: set[str]) -> bool:
    """Whether a class has had its picture of a lobby already."""
    if "look" not in uses or not LOBBY_PICTURES.search(item.nodeid):
        return False
    shown = item.nodeid.rpartition("::")[0]
    was_drawn = shown in drawn
    drawn.add(shown)
    return was_drawn


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test."""
    staged, tried, drawn, played = set[str](), set[str](), set[str](), Counter[str]()
    for item in items:
        where = item.nodeid
        floor = next((mark for folder, mark in FLOORS if where.startswith(folder)), "tables")
        item.add_marker(floor)
        uses = set(getattr(item, "fixturenames", ()))
        if (
            E2E.search(where)
            or uses & E2E_FIXTURES
            or (IN_PROCESSES.search(where) and uses & PROCESS_FIXTURES)
            or (ORDERS.search(where) and "server" in uses)
            or is_further_scene(item, uses, staged)
            or is_further_database(item, tried)
            or is_further_picture(item, uses, drawn)
            or is_further_on_a_screen(item, uses, played)
        ):
            item.add_marker("e2e")
        if STRENGTH.search(where):
            item.add_marker("strength")
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("deep")
    for item in spare_cases(items):
        item.add_marker("e2e")


def pytest_collection_finish() -> None:
    """Take what is imported and collected out of every collection from now on."""
    gc.collect()
    gc.freeze()
