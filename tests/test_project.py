"""What pyproject.toml says of the project holds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_it_names_the_pythons_it_is_tried_on() -> None:
    named = re.findall(r":: Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    tried = re.search(r"python: \[(.+)\]", workflow)
    assert tried is not None
    assert named == re.findall(r"3\.\d+", tried[1])
    assert PROJECT["requires-python"] == f">={named[0]}"
