// A field for whole lines: keyboards of phones type twice, or not at all, into a terminal. It lies
// above the keyboard, which covers the terminal and does not change its size.

const at = (id) => document.getElementById(id);

export class Field {
  /** `send` is told what was typed. */
  constructor(send) {
    this.isAsked = false; // by the app, so that a single letter is a line too
    at("line").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(send);
    });
    at("unline").addEventListener("click", () => this.close());
    const place = () => document.documentElement.style.setProperty("--keyboard", `${keyboard()}px`);
    for (const change of ["resize", "scroll"]) visualViewport?.addEventListener(change, place);
    place();
  }

  get isOpen() {
    return document.body.classList.contains("typing");
  }

  open(isAsked) {
    this.isAsked = isAsked;
    document.body.classList.add("typing");
    at("typed").focus();
  }

  close() {
    document.body.classList.remove("typing");
    at("typed").blur();
  }

  submit(send) {
    const text = at("typed").value.replace(/[\x00-\x1f\x7f]/g, "");
    const isKey = [...text].length === 1 && !this.isAsked;
    if (!send(isKey ? text : text + "\r")) return; // it stays, to be sent once the line is back
    at("typed").value = "";
    if (!this.isAsked) this.close();
  }
}

/** How much of the page the keyboard of a phone covers, in px. */
function keyboard() {
  const seen = visualViewport;
  if (!seen) return 0;
  return Math.max(0, Math.round(innerHeight - seen.height * seen.scale - seen.offsetTop));
}
