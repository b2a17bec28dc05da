"""Draws mutants of functions and plants them, each behind a switch, in a copy of the sources."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

AREAS: Final = ("rules", "screens", "nim_tui/tables", "nim_tui/server", "nim_tui/bots")
"""Folders that mutants are drawn from, the same number of each."""
SWITCH: Final = "mutant_switch"
"""The module, at the root of the copy, that says which mutant is on."""

FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SWAPPED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip
EMPTY: Final = {
    "int": "0", "str": "''", "float": "0.0", "tuple": "()", "list": "[]", "dict": "{}",
    "frozenset": "frozenset()", "set": "set()", "Sequence": "()",
}  # fmt: skip
"""What a function of this type returns instead, where it returns a constant."""


@dataclass(frozen=True)
class Mutant:
    """One small fault.

    `path` is relative to the root, `place` the qualified name of the function, `kind` what is done
    there, `was` and `became` the source before and after, `line` the number of the line.
    """

    path: str
    place: str
    kind: str
    was: str
    became: str
    line: int
    column: int
    nth: int
    """Of mutants that are alike in all else, the how manieth of the function."""

    def rank(self, seed: int) -> str:
        """The mutant's place in the draw; changes elsewhere do not move it."""
        told = (seed, self.path, self.place, self.kind, self.was, self.became, self.nth)
        return sha256(repr(told).encode()).hexdigest()


Change = tuple[str, ast.expr | None]
"""What kind of fault, and the expression that takes the place; none if a statement is left out."""


def changes_of(node: ast.AST, returns: str) -> Iterator[Change]:
    """The faults that one node of a function can have, given the type the function returns."""
    if isinstance(node, ast.stmt):
        yield from _changes_of_statement(node, returns)
    match node:
        case ast.Compare(left=left, ops=[op], comparators=comparators):
            yield "comparison", ast.Compare(left, [FLIPPED[type(op)]()], comparators)
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and-or", ast.BoolOp(other, values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED:
            if not any(map(_is_text, (left, right))):
                yield "arithmetic", ast.BinOp(left, SWAPPED[type(op)](), right)
        case ast.Constant(value=value) if type(value) is int:
            yield "number", ast.Constant(value + 1)
        case ast.Constant(value=value) if type(value) is bool:
            yield "truth", ast.Constant(not value)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "condition", ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)


def _changes_of_statement(node: ast.stmt, returns: str) -> Iterator[Change]:
    match node:
        case ast.Return(value=ast.expr() as value) if returns in EMPTY:
            became = ast.parse(EMPTY[returns], mode="eval").body
            if ast.dump(value) != ast.dump(became):
                yield "constant", became
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign():
            yield "left out", None
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "left out", None


def _is_text(node: ast.expr) -> bool:
    is_constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_constant or isinstance(node, ast.JoinedStr)


def _returned(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    annotation = function.returns
    while isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return annotation.id if isinstance(annotation, ast.Name) else ""


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when this node of a function does: no names of types, patterns or texts."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "args", "type_params") and not (
            isinstance(node, ast.Call)
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            skipped = (ast.pattern, ast.JoinedStr, ast.FunctionDef, ast.AsyncFunctionDef,
                       ast.ClassDef, ast.Lambda)  # fmt: skip
            if isinstance(child, ast.AST) and not isinstance(child, skipped):
                yield child
                yield from _inside(child)


def _functions(tree: ast.AST, place: str = "") -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{place}.{child.name}".strip(".")
            if not isinstance(child, ast.ClassDef):
                yield name, child
            yield from _functions(child, name)
        else:
            yield from _functions(child, place)


Found = tuple[Mutant, ast.AST, ast.expr | None]


def mutants_of(path: str, tree: ast.Module) -> Iterator[Found]:
    """All mutants of one module, with the node of each and what takes its place."""
    for place, function in _functions(tree):
        assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        seen = Counter[tuple[str, str, str]]()
        for node in _inside(function):
            for kind, change in changes_of(node, _returned(function)):
                was = ast.unparse(node)
                became = "" if change is None else ast.unparse(change)
                nth = seen[kind, was, became]
                seen[kind, was, became] += 1
                assert isinstance(node, ast.expr | ast.stmt)
                yield (
                    Mutant(path, place, kind, was, became, node.lineno, node.col_offset, nth),
                    node,
                    change,
                )


def drawn(root: Path, count: int, seed: int, replaced: frozenset[str]) -> list[Mutant]:
    """As many mutants as asked for, from all areas alike, but none whose rank is replaced."""
    listed: list[Mutant] = []
    for area in AREAS:
        found = [
            mutant
            for path in sorted((root / area).rglob("*.py"))
            for mutant, _, _ in mutants_of(
                str(path.relative_to(root)), ast.parse(path.read_text("utf-8"))
            )
        ]
        by_rank = {mutant.rank(seed): mutant for mutant in found}
        of_places: dict[tuple[str, int, int], Mutant] = {}
        for rank in sorted(by_rank.keys() - replaced):
            mutant = by_rank[rank]
            of_places.setdefault((mutant.path, mutant.line, mutant.column), mutant)
        listed += [*of_places.values()][: count // len(AREAS)]
    return listed


class _Planter(ast.NodeTransformer):
    """Puts each drawn mutant of a module beside what it replaces, behind its switch."""

    def __init__(self, numbers: dict[int, tuple[int, ast.expr | None]]) -> None:
        self._numbers = numbers

    def visit(self, node: ast.AST) -> ast.AST:
        """Plant what was drawn for this node, and what was drawn inside it."""
        number, change = self._numbers.get(id(node), (0, None))
        super().generic_visit(node)
        if not number:
            return node
        is_on = ast.parse(f"__mutant_is_on__({number})", mode="eval").body
        if isinstance(node, ast.Return):
            assert node.value is not None
            assert change is not None
            return ast.Return(ast.IfExp(is_on, change, node.value))
        if isinstance(node, ast.stmt):
            return ast.If(ast.UnaryOp(ast.Not(), is_on), [node], [])
        assert isinstance(node, ast.expr)
        assert change is not None
        return ast.IfExp(is_on, change, node)


def plant(root: Path, mutants: Sequence[Mutant]) -> None:
    """Write all mutants into the sources below the root; the first has number 1."""
    (root / f"{SWITCH}.py").write_text(
        Path(__file__).with_name("switch.py").read_text("utf-8"), "utf-8"
    )
    for path in sorted({mutant.path for mutant in mutants}):
        file = root / path
        tree = ast.parse(file.read_text("utf-8"))
        numbers: dict[int, tuple[int, ast.expr | None]] = {}
        for mutant, node, change in mutants_of(path, tree):
            if mutant in mutants and id(node) not in numbers:
                numbers[id(node)] = (mutants.index(mutant) + 1, change)
        _Planter(numbers).visit(tree)
        first = next(
            at for at, node in enumerate(tree.body)
            if not (isinstance(node, ast.ImportFrom) and node.module == "__future__")
            and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        )  # fmt: skip
        tree.body[first:first] = ast.parse(f"from {SWITCH} import is_on as __mutant_is_on__").body
        file.write_text(ast.unparse(ast.fix_missing_locations(tree)) + "\n", "utf-8")
