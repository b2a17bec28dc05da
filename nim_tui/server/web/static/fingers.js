// Fingers on the terminal: a tap is a click, a swipe turns the wheel, two fingers enlarge.

import { BOUNCE } from "./keys.js";

const STILL = 10; // px that a finger may move and still tap
const APART = 32; // px within which a second tap is the same one
const WHEEL = 27; // px of a swipe for a step of the wheel
const ZOOMS = [1, 1.5, 2];
const DOWN = 65, UP = 64, RIGHT = 67, LEFT = 66; // buttons of a mouse, as terminals count them

export class Fingers {
  /** `send` is told the clicks and the steps of a wheel, as a terminal sends them. */
  constructor(element, terminal, send) {
    this.element = element;
    this.terminal = terminal;
    this.send = send;
    this.down = new Map();
    this.start = null;
    this.tapped = { x: 0, y: 0, time: -Infinity };
    this.step = 0;
    this.x = this.y = 0; // how far the enlarged terminal was moved, in px
    const hear = (name, call) => element.addEventListener(name, (event) => {
      if (event.pointerType === "mouse") return;
      event.stopPropagation();
      event.preventDefault(); // no click follows
      call.call(this, event);
    }, { capture: true });
    hear("pointerdown", this.press);
    hear("pointermove", this.move);
    hear("pointerup", this.lift);
    hear("pointercancel", this.cancel);
    for (const name of ["touchstart", "touchmove", "touchend"]) {
      element.addEventListener(name, (event) => {
        event.stopPropagation();
        if (event.cancelable) event.preventDefault();
      }, { capture: true, passive: false });
    }
  }

  press(event) {
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.element.setPointerCapture(event.pointerId);
    const { x, y } = this.down.get(event.pointerId);
    this.start = this.down.size === 1 ? { x, y, isStill: true } : null;
    if (this.down.size === 2) this.pinched = { apart: Math.max(this.distance(), 1), zoom: ZOOMS[this.step] };
  }

  move(event) {
    const finger = this.down.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    [finger.x, finger.y] = [event.clientX, event.clientY];
    if (this.down.size === 2) { this.pinch(); return; }
    const start = this.start;
    if (!start) return;
    if (start.isStill && Math.hypot(finger.x - start.x, finger.y - start.y) < STILL) return;
    if (start.isStill) {
      start.isStill = false;
      start.isUpright = Math.abs(finger.y - start.y) > Math.abs(finger.x - start.x);
      start.turned = 0;
    }
    if (this.step) this.drag(dx, dy);
    else this.swipe(start, finger);
  }

  lift(event) {
    const start = this.start;
    this.cancel(event);
    if (!start?.isStill) return;
    const { x, y, time } = this.tapped;
    this.tapped = { x: start.x, y: start.y, time: event.timeStamp };
    const bounces = event.timeStamp - time < BOUNCE && Math.hypot(start.x - x, start.y - y) < APART;
    if (!bounces) this.click(0, start, "Mm");
  }

  cancel(event) {
    this.down.delete(event.pointerId);
    this.start = null;
  }

  /** Turn the wheel, where the swipe began; sideways once a swipe. */
  swipe(start, finger) {
    const [along, back, on] = start.isUpright
      ? [start.y - finger.y, UP, DOWN] : [start.x - finger.x, LEFT, RIGHT];
    const steps = start.isUpright ? Math.trunc(along / WHEEL) : Math.sign(Math.trunc(along / 2 / WHEEL));
    if (!start.isUpright && start.turned) return;
    for (; start.turned < steps; start.turned += 1) this.click(on, start, "M");
    for (; start.turned > steps; start.turned -= 1) this.click(back, start, "M");
  }

  /** Send what a mouse does at a place, if the app follows one. */
  click(button, place, ends) {
    if (this.terminal.modes.mouseTrackingMode === "none") return;
    const { left, top, width, height } = this.element.querySelector(".xterm-screen").getBoundingClientRect();
    const column = Math.floor(((place.x - left) / width) * this.terminal.cols) + 1;
    const row = Math.floor(((place.y - top) / height) * this.terminal.rows) + 1;
    if (column < 1 || row < 1 || column > this.terminal.cols || row > this.terminal.rows) return;
    this.send([...ends].map((end) => `\x1b[<${button};${column};${row}${end}`).join(""));
  }

  distance() {
    const [one, other] = [...this.down.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  }

  /** Enlarge to the step that is nearest to how far two fingers are apart now. */
  pinch() {
    const wanted = (this.pinched.zoom * this.distance()) / this.pinched.apart;
    const off = ZOOMS.map((zoom) => Math.abs(zoom - wanted));
    const [one, other] = [...this.down.values()];
    this.zoom(off.indexOf(Math.min(...off)), (one.x + other.x) / 2, (one.y + other.y) / 2);
  }

  /** Enlarge step by step, and back. */
  turn() {
    const { left, width, top, height } = this.element.getBoundingClientRect();
    this.zoom((this.step + 1) % ZOOMS.length, left + width / 2, top + height / 2);
  }

  /** Enlarge to a step; what is at a place of the page stays there. */
  zoom(step, x, y) {
    if (step === this.step) return;
    const by = ZOOMS[step] / ZOOMS[this.step];
    const { left, top } = this.element.getBoundingClientRect();
    this.step = step;
    this.x = x - left - (x - left - this.x) * by;
    this.y = y - top - (y - top - this.y) * by;
    this.drag(0, 0);
  }

  /** Move what is enlarged, up to its edges. */
  drag(dx, dy) {
    const zoom = ZOOMS[this.step], { width, height } = this.element.getBoundingClientRect();
    this.x = Math.min(0, Math.max(this.x + dx, width * (1 - zoom)));
    this.y = Math.min(0, Math.max(this.y + dy, height * (1 - zoom)));
    this.terminal.element.style.transformOrigin = "0 0";
    this.terminal.element.style.transform = zoom === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${zoom})`;
  }
}
