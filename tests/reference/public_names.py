"""The public API as it is and as it was last recorded, and the rules of its version.

Names are `NAME`, `CLASS.MEMBER` and `FUNCTION(PARAMETER)`, with `=` after a parameter that may be
left out.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from nim_tui import __version__
from nim_tui.contract import MODULES, PUBLIC, VERSION, ContractVersion
from tests.reference.markdown import table

ROOT: Final = Path(__file__).parents[2]
RECORD: Final = ROOT / "docs/reference/contract.json"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class PublicApi:
    """A version of the API: its names by module, and since when some are deprecated."""

    version: ContractVersion
    program: str
    """The version of the program that it was first recorded in."""
    names: Mapping[str, tuple[str, ...]]
    deprecated: Mapping[str, str] = field(default_factory=dict)

    @property
    def flat(self) -> frozenset[str]:
        """All names, each after its module."""
        return frozenset(f"{module}:{name}" for module in self.names for name in self.names[module])


def changes(old: PublicApi, new: PublicApi) -> list[str]:
    """Return how a new version breaks the rules that docs/reference/contract.md states."""
    found = [f"{new.version} is older than {old.version}"] if new.version < old.version else []
    given = {name.replace("=)", ")") for name in new.flat}
    for name in sorted(old.flat - new.flat - given):
        if new.version.major == old.version.major:
            found.append(f"{name} is gone: that takes version {old.version.major + 1}.0")
        elif not {name, *_holders(name)} & {*old.deprecated}:
            found.append(f"{name} is gone, and no minor version before has deprecated it")
    for name in sorted(new.flat - old.flat):
        if f"{name[:-1]}=)" in old.flat:
            continue  # told above: it could be left out
        if _must_be_given(name) and name.partition("(")[0] in old.flat:
            if new.version.major == old.version.major:
                found.append(f"{name} must be given: that takes version {old.version.major + 1}.0")
        elif new.version == old.version and new.program != old.program:
            minor = old.version._replace(minor=old.version.minor + 1)
            found.append(f"{name} is new: that takes version {minor}")
    return found


def _must_be_given(name: str) -> bool:
    return name.endswith(")") and not name.endswith("=)")


def _holders(name: str) -> Iterator[str]:
    """Yield the function of a parameter, and the class of a member."""
    owner = name.partition("(")[0]
    yield owner
    module, _, path = owner.partition(":")
    yield f"{module}:{path.partition('.')[0]}"


def recorded() -> PublicApi:
    """Return the API as it was last recorded."""
    kept = json.loads(RECORD.read_text("utf-8"))
    names = {module: tuple(names) for module, names in kept["names"].items()}
    version = ContractVersion.parse(kept["version"])
    return PublicApi(version, kept["program"], names, kept["deprecated"])


def current() -> PublicApi:
    """Return the API of the code."""
    names = {module: tuple(dict.fromkeys(_names(_tree(module)))) for module in sorted(PUBLIC)}
    going = {
        f"{module}:{name}": since
        for module in sorted(PUBLIC)
        for name, (since, _now) in _deprecated(module).items()
    }
    return PublicApi(VERSION, __version__, names, going)


def record() -> str:
    """Return the text of the record. Raises ValueError if the version breaks its rules."""
    old, new = recorded(), current()
    if broken := changes(old, new):
        raise ValueError("\n".join(broken))
    program = old.program if old.version == new.version else new.program
    kept = {
        "version": str(new.version),
        "program": program,
        "names": new.names,
        "deprecated": new.deprecated,
    }
    return json.dumps(kept, indent=1) + "\n"


def parts() -> Mapping[str, str]:
    """Return the generated parts of docs/reference/contract.md."""
    return {"contract version": f"This is version **{VERSION}**.\n", "contract names": _page()}


def _page() -> str:
    return "\n".join(
        f"### {subject}\n\n" + "\n".join(map(_section, modules))
        for subject, modules in MODULES.items()
    )


def _section(module: str) -> str:
    tree = _tree(module)
    rows = [(f"`{name}`", meaning) for name, meaning, _node in _defined(tree)]
    going = [
        (f"`{name}`", f"deprecated since {since}: use `{now}`")
        for name, (since, now) in _deprecated(module).items()
    ]
    return f"#### `{module}`\n\n{_first(tree)}\n\n" + table(("Name", "Meaning"), [*rows, *going])


def _deprecated(module: str) -> Mapping[str, tuple[str, str]]:
    found: Mapping[str, tuple[str, str]] = getattr(import_module(module), "DEPRECATED", {})
    return found


@cache
def _tree(module: str) -> ast.Module:
    path = ROOT / f"{module.replace('.', '/')}.py"
    return ast.parse(path.read_text("utf-8"))


def _first(node: ast.Module | ast.ClassDef | Function) -> str:
    """Return the first paragraph of a docstring, on one line."""
    told = ast.get_docstring(node) or ""
    return " ".join(told.partition("\n\n")[0].split())


def _defined(tree: ast.Module) -> Iterator[tuple[str, str, ast.stmt]]:
    """Yield the public names of a module, their meanings, and where they are defined."""
    for node, after in zip(tree.body, [*tree.body[1:], ast.Pass()]):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                if not node.name.startswith("_"):
                    yield node.name, _first(node), node
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                if not name.startswith("_") and not _is_private(node.value):
                    yield name, _told(after), node


def _is_private(value: ast.expr | None) -> bool:
    """Whether a value is a type variable or a logger, which nobody imports."""
    makers = ("TypeVar", "ParamSpec", "logging.getLogger")
    return isinstance(value, ast.Call) and ast.unparse(value.func) in makers


def _told(after: ast.stmt) -> str:
    match after:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.partition("\n\n")[0].split())
    return ""


def _names(tree: ast.Module) -> Iterator[str]:
    for name, _meaning, node in _defined(tree):
        yield name
        if isinstance(node, ast.ClassDef):
            yield from (f"{name}.{member}" for member in _members(node))
        elif isinstance(node, Function):
            yield from _parameters(name, node)
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                yield from ast.literal_eval(value)


def _members(node: ast.ClassDef) -> Iterator[str]:
    for part in node.body:
        match part:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name == "__init__" or not name.startswith("_"):
                    yield name
                    yield from _parameters(name, part)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                if not name.startswith("_"):
                    yield name


def _parameters(name: str, node: Function) -> Iterator[str]:
    told = node.args
    places = [*told.posonlyargs, *told.args]
    optional = {each.arg for each in places[len(places) - len(told.defaults) :]}
    optional |= {each.arg for each, value in zip(told.kwonlyargs, told.kw_defaults) if value}
    for each in (*places, *told.kwonlyargs):
        if each.arg not in ("self", "cls") and not each.arg.startswith("_"):
            yield f"{name}({each.arg}{'=' if each.arg in optional else ''})"
