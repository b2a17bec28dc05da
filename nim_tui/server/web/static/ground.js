// What surrounds the terminal is as light or as dark as what is painted in it.

const HALF = 128;

/** Follow the ground that is painted: three cells at the edge tell it, one of which may be marked. */
export function followGround(terminal) {
  terminal.onRender(() => {
    const rows = [1, terminal.rows >> 1, terminal.rows - 3];
    const told = rows.map((row) => lightnessAt(terminal, row)).filter((one) => one !== null);
    if (told.length < rows.length) return;
    const isLight = told.filter((one) => one > HALF).length > 1;
    document.documentElement.dataset.ground = isLight ? "light" : "dark";
  });
}

/** How light the last cell of a row is painted, from 0 to 255; nothing where nothing is. */
function lightnessAt(terminal, row) {
  const cell = terminal.buffer.active.getLine(row)?.getCell(terminal.cols - 1);
  if (!cell?.isBgRGB()) return null;
  const colour = cell.getBgColor();
  return 0.3 * (colour >> 16) + 0.59 * ((colour >> 8) & 255) + 0.11 * (colour & 255);
}
