// The keys of the screen, for fingers: five in a row, all of them in a panel. The app tells which.

import { lettersPanel } from "./letters.js";

const SENT = {
  escape: "\x1b", tab: "\t", enter: "\r", backspace: "\x7f", space: " ", delete: "\x1b[3~",
  up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", left: "\x1b[D", home: "\x1b[H", end: "\x1b[F",
  pageup: "\x1b[5~", pagedown: "\x1b[6~", f1: "\x1bOP", f2: "\x1bOQ", f3: "\x1bOR", f4: "\x1bOS",
  f5: "\x1b[15~", f6: "\x1b[17~", f7: "\x1b[18~", f8: "\x1b[19~", f9: "\x1b[20~", f10: "\x1b[21~",
  f11: "\x1b[23~", f12: "\x1b[24~",
};
const REPEATED = new Set(["up", "down", "left", "right", "backspace", "pageup", "pagedown"]);
const AGAIN_AFTER = 400, AGAIN_EVERY = 90;
export const BOUNCE = 250; // ms within which a second press is the same one
const ROW = 5, MOST = 48, LONGEST = 40;
const PLACES = new Set(["deed", "row", "out", "more"]);
const at = (id) => document.getElementById(id);

/** What a key sends: its character, or the bytes of a known name; nothing else. */
const bytesOf = (key) => SENT[key] ?? (/^[^\p{C}]$/u.test(key) ? key : "");

/** The keys that a message of the app names; null for what is none. */
function keysIn(text) {
  try {
    const { keys, text: isText } = JSON.parse(text);
    if (!Array.isArray(keys)) return null;
    const told = keys.slice(0, MOST).map(([key, sign, word, place]) => ({
      key: String(key), sign: String(sign).slice(0, LONGEST), word: String(word).slice(0, LONGEST), place,
    }));
    return { keys: told.filter((one) => bytesOf(one.key) && PLACES.has(one.place)), isText: isText === true };
  } catch {
    return null;
  }
}

/** A key with a sign over its word. */
function makeKey(sign, word, place) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = place;
  button.setAttribute("aria-label", word);
  for (const [kind, text] of [["sign", sign], ["word", word]]) {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    button.append(span);
  }
  return button;
}

export class Keys {
  /** `send` is told bytes; `field` is opened where text is asked for. */
  constructor(send, field, zoom) {
    this.send = send;
    this.field = field;
    this.isText = false;
    this.pressedAt = -Infinity;
    this.fixed = at("fixed");
    for (const button of this.fixed.children) this.follow(button);
    at("letters").append(...lettersPanel((text) => this.send(text), SENT));
    const { more, allKeys, letters, type, zoom: zooms } = document.body.dataset;
    this.more = makeKey("⋯", more, "more");
    this.more.addEventListener("click", () => this.open(at("more").hidden));
    this.type = makeKey("⌨", type, "deed");
    this.type.addEventListener("click", () => this.openField());
    const tabs = [["all", "⊞", allKeys], ["letters", "Aa", letters]].map(([id, sign, word]) => {
      const tab = makeKey(sign, word, "tab");
      tab.addEventListener("click", () => this.turn(id));
      tab.dataset.shows = id;
      return tab;
    });
    const typing = makeKey("⌨", type, "tab"), zooming = makeKey("⊕", zooms, "tab");
    typing.addEventListener("click", () => this.openField());
    zooming.addEventListener("click", () => { this.open(false); zoom(); });
    at("tabs").append(...tabs, typing, zooming);
    for (const button of [this.more, this.type, ...at("tabs").children]) keepFocus(button);
    this.turn("all");
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !at("more").hidden) { event.stopPropagation(); this.open(false); this.more.focus(); }
    }, { capture: true });
  }

  /** Show the keys that a message names; without any, those that are always there. */
  tell(text) {
    const told = keysIn(text);
    if (told === null) return;
    const { keys } = told, began = told.isText && !this.isText, ended = this.isText && !told.isText;
    this.isText = told.isText;
    keepSame(at("all"), [...keys.map((one) => this.keyOf(one)), this.fixed]);
    keepSame(at("keys"), this.row(keys));
    if (began && performance.now() - this.pressedAt < 1000) this.openField();
    if (ended) this.field.close(); // one opened by hand stays, with what is in it
  }

  /** Show the keys that are always there. */
  reset() {
    this.isText = false;
    at("all").replaceChildren();
    at("keys").replaceChildren(this.fixed, this.more);
    this.open(false);
  }

  /** The keys of the row: what the mark does, what helps, the way out, and the panel. */
  row(keys) {
    const out = keys.filter((one) => one.place === "out").slice(0, 1);
    const room = ROW - 1 - out.length - (this.isText ? 1 : 0);
    const first = keys.filter((one) => one.place === "deed" || one.place === "row").slice(0, room);
    const shown = [...first, ...out].map((one) => this.keyOf(one));
    return [...(this.isText ? [this.type] : []), ...shown, this.more];
  }

  keyOf({ key, sign, word, place }) {
    const button = makeKey(sign, word, place);
    button.dataset.key = key;
    this.follow(button);
    return button;
  }

  open(isOpen) {
    at("more").hidden = !isOpen;
    this.more.setAttribute("aria-expanded", String(isOpen));
  }

  openField() {
    this.open(false);
    this.field.open(this.isText);
  }

  turn(shown) {
    for (const id of ["all", "letters"]) at(id).hidden = id !== shown;
    for (const tab of at("tabs").children) tab.setAttribute("aria-pressed", String(tab.dataset.shows === shown));
  }

  /** Send what a key means: once a press, or again and again while it is held down. */
  follow(button) {
    const { key } = button.dataset, told = bytesOf(key);
    keepFocus(button);
    if (REPEATED.has(key)) { repeat(button, () => this.send(told)); return; }
    let before = performance.now(); // a press just after it appeared was meant for another key
    button.addEventListener("click", (event) => {
      if (event.timeStamp - before < BOUNCE) return;
      before = event.timeStamp;
      this.pressedAt = performance.now();
      if (key !== "tab") this.open(false);
      this.send(told);
    });
  }
}

/** Show buttons, but leave those that are there already: a press on one may have begun. */
function keepSame(element, buttons) {
  const there = [...element.children];
  const kept = buttons.map((button, place) => (there[place]?.isEqualNode(button) ? there[place] : button));
  kept.forEach((one, place) => {
    const here = element.children[place];
    if (here === undefined) element.append(one);
    else if (here !== one) here.replaceWith(one);
  });
  while (element.children.length > kept.length) element.lastElementChild.remove();
}

/** Leave the focus, and so the keyboard of a phone, where it is. */
function keepFocus(button) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
}

/** Call again and again while a button is held down. */
function repeat(button, call) {
  let again = 0;
  const stop = () => clearTimeout(again);
  const press = (wait) => {
    call();
    again = setTimeout(() => press(AGAIN_EVERY), wait);
  };
  button.addEventListener("pointerdown", () => { stop(); press(AGAIN_AFTER); });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, stop);
  button.addEventListener("click", (event) => {
    if (event.detail === 0) call(); // by a keyboard or a reader of screens
  });
}
