// The page: a terminal, a line to the server, and what is shown around them.

import { Terminal } from "./vendor/xterm.mjs";
import { FitAddon } from "./vendor/addon-fit.mjs";
import { Field } from "./field.js";
import { Fingers } from "./fingers.js";
import { Keys } from "./keys.js";
import { inText, leadAlong, offerWayOut } from "./leave.js";
import { Line } from "./line.js";
import { looks, themeOfLooks, whenLooksChange } from "./looks.js";
import { offerNotices } from "./push.js";
import { followGround } from "./ground.js";
import { place } from "./place.js";
import { paintLittle } from "./rows.js";
import { keepTrying } from "./reconnect.js";
import { lettersFor, whenResized } from "./room.js";
import { followPlace, offerShare } from "./address.js";
import { showTitle, takeCopies } from "./signals.js";

const at = (id) => document.getElementById(id);
const said = document.body.dataset;
const ASKS_NOTICES = 7391, SHOWS_KEYS = 7392; // words of this server to its own page
const coarse = matchMedia("(pointer: coarse)");
const FONTS = ['"nim", "nim signs", monospace', '"nim", "nim signs", monospace, monospace']; // the same twice
const PATIENCE = 3000; // ms for letters to come; boards are shown in others from then on
const QUIET = 1500; // ms without output, after which there is time to load bold letters

Terminal.strings.promptLabel = said.terminal; // names the field that takes the keys
const terminal = new Terminal({
  allowProposedApi: false, cols: 80, rows: 24, scrollback: 0, fontFamily: FONTS[0], fontSize: 15, fontWeightBold: "normal",
  lineHeight: 1, cursorBlink: false, macOptionClickForcesSelection: true, rescaleOverlappingGlyphs: true,
  linkHandler: { activate() {} }, theme: themeOfLooks(),
});
const fit = new FitAddon();
let wide = 0; // px of the room, as it was last settled in
let isFresh = false; // what is shown is of a line that was
let sound = null;

const line = new Line({
  begun: () => {
    isFresh = true;
    document.title = "nim_tui";
    at("away").hidden = true;
  },
  resumed: (isSame) => {
    if (!isSame) keys.reset();
    returns.resumed(isSame);
    settle();
  },
  painted: (bytes) => {
    if (isFresh) terminal.reset(); // until then the board that was there can be looked at
    isFresh = false;
    terminal.write(bytes);
    loadBold();
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
  line.open(terminal.cols, terminal.rows, place.table, looks(), coarse.matches);
}

function sitDown() {
  comeIn();
  if (!coarse.matches) terminal.focus();
}

function settle() {
  const room = at("screen").getBoundingClientRect();
  const isCovered = field.isOpen && room.width === wide; // by a keyboard: nothing else has changed
  if (!room.width || !room.height || isCovered) return;
  wide = room.width;
  terminal.options.fontSize = lettersFor(room.width, room.height, coarse.matches);
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
const field = new Field(send);
const fingers = new Fingers(at("screen"), terminal, send);
const keys = new Keys(send, field, () => fingers.turn());
function showTouch() {
  document.body.classList.toggle("touch", coarse.matches);
  (coarse.matches ? at("more") : document.querySelector("footer")).append(at("account"));
}
coarse.addEventListener("change", () => { showTouch(); settle(); });
showTouch();
keys.reset();
terminal.onData(send);
terminal.onBell(ring);
const askNotices = offerNotices(() => { if (!coarse.matches) terminal.focus(); });
terminal.parser.registerOscHandler(SHOWS_KEYS, (told) => { keys.tell(told); return true; });
terminal.parser.registerOscHandler(ASKS_NOTICES, () => { askNotices(); return true; });
offerWayOut(terminal);
document.querySelectorAll(".text-mode").forEach((link) => leadAlong(link, inText));
terminal.onTitleChange(showTitle);
takeCopies(terminal);
followPlace("/lobby");
offerShare();
terminal.attachCustomKeyEventHandler((event) => {
  const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : "";
  const copies = key === "c" && terminal.hasSelection();
  return !(copies || key === "v"); // the browser then copies, or pastes
});
whenLooksChange(() => {
  terminal.options.theme = themeOfLooks();
  line.wear(looks());
});

at("back").addEventListener("click", sitDown);
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
  if (hasBegun) return;
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

/** Letters that came late: cells are measured anew, and what is shown is drawn in them. */
function measureAgain() {
  const now = terminal.options.fontFamily;
  terminal.options.fontFamily = FONTS.find((one) => one !== now);
  settle();
}

let restful = 0;
let isBold = false;
/** Bold letters come after the first board, which would wait for them. */
function loadBold() {
  if (isBold) return;
  clearTimeout(restful);
  restful = setTimeout(() => {
    isBold = true;
    document.fonts.load("bold 15px nim").catch(() => []).finally(() => { terminal.options.fontWeightBold = "bold"; });
  }, QUIET);
}

const letters = document.fonts.load("15px nim").catch(() => []);
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

await Promise.race([letters, new Promise((done) => { setTimeout(done, PATIENCE); })]);
document.fonts.addEventListener("loadingdone", measureAgain);
terminal.loadAddon(fit);
followGround(terminal);
terminal.open(at("screen"));
paintLittle(terminal);
if (coarse.matches) terminal.textarea.inputMode = "none";
settle();
whenResized(at("screen"), () => { settle(); begin(); });
begin();
