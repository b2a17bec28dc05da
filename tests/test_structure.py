"""The layout of the program in figures: none may rise without a reason written beside it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import grimp
import pytest

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("rules", "screens", "nim_tui")
SMALL: Final = 50
"""Lines of a module that hardly holds a concept of its own."""
LIMITS: Final[Mapping[str, int]] = {
    # Raised last for: the host of a waiting table in a module of its own.
    "modules": 622,
    # Raised last for: faults of nodes, contests, reviews and lessons, mended; cells kept drawn.
    "lines": 133_700,
    "protocols": 59,
    "small modules": 17,
    "imports inside functions": 121,  # the plug-in of pytest costs nothing where unused
}


@dataclass(frozen=True)
class Module:
    """One source file."""

    name: str
    lines: int
    tree: ast.Module


@cache
def modules() -> tuple[Module, ...]:
    """All of the program but `__init__.py`, and migrations: each is a file of its own for good."""
    return tuple(
        Module(
            ".".join(path.relative_to(ROOT).with_suffix("").parts),
            text.count("\n"),
            ast.parse(text),
        )
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.name != "__init__.py"
        and path.parent.name != "versions"
        and (text := path.read_text("utf-8"))
    )


def _imports_inside(tree: ast.Module) -> int:
    functions = (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    found = {
        (node.lineno, node.col_offset)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    return len(found)


def _protocols(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            bases = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
            if any(isinstance(base, ast.Name) and base.id == "Protocol" for base in bases):
                yield node.name


def figures() -> Counter[str]:
    """The figures of today."""
    found: Counter[str] = Counter()
    for module in modules():
        found["modules"] += 1
        found["lines"] += module.lines
        found["protocols"] += len(list(_protocols(module.tree)))
        found["small modules"] += module.lines < SMALL
        found["imports inside functions"] += _imports_inside(module.tree)
    return found


def test_the_program_grows_in_nothing_unnoticed() -> None:
    found = figures()
    print(dict(found))
    assert [
        f"{what}: {found[what]}, at most {most}"
        for what, most in LIMITS.items()
        if found[what] > most
    ] == []


def _run_before(module: str, graph: grimp.ImportGraph) -> set[str]:
    """The modules that a module imports, and the packages that run before each of these."""
    imported = graph.find_modules_directly_imported_by(module)
    around = {each.rpartition(".")[0] for each in imported}
    while above := {each.rpartition(".")[0] for each in around} - around:
        around |= above
    return {
        *imported,
        *(each for each in around if each and not f"{module}.".startswith(f"{each}.")),
    }


def test_no_module_imports_itself_in_a_circle_at_run_time() -> None:
    """Folders of the server may use each other; modules may not, nor wait to import each other."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    waiting = {module: _run_before(module, graph) for module in graph.modules}
    while free := {module for module, needs in waiting.items() if not needs}:
        waiting = {module: needs - free for module, needs in waiting.items() if module not in free}
    assert sorted(waiting) == []
