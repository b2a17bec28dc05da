"""The version of the public API goes up with its names, and nothing vanishes unannounced."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import grimp
import pytest

from nim_tui.contract import MODULES, PUBLIC, ContractVersion
from rules.contract import Renamed, deprecated
from tests.public_only import FLOORS, homes, strangers
from tests.reference.public_names import PublicApi, changes, current, recorded

OLD = PublicApi(
    ContractVersion(1, 2),
    "0.3.0",
    {"rules.kites": ("Kite", "Kite.tail", "fly", "fly(height)", "fly(far=)")},
)


def with_names(*names: str, version: str = "1.2", program: str = "0.3.0") -> PublicApi:
    """Return the API of another day."""
    return replace(
        OLD, version=ContractVersion.parse(version), program=program, names={"rules.kites": names}
    )


NAMES = OLD.names["rules.kites"]


def test_the_code_keeps_to_its_version() -> None:
    assert changes(recorded(), current()) == []


@pytest.mark.parametrize("gone", ["Kite", "Kite.tail", "fly", "fly(height)", "fly(far=)"])
def test_a_name_that_vanishes_takes_a_new_major_version(gone: str) -> None:
    rest = [name for name in NAMES if name != gone]
    told = f"rules.kites:{gone} is gone: that takes version 2.0"
    assert changes(OLD, with_names(*rest)) == [told]
    assert changes(OLD, with_names(*rest, version="1.3", program="0.4.0")) == [told]


def test_even_then_a_minor_version_before_has_deprecated_it() -> None:
    rest = [name for name in NAMES if not name.startswith("Kite")]
    new = with_names(*rest, version="2.0", program="0.4.0")
    assert changes(OLD, new) == [
        f"rules.kites:{name} is gone, and no minor version before has deprecated it"
        for name in ("Kite", "Kite.tail")
    ]
    warned = replace(OLD, deprecated={"rules.kites:Kite": "1.2"})
    assert changes(warned, new) == []


def test_a_new_name_takes_a_new_minor_version_once_the_last_is_released() -> None:
    more = (*NAMES, "land")
    assert changes(OLD, with_names(*more)) == [], "this version is still being made"
    told = "rules.kites:land is new: that takes version 1.3"
    assert changes(OLD, with_names(*more, program="0.4.0")) == [told]
    assert changes(OLD, with_names(*more, version="1.3", program="0.4.0")) == []


def test_a_parameter_may_come_to_be_left_out_and_not_the_other_way_round() -> None:
    eased = [name.replace("fly(height)", "fly(height=)") for name in NAMES]
    assert changes(OLD, with_names(*eased, version="1.3")) == []
    stricter = [name.replace("fly(far=)", "fly(far)") for name in NAMES]
    assert changes(OLD, with_names(*stricter)) == [
        "rules.kites:fly(far=) is gone: that takes version 2.0"
    ]
    longer = changes(OLD, with_names(*NAMES, "fly(wind)", version="1.3"))
    assert longer == ["rules.kites:fly(wind) must be given: that takes version 2.0"]


def test_no_version_goes_down() -> None:
    assert changes(OLD, with_names(*NAMES, version="1.1")) == ["1.1 is older than 1.2"]


def test_a_deprecated_name_works_with_a_warning_and_others_are_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = ModuleType("kites")
    names = {"Dragon": Renamed("1.2", "rules.contract:Result")}
    module.__getattr__ = deprecated("kites", names)  # type: ignore[method-assign]
    monkeypatch.setitem(sys.modules, "kites", module)
    with pytest.warns(DeprecationWarning, match="since contract 1.2: use rules.contract:Result"):
        from kites import Dragon  # type: ignore[import-not-found]
    assert Dragon.__name__ == "Result"
    with pytest.raises(AttributeError, match="'kites' has no attribute 'Swallow'"):
        _ = module.Swallow


def test_every_public_module_stands_under_one_subject() -> None:
    assert len(PUBLIC) == sum(map(len, MODULES.values()))


def test_a_game_that_uses_more_is_found() -> None:
    graph = grimp.ImportGraph()
    for module in (*FLOORS, *(f"{floor}.whist" for floor in FLOORS)):
        graph.add_module(module)
    graph.add_import(importer="rules.whist", imported="rules.chance")
    graph.add_import(importer="screens.whist", imported="rules.whist")
    graph.add_import(importer="screens.whist", imported="screens.home.screen")
    assert homes(graph) == {"whist": tuple(f"{floor}.whist" for floor in FLOORS)}
    assert [*strangers(graph)] == [("screens.whist", "screens.home.screen")]
