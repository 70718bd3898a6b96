/** The review of one document: its pages, its fields, and what is said about them. */

import { h, one } from "../dom.js";
import { fieldLabel } from "../format.js";
import { message } from "../messages.js";
import { announce, toast } from "../notify.js";
import { documentHash, rewrite } from "../router.js";
import { alertStrip, noteList } from "./alerts.js";
import { doubts, isUnsure } from "./attention.js";
import { Checks } from "./checks.js";
import { Draft } from "./draft.js";
import { FieldList } from "./field-list.js";
import { filesInside } from "./inside.js";
import { keyNames } from "./keys.js";
import { cellMarks, fieldMarks } from "./marks.js";
import { Picking } from "./picking.js";
import { RowsDock } from "./rows.js";
import { Tags } from "./tags.js";
import { Viewer } from "./viewer.js";

/** `change`: the draft is another; `checked`: its checks were made. */
export class Review extends EventTarget {
  /**
   * @param {any} document
   * @param {import("./draft.js").Feedback} feedback
   * @param {any} info what a reviewer has to know, as the service says
   * @param {any[]} fields
   * @param {boolean} canEdit
   */
  constructor(document, feedback, info, fields, canEdit) {
    super();
    this.info = info;
    this.id = document.id;
    this.fields = fields;
    this.canEdit = canEdit;
    this.draft = new Draft(document.extraction, feedback);
    this.checks = new Checks(document.id, this.draft);
    this.viewer = new Viewer(document);
    this.names = fields.filter(({ type }) => type !== "group").map(({ name }) => name);
    /** @type {string|null} */
    this.active = null;
    /** @type {string|null} */
    this.hovered = null;
    this.picking = new Picking(this);
    /** @type {Promise<unknown>} what was begun last and decides what the draft will be */
    this.busy = Promise.resolve();
    this.tables = fields.filter(({ type }) => type === "group").sort((a, b) => b.cells.length - a.cells.length);
    this.dock = new RowsDock(this.tables, this);
    this.list = new FieldList(fields, this);
    this.panel = h(
      "aside",
      { class: "panel", "aria-label": message("review.fields") },
      this.checks.node,
      new Tags(document, canEdit).node,
      noteList(info.coded_notes),
        filesInside(document, canEdit),
      this.list.node,
    );
    this.strip = alertStrip(info.alerts, (name) => this.list.rows.get(name)?.head.focus());
    this.node = h(
      "div",
      { class: "with-alerts", "data-id": document.id },
      this.strip.node,
      h("div", { class: "workbench" }, h("div", { class: "desk" }, this.viewer.node, this.dock.node), this.panel),
    );
    this.#listen();
    this.list.update();
    this.#draw();
    this.#check();
  }

  /** Something else smells of fraud or loss by now. @param {any} info */
  tell(info) {
    this.info = info;
    this.strip.draw(info.alerts);
  }

  /** Use the room there is; called once it is in its place. */
  layout() {
    this.viewer.layout();
  }

  close() {
    this.viewer.close();
  }

  /**
   * Look at a field.
   * @param {string|null} name
   * @param {boolean} arm whether clicks on the page now pick words for it
   */
  activate(name, arm) {
    if (name !== this.active) {
      this.active = name;
      this.picking.clear();
      this.hint([]);
      this.list.setActive(name);
      rewrite(documentHash(this.id, name));
      this.#reveal(name);
    }
    if (name) this.dock.active = null;
    this.arm(arm && name !== null);
    this.#draw();
  }

  /**
   * Let clicks on the page pick words for the active field, or no longer.
   * @param {boolean} isArmed
   */
  arm(isArmed) {
    this.viewer.arm(isArmed && this.canEdit && this.active ? fieldLabel(this.active) : null);
  }

  /** @param {{row: number, cell: string}|null} cell */
  activateCell(cell) {
    this.active = null;
    this.list.setActive(null);
    const label = cell ? message("table.cell", { cell: fieldLabel(cell.cell), row: cell.row + 1 }) : null;
    this.viewer.arm(this.canEdit ? label : null);
    this.#draw();
    if (!cell) return;
    const row = this.draft.extraction.rows[this.dock.open]?.[cell.row];
    const place = row?.cells[cell.cell] ?? row;
    if (place?.page) this.viewer.reveal(place.page, place.box);
  }

  /** @param {string|null} name a group, null closes the table */
  openTable(name) {
    const from = this.dock.open;
    if (name) this.activate(null, false);
    this.dock.show(name);
    if (name === null) {
      this.viewer.arm(null);
      one(this.list.node, `[data-field="${from}"] button`)?.focus();
    }
    this.#draw();
  }

  /** @param {string} name @param {string} value @param {number[]|null} words */
  set(name, value, words) {
    this.draft.set(name, value, words);
    this.#changed(message("detail.said_value", { field: fieldLabel(name), value }));
  }

  /** A field's value is right: on to the next one. @param {string} name */
  accept(name) {
    if (this.canEdit && this.draft.accept(name))
      this.#changed(message("detail.said_accepted", { field: fieldLabel(name) }));
    this.#goOn(name);
  }

  /** @param {string} name */
  remove(name) {
    this.draft.remove(name);
    this.#changed(message("detail.said_removed", { field: fieldLabel(name) }));
  }

  /** @param {string} name */
  reset(name) {
    this.draft.reset(name);
    this.#changed(message("detail.said_reset", { field: fieldLabel(name) }));
  }

  /**
   * @param {string} group
   * @param {number} row
   * @param {string} cell
   * @param {import("./draft.js").FieldValue|null} value
   */
  setCell(group, row, cell, value) {
    this.changeRows((draft) => draft.setCell(group, row, cell, value));
  }

  /** @param {(draft: Draft) => void} change */
  changeRows(change) {
    change(this.draft);
    this.#changed();
  }

  /** Go back one step. @returns {boolean} whether there was one */
  undo() {
    const isUndone = this.draft.undo();
    if (isUndone) this.#changed(message("review.undone"));
    return isUndone;
  }

  /** @param {string} name of a field that every document has */
  isCore(name) {
    return this.info.core.includes(name);
  }

  /** @param {string} name */
  definitionOf(name) {
    return this.fields.find((field) => field.name === name);
  }

  /** Fields to look at, in the order of the list. */
  unsure() {
    return this.list.order().filter((name) => {
      const isFailing = this.checks.of(name).some((check) => !check.holds);
      return isUnsure(this.definitionOf(name), this.draft.shown(name), this.isCore(name), isFailing);
    });
  }

  /** What speaks against confirming, once everything is checked. */
  async doubts() {
    await this.busy;
    await this.#check();
    return doubts(this.info.core, this.draft, this.checks.found, this.info.alerts);
  }

  /** Let a confirmation wait for what will change the draft. @param {Promise<unknown>} change */
  waitFor(change) {
    this.busy = Promise.allSettled([this.busy, change]);
  }

  /** Go to the next field to look at. @returns {boolean} whether there is one */
  goToUnsure() {
    const order = this.list.order();
    const names = this.unsure().filter((name) => name !== this.active);
    const next = names.find((name) => order.indexOf(name) > order.indexOf(this.active ?? "")) ?? names[0];
    if (next) this.list.rows.get(next)?.head.focus();
    return next !== undefined;
  }

  #goOn(name) {
    if (this.goToUnsure()) return;
    this.list.rows.get(name)?.head.focus();
    toast(message("review.no_other", { keys: keyNames("ctrl", "enter") }));
  }

  /** Mark words that speak for a value. @param {number[]} words */
  hint(words) {
    this.viewer.drawHints(words);
  }

  /** Show where a candidate stands. @param {any|null} candidate */
  point(candidate) {
    this.viewer.drawHints(candidate?.words ?? []);
    if (candidate?.page) this.viewer.reveal(candidate.page, candidate.box);
  }

  /** @param {string|null} name */
  hover(name) {
    this.hovered = name;
    this.#draw();
  }

  #listen() {
    const { viewer } = this;
    viewer.addEventListener("field", (/** @type {any} */ event) => this.#onMark(event.detail));
    viewer.addEventListener("words", () => this.#draw());
    viewer.addEventListener("stop", () => this.arm(false));
  }

  #onMark(name) {
    if (!this.dock.open) {
      this.activate(name, false);
      this.list.rows.get(name)?.head.focus({ preventScroll: true });
      return;
    }
    const [row, cell] = name.split("/");
    one(this.dock.node, `input[data-row="${row}"][data-cell="${cell}"]`)?.focus();
  }

  #changed(says = "") {
    if (says) announce(says);
    this.list.update();
    this.dock.draw();
    this.#draw();
    this.dispatchEvent(new Event("change"));
    this.#check();
  }

  async #check() {
    if (!(await this.checks.refresh())) return;
    this.dispatchEvent(new Event("checked"));
    this.list.update();
    this.dock.draw();
    if (this.active) this.list.rows.get(this.active)?.node.scrollIntoView({ block: "nearest" });
  }

  #draw() {
    const { dock, viewer, draft } = this;
    const marks = dock.open
      ? cellMarks(draft.rows(dock.open), draft.extraction.rows[dock.open] ?? [], viewer.pages, dock.active)
      : fieldMarks(draft, this.names, viewer.pages);
    const cell = dock.active ? `${dock.active.row}/${dock.active.cell}` : null;
    viewer.draw(marks, dock.open ? cell : (this.active ?? this.hovered));
    viewer.node.classList.toggle("focused", Boolean(this.active));
  }

  #reveal(name) {
    if (!name) return;
    const { candidate, suggestion } = this.draft.shown(name);
    const place = candidate ?? suggestion;
    if (place?.page) this.viewer.reveal(place.page, place.box);
    if (!candidate && suggestion) this.hint(suggestion.words);
  }
}
