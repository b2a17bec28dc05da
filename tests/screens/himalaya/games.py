"""Games of Himalaya in words, found by search among seeds."""

from __future__ import annotations

from typing import Final

THREE: Final = (
    "camp 2; camp 18; camp 5; program tttttt; program titttt; program istiit; program rsssst; "
    "program tittti; program iitttt; done; program siittt; program tttitt; program rsrtrt; "
    "program itttii; program ittttt; program ttttit; barter; envoy B 1; program isitit; program "
    "isttit; program rtitts; offer; done; program ittitt; program tsrrtr; program sssist; "
    "program stttss; program itttss; program ttttts; program tssiit; program stttrt; program "
    "rrtrtt; program iprits; program tiittr; program ssrrss; envoy A 1; barter; program rtttti; "
    "program ittttr; program sisiir; envoy C 1; offer; program tstttt; program itsttt; program "
    "ttirti; envoy H 2; barter; barter; envoy F 1; program srtrtr; program iitttt; program "
    "isstit"
)
"""Three players, seed 19: nobody is first alone in two influences, and Ben is the richest."""

THREE_ALIKE: Final = (
    "camp 8; camp 3; camp 17; program rrtsst; program ritttt; program rsittt; program rtrrrs; "
    "program stttrr; program sssttt; program ttttii; program risttt; program srsiss; program "
    "iittti; program stiitt; program rsirrr; program ttssts; program riitii; program ttsstt; "
    "program sttstt; program iitsss; program sirrrt; program iitsss; program rssisi; program "
    "ritiit; program sttrit; program irtstt; program itttti; offer; envoy D 2; envoy B 1; "
    "barter; program istrrr; program ttritr; program ttttts; program rttttt; program rtttii; "
    "program stttts; program itrrtr; program sistts; program itrttt; envoy D 2; offer; done; "
    "program trrrrr; program stssts; program stiiss; offer; envoy A 1"
)
"""Three players, seed 59: Ana and Ben are tied until religion decides."""

FOUR: Final = (
    "camp 18; camp 10; camp 1; camp 8; program tttrir; program rtpiii; program sttttt; program "
    "irriit; program srttrt; program titiit; program piirps; program rirttt; program trtttt; "
    "program ttitti; program iittss; program tttiii; envoy A 2; offer; program itstst; program "
    "riissr; program itritt; program iiittt; program tttitt; program ittstr; program ssstss; "
    "program tsrsst; program iissit; program sttrrs; program rtttts; program stttts; program "
    "tiitii; program rrrrtr; program srtttt; program ttttri; program ttttii; program itiiti; "
    "program rsssss; program itrtit; envoy G 3; offer; program rsttti; program trirrt; program "
    "srrrrr; program itrttt; barter; envoy E 1; program sttsrs; program iiitrr; program ttsrps; "
    "program itiitt; barter; envoy F 3; barter; done; program trsitt; program rrttit; program "
    "srrtii; program tttttr; envoy A 2; offer; program trrtrr; program irtrit; program sirrsr; "
    "program srrtti"
)
"""Four players, seed 30: a tie in each step; Cleo wins the last by religion."""

EVENTS: Final = (
    "camp 19; camp 7; camp 8; yeti 3 8; pass; yeti 8 11; program tisitt; program ttrsst; program "
    "irtiit; yeti 12 14; snow 17 19; pass; program rtttsi; program spsrrr; program rsstii; "
    "market 8; snow 8 11; pass; program rtistt; program rrrtrr; program iittpp; market 8; market "
    "18; program stittt; program ttrist; program iiissr; done; take barley; take jade; take "
    "jade; snow 13 15; program rtsstt; program rtsttt; program iiprss; offer; envoy B 1; program "
    "riiiis; program stssts; program sirris; program rrirtt"
)
"""Three players, seed 58, with event tokens: five turns."""
