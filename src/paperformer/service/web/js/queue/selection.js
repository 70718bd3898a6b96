/** Documents that are selected in a queue, and what can be done with all of them. */

import { ApiError, post } from "../api.js";
import { fill, h } from "../dom.js";
import { shownShare } from "../format.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { toast } from "../notify.js";
import { confirmed } from "../shell.js";
import { knownNames } from "./assignees.js";
import { exportMenu } from "./export.js";
import { askToJoin } from "./joining.js";
import { askAssignee, askTags } from "./many.js";
import { showSkipped } from "./skipped.js";

/** From which confidence on a document counts as sure; of the sure ones, a part is left for a look. */
const SURE = 0.98;
const LOOKED_AT = 0.05;

/** `change` tells that others are selected, `done` that something was done with them. */
export class Selection extends EventTarget {
  /** @param {any} session who is signed in */
  constructor(session) {
    super();
    this.canEdit = session.scope !== "read";
    this.me = session.name;
    /** @type {any[]} the documents that are listed */
    this.items = [];
    /** @type {Set<string>} */
    this.ids = new Set();
    this.least = 0; // the confidence that a document needs to be confirmed with the others
    this.export = exportMenu(message("select.export"));
    this.node = h("div", { class: "selection", role: "region", "aria-label": message("select.region") });
    this.#draw();
  }

  /** Others are listed; what is not listed any more is not selected. @param {any[]} items */
  list(items) {
    this.items = items;
    const listed = new Set(items.map(({ id }) => id));
    this.ids = new Set([...this.ids].filter((id) => listed.has(id)));
    this.#draw();
  }

  /** @param {string} id @param {boolean} isSelected */
  set(id, isSelected) {
    this.least = 0;
    if (isSelected) this.ids.add(id);
    else this.ids.delete(id);
    this.#changed();
  }

  /** @param {boolean} isSelected */
  setAll(isSelected) {
    this.#select(isSelected ? this.items : [], 0);
  }

  get hasAll() {
    return this.items.length > 0 && this.ids.size === this.items.length;
  }

  /** Select the surest documents that wait for review, without some that are drawn for a look. */
  selectSure() {
    const sure = this.items.filter((item) => isSure(item));
    const drawn = Math.ceil(sure.length * LOOKED_AT);
    const left = new Set([...sure].sort(() => Math.random() - 0.5).slice(0, drawn));
    this.#select(
      sure.filter((item) => !left.has(item)),
      SURE,
    );
    const counts = [`${message("select.count", { count: this.ids.size })}.`, message("select.left", { count: drawn })];
    toast(sure.length ? counts.join(" ") : message("select.none_sure", { share: shownShare(SURE) }));
  }

  #select(items, least) {
    this.ids = new Set(items.map(({ id }) => id));
    this.least = least;
    this.#changed();
  }

  #changed() {
    this.#draw();
    this.dispatchEvent(new Event("change"));
  }

  #draw() {
    const { size } = this.ids;
    const button = (name, label, style, run) =>
      h("button", { class: `button small ${style}`, type: "button", on: { click: run } }, icon(name), label);
    this.node.hidden = size === 0;
    this.export.aim({ ids: [...this.ids].join(",") });
    fill(
      this.node,
      h("strong", { role: "status" }, message("select.count", { count: size })),
      this.canEdit ? button("check", message("select.confirm"), "primary", () => this.#confirm()) : null,
      this.canEdit ? button("pen", message("select.tag"), "", () => this.#tag()) : null,
      this.canEdit ? button("user", message("select.assign"), "", () => this.#assign()) : null,
      this.canEdit ? button("rotate", message("select.read_again"), "", () => this.#retry()) : null,
      this.canEdit && size > 1 ? button("join", message("select.join"), "", () => this.#join()) : null,
      this.export.node,
      this.canEdit ? button("trash", message("page.delete"), "danger", () => this.#delete()) : null,
      h("span", { class: "grow" }),
      button("cross", message("select.none"), "quiet", () => this.setAll(false)),
    );
  }

  async #confirm() {
    const title = message("select.ask_confirm", { count: this.ids.size });
    if (!(await confirmed(title, message("select.ask_confirm_text"), message("select.confirm")))) return;
    await this.#do("confirm", { min_confidence: this.least });
  }

  async #tag() {
    const change = await askTags(this.items.filter(({ id }) => this.ids.has(id)));
    if (change) await this.#do("tag", change);
  }

  async #assign() {
    const change = await askAssignee(this.ids.size, await knownNames(), this.me);
    if (!change) return;
    await this.#do("assign", change);
  }

  #retry() {
    return this.#do("retry");
  }

  async #join() {
    const chosen = this.items.filter(({ id }) => this.ids.has(id));
    await askToJoin(chosen, () => {
      this.#select([], 0);
      this.dispatchEvent(new Event("done"));
    });
  }

  async #delete() {
    const title = message("select.ask_delete", { count: this.ids.size });
    const isSure = await confirmed(title, message("select.ask_delete_text"), message("page.delete"));
    if (isSure) await this.#do("delete");
  }

  async #do(action, more = {}) {
    try {
      const { done, skipped } = await post(`/v1/review/${action}`, { ids: [...this.ids], ...more });
      const items = this.items;
      this.#select([], 0);
      this.dispatchEvent(new Event("done"));
      const says = action === "assign" && !more.assignee ? "unassign" : action;
      toast(message(`select.done_${says}`, { count: done.length, name: more.assignee }));
      if (skipped.length) showSkipped(skipped, items);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, { tone: "poor" });
    }
  }
}

function isSure({ state, reviewed, doubt }) {
  return state === "done" && !reviewed && doubt !== null && 1 - doubt >= SURE;
}
