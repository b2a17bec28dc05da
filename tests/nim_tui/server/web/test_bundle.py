"""Modules of a page in one file."""

from __future__ import annotations

import pytest

from nim_tui.server.web.static_files import CannotBundle, script

MODULES = {
    "page.js": (
        '// A page.\n\n/** It\n * counts. */\nimport { count, Line } from "./line.js";\n'
        "new Line(count);\n"
    ),
    "line.js": (
        'import {\n  Terminal as Made,\n} from "./vendor/made.mjs";\n'
        "const one = 1;\nexport const count = one, kept = 2;\nexport class Line extends Made {}\n"
    ),
    "vendor/made.mjs": "class T{};export{T as Terminal};\n//# sourceMappingURL=made.mjs.map\n",
    "other.js": 'import { count } from "./line.js";\n',
}


def test_modules_come_once_and_after_what_they_import() -> None:
    lines = script(("other.js", "page.js"), MODULES.__getitem__).splitlines()
    assert lines == [
        "// vendor/made.mjs", "const module0 = await (async () => {",
        "class T{};", "return { Terminal: T };", "})();",
        "// line.js", "const module1 = await (async () => {",
        "const { Terminal: Made } = module0;",
        "const one = 1;", "const count = one, kept = 2;", "class Line extends Made {}",
        "return { Line: Line, count: count };", "})();",
        "// other.js", "const module2 = await (async () => {", "const { count } = module1;",
        "", "return {  };", "})();",
        "// page.js", "const module3 = await (async () => {", "const { count, Line } = module1;",
        "new Line(count);", "return {  };", "})();",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        'import "./x.js";', 'import * as all from "./x.js";', 'import x from "./x.js";',
        'export * from "./x.js";',
    ],
)  # fmt: skip
def test_what_is_not_understood_is_no_page(line: str) -> None:
    with pytest.raises(CannotBundle):
        script(("page.js",), {"page.js": line, "x.js": ""}.__getitem__)
