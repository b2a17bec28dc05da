// The line to the server: one websocket a session, and whether it still carries anything.

const LARGEST = 16384; // bytes of a frame of ours
const IN_GOOD_ORDER = 1000;
const GIVEN_UP = 4000; // to the server, of a socket that was silent for too long
const THERE = "[]"; // asks whether the server is there; it says the same
const QUIET = 2500; // ms without a word after which it is asked, while somebody looks
const PATIENCE = 2000; // ms for its answer
const CONNECTING = 6000, BEGINNING = 12000; // ms until a new socket is open, and until its first word
const encode = (text) => new TextEncoder().encode(text);

export class Line {
  /**
   * `told` has `begun()`, `resumed(isSame)`, `painted(bytes)`, `placed(path)`, `silent(since)`, `heard()`,
   * `failed()` and `ended(isLost)`; times are those of Date.now().
   */
  constructor(told) {
    this.told = told;
    this.socket = null; // the one that has said something
    this.coming = null; // a newer one that has not yet
    this.session = ""; // by which the server knows it again
    this.size = "";
    this.isSilent = false;
    this.heardAt = 0;
    this.askedAt = 0;
    this.watch = 0;
    this.limit = 0;
  }

  /** Whether what is sent arrives, as far as known. */
  get carries() {
    return this.socket?.readyState === WebSocket.OPEN && !this.isSilent;
  }

  get isComing() {
    return this.coming !== null;
  }

  /** Begin a session at a terminal, or go on with the one that was. */
  open(columns, rows, table, isLight) {
    const size = `${columns}x${rows}`;
    this.size = size;
    this.begin({ size, ...(isLight && { light: "1" }) }, table);
  }

  /** Begin a session by lines. */
  openPlain(table) {
    this.begin({ plain: "1" }, table);
  }

  begin(wanted, table) {
    const asked = new URLSearchParams({ ...wanted, language: document.documentElement.lang });
    if (table) asked.set("table", table);
    if (this.session) asked.set("again", this.session);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${asked}`);
    socket.binaryType = "arraybuffer";
    this.coming = socket;
    this.allow(socket, CONNECTING);
    socket.onopen = () => { if (socket === this.coming) this.allow(socket, BEGINNING); };
    socket.onmessage = (event) => this.hear(socket, event.data);
    socket.onclose = (event) => this.end(socket, event.code);
  }

  /** Give a new socket so much time. */
  allow(socket, time) {
    clearTimeout(this.limit);
    this.limit = setTimeout(() => { socket.close(); this.end(socket, GIVEN_UP); }, time);
  }

  giveUpComing() {
    const socket = this.coming;
    this.coming = null;
    socket?.close();
  }

  hear(socket, data) {
    if (socket === this.coming) this.change(socket);
    if (socket !== this.socket) return;
    this.heardAt = Date.now();
    this.askedAt = 0;
    if (this.isSilent) {
      this.isSilent = false;
      this.told.heard();
    }
    if (typeof data !== "string") this.told.painted(new Uint8Array(data));
    else if (data !== THERE) this.learn(JSON.parse(data));
  }

  /** A new socket has begun to speak: the one before is of no use any more. */
  change(socket) {
    const before = this.socket;
    clearTimeout(this.limit);
    this.socket = socket;
    this.coming = null;
    this.isSilent = false;
    before?.close(GIVEN_UP);
    this.told.begun();
    this.heardAt = Date.now();
    this.look();
  }

  learn(facts) {
    if (facts.session) {
      const isSame = facts.session === this.session;
      this.session = facts.session;
      this.told.resumed(isSame);
    }
    if (facts.at) this.told.placed(facts.at);
  }

  end(socket, code) {
    if (socket === this.coming) {
      clearTimeout(this.limit);
      this.coming = null;
      if (!this.carries) this.told.failed();
    } else if (socket === this.socket) {
      const isLost = code !== IN_GOOD_ORDER;
      clearTimeout(this.watch);
      this.socket = null;
      this.isSilent = false;
      if (!isLost) this.session = "";
      this.told.ended(isLost);
    }
  }

  /** Ask a server that is silent, while somebody looks; one that does not answer is not heard any more. */
  look() {
    clearTimeout(this.watch);
    if (this.socket?.readyState !== WebSocket.OPEN || document.hidden) return;
    const now = Date.now();
    const due = this.askedAt ? this.askedAt + PATIENCE : this.heardAt + QUIET;
    if (now >= due + PATIENCE) this.doubt(); // this page slept: what has come waits to be read
    else if (now >= due && this.askedAt) this.hush(this.heardAt);
    else if (now >= due) this.doubt();
    else this.watch = setTimeout(() => this.look(), due - now);
  }

  /** Ask whether the server is there: what has slept may hold a line that leads nowhere any more. */
  doubt() {
    if (this.socket?.readyState !== WebSocket.OPEN || document.hidden) return;
    clearTimeout(this.watch);
    this.socket.send(THERE);
    this.askedAt = Date.now();
    this.watch = setTimeout(() => this.look(), PATIENCE);
  }

  /** Send nothing more over this socket, unless it is heard again. */
  hush(since) {
    if (this.isSilent || this.socket === null) return;
    this.isSilent = true;
    this.told.silent(since);
  }

  /** Send what was typed, in pieces that the server takes; false if it does not arrive. */
  send(text) {
    if (!this.carries) return false;
    const bytes = encode(text);
    for (let at = 0; at < bytes.length; at += LARGEST) this.socket.send(bytes.slice(at, at + LARGEST));
    return true;
  }

  /** Tell the size of the terminal, if it is another one. */
  resize(columns, rows) {
    const size = `${columns}x${rows}`;
    if (size === this.size || !this.carries) return;
    this.size = size;
    this.socket.send(JSON.stringify([columns, rows]));
  }
}
