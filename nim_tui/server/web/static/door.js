// The page: a terminal, a line to the server, and what is shown around them.

import { Terminal } from "./vendor/xterm.mjs";
import { FitAddon } from "./vendor/addon-fit.mjs";
import { offerKeys } from "./keys.js";
import { Line } from "./line.js";
import { offerNotices } from "./push.js";
import { followGround } from "./ground.js";
import { place } from "./place.js";
import { keepTrying } from "./reconnect.js";
import { isNarrow, LEAST, lettersFor, TINY, whenResized } from "./room.js";
import { followPlace, offerShare } from "./address.js";
import { showTitle, takeCopies } from "./signals.js";

const at = (id) => document.getElementById(id);
const said = document.body.dataset;
const light = matchMedia("(prefers-color-scheme: light)");
const ASKS_NOTICES = 7391; // a word of this server to its own page
const FONTS = '"nim", "nim signs", monospace';
const DARK = { background: "#0b1420", foreground: "#e8eff5", cursor: "#e8eff5" };
const LIGHT = { background: "#e4eeff", foreground: "#0d1318", cursor: "#0d1318" };

const terminal = new Terminal({
  allowProposedApi: false, cols: 80, rows: 24, scrollback: 0, fontFamily: FONTS, fontSize: 15,
  lineHeight: 1, cursorBlink: false, macOptionClickForcesSelection: true, rescaleOverlappingGlyphs: true,
  linkHandler: { activate() {} }, theme: light.matches ? LIGHT : DARK,
});
const fit = new FitAddon();
let goesOn = false; // though there is too little room
let isFresh = false; // what is shown is of a line that was
let sound = null;

const line = new Line({
  begun: () => {
    isFresh = true;
    document.title = "nim_tui";
    at("away").hidden = true;
  },
  resumed: (isSame) => returns.resumed(isSame),
  painted: (bytes) => {
    if (isFresh) terminal.reset(); // until then the board that was there can be looked at
    isFresh = false;
    terminal.write(bytes);
  },
  placed: (path) => place.is(path),
  silent: (since) => returns.silent(since),
  heard: () => { returns.heard(); settle(); },
  failed: () => returns.failed(),
  ended: (isLost) => {
    returns.ended(isLost);
    if (!isLost) tell(said.ended);
  },
});
const returns = keepTrying(line, comeIn);

function tell(text) {
  at("told").textContent = text;
  at("away").hidden = false;
  if (document.activeElement?.id !== "typed") at("back").focus();
}

function isAsked() {
  return said.asked !== "";
}

function comeIn() {
  if (line.carries || line.isComing || isAsked()) return;
  at("told").textContent = said.waits;
  line.open(terminal.cols, terminal.rows, place.table, light.matches);
}

function sitDown() {
  comeIn();
  if (!coarse.matches) terminal.focus();
}

function settle() {
  const room = at("screen").getBoundingClientRect();
  at("narrow").hidden = goesOn || !isNarrow(room.width);
  if (!room.width || !room.height || !at("narrow").hidden) return;
  terminal.options.fontSize = lettersFor(room.width, room.height, goesOn ? TINY : LEAST);
  fit.fit();
  line.resize(terminal.cols, terminal.rows);
}

function ring() {
  at("screen").classList.remove("rings");
  void at("screen").offsetWidth;
  at("screen").classList.add("rings");
  if (sound?.state !== "running") return;
  const tone = sound.createOscillator();
  const loudness = sound.createGain();
  tone.frequency.value = 660;
  loudness.gain.setValueAtTime(0.08, sound.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.2);
  tone.connect(loudness).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.2);
}

// Browsers let a page be heard only after somebody has touched it.
for (const first of ["pointerdown", "keydown"]) {
  addEventListener(first, () => { sound ??= new AudioContext(); }, { once: true, capture: true });
}

function send(text) {
  const isSent = line.send(text);
  if (!isSent) returns.refused();
  return isSent;
}
const coarse = offerKeys(send, () => terminal.focus());
terminal.onData(send);
terminal.onBell(ring);
const askNotices = offerNotices(() => { if (!coarse.matches) terminal.focus(); });
terminal.parser.registerOscHandler(ASKS_NOTICES, () => { askNotices(); return true; });
terminal.onTitleChange(showTitle);
takeCopies(terminal);
followPlace("/lobby");
offerShare();
terminal.attachCustomKeyEventHandler((event) => {
  const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : "";
  const copies = key === "c" && terminal.hasSelection();
  return !(copies || key === "v"); // the browser then copies, or pastes
});
light.addEventListener("change", () => { terminal.options.theme = light.matches ? LIGHT : DARK; });

at("back").addEventListener("click", sitDown);
at("once").addEventListener("click", () => { goesOn = true; settle(); begin(); });
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !at("away").hidden && !line.carries) {
    event.preventDefault();
    sitDown();
  }
}, { capture: true });
at("forgetting").addEventListener("submit", (event) => {
  if (!confirm(event.target.dataset.asks)) event.preventDefault();
});

let hasBegun = false;
function begin() {
  if (hasBegun || !at("narrow").hidden) return;
  hasBegun = true;
  sitDown();
}

/** A browser that comes by a link of somebody else shows its cookie to the page itself alone. */
async function holdsKey() {
  try {
    return (await (await fetch("/known")).text()) === "1";
  } catch {
    return false;
  }
}

if (!said.known && (await holdsKey())) {
  said.known = "1";
  said.asked = "";
}
at("asked").hidden = !isAsked();
at("keep").hidden = said.closed !== "";
at("why").hidden = said.closed !== "";
at("shut").hidden = said.closed === "";
at("keeping").hidden = said.known !== "" || isAsked();
at("forgetting").hidden = said.known === "";

await Promise.all(["15px nim", "bold 15px nim", '15px "nim signs"'].map((font) => document.fonts.load(font, "Aé⠶")));
terminal.loadAddon(fit);
followGround(terminal);
terminal.open(at("screen"));
if (coarse.matches) terminal.textarea.inputMode = "none";
settle();
whenResized(at("screen"), () => { settle(); begin(); });
begin();
