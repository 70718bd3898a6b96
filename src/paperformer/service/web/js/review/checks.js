/** Checks of a draft: values in their normal form, sums, check digits. */

import { ApiError, post } from "../api.js";
import { fill, h } from "../dom.js";
import { counted, humanise } from "../format.js";
import { icon } from "../icons.js";

/** @typedef {{value: string, checked: boolean|null, ambiguous: boolean, problem: string|null}} Checked */
/** @typedef {{name: string, holds: boolean, says: string, fields: string[]}} Check */

export class Checks {
  /** @param {string} document its id @param {import("./draft.js").Draft} draft */
  constructor(document, draft) {
    this.address = `/v1/documents/${document}/checks`;
    this.draft = draft;
    /** @type {Check[]} */
    this.found = [];
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
    const answer = await this.#ask({ fields, rows });
    if (!answer || turn !== this.turn) return false;
    this.found = answer.checks;
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

  #draw() {
    const failing = this.found.filter((check) => !check.holds);
    this.node.hidden = !this.found.length;
    this.node.classList.toggle("failing", failing.length > 0);
    const says = failing.length
      ? `${failing.length} of ${counted(this.found.length, "check")} ${failing.length === 1 ? "fails" : "fail"}`
      : `${counted(this.found.length, "check")} hold${this.found.length === 1 ? "s" : ""}`;
    fill(this.heading, icon(failing.length ? "warning" : "check"), says, icon("down"));
    const sorted = [...failing, ...this.found.filter((check) => check.holds)];
    fill(this.list, sorted.map(checkLine));
  }
}

/** @param {Check} check */
export function checkLine(check) {
  const says = humanise(check.says);
  return h(
    "li",
    { class: check.holds ? "holds" : "fails" },
    icon(check.holds ? "check" : "warning"),
    h(
      "span",
      {},
      check.holds ? h("span", { class: "visually-hidden" }, "Holds: ") : "Does not hold: ",
      check.holds ? says : says.charAt(0).toLowerCase() + says.slice(1),
    ),
  );
}

function asTyped(value) {
  return { value: value.trim(), checked: null, ambiguous: false, problem: null };
}
