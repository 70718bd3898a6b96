/** Which boxes are drawn on which page. Pure functions. */

import { lineBoxes } from "../geometry.js";
import { fieldLabel } from "../format.js";
import { levelTone } from "../levels.js";
import { message } from "../messages.js";

/** @typedef {import("../geometry.js").Word} Word */
/** @typedef {import("./page.js").Mark} Mark */

/**
 * The marks of every field's value.
 * @param {import("./draft.js").Draft} draft
 * @param {string[]} names
 * @param {{number: number, words: Word[]}[]} pages
 * @returns {Mark[][]} of each page
 */
export function fieldMarks(draft, names, pages) {
  return pages.map((page) => names.flatMap((name) => markOf(draft.shown(name), name, page) ?? []));
}

/**
 * The marks of a table's cells.
 * @param {import("./draft.js").DraftRow[]} rows
 * @param {any[]} extracted the rows that the answer has
 * @param {{number: number, words: Word[]}[]} pages
 * @param {{row: number, cell: string}|null} active
 * @returns {Mark[][]}
 */
export function cellMarks(rows, extracted, pages, active) {
  return pages.map((page) =>
    rows.flatMap((row, index) =>
      Object.entries(row).flatMap(([cell, { value, words }]) => {
        const boxes = boxesOf(words ?? [], page, cellOf(extracted, index, cell, value));
        if (!boxes.length) return [];
        const isActive = active !== null && active.row === index && active.cell === cell;
        return [
          {
            name: `${index}/${cell}`,
            label: message("table.cell", { cell: fieldLabel(cell), row: index + 1 }),
            tone: isActive ? "mine" : "good",
            boxes,
          },
        ];
      }),
    ),
  );
}

/** The tone of what is shown of a field. @param {import("./draft.js").Shown} shown */
export function toneOf(shown) {
  if (shown.state === "corrected") return "mine";
  if (shown.state === "answered") return levelTone(shown.candidate.level);
  return "none";
}

function markOf(shown, name, page) {
  if (shown.state !== "answered" && shown.state !== "corrected") return null;
  const candidate =
    shown.state === "answered" || sameWords(shown.words, shown.candidate?.words) ? shown.candidate : null;
  const boxes = boxesOf(shown.words ?? [], page, candidate);
  return boxes.length ? { name, label: fieldLabel(name), tone: toneOf(shown), boxes } : null;
}

/** The box that the answer gives, else boxes around the words. */
function boxesOf(indices, page, printed) {
  if (printed?.box) return printed.page === page.number ? [printed.box] : [];
  const wanted = new Set(indices);
  return lineBoxes(page.words.filter((word) => wanted.has(word.index)));
}

function cellOf(extracted, index, cell, value) {
  const found = extracted[index]?.cells[cell];
  return found?.value === value ? found : null;
}

function sameWords(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
