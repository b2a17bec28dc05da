"""Schedules for tables of more than two, worked out once by a search: balanced as far as can be.

By players and seats at a table. A round is written as its tables, a table as its players by seats;
rounds are parted by `|`, and who is not named in one rests. In each of them everybody plays equally
often, sits on each seat equally often or once more, and meets everybody, no pair more than twice
more often than another. Tests hold them to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DESIGNS: Final[Mapping[tuple[int, int], str]] = {
    (4, 3): "143 | 312 | 421 | 234",
    (4, 4): "1234 | 2341 | 3412 | 4123",
    (5, 3): "243 | 135 | 321 | 514 | 452",
    (5, 4): "3412 | 5134 | 2351 | 4523 | 1245",
    (5, 5): "12345 | 23451 | 34512 | 45123 | 51234",
    (6, 3): "641 532 | 126 354 | 314 625 | 432 156 | 415 263",
    (6, 4): "3645 | 4162 | 5321",
    (6, 5): "31654 | 23541 | 65132 | 14265 | 42316 | 56423",
    (7, 3): "415 362 | 521 467 | 216 753 | 275 143 | 654 137 | 536 724 | 671 342",
    (7, 4): "3567 | 4671 | 5712 | 6123 | 7234 | 1345 | 2456",
    (7, 5): "15726 | 31265 | 76342 | 54631 | 67154 | 42573 | 23417",
    (8, 3): "637 845 | 183 472 | 234 571 | 563 782 | 456 318 | 621 857 | 146 325 | 714 268",
    (8, 4): "7438 1256 | 5147 6283 | 3614 2758 | 6845 1372 | 3765 4821 | 4523 8167",
    (8, 5): "52386 | 15768 | 36427 | 83174 | 68541 | 74612 | 41253 | 27835",
}
