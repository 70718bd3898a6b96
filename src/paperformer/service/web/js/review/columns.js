/** Which columns of a table are shown, and in which order. */

const USUAL = ["description", "quantity", "unit_price", "total"];
const FEW = 3; // that are always shown
/** A phone shows first what a line is about; no sum is read without its quantity. */
const FIRST = ["description", "quantity"];
const narrow = matchMedia("(max-width: 600px)");

/**
 * Columns with values, the usual ones, and those that somebody asked for.
 * @param {{name: string}[]} cells all columns
 * @param {Record<string, unknown>[]} rows
 * @param {Set<string>} added
 * @returns {any[]}
 */
export function shownColumns(cells, rows, added) {
  const isShown = ({ name }) =>
    rows.some((row) => name in row) || USUAL.includes(name) || added.has(name) || cells.length <= FEW;
  const shown = cells.filter(isShown);
  return narrow.matches ? [...shown].sort((a, b) => place(a) - place(b)) : shown;
}

function place({ name }) {
  const first = FIRST.indexOf(name);
  return first < 0 ? FIRST.length : first;
}
