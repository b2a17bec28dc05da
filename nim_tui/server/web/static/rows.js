// Painting no more of the terminal than has changed. xterm makes the rows from the first to the last changed one anew;
// laying them out takes longer than all else between a key and its echo.

const SYNCHRONIZED = 2026; // a mode of terminals, at whose end xterm paints every row

/** Keep the rows and pieces of a terminal that would look as they do. */
export function paintLittle(terminal) {
  // Unanswered, the app does not use the mode. It is not needed: a frame is read, and painted, as a whole.
  terminal.parser.registerCsiHandler(
    { prefix: "?", intermediates: "$", final: "p" }, ([mode]) => mode === SYNCHRONIZED,
  );
  const rows = terminal.element.querySelector(".xterm-rows");
  const follow = () => { for (const row of rows.children) row.replaceChildren = replaceChanged; };
  new MutationObserver(follow).observe(rows, { childList: true });
  follow();
}

/** Replace the children of this row between the first and the last one that differs. */
function replaceChanged(...after) {
  const before = [...this.childNodes];
  const most = Math.min(before.length, after.length);
  let first = 0, same = 0;
  while (first < most && before[first].isEqualNode(after[first])) first += 1;
  while (same < most - first && before.at(-1 - same).isEqualNode(after.at(-1 - same))) same += 1;
  for (const node of before.slice(first, before.length - same)) node.remove();
  const next = before[before.length - same] ?? null;
  for (const node of after.slice(first, after.length - same)) this.insertBefore(node, next);
}
