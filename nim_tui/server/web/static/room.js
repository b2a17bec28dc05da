// How large the letters are, so that a board of 80 x 24 fits wherever it can.

const COLUMNS = 80, ROWS = 24, WIDE = 120, HIGH = 36;
export const LEAST = 6, TINY = 4;
const USUAL = 9, MOST = 16; // px of a cell's width, as those two
const LETTERS = 2048 / 1233; // how large a letter is, for a cell 1 px wide, in DejaVu Sans Mono
const HEIGHT = 1.96; // of a cell 1 px wide

/** Cells of whole pixels of the screen: between others a hair of the ground would show. */
const whole = (width) => Math.floor(width * devicePixelRatio) / devicePixelRatio;

/** How wide cells can be where so many are to fit. */
const widthFor = (width, height, columns, rows) =>
  whole(Math.min(width / columns, height / rows / HEIGHT));

/**
 * The size of letters for a room, in px: the usual one, larger where 120 x 36 fit still, smaller
 * where 80 x 24 would not; cells are never narrower than `least`.
 */
export function lettersFor(width, height, least) {
  const small = Math.min(USUAL, widthFor(width, height, COLUMNS, ROWS));
  const wanted = Math.max(small, widthFor(width, height, WIDE, HIGH));
  return Math.min(Math.max(wanted, least), MOST) * LETTERS;
}

/** Whether 80 columns do not fit, even in the smallest letters that can be read. */
export function isNarrow(width) {
  return width < COLUMNS * LEAST;
}

/** Call back once a room has come to rest in another size. */
export function whenResized(element, call) {
  let waiting = 0;
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(call, 80);
  }).observe(element);
}
