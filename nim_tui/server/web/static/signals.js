// What the terminal tells the browser around it: a title, whose turn it is, and a text to copy.

const COPIES = 52; // as terminals number it
const LONGEST = 100_000; // signs of a copied text, as it is sent

/** Show the title of the window, and a mark on the icon while a game waits. */
export function showTitle(title) {
  const icon = document.querySelector('link[rel="icon"]');
  const waits = title !== "" && title !== "nim_tui";
  document.title = title || "nim_tui";
  icon.href = icon.href.replace(/icon(-turn)?\.svg$/, waits ? "icon-turn.svg" : "icon.svg");
}

/** Let the terminal copy, right after somebody has pressed something; it never reads what is there. */
export function takeCopies(terminal) {
  terminal.parser.registerOscHandler(COPIES, (data) => {
    const text = data.slice(data.indexOf(";") + 1);
    if (text === "?" || text.length > LONGEST || !navigator.userActivation?.isActive) return true;
    try {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      navigator.clipboard?.writeText(new TextDecoder().decode(bytes)).catch(() => {});
    } catch { /* this is no text */ }
    return true;
  });
}
