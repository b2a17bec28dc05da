"""An import contract: the games of the program import public modules and their own, no others."""

from __future__ import annotations

from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output

from nim_tui.contract import PUBLIC

FLOORS = ("rules", "screens", "nim_tui.games")
"""The packages that hold a package for each game."""


def homes(graph: ImportGraph) -> dict[str, tuple[str, ...]]:
    """Return the packages of each game by its name."""
    names = sorted(module.rpartition(".")[2] for module in graph.find_children(FLOORS[-1]))
    return {name: tuple(f"{floor}.{name}" for floor in FLOORS) for name in names}


def strangers(graph: ImportGraph) -> Iterator[tuple[str, str]]:
    """Yield each import of a module that is neither public nor of the game itself."""
    for packages in homes(graph).values():
        own = {
            module for package in packages for module in (package, *graph.find_descendants(package))
        }
        for module in sorted(own):
            for imported in sorted(graph.find_modules_directly_imported_by(module)):
                is_ours = imported.startswith(("rules.", "screens.", "nim_tui."))
                if is_ours and imported not in own and imported not in PUBLIC:
                    yield module, imported


class PublicOnly(Contract):
    """The contract, for pyproject.toml."""

    type_name = "public_only"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find imports of other modules."""
        found = [*strangers(graph)]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Name these imports."""
        for module, imported in check.metadata["found"]:
            output.print_error(f"{module} imports {imported}, which nim_tui/contract.py lacks")
