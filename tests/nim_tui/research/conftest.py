"""What needs the extra is collected where it is installed: `make research`."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = (
    [
        "test_openspiel.py",
        "test_pettingzoo.py",
        "test_match.py",
        "test_page.py",
        "test_policies.py",
        "test_vector.py",
    ]
    if find_spec("pyspiel") is None
    else []
)
