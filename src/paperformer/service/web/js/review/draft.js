/** What a person says about a document, over what was extracted: a pure model, with undo. */

import { ANSWERED } from "../levels.js";

/** @typedef {{value: string, words: number[]|null}} FieldValue */
/** @typedef {Record<string, FieldValue>} DraftRow */
/**
 * @typedef {{fields: Record<string, FieldValue[]>, rows: Record<string, DraftRow[]>, confirmed: boolean}}
 * Feedback
 */
/**
 * What is shown of a field: `answered` as extracted, `corrected` by a person, `removed` by a person, `absent`.
 * `isAccepted` says that a person has seen an extracted value and found it right.
 * @typedef {{state: "answered"|"corrected"|"removed"|"absent", value: string, words: number[]|null, candidate: any|null, suggestion: any|null, isAccepted: boolean}} Shown
 */
/**
 * @typedef {{fields: Record<string, FieldValue[]>, rows: Record<string, DraftRow[]>,
 * accepted: Record<string, true>}} Edits
 */

/** @type {Shown} */
const NOTHING = {
  state: "absent",
  value: "",
  words: [],
  candidate: null,
  suggestion: null,
  isAccepted: false,
};

/**
 * Whether a candidate counts as the answer: it is likely, and no known party that is printed nowhere.
 * @param {any|null} candidate
 */
export function isAnswer(candidate) {
  return Boolean(candidate) && candidate.confidence >= ANSWERED && !isUnprinted(candidate);
}

/** Whether a known party is meant that no word of the document prints. @param {any} candidate */
export function isUnprinted({ source, words }) {
  return source === "known" && words.length === 0;
}

export class Draft {
  /**
   * @param {any} extraction
   * @param {Feedback} feedback that was saved
   */
  constructor(extraction, feedback) {
    this.extraction = extraction;
    /** @type {Edits} */
    this.edits = { fields: {}, rows: {}, accepted: {} };
    /** @type {string[]} */
    this.history = [];
    for (const [name, values] of Object.entries(feedback.fields)) {
      if (this.#isAnswer(name, values)) this.edits.accepted[name] = true;
      else this.edits.fields[name] = values;
    }
    for (const [name, rows] of Object.entries(feedback.rows)) {
      if (!sameRows(rows, extractedRows(extraction, name))) this.edits.rows[name] = rows;
    }
  }

  /** @param {string} name @returns {any[]} */
  candidates(name) {
    return this.extraction.fields[name] ?? [];
  }

  /** @param {string} name @returns {Shown} */
  shown(name) {
    const [best = null] = this.candidates(name);
    const given = this.edits.fields[name];
    if (given?.length) {
      const candidate = this.candidates(name).find((one) => one.value === given[0].value) ?? null;
      return { ...NOTHING, state: "corrected", ...given[0], candidate, suggestion: best };
    }
    if (given) return { ...NOTHING, state: "removed", suggestion: best };
    if (!isAnswer(best)) return { ...NOTHING, suggestion: best };
    const isAccepted = name in this.edits.accepted;
    return {
      ...NOTHING,
      state: "answered",
      value: best.value,
      words: best.words,
      candidate: best,
      isAccepted,
    };
  }

  /** Whether a person has said what a field is. @param {string} name */
  isSaid(name) {
    return name in this.edits.fields || name in this.edits.accepted;
  }

  /** @param {string} name @param {string} value @param {number[]|null} words */
  set(name, value, words) {
    const values = [{ value, words }];
    this.#change(() => {
      if (this.#isAnswer(name, values)) return this.#acceptAnswer(name);
      delete this.edits.accepted[name];
      this.edits.fields[name] = values;
    });
  }

  /** Say that a field's extracted value is right. @param {string} name @returns {boolean} whether that is new */
  accept(name) {
    const { state, isAccepted } = this.shown(name);
    if (state !== "answered" || isAccepted) return false;
    this.#change(() => this.#acceptAnswer(name));
    return true;
  }

  /** Say that a field is not on the document. @param {string} name */
  remove(name) {
    this.#change(() => {
      delete this.edits.accepted[name];
      this.edits.fields[name] = [];
    });
  }

  /** Take back what was said about a field. @param {string} name */
  reset(name) {
    this.#change(() => {
      delete this.edits.fields[name];
      delete this.edits.accepted[name];
    });
  }

  /** @param {string} name @returns {DraftRow[]} */
  rows(name) {
    return this.edits.rows[name] ?? extractedRows(this.extraction, name);
  }

  /** Where the rows that have values stand: empty ones are not saved. @param {string} name */
  filled(name) {
    return this.rows(name).flatMap((row, index) => (Object.keys(row).length ? [index] : []));
  }

  /** @param {string} name */
  hasEditedRows(name) {
    return name in this.edits.rows;
  }

  /**
   * @param {string} name
   * @param {number} index
   * @param {string} cell
   * @param {FieldValue|null} value null empties it
   */
  setCell(name, index, cell, value) {
    this.#changeRows(name, (rows) => {
      if (value) rows[index][cell] = value;
      else delete rows[index][cell];
    });
  }

  /**
   * Put cells into a table from a row on, in one step; it grows where it has too few rows.
   * @param {string} name
   * @param {number} first the row that they begin in
   * @param {string[]} columns
   * @param {(string|null)[][]} cells of each row, in the order of the columns; null empties one
   */
  setCells(name, first, columns, cells) {
    this.#changeRows(name, (rows) => {
      while (rows.length < first + cells.length) rows.push({});
      cells.forEach((values, offset) => {
        const row = rows[first + offset];
        columns.forEach((cell, index) => {
          const value = values[index];
          if (!value) delete row[cell];
          else if (row[cell]?.value !== value) row[cell] = { value, words: null };
        });
      });
    });
  }

  /** @param {string} name @param {number} index where the new row stands */
  addRow(name, index) {
    this.#changeRows(name, (rows) => rows.splice(index, 0, {}));
  }

  /** @param {string} name @param {number} index */
  removeRow(name, index) {
    this.#changeRows(name, (rows) => rows.splice(index, 1));
  }

  /** Go back one step. @returns {boolean} whether there was one */
  undo() {
    const before = this.history.pop();
    if (before === undefined) return false;
    this.edits = JSON.parse(before);
    return true;
  }

  /**
   * What is saved. A draft holds only what a person said; what is confirmed holds every value that is shown.
   * @param {boolean} confirmed
   * @returns {Feedback}
   */
  feedback(confirmed) {
    const fields = confirmed ? this.values() : this.#said();
    const named = confirmed
      ? [...Object.keys(this.extraction.rows), ...Object.keys(this.edits.rows)]
      : Object.keys(this.edits.rows);
    const rows = Object.fromEntries([...new Set(named)].map((name) => [name, filledRows(this.rows(name))]));
    return { fields, rows, confirmed };
  }

  /** Every value that is shown, and an empty list for every field that was removed. */
  values() {
    const names = new Set([...Object.keys(this.extraction.fields), ...Object.keys(this.edits.fields)]);
    const values = [...names].map((name) => {
      const { state, value, words } = this.shown(name);
      return /** @type {[string, FieldValue[]]} */ ([
        name,
        state === "answered" || state === "corrected" ? [{ value, words }] : [],
      ]);
    });
    return Object.fromEntries(values.filter(([name, given]) => given.length || name in this.edits.fields));
  }

  /** What a person said of fields: other values, and those that were accepted. */
  #said() {
    const accepted = Object.keys(this.edits.accepted).map((name) => {
      const { value, words } = this.shown(name);
      return /** @type {[string, FieldValue[]]} */ ([name, [{ value, words }]]);
    });
    return { ...structuredClone(this.edits.fields), ...Object.fromEntries(accepted) };
  }

  #acceptAnswer(name) {
    delete this.edits.fields[name];
    this.edits.accepted[name] = true;
  }

  #isAnswer(name, values) {
    const [best = null] = this.candidates(name);
    if (!values.length || !isAnswer(best)) return false;
    const words = values[0].words;
    return (
      values.length === 1 &&
      values[0].value === best.value &&
      (words === null || sameWords(words, best.words))
    );
  }

  #change(act) {
    const before = JSON.stringify(this.edits);
    act();
    if (JSON.stringify(this.edits) !== before) this.history.push(before);
  }

  #changeRows(name, act) {
    this.#change(() => {
      const rows = structuredClone(this.rows(name));
      act(rows);
      this.edits.rows[name] = rows;
    });
  }
}

function extractedRows(extraction, name) {
  return (extraction.rows[name] ?? []).map((row) =>
    Object.fromEntries(Object.entries(row.cells).map(([cell, { value, words }]) => [cell, { value, words }])),
  );
}

function filledRows(rows) {
  return rows.filter((row) => Object.keys(row).length);
}

function sameRows(a, b) {
  const plain = (rows) =>
    JSON.stringify(
      rows.map((row) =>
        Object.entries(row)
          .map(([cell, { value }]) => [cell, value])
          .sort(),
      ),
    );
  return plain(a) === plain(b);
}

function sameWords(a, b) {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}
