/** Checks of a draft: values in their normal form, sums, check digits. */

import { ApiError, post } from "../api.js";
import { fill, h } from "../dom.js";
import { capital, labelInside } from "../format.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { sentence } from "../sentences.js";

/**
 * @typedef {{value: string, checked: boolean|null, ambiguous: boolean, problem: string|null,
 *   problem_code?: string|null, problem_values?: Record<string, string>}} Checked
 */
/**
 * @typedef {{name: string, holds: boolean, says: string, fields: string[], code?: string,
 *   values?: Record<string, string>}} Check
 */

export class Checks {
  /** @param {string} document its id @param {import("./draft.js").Draft} draft */
  constructor(document, draft) {
    this.address = `/v1/documents/${document}/checks`;
    this.draft = draft;
    /** @type {Check[]} */
    this.found = [];
    /** @type {{group: string, row: number, cell: string, says: string}[]} cells without a normal form */
    this.problems = [];
    /** @type {Record<string, number[]>} where the rows that were checked stand in the draft */
    this.places = {};
    this.heading = h("summary", {});
    this.list = h("ul", {});
    this.node = h("details", { class: "checks" }, this.heading, this.list);
    this.node.hidden = true;
    this.turn = 0;
  }

  /**
   * Check everything that is shown.
   * @returns {Promise<boolean>} whether the answer is still wanted
   */
  async refresh() {
    const turn = (this.turn += 1);
    const { fields, rows } = this.draft.feedback(true);
    const places = Object.fromEntries(Object.keys(rows).map((name) => [name, this.draft.filled(name)]));
    const answer = await this.#ask({ fields, rows });
    if (!answer || turn !== this.turn) return false;
    this.found = answer.checks;
    this.places = places;
    this.problems = this.#problemsIn(answer.rows, rows);
    this.#draw();
    return true;
  }

  /**
   * What a typed value is in its normal form.
   * @param {string} name
   * @param {string} value
   * @returns {Promise<Checked>}
   */
  async normalise(name, value) {
    const { fields } = this.draft.feedback(true);
    const answer = await this.#ask({ fields: { ...fields, [name]: [{ value, words: null }] }, rows: {} });
    return answer?.fields[name] ?? asTyped(value);
  }

  /**
   * The same for a cell of a row.
   * @param {string} group
   * @param {string} cell
   * @param {string} value
   * @returns {Promise<Checked>}
   */
  async normaliseCell(group, cell, value) {
    const answer = await this.#ask({ fields: {}, rows: { [group]: [{ [cell]: { value, words: null } }] } });
    return answer?.rows[group]?.[0]?.[cell] ?? asTyped(value);
  }

  /**
   * The same for cells of several rows at once; null for those that are empty.
   * @param {string} group
   * @param {string[]} columns
   * @param {string[][]} texts
   * @returns {Promise<(string|null)[][]>}
   */
  async normaliseRows(group, columns, texts) {
    const given = texts.map((row) =>
      Object.fromEntries(
        columns.flatMap((cell, index) => (row[index] ? [[cell, { value: row[index], words: null }]] : [])),
      ),
    );
    const answer = await this.#ask({ fields: {}, rows: { [group]: given } });
    return given.map((row, index) =>
      columns.map((cell) => answer?.rows[group]?.[index]?.[cell]?.value ?? row[cell]?.value ?? null),
    );
  }

  /** Rows of the draft whose quantity times price is not their total. @param {string} group */
  failingRows(group) {
    const lines = this.of(group).filter((check) => check.name === "line" && !check.holds);
    return new Set(lines.map((check) => this.places[group]?.[Number(check.values?.number) - 1]));
  }

  /** The cells of a table that have no normal form. @param {string} group */
  problemsOf(group) {
    return this.problems.filter((problem) => problem.group === group);
  }

  /** Why a cell has no normal form, or null. @param {string} group @param {number} row @param {string} cell */
  problemOf(group, row, cell) {
    return this.problemsOf(group).find((one) => one.row === row && one.cell === cell)?.says ?? null;
  }

  /** The checks that a field takes part in. @param {string} name */
  of(name) {
    return this.found.filter((check) => check.fields.includes(name));
  }

  async #ask(body) {
    try {
      return await post(this.address, { ...body, confirmed: false });
    } catch (error) {
      if (error instanceof ApiError) return null; // the banner tells of a lost service; values stay as typed
      throw error;
    }
  }

  /** As confirming judges: what was read is left as it is. */
  #problemsIn(checked, given) {
    const read = new Set(
      Object.values(this.draft.extraction.rows).flatMap((/** @type {any[]} */ rows) =>
        rows.flatMap(({ cells }) => Object.values(cells).map((/** @type {any} */ cell) => cell.value)),
      ),
    );
    return Object.entries(checked).flatMap(([group, rows]) =>
      rows.flatMap((row, index) =>
        Object.entries(row).flatMap(([cell, /** @type {Checked} */ checked]) =>
          checked.problem && !read.has(given[group][index][cell].value)
            ? [{ group, row: this.places[group][index], cell, says: String(problemText(checked)) }]
            : [],
        ),
      ),
    );
  }

  #draw() {
    const failing = this.found.filter((check) => !check.holds);
    this.node.hidden = !this.found.length;
    this.node.classList.toggle("failing", failing.length > 0);
    const counts = { failing: failing.length, count: this.found.length };
    const says = message(failing.length ? "check.some_fail" : "check.all_hold", counts);
    fill(this.heading, icon(failing.length ? "warning" : "check"), says, icon("down"));
    const sorted = [...failing, ...this.found.filter((check) => check.holds)];
    fill(this.list, sorted.map(checkLine));
  }
}

/** @param {Check} check */
export function checkLine(check) {
  const says = sentence(check, check.says);
  return h(
    "li",
    { class: check.holds ? "holds" : "fails" },
    icon(check.holds ? "check" : "warning"),
    check.holds ? held(says) : h("span", {}, message("check.fails", { says })),
  );
}

/** The green sign says it to who sees it, a word to who hears it. @param {string} says */
function held(says) {
  const heard = h("span", { class: "visually-hidden" }, message("check.holds", { says }));
  return h("span", {}, heard, h("span", { "aria-hidden": "true" }, capital(says)));
}

/** @param {{row: number, cell: string, says: string}} problem */
export function problemLine({ row, cell, says }) {
  return h(
    "li",
    { class: "fails" },
    icon("warning"),
    h("span", {}, message("check.in_cell", { row: row + 1, cell: labelInside(cell), says })),
  );
}

/** Why a value has no normal form, or null. @param {Checked} checked */
export function problemText({ problem, problem_code: code, problem_values: values }) {
  return problem === null ? null : sentence({ code, values }, problem);
}

function asTyped(value) {
  return { value: value.trim(), checked: null, ambiguous: false, problem: null };
}
