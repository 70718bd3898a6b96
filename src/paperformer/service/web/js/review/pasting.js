/** Cells as spreadsheets put them on the clipboard, and where they go in a table. Pure functions. */

import { fieldLabel } from "../format.js";
import { message } from "../messages.js";

/**
 * The cells of a copied range: tabs between cells, line ends between rows, quotes around cells that hold either.
 * @param {string} text
 * @returns {string[][]}
 */
export function parseCells(text) {
  const rows = [[""]];
  let isQuoted = false;
  const last = () => rows[rows.length - 1];
  const add = (character) => {
    last()[last().length - 1] += character;
  };
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain[at];
    if (isQuoted && character === '"') {
      if (plain[at + 1] !== '"') isQuoted = false;
      else {
        add('"');
        at += 1;
      }
    } else if (isQuoted) add(character);
    else if (character === '"' && last()[last().length - 1] === "" && closes(plain, at)) isQuoted = true;
    else if (character === "\t") last().push("");
    else if (character === "\n") rows.push([""]);
    else add(character);
  }
  return rows.map((row) => row.map((cell) => cell.replace(/\s+/g, " ").trim()));
}

/** Whether a quote at the begin of a cell is closed at the end of one: 5" is an inch, not a quoted cell. */
function closes(text, at) {
  return /^"(?:[^"]|"")*"(?:[\t\n]|$)/.test(text.slice(at));
}

/** Whether what was copied is more than a single cell. @param {string} text */
export function isRange(text) {
  return /[\t\n\r]/.test(text.replace(/\r?\n$/, ""));
}

/**
 * Where pasted cells go: under the columns that their first row names, else one column after the other.
 * @param {string[][]} cells
 * @param {string[]} named all columns of the table, shown or not
 * @param {string[]} shown in the order in which they stand
 * @param {string} first the column that was pasted into
 * @returns {{columns: string[], rows: string[][], left: number}} `left` counts columns that found no place
 */
export function placeCells(cells, named, shown, first) {
  const width = Math.max(...cells.map((row) => row.length));
  const heads = cells[0].map((text) => named.find((name) => isHead(text, name)) ?? null);
  const known = heads.filter((name) => name !== null);
  const isHeaded =
    cells.length > 1 && known.length >= 2 && new Set(known).size === known.length && !cells[0].some(isNumber);
  if (!isHeaded) {
    const columns = shown.slice(shown.indexOf(first)).slice(0, width);
    return { columns, rows: cells.map((row) => row.slice(0, columns.length)), left: width - columns.length };
  }
  const kept = heads.flatMap((name, index) => (name ? [index] : []));
  const rows = cells.slice(1).map((row) => kept.map((index) => row[index] ?? ""));
  return { columns: kept.map((index) => String(heads[index])), rows, left: width - kept.length };
}

/**
 * What was pasted, and what found no place.
 * @param {number} count of rows
 * @param {string[]} columns
 * @param {number} left how many columns found no place
 */
export function pastedText(count, columns, left) {
  const where = columns.map((name) => fieldLabel(name)).join(", ");
  const lost = left ? ` ${message("table.without_place", { count: left })}` : "";
  return message("table.pasted", { count, where }) + lost;
}

function isHead(text, name) {
  const said = text.toLocaleLowerCase();
  return said === name || said === fieldLabel(name).toLocaleLowerCase();
}

function isNumber(text) {
  return /^[-+]?[\d.,\s]+%?$/.test(text);
}
