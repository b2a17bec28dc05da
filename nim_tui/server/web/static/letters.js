// Letters, digits and signs for single keys: the keyboard of a phone would hide the board.

const SIGNS = ".,;:-+'\"?!/()<>=_#%{}&@*~^";
const DIGITS = "1234567890", LETTERS = "abcdefghijklmnopqrstuvwxyz";
const KEEPS = ["space", "backspace", "enter"];
const SHOWN = { space: "␣", backspace: "⌫", enter: "⏎" };

/** The buttons of the panel; `send` is told what they mean, `sent` has the bytes of named keys. */
export function lettersPanel(send, sent) {
  let isCapital = false, isSigns = false;
  const characters = [...DIGITS, ...LETTERS].map((sign) => button(sign, () => send(sign)));
  const letters = characters.slice(DIGITS.length);
  const signs = [...SIGNS].map((sign) => button(sign, () => send(sign)));
  const show = () => {
    for (const one of letters) one.hidden = isSigns;
    for (const one of signs) one.hidden = !isSigns;
    capitals.hidden = isSigns;
    capitals.setAttribute("aria-pressed", String(isCapital));
    others.textContent = isSigns ? "ab" : "#+";
  };
  const capitals = button("⇧", () => { isCapital = !isCapital; spell(); show(); });
  const others = button("#+", () => { isSigns = !isSigns; show(); });
  const spell = () => letters.forEach((one, place) => {
    one.textContent = isCapital ? LETTERS[place].toUpperCase() : LETTERS[place];
  });
  for (const one of letters) one.onclick = () => send(one.textContent);
  const named = KEEPS.map((key) => button(SHOWN[key], () => send(sent[key])));
  named.forEach((one, place) => one.setAttribute("aria-label", KEEPS[place]));
  capitals.setAttribute("aria-label", "Shift");
  show();
  return [...characters, ...signs, capitals, others, ...named];
}

function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.onclick = press;
  made.addEventListener("mousedown", (event) => event.preventDefault());
  return made;
}
