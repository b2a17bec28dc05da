"""Games are found by entry points: in their order, of one name once, and those that load."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click.testing import CliRunner

from nim_tui import registry
from nim_tui.app.app import NimApp
from nim_tui.commands.cli import commands
from nim_tui.contract import VERSION, ContractVersion
from nim_tui.registry import all_games
from nim_tui.tables.store import Store
from screens import colours
from screens.home.game_shelf import COLOURS
from screens.text import Locale, translate_too
from tests.waiting import until

OURS = ["bataille", "submarine", "himalaya", "schwarm"]
MODULE = """
from nim_tui.registry import GameEntry

ENTRY = GameEntry("{name}", "Other", "tests.rules.tiny:TINY", "tests.rules.tiny:TINY")
"""


def written_for(contract: str, name: str = "other") -> str:
    """Return the module of a game for a version of the contract."""
    asking = f', contract="{contract}")\n'
    return MODULE.format(name=name).replace(")\n", asking)


@pytest.fixture
def anew() -> Iterator[None]:
    """Games are looked for again, and what was found is forgotten."""
    before = all_games()
    all_games.cache_clear()
    yield
    all_games.cache_clear()
    all_games().clear()
    all_games().update(before)
    translate_too(())


def install(folder: Path, distribution: str, name: str, module: str, text: str) -> None:
    """A distribution of one module that says it brings a game."""
    folder.joinpath(f"{module}.py").write_text(text, "utf-8")
    told = folder / f"{distribution.replace('-', '_')}-1.dist-info"
    told.mkdir()
    told.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\n", "utf-8")
    entry = f"[{registry.GROUP}]\n{name} = {module}:ENTRY\n"
    told.joinpath("entry_points.txt").write_text(entry, "utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None) -> Path:
    """A folder that more is installed in."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_our_games_are_in_their_order(anew: None) -> None:
    assert [*all_games()] == OURS


def test_others_come_behind_ours_by_their_names(site: Path) -> None:
    for name in ("zebra", "alpha"):
        install(site, f"of-{name}", name, f"of_{name}", MODULE.format(name=name))
    assert [*all_games()] == [*OURS, "alpha", "zebra"]


def test_two_of_one_name_are_left_out_and_both_are_told(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for owner in ("one", "two"):
        install(site, owner, "twice", f"of_{owner}", MODULE.format(name="twice"))
    assert [*all_games()] == OURS
    assert caplog.messages == ["two games are called twice, of one + two"]


def test_nobody_takes_the_name_of_a_game_of_ours(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site, "other", OURS[0], "other", MODULE.format(name=OURS[0]))
    assert all_games()[OURS[0]].title != "Other"
    assert caplog.messages == [f"two games are called {OURS[0]}, of nim-tui + other"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
        ("raise RuntimeError('a\\nb')\n", "RuntimeError: a b"),
        ("ENTRY = 7\n", "TypeError: broken:ENTRY is no entry of that name"),
        (MODULE.format(name="another"), "TypeError: broken:ENTRY is no entry of that name"),
    ],
)
def test_one_that_does_not_load_is_left_out_and_told_in_one_line(
    site: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    why: str,
) -> None:
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    install(site, "of-broken", "broken", "broken", text)
    assert [*all_games()] == OURS
    assert caplog.messages == [f"the game broken of of-broken is left out: {why}"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("2.0", "it needs contract 2.0, this program has 1.3"),
        ("0.9", "it needs contract 0.9, this program has 1.3"),
        ("1.4", "it needs contract 1.4, this program has 1.3"),
        ("new", "ValueError: 'new' is no version such as 1.0"),
    ],
)
def test_one_for_another_version_of_the_contract_is_left_out_and_told(
    site: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    asked: str,
    why: str,
) -> None:
    monkeypatch.setattr(registry, "VERSION", ContractVersion(1, 3))
    monkeypatch.delitem(sys.modules, "of_other", raising=False)
    install(site, "of-other", "other", "of_other", written_for(asked))
    line = f"the game other of of-other is left out: {why}"
    assert [*all_games()] == OURS
    assert caplog.messages == [line]
    assert [*map(str, registry.left_out())] == [line]
    told = CliRunner().invoke(commands, ["games"])
    assert (told.exit_code, told.stderr) == (0, f"{line}\n")


@pytest.mark.parametrize("asked", ["1.0", "1.3"])
def test_one_for_an_older_minor_version_of_the_contract_is_served(
    site: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setattr(registry, "VERSION", ContractVersion(1, 3))
    monkeypatch.delitem(sys.modules, "of_other", raising=False)
    install(site, "of-other", "other", "of_other", written_for(asked))
    assert [*all_games()] == [*OURS, "other"]
    assert registry.left_out() == ()


async def test_home_tells_which_games_are_left_out(site: Path, tmp_path: Path) -> None:
    install(site, "of-newer", "newer", "of_newer", written_for("7.0", "newer"))
    (tmp_path / "tables").mkdir()
    app = NimApp(Store(tmp_path / "tables"), tmp_path / "settings.json", language="fr")
    async with app.run_test(size=(80, 24)):
        await until(lambda: app._notifications, "a notice")
        told = [one.message for one in app._notifications]
    assert told == [
        "le jeu newer de of-newer est laissé de côté\u00a0: "
        f"il demande le contrat 7.0, ce programme a {VERSION}"
    ]


def test_no_game_takes_the_colours_of_another() -> None:
    palettes = [colours.COLOURS, COLOURS, *(one.intro.colours for one in all_games().values())]
    named = [colour for palette in palettes for colour in palette]
    assert len(set(named)) == len(named)


def test_a_game_brings_texts_in_other_languages(site: Path) -> None:
    text = "ENTRY = GameEntry('said', 'Said', 'tests.rules.tiny:TINY', '', own_locale='of_said')\n"
    folder = site / "of_said" / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (site / "of_said" / "__init__.py").write_text("")
    catalog = Catalog("fr")
    for theirs, french in (("a kite", "un cerf-volant"), ("Back", "un dos")):
        catalog.add(theirs, french)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    install(site, "of-said", "said", "said_entry", f"from {registry.__name__} import *\n{text}")
    look = Locale("fr")
    assert look.catalog.gettext("a kite") == "a kite"
    assert "said" in all_games()
    assert look.catalog.gettext("a kite") == "un cerf-volant"
    assert look.catalog.gettext("Back") == "Retour"
