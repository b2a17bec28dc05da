// Keys for fingers, and a field for whole lines: keyboards of phones type twice, or not at all, into a terminal.

const SENT = {
  Escape: "\x1b", Tab: "\t", Enter: "\r", Backspace: "\x7f",
  ArrowUp: "\x1b[A", ArrowDown: "\x1b[B", ArrowRight: "\x1b[C", ArrowLeft: "\x1b[D",
};
const AGAIN_AFTER = 400, AGAIN_EVERY = 90;

/** Show the row of keys and the field where there is no mouse; `send` is told what they mean. */
export function offerKeys(send, focus) {
  const coarse = matchMedia("(pointer: coarse)");
  const show = () => document.body.classList.toggle("touch", coarse.matches);
  coarse.addEventListener("change", show);
  show();
  for (const button of document.querySelectorAll("#keys button")) offerKey(button, send);
  const field = document.getElementById("typed");
  document.getElementById("line").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.replace(/[\x00-\x1f\x7f]/g, "");
    const isSent = send([...text].length === 1 ? text : text + "\r"); // a single letter is a key
    if (!isSent) return; // it stays, to be sent once the line is back
    field.value = "";
    if (!coarse.matches) focus();
  });
  return coarse;
}

/** A key, again and again while it is held down. */
function offerKey(button, send) {
  const told = SENT[button.dataset.key] ?? button.dataset.key;
  let again = 0;
  const stop = () => clearTimeout(again);
  const press = (wait) => {
    send(told);
    again = setTimeout(() => press(AGAIN_EVERY), wait);
  };
  button.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the field keeps the keyboard, if it is open
    stop();
    press(AGAIN_AFTER);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, stop);
  button.addEventListener("click", (event) => {
    if (event.detail === 0) send(told); // by a keyboard or a reader of screens
  });
}
