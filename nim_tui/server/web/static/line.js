// The line to the server: one websocket a session. Nothing here comes back by itself again and again.

const LARGEST = 16384; // bytes of a frame of ours
const IN_GOOD_ORDER = 1000;
const THERE = "[]"; // asks whether the server is there; it says the same
const PATIENCE = 4000; // ms for its answer
const encode = (text) => new TextEncoder().encode(text);

export class Line {
  /** `told` has `painted(bytes)` and `ended(isLost, wasDoubted)`. */
  constructor(told) {
    this.told = told;
    this.socket = null;
    this.size = "";
    this.doubts = 0;
  }

  get isOpen() {
    return this.socket !== null;
  }

  /** Begin a session at a terminal. */
  open(columns, rows, table, looks, isTouch) {
    const size = `${columns}x${rows}`;
    this.size = size;
    this.begin({ size, ...(looks && { looks }), ...(isTouch && { touch: "1" }) }, table);
  }

  /** Begin a session by lines. */
  openPlain(table) {
    this.begin({ plain: "1" }, table);
  }

  begin(wanted, table) {
    const asked = new URLSearchParams({ ...wanted, language: document.documentElement.lang });
    if (table) asked.set("table", table);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${asked}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => this.told.opened();
    socket.onmessage = (event) => {
      this.trust();
      if (event.data !== THERE) this.told.painted(new Uint8Array(event.data));
    };
    socket.onclose = (event) => this.end(socket, event.code !== IN_GOOD_ORDER);
  }

  end(socket, isLost) {
    if (this.socket !== socket) return;
    this.socket = null;
    const wasDoubted = this.doubts !== 0;
    this.trust();
    this.told.ended(isLost, wasDoubted);
  }

  trust() {
    clearTimeout(this.doubts);
    this.doubts = 0;
  }

  /** Ask whether the server is there: what has slept may hold a line that leads nowhere any more. */
  doubt() {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(THERE);
    clearTimeout(this.doubts);
    this.doubts = setTimeout(() => { socket.close(); this.end(socket, true); }, PATIENCE);
  }

  /** Send what was typed, in pieces that the server takes. */
  send(text) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const bytes = encode(text);
    for (let at = 0; at < bytes.length; at += LARGEST) this.socket.send(bytes.slice(at, at + LARGEST));
  }

  /** Tell the looks of the device. */
  wear(looks) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(`looks ${looks}`);
  }

  /** Tell the size of the terminal, if it is another one. */
  resize(columns, rows) {
    const size = `${columns}x${rows}`;
    if (size === this.size || this.socket?.readyState !== WebSocket.OPEN) return;
    this.size = size;
    this.socket.send(JSON.stringify([columns, rows]));
  }
}
