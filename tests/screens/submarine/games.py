"""Games of Submarine in words, and moves to a position; found by a search for seeds."""

from __future__ import annotations

from typing import Final

PLACED: Final = (
    "place 1; place 3; place 1; place 5; place 3; place 5; place 1; place 3; place 3; place 3"
)
"""Two players, seed 2932: bathyscaphes in columns 1 and 3, and in 3 and 5."""

CROSSED_THREE_TIMES: Final = (
    "boat 1; dive 1 to 3.2; done; boat 3; dive 1 to 5.1; dive 1 to 5.2; dive 1 to 5.2; done; "
    "boat 3; take 2 Cg; take 1 By; dive 1 to 1.2; done; boat 5; take 2 Ng; take 1 Gp; "
    "dive 1 to 5.2; dive 2 to 5.3; done; boat out; swap yellow; boat out; swap green; boat 1; "
    "take 2 Ar; dive 1 to 1.2; dive 1 to 3.2; done; boat 5; dive 1 to 3.2; dive 1 to 3.2; "
    "done; boat 3; dive 2 to 3.3; take 2 Np with Sy; dive 1 to 1.1; done; boat out; "
    "swap purple; boat out; swap blue; boat 3; done; boat 1; dive 2 to 1.3; done; boat 5; "
    "dive 3 to 3.4; take 2 Py with Sp; done; boat 3; take 3 My; take 3 Kr; done; boat out; "
    "swap blue; boat out; swap green; boat 3; take 4 Lb; take 4 Hp; take 4 Gr; dive 2 to 3.3; "
    "dive 2 to 5.2; take 4 Rg with Gr; done"
)
"""After PLACED: three crossings; Ana's boat is on the left again."""

TO_COLUMN_ONE: Final = (
    "boat 1; take 3 Lp; take 3 Cb; dive 2 to 3.2; done; boat 5; dive 2 to 5.3; dive 2 to 5.3; done"
)
"""Then a turn each: Ana's boat is above column 1."""

TO_COLUMN_THREE: Final = (
    "boat 3; take 2 Sy; take 3 Mp; dive 2 to 1.3; done; boat out; swap blue; boat out"
)
"""Then Ana's turn above column 3, and out of the sea."""

TO_THE_LAST_OF_A_COLUMN: Final = "swap green; boat 3; take 4 Gr"
"""Then Ben takes the last treasure of column 3."""

ALL_TYPES: Final = (
    "place 1; place 3; place 6; place 3; place 1; place 2; place 6; place 3; place 1; place 2; "
    "boat 1; take 1 Lr with Sr; dive 1 to 6.2; dive 1 to 1.2; done; boat 2; dive 1 to 3.1; "
    "take 1 Lg with Sy; done; boat 6; take 1 Rg; dive 1 to 6.2; done; boat 3; take 1 Mb; "
    "dive 1 to 3.2; done; boat out; swap yellow; boat out; swap red; boat 1; take 2 Cp; "
    "take 2 Dy; dive 1 to 6.2; done; boat 2; dive 1 to 3.1; done; boat 6; take 2 Gb; "
    "dive 1 to 1.2; dive 2 to 1.3; done; boat 3; take 2 Gp; take 2 Mg; dive 1 to 2.1; "
    "dive 1 to 2.2; dive 1 to 2.2; done; boat out; swap red; boat out; swap red; boat 1; "
    "dive 2 to 6.3; dive 2 to 1.3; dive 3 to 6.3; done; boat 3; dive 2 to 2.2; done; boat 6; "
    "take 3 Nr; take 2 Bb; done; boat out; swap blue; boat out; swap green; boat 2; take 2 Bp; "
    "take 1 Sy; take 2 Db with Sy; dive 2 to 2.3; dive 2 to 3.2; done; boat 1; take 3 My; "
    "take 3 Ly; done; boat 3; dive 2 to 2.3; done; boat 6; take 3 Hy; take 3 Kp with Ly; "
    "dive 3 to 6.4; done; boat out; swap purple; boat out; swap blue; boat 2; take 3 Cr; "
    "take 3 Pp; take 3 Ky with Mg; done; boat 1; done; boat 3; done; boat 6; take 4 Py; "
    "take 4 Bg; dive 2 to 1.2; dive 3 to 1.3; take 4 Ap with Bg"
)
"""Two players, seed 986: Ana finds the twelfth type."""

ALL_CARDS: Final = (
    "place 2; place 1; place 3; place 1; place 2; place 1; place 3; place 5; place 3; place 5; "
    "boat 2; take 1 Lb; dive 1 to 3.1; done; boat 1; take 1 Ly with Sp; dive 1 to 5.2; "
    "dive 1 to 1.2; done; boat 3; take 1 Kg; dive 1 to 2.2; dive 1 to 3.2; dive 1 to 3.2; "
    "done; boat 5; take 2 Db; dive 1 to 1.1; dive 1 to 5.2; done; boat out; swap green; "
    "boat out; swap purple; boat 2; dive 2 to 2.3; dive 1 to 2.2; done; boat 1; take 2 Cb; "
    "dive 1 to 5.1; dive 1 to 5.1; done; boat 3; take 2 Lp; done; boat 5; take 2 Dy; "
    "dive 1 to 1.2; dive 2 to 1.3; done; boat out; swap red; boat out; swap green; boat 2; "
    "take 3 Np; take 2 Hb; done; boat 1; take 3 Kb; take 2 Dr; done; boat out; swap purple; "
    "boat 5; take 1 Hr; dive 2 to 1.3; done; swap green; boat out; swap purple; boat 2; "
    "take 3 Lr; take 3 Kr; dive 2 to 3.3; done; boat 1; take 3 Kp; dive 3 to 1.4; "
    "dive 2 to 5.2; dive 2 to 1.3; done; boat 3; take 2 By; take 3 Ay; dive 1 to 2.1; "
    "take 3 Gp with Kr; dive 2 to 3.3; done; boat 5; done; boat out; swap red; boat out; "
    "swap green; boat 2; dive 1 to 3.1; dive 3 to 3.4; done; boat 1; take 4 Ag; dive 3 to 5.3; "
    "dive 3 to 5.4; done; boat 3; take 4 Rr; take 3 Ky; dive 3 to 2.4; take 4 Ng; "
    "dive 2 to 2.2; done; boat 5; take 3 Gb; take 4 Ny; take 4 Ry; dive 2 to 1.2; "
    "dive 1 to 5.2; done; boat out; boat out; done; boat 2; take 4 Cg; dive 2 to 2.3; "
    "take 4 Py with Lp; done; boat 1; take 4 Mp; take 4 Mg; dive 2 to 5.2; done; boat 3; "
    "take 4 Dp; take 3 Kr; done; boat 5; take 3 Bg; take 3 Cp"
)
"""Two players, seed 5199: the last card is paid, and the two are tied in everything."""

TO_THREE_JOKERS: Final = (
    "place 2; place 5; place 2; place 5; place 2; place 5; place 2; place 6; place 6; place 5; "
    "boat 2; dive 1 to 6.1; done; boat 5; take 1 Kr; dive 1 to 6.2; dive 1 to 5.2; done; "
    "boat out; swap yellow; boat 6; take 1 Pg; dive 2 to 6.3; done; swap green; boat out; "
    "swap purple; boat out; swap blue; boat 5; take 2 Py; take 2 Kp; done; swap blue; boat 6"
)
"""Two players, seed 889: Ana has three jokers, and owes Ben cards."""

TO_A_DEBT: Final = (
    "place 5; place 5; place 4; place 1; place 4; place 5; place 4; place 5; place 5; place 5; "
    "boat 4; take 1 Rr; done; boat 1; take 1 Ag; done; boat 5; take 1 Ar; done; boat 5; done; "
    "boat out; swap purple; boat out; swap green; boat 4; dive 1 to 5.2; done; boat 1; "
    "dive 1 to 1.2; done; boat 5; take 2 Cp; take 2 Mr with Sy; dive 1 to 5.2; dive 1 to 4.2; "
    "done; boat 5; dive 1 to 1.2; dive 1 to 1.1; done; boat out; swap purple; boat out; "
    "swap blue; boat 4; take 2 Pp; dive 1 to 5.2; done; boat 1; done; boat 5; take 2 Sy"
)
"""Two players, seed 3757: Ana owes Ben two hand cards."""

TO_TWO_DEBTS: Final = (
    "place 5; place 3; place 3; place 3; place 3; place 3; place 3; place 3; place 3; place 3; "
    "place 5; place 3; place 5; place 3; place 5; boat 3; take 1 Cy; dive 1 to 5.2; "
    "dive 1 to 5.1; done; boat 3; dive 1 to 3.2; dive 1 to 5.1; dive 1 to 5.2; dive 1 to 5.2; "
    "done; boat 3; done; boat 5; take 2 Dg"
)
"""Three players, seed 2864: Ana owes Ben and Cleo a hand card each."""

TO_DEBTS_AMONG_FIVE: Final = (
    "place 5; place 5; place 5; place 1; place 6; place 6; place 5; place 6; place 1; place 5; "
    "place 5; place 5; place 6; place 1; place 5; boat 6; take 1 Cb with Sb; done; boat 5; "
    "take 1 Nb; dive 1 to 5.2; dive 1 to 6.1; done; boat 5; done; boat 1; dive 1 to 4.2; "
    "take 1 Kb with Sp; done; boat 5; done; boat out; swap red; boat 6; dive 1 to 5.1; done; "
    "boat 6; dive 1 to 6.2; dive 1 to 5.1; done; boat 4; take 2 Lr; done; boat 6; done; "
    "swap green; boat out; swap yellow; boat out; swap yellow; boat out; swap green; boat out; "
    "swap red; boat 5; dive 1 to 6.1; done; boat 5; take 2 Gp"
)
"""Five players, seed 1273: Ana owes Dan and Eve a hand card each."""

FIVE_AT_SEA: Final = (
    "place 5; place 4; place 2; place 6; place 3; place 2; place 1; place 1; place 4; place 3; "
    "place 3; place 6; place 6; place 3; place 3; boat 2; take 1 Kg with Sy; done; boat 1; "
    "take 1 Gr; done; boat 1; dive 1 to 6.2; done; boat 3; take 1 Ry with Sb; done; boat 3; "
    "dive 1 to 3.2; dive 1 to 5.2; done; boat 5; take 1 Lb; done; boat 4; take 1 Bg; done; "
    "boat 6; take 2 Rb; take 1 Cg; done; boat 4; done; boat 5; take 2 Pr; take 2 Np; done; "
    "boat out; done; boat 6; done; boat out; swap blue; boat 6; dive 1 to 4.1; done; boat out; "
    "swap green; done; boat out; swap purple; done; boat out; swap purple; boat 3"
)
"""Five players, seed 2042: Ana's boat is above bathyscaphes of three players."""

THREE_AT_SEA: Final = (
    "place 3; place 3; place 3; place 3; place 1; place 1; place 4; place 3; place 2; place 3; "
    "place 4; place 3; place 4; place 4; place 1; boat 3; take 1 Pr with Sb; dive 1 to 4.2; "
    "dive 1 to 2.2; done; boat 1; take 1 By; done; boat 2; take 1 Ap; done; boat 4"
)
"""Three players, seed 1794: a turn each, and Ana's boat above column 4."""
