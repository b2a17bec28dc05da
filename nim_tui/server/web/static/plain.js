// The page by lines: what is said, a line to answer, and nothing to be seen that is not also read aloud.

import { followPlace } from "./address.js";
import { Line } from "./line.js";
import { place } from "./place.js";
import { keepTrying } from "./reconnect.js";

followPlace("/plain", "/plain");

const MOST = 600; // sentences kept on the page
const REMEMBERED = 50; // lines that the arrows bring back
const at = (id) => document.getElementById(id);
const said = document.body.dataset;

let decoder = new TextDecoder();
let begun = "";
const typed = [];
let recalled = 0;

const line = new Line({
  begun: () => {
    decoder = new TextDecoder();
    begun = "";
    at("told").textContent = "";
    at("back").hidden = true;
  },
  resumed: (isSame) => returns.resumed(isSame),
  painted: hear,
  placed: (path) => place.is(path),
  silent: (since) => returns.silent(since),
  heard: () => returns.heard(),
  failed: () => returns.failed(),
  ended: (isLost) => {
    returns.ended(isLost);
    if (isLost) return;
    at("told").textContent = said.ended;
    at("back").hidden = false;
    at("back").focus();
  },
});
const returns = keepTrying(line, comeIn);

/** Sentences come in pieces: a whole line is one. */
function hear(bytes) {
  begun += decoder.decode(bytes, { stream: true });
  const lines = begun.split(/\r?\n/);
  begun = lines.pop();
  lines.filter((text) => text.trim()).forEach((text) => show(text, "said"));
}

function show(text, kind) {
  const log = at("log");
  const one = document.createElement("p");
  one.className = kind;
  one.textContent = text;
  if (kind === "own") one.setAttribute("aria-hidden", "true"); // who typed it has heard it
  log.append(one);
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
}

function comeIn() {
  if (line.carries || line.isComing || said.asked !== "") return;
  if (!at("back").hidden) at("told").textContent = said.waits;
  line.openPlain(place.table);
}

at("line").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = at("typed").value;
  if (!line.send(`${text}\n`)) {
    returns.refused(); // it stays, to be sent once the line is back
    return;
  }
  show(`> ${text}`, "own");
  if (text && typed.at(-1) !== text) typed.push(text);
  if (typed.length > REMEMBERED) typed.shift();
  recalled = typed.length;
  at("typed").value = "";
});

at("typed").addEventListener("keydown", (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  recalled = Math.min(Math.max(recalled + step, 0), typed.length);
  at("typed").value = typed[recalled] ?? "";
});

at("back").addEventListener("click", () => { comeIn(); at("typed").focus(); });
at("forgetting").addEventListener("submit", (event) => {
  if (!confirm(event.target.dataset.asks)) event.preventDefault();
});

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
at("asked").hidden = said.asked === "";
at("line").hidden = said.asked !== "";
at("keep").hidden = said.closed !== "";
at("why").hidden = said.closed !== "";
at("shut").hidden = said.closed === "";
at("keeping").hidden = said.known !== "" || said.asked !== "";
at("forgetting").hidden = said.known === "";
comeIn();
at("typed").focus();
