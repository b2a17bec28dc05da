// The address of the page follows the table on its screen, and can be passed on.

import { place } from "./place.js";

const TOLD_FOR = 2500; // ms

/** Follow the place; `lobby` is the address without a table, `prefix` comes before that of a table. */
export function followPlace(lobby, prefix = "") {
  const asked = new URLSearchParams(location.search).get("language");
  const language = asked ? `?language=${encodeURIComponent(asked)}` : "";
  place.follow((at) => {
    const address = at === "/" ? lobby : prefix + at;
    if (address !== location.pathname) history.pushState(null, "", address + language);
  });
  addEventListener("popstate", () => location.reload()); // a session begins where the address leads
}

/** Pass the address of a table on, by the means of the device, or else by the clipboard. */
export function offerShare() {
  const button = document.getElementById("share");
  const text = button.textContent;
  const isAble = "share" in navigator || "clipboard" in navigator;
  const show = () => { button.hidden = !isAble || place.table === ""; };
  place.follow(show);
  show();
  button.addEventListener("click", async () => {
    const url = location.origin + place.at;
    try {
      if (navigator.share) return await navigator.share({ title: "nim_tui", url });
      await navigator.clipboard.writeText(url);
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = text; }, TOLD_FOR);
    } catch { /* it was called off, or the browser does not allow it */ }
  });
}
