/** Taking words from the page: for the active field, or the active cell of a table. */

import { textOf } from "../geometry.js";
import { fieldLabel, shownValue } from "../format.js";
import { message } from "../messages.js";
import { toast } from "../notify.js";

export class Picking {
  /** @param {import("./review.js").Review} review */
  constructor(review) {
    this.review = review;
    /** Words that were picked last for the active field, so that Shift adds to them. @type {any[]} */
    this.picked = [];
    review.viewer.addEventListener("picked", (/** @type {any} */ event) => {
      review.waitFor(this.#pick(event.detail));
    });
  }

  /** Another field is active: Shift adds to nothing. */
  clear() {
    this.picked = [];
  }

  async #pick({ words, isMore }) {
    const all = isMore ? [...this.picked, ...words.filter((word) => !this.picked.includes(word))] : words;
    all.sort((a, b) => a.index - b.index);
    this.picked = all;
    const { dock, active } = this.review;
    if (dock.active)
      return dock.pick(
        textOf(all, false),
        all.map((word) => word.index),
      );
    if (active) await this.#take(active, all);
  }

  async #take(name, words) {
    const { review } = this;
    const definition = review.definitionOf(name);
    const checked = await review.checks.normalise(name, textOf(words, definition.multiline));
    const row = review.list.rows.get(name);
    if (row?.detail) row.detail.isTyped = false;
    review.set(
      name,
      checked.value,
      words.map((word) => word.index),
    );
    const says = checked.problem
      ? message("detail.does_not_look", { field: fieldLabel(name), text: textOf(words, false) })
      : message("detail.is_now", { field: fieldLabel(name), value: shownValue(definition.type, checked.value) });
    toast(says, {
      tone: checked.problem ? "poor" : undefined,
      action: { label: message("page.undo"), run: () => review.undo() },
    });
  }
}
