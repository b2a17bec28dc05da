// How large the letters are, so that a board fits wherever it can.

const COLUMNS = 80, ROWS = 24, WIDE = 120, HIGH = 36;
const UPRIGHT = [40, 28], SIDEWAYS = [76, 17]; // the least cells of a screen for phones
const LEAST = 6, USUAL = 9, MOST = 16; // px of a cell's width, as those two
const LETTERS = 2048 / 1233; // how large a letter is, for a cell 1 px wide, in DejaVu Sans Mono
const HEIGHT = 1.96; // of a cell 1 px wide

/** Cells of whole pixels of the screen: between others a hair of the ground would show. */
const whole = (width) => Math.floor(width * devicePixelRatio) / devicePixelRatio;

/** How wide cells can be where so many are to fit. */
const widthFor = (width, height, columns, rows) =>
  whole(Math.min(width / columns, height / rows / HEIGHT));

/** How wide cells are for a screen for phones: the usual ones, smaller where they would not fit. */
function narrowFor(width, height) {
  const fits = [UPRIGHT, SIDEWAYS].map(([columns, rows]) => widthFor(width, height, columns, rows));
  return Math.max(Math.min(USUAL, Math.max(...fits)), LEAST);
}

/**
 * The size of letters for a room, in px: the usual one, larger where 120 x 36 fit still; smaller
 * where 80 x 24 would not, unless it is for fingers or they would be too small to read.
 */
export function lettersFor(width, height, isTouch) {
  const large = widthFor(width, height, WIDE, HIGH), small = widthFor(width, height, COLUMNS, ROWS);
  if (large > USUAL) return Math.min(large, MOST) * LETTERS;
  if (!isTouch && small >= LEAST) return Math.min(small, USUAL) * LETTERS;
  return narrowFor(width, height) * LETTERS;
}

/** Call back once a room has come to rest in another size. */
export function whenResized(element, call) {
  let waiting = 0;
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(call, 80);
  }).observe(element);
}
