"""What terminals answer, as they were seen to: xterm, kitty, foot, iTerm2, tmux and others."""

from __future__ import annotations

from typing import Final

ANSWERS: Final = (
    "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
    "\x1b[?62;c",
    "\x1b[>41;379;0c",
    "\x1b[>1;4000;29c",
    "\x1bP!|00000000\x1b\\",
    "\x1bP>|XTerm(379)\x1b\\",
    "\x1bP>|kitty(0.35.2)\x1b\\",
    "\x1bP>|tmux 3.4\x1b\\",
    "\x1bP1+r544e=787465726d\x1b\\",
    "\x1bP1$r0 q\x1b\\",
    "\x1b]4;1;rgb:cdcd/0000/0000\x1b\\",
    "\x1b]10;rgb:ffff/ffff/ffff\x07",
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",
    "\x1b]52;c;cXVpdCBkZWxldGU=\x07",
    "\x1b]lnim_tui\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b[?29u",
    "\x1b[?997;1n",
    "\x1b[?2004;1$y",
    "\x1b[4;2$y",
    "\x1b[0n",
    "\x1b[24;80R",
    "\x1b[?24;80;1R",
    "\x1b[8;24;80t",
    "\x1b[4;480;800t",
    "\x1b[6;20;10t",
    "\x1b[?1;0;256S",
)
