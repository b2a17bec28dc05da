"""What libraries keep to themselves is used where it is listed, and nothing breaks without it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from nim_tui.app import app as terminal_app
from nim_tui.server.private_names import AIOHTTP, ASYNCSSH, NEEDED, unfit
from nim_tui.terminal.local_driver import LocalDriver
from screens.textual_patches.private_names import NAMES, PrivateName, missing, patch
from tests.every import holds_for_each
from tests.nim_tui.conftest import ROOT, run

LISTED: Final = (*NAMES, *ASYNCSSH, *AIOHTTP)
LIBRARIES: Final = ("textual", "asyncssh")
NOT_THEIRS: Final = {("screens/table/display.py", "_name")}
"""Names of ours that a library happens to have as well."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name.strip("_") != ""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def ours() -> list[Path]:
    """All files that play needs: none of researchers, of tests, and what Alembic alone can run."""
    folders = ("research", "testing", "server/storage/migrations")
    others = [ROOT / "nim_tui" / folder for folder in folders]
    found = (path for top in ("screens", "nim_tui") for path in (ROOT / top).rglob("*.py"))
    return sorted(path for path in found if not any(path.is_relative_to(one) for one in others))


def imported(path: Path) -> Iterator[str]:
    """Names imported from modules that are, or whose library tells of none but its own top."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            library, *inner = node.module.split(".")
            if library in LIBRARIES:
                is_inside = any(map(is_private, inner)) or (inner and library == "asyncssh")
                yield from (one.name for one in node.names if is_inside or is_private(one.name))
        elif isinstance(node, ast.Import):
            for one in node.names:
                library, *inner = one.name.split(".")
                if library in LIBRARIES and any(map(is_private, inner)):
                    yield inner[-1]


def names_in(node: ast.AST, *, of_self: bool) -> set[str]:
    """Private names that are defined or set within; or used of `self` alone."""
    found = set()
    for inner in ast.walk(node):
        match inner:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) if not of_self:
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if of_self:
                found.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
    return {name for name in found if is_private(name)}


def used(path: Path, known: set[str]) -> Iterator[str]:
    """Attributes that nothing of ours defines; those of the standard library are few."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in known:
            yield node.attr


STANDARD: Final = {"_exit", "_fields", "_getframe", "_replace"}


def inherited(module: str) -> Iterator[str]:
    """Names of a library's classes that ours, made of them, use or replace."""
    for cls in vars(import_module(module)).values():
        if isinstance(cls, type) and cls.__module__ == module:
            theirs = [one for one in cls.__mro__ if one.__module__.split(".")[0] in LIBRARIES]
            for base in theirs:
                yield from names_of(cls) & names_of(base)


@cache
def names_of(cls: type) -> set[str]:
    """Private names that a class defines, or uses of `self`."""
    file = sys.modules[cls.__module__].__file__
    defined = classes(Path(file)).get(cls.__name__) if file is not None else None
    return names_in(defined, of_self=True) if defined is not None else set()


@cache
def classes(path: Path) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in tree(path).body if isinstance(node, ast.ClassDef)}


def leaf(known: PrivateName) -> str:
    names = known.name.replace(":", ".").removesuffix(".__wrapped__").split(".")
    return names[-1]


@pytest.mark.slow
def test_every_use_is_listed() -> None:
    known = set[str]().union(*(names_in(tree(path), of_self=False) for path in ours())) | STANDARD
    found = set()
    for path in ours():
        file = path.relative_to(ROOT).as_posix()
        names = {*imported(path), *used(path, known)}
        if path.stem != "__main__":
            names |= {*inherited(".".join(path.relative_to(ROOT).with_suffix("").parts))}
        found |= {(file, name) for name in names}
    assert found - NOT_THEIRS <= {(one.used_in, leaf(one)) for one in LISTED}


def test_what_is_listed_is_there_used_and_guarded() -> None:
    def is_guarded(known: PrivateName) -> None:
        assert not missing([known])
        assert leaf(known) in (ROOT / known.used_in).read_text()
        file, _, test = known.guarded_by.partition("::")
        assert f"def {test}" in (ROOT / file).read_text()

    holds_for_each(LISTED, is_guarded, lambda known: f"{known.name} in {known.used_in}")


def take_away(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that has no such name, as another version would not."""
    module, _, path = name.removesuffix(".__wrapped__").partition(":")
    holder: Any = import_module(module)
    *parts, last = path.split(".")
    for part in parts:
        holder = getattr(holder, part)
    for base in getattr(holder, "__mro__", (holder,)):
        if last in vars(base):
            monkeypatch.delattr(base, last)


def can_be_taken(name: str) -> bool:
    """Whether it is there without an instance."""
    return "()" not in name


@pytest.mark.parametrize("name", sorted({one.name for one in NEEDED if can_be_taken(one.name)}))
def test_a_server_refuses_to_start_without(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_away(name, monkeypatch)
    monkeypatch.delattr("asyncio.run")
    result = run("serve", "--data", str(tmp_path / "kept"))
    assert (result.exit_code, result.stdout) == (2, "")
    said = f"nim-tui: the server does not work with {name.partition('.')[0]} "
    assert result.stderr.startswith(said)
    assert name in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "kept").exists()


def test_attributes_of_instances_are_missed_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    row = PrivateName("textual.app:App()._exception_of_another_version", "", "")
    assert missing([row, row]) == [row.name]
    monkeypatch.setattr(
        App, "later", lambda self: self._exception_of_another_version, raising=False
    )
    assert missing([row]) == []


def test_a_module_that_is_gone_is_missed_and_a_library_that_is_not_there_is_told() -> None:
    assert missing([PrivateName("textual._gone:name", "", "")])
    with pytest.raises(ModuleNotFoundError):
        missing([PrivateName("no_such_library._gone:name", "", "")])


def test_what_is_missing_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unfit(serves_browsers=True) is None
    take_away("textual.app:App._fatal_error", monkeypatch)
    take_away("textual.app:App._ready", monkeypatch)
    assert "lacks textual.app:App._ready and 1 more: install the server with pip install" in str(
        unfit(serves_browsers=True)
    )


def test_a_server_without_a_door_for_browsers_needs_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    monkeypatch.setitem(sys.modules, "aiohttp.base_protocol", None)
    assert unfit(serves_browsers=False) is None
    with pytest.raises(ImportError):
        unfit(serves_browsers=True)


BETTER: Final = {
    "compositor": "CroppingCompositor",
    "style_sheets": "share_parsed_styles",
}
"""The modules of patches that are left out where they do not fit, and what each is asked for."""
COSMETIC: Final = sorted(
    {
        (one.name, patched)
        for one in NAMES
        for patched in BETTER
        if one.used_in.endswith(f"/{patched}.py") and can_be_taken(one.name)
    }
)


@pytest.mark.parametrize(("name", "patched"), COSMETIC)
def test_what_only_makes_things_better_is_left_out(
    name: str, patched: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_away(name, monkeypatch)
    left_out = {module for module, asked in BETTER.items() if patch(module, asked) is None}
    assert left_out == {patched}


def test_an_app_starts_without_the_parsers_names(monkeypatch: pytest.MonkeyPatch) -> None:
    drivers: list[object] = []

    def start(app: terminal_app.NimApp) -> None:
        drivers.append(app.driver_class)

    monkeypatch.setattr(terminal_app.NimApp, "run", start)
    terminal_app.run_home()
    take_away("textual._xterm_parser:XTermParser._sequence_to_key_events", monkeypatch)
    terminal_app.run_home()
    assert drivers == [LocalDriver, LinuxDriver]
