/** Places on pages. Boxes are in parts of the upright page, 0 to 1, origin top left. Pure functions. */

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Box */
/** @typedef {{index: number, text: string, box: Box, line: number}} Word */
/** @typedef {{x: number, y: number}} Point */

/**
 * The point of the upright page under a point of the turned one.
 * @param {Point} point in parts of the page as it is shown
 * @param {number} quarters turns to the right
 * @returns {Point}
 */
export function upright({ x, y }, quarters) {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return { x: y, y: 1 - x };
    case 2:
      return { x: 1 - x, y: 1 - y };
    case 3:
      return { x: 1 - y, y: x };
    default:
      return { x, y };
  }
}

/** The box between two corners. @param {Point} a @param {Point} b @returns {Box} */
export function between(a, b) {
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) };
}

/** The box around boxes; null of none. @param {Box[]} boxes @returns {Box|null} */
export function around(boxes) {
  if (!boxes.length) return null;
  return boxes.reduce((sum, box) => ({
    x0: Math.min(sum.x0, box.x0),
    y0: Math.min(sum.y0, box.y0),
    x1: Math.max(sum.x1, box.x1),
    y1: Math.max(sum.y1, box.y1),
  }));
}

/** @param {Box} box @param {Point} point @param {number} [slack] */
export function contains(box, point, slack = 0) {
  return (
    point.x >= box.x0 - slack &&
    point.x <= box.x1 + slack &&
    point.y >= box.y0 - slack &&
    point.y <= box.y1 + slack
  );
}

/** @param {Box} box */
export function area(box) {
  return Math.max(0, box.x1 - box.x0) * Math.max(0, box.y1 - box.y0);
}

/**
 * The word under a point, or the nearest one within a little distance.
 * @param {Word[]} words
 * @param {Point} point
 * @param {number} [slack] in parts of the page
 * @returns {Word|null}
 */
export function wordAt(words, point, slack = 0.004) {
  const near = words.filter((word) => contains(word.box, point, slack));
  if (!near.length) return null;
  return near.reduce((best, word) => (distance(word.box, point) < distance(best.box, point) ? word : best));
}

/**
 * The words that a dragged box takes: those that it touches over a good part of their width.
 * @param {Word[]} words
 * @param {Box} dragged
 * @returns {Word[]}
 */
export function wordsIn(words, dragged) {
  return words.filter(({ box }) => {
    const width = Math.min(box.x1, dragged.x1) - Math.max(box.x0, dragged.x0);
    const height = Math.min(box.y1, dragged.y1) - Math.max(box.y0, dragged.y0);
    return height >= 0 && width > 0.4 * (box.x1 - box.x0);
  });
}

/**
 * What words say: a space between them, a line end between lines where these count.
 * @param {Word[]} words
 * @param {boolean} keepLines
 */
export function textOf(words, keepLines) {
  return words
    .map((word, index) => {
      const previous = words[index - 1];
      if (!previous) return word.text;
      return (keepLines && previous.line !== word.line ? "\n" : " ") + word.text;
    })
    .join("");
}

/** One box per line, around the words of it. @param {Word[]} words @returns {Box[]} */
export function lineBoxes(words) {
  const lines = new Map();
  for (const word of words) lines.set(word.line, [...(lines.get(word.line) ?? []), word.box]);
  return [...lines.values()].flatMap((boxes) => around(boxes) ?? []);
}

/**
 * The words that print a text, where it is printed exactly once; marks and spaces do not count.
 * @param {string} text
 * @param {Word[]} words in reading order
 * @returns {Word[]}
 */
export function printedOnce(text, words) {
  const wanted = letters(text);
  if (wanted.length < 2) return [];
  const found = [];
  for (let first = 0; first < words.length; first += 1) {
    let read = "";
    for (let last = first; last < words.length && read.length < wanted.length; last += 1) {
      const next = letters(words[last].text);
      if (last === first && !next) break;
      read += next;
      if (read === wanted) found.push(words.slice(first, last + 1));
    }
  }
  return found.length === 1 ? found[0] : [];
}

function letters(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function distance(box, { x, y }) {
  return Math.hypot(Math.max(box.x0 - x, 0, x - box.x1), Math.max(box.y0 - y, 0, y - box.y1));
}
