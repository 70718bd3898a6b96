/** Whose documents a queue shows. */

import { ApiError, get } from "../api.js";
import { fill, h } from "../dom.js";
import { message } from "../messages.js";

const NOBODY = "nobody";
const NAMED = "name:";

/**
 * The names to which documents can be assigned; none where the service does not say: any may still be typed.
 * @returns {Promise<string[]>}
 */
export async function knownNames() {
  try {
    return (await get("/v1/assignees")).names;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}

/** A select of names; it asks the service for them once it is shown. */
export class AssigneeFilter {
  /**
   * @param {string} me the name of the key that is signed in
   * @param {(filters: {assignee: string, unassigned: string}) => void} change
   */
  constructor(me, change) {
    this.me = me;
    /** @type {string[]} */
    this.names = [];
    this.node = /** @type {HTMLSelectElement} */ (
      h("select", { class: "select", "aria-label": message("queue.assigned_to"), on: { change: () => change(this.#chosen()) } })
    );
    this.#draw();
  }

  /** @param {{assignee: string, unassigned: string}} filters */
  show({ assignee, unassigned }) {
    if (assignee && !this.names.includes(assignee)) this.names = [...this.names, assignee].sort();
    this.#draw();
    this.node.value = unassigned ? NOBODY : assignee ? NAMED + assignee : "";
  }

  /** Ask who there is. */
  async load() {
    const names = await knownNames();
    const chosen = this.#chosen();
    this.names = names;
    this.show(chosen);
  }

  #chosen() {
    const { value } = this.node;
    const assignee = value.startsWith(NAMED) ? value.slice(NAMED.length) : "";
    return { assignee, unassigned: value === NOBODY ? "true" : "" };
  }

  #draw() {
    const others = this.names.filter((name) => name !== this.me);
    const options = [
      ["", message("queue.assigned_anybody")],
      [NAMED + this.me, message("queue.assigned_me", { name: this.me })],
      [NOBODY, message("queue.assigned_nobody")],
      ...others.map((name) => [NAMED + name, name]),
    ];
    fill(
      this.node,
      options.map(([value, text]) => h("option", { value }, text)),
    );
  }
}
