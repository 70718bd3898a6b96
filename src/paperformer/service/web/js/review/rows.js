/**
 * Purchase lines and VAT shares as a table below the page: cells are typed, or words are clicked into them.
 */

import { every, fill, h, one } from "../dom.js";
import { fieldLabel, shownCell } from "../format.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { toast } from "../notify.js";
import { checkLine, problemLine } from "./checks.js";
import { shownColumns } from "./columns.js";
import { isRange, parseCells, pastedText, placeCells } from "./pasting.js";
import { rowsTable, tableFoot } from "./rows-table.js";

const MOST_ROWS = 2000; // that the service keeps of a table
const MOST_SAID = 4; // failing lines that the foot names

export class RowsDock {
  /** @param {any[]} definitions of the groups @param {import("./review.js").Review} review */
  constructor(definitions, review) {
    this.definitions = definitions;
    this.review = review;
    /** @type {string|null} */
    this.open = null;
    /** @type {{row: number, cell: string}|null} */
    this.active = null;
    this.shape = "";
    /** @type {Set<string>} columns that somebody asked for; no two groups have a cell of one name */
    this.added = new Set();
    this.isTyping = false; // whether the cell with the focus holds what was not taken yet
    this.checkList = h("ul", {});
    this.tabs = h("div", { class: "dock-tabs" });
    this.body = h("div", { class: "dock-body" });
    this.node = h("section", { class: "dock", "aria-label": message("table.region"), hidden: true }, this.tabs, this.body);
    this.node.addEventListener("keydown", (event) => this.#onKey(event));
    this.node.addEventListener("paste", (event) => this.#onPaste(event));
    this.node.addEventListener("focusin", (event) => this.#onFocus(event));
    this.node.addEventListener("focusout", (event) => this.#onBlur(event));
  }

  /** @param {string|null} name */
  show(name) {
    this.open = name;
    this.active = null;
    this.node.hidden = name === null;
    this.draw();
    if (name) one(this.body, "input, button")?.focus();
  }

  /** The group that is shown. */
  get definition() {
    return this.definitions.find(({ name }) => name === this.open) ?? null;
  }

  /**
   * Show the rows of the draft: cells in place where the table is the same, so that the focus and what is
   * being typed stay.
   */
  draw() {
    if (!this.definition) return;
    this.#drawTabs();
    const { name, cells } = this.definition;
    const rows = this.review.draft.rows(name);
    const columns = shownColumns(cells, rows, this.added);
    const shape = JSON.stringify([name, rows.length, columns.map((cell) => cell.name)]);
    if (shape !== this.shape) this.#build(rows, columns);
    this.shape = shape;
    for (const input of every(this.body, "input.cell")) {
      if (input === document.activeElement && this.isTyping) continue;
      this.#fillCell(input, input === document.activeElement);
    }
    for (const row of every(this.body, "tbody tr")) this.#markRow(row, Number(row.dataset.row));
    fill(this.checkList, this.#checks(name));
  }

  /** A cell shows its value as the reader writes it; with the focus in its normal form, as fields do. */
  #fillCell(input, isEdited) {
    const { row, cell } = input.dataset;
    const value = this.review.draft.rows(String(this.open))[Number(row)]?.[cell]?.value ?? "";
    const type = this.definition?.cells.find(({ name }) => name === cell)?.type ?? "text";
    input.value = isEdited ? value : shownCell(type, value);
  }

  #build(rows, columns) {
    const { active, definition } = this;
    const { name, cells } = /** @type {any} */ (definition);
    const hadFocus = this.body.contains(document.activeElement);
    const actions = {
      type: (row, cell, text) => this.#type(row, cell, text),
      typing: () => {
        this.isTyping = true;
      },
      remove: (row) => this.#remove(row),
      add: () => this.#add(this.review.draft.rows(name).length),
      show: (cell) => this.#showColumn(cell),
    };
    const missing = cells.filter((cell) => !columns.includes(cell));
    this.checkList = h("ul", { class: "check-list" });
    fill(
      this.body,
      rowsTable(name, columns, rows.length, this.review.canEdit, actions),
      tableFoot(missing, this.review.canEdit, actions, this.checkList),
    );
    if (hadFocus && active) this.#inputOf(active)?.focus();
  }

  #drawTabs() {
    const tab = ({ name }) =>
      h(
        "button",
        {
          class: "dock-tab",
          type: "button",
          "aria-pressed": String(name === this.open),
          on: { click: () => this.review.openTable(name) },
        },
        fieldLabel(name),
        h("span", { class: "count numeric" }, this.review.draft.rows(name).length),
      );
    const close = h(
      "button",
      {
        class: "button quiet square small",
        type: "button",
        "aria-label": message("table.close"),
        on: { click: () => this.review.openTable(null) },
      },
      icon("cross"),
    );
    fill(this.tabs, this.definitions.map(tab), h("span", { class: "grow" }), close);
  }

  #markRow(node, index) {
    const group = String(this.open);
    const isFailing = this.review.checks.failingRows(group).has(index);
    node.classList.toggle("failing", isFailing);
    fill(node.firstElementChild, isFailing ? icon("warning") : index + 1);
    for (const input of every(node, "input.cell")) {
      const problem = this.review.checks.problemOf(group, index, input.dataset.cell);
      input.title = problem ?? "";
      if (problem) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }

  #checks(name) {
    const found = this.review.checks.of(name);
    const lines = found.filter((check) => check.name === "line");
    const failing = lines.filter((check) => !check.holds);
    const held = lines.length - failing.length;
    const summary = held
      ? [{ name: "lines", holds: true, says: message("check.lines_multiply", { count: held }), fields: [] }]
      : [];
    const wrong = this.review.checks.problemsOf(name).slice(0, MOST_SAID).map(problemLine);
    const said = [...failing.slice(0, MOST_SAID), ...summary, ...found.filter((check) => check.name !== "line")];
    return [...wrong, ...said.map(checkLine)];
  }

  /**
   * Put words that were picked into the active cell.
   * @param {string} text
   * @param {number[]} words
   */
  async pick(text, words) {
    if (!this.active || !this.open) return;
    const { row, cell } = this.active;
    const checked = await this.review.checks.normaliseCell(this.open, cell, text);
    this.review.setCell(this.open, row, cell, { value: checked.value, words });
  }

  async #type(row, cell, text) {
    this.isTyping = false;
    const group = String(this.open);
    if (!text.trim()) return this.review.setCell(group, row, cell, null);
    const checked = await this.review.checks.normaliseCell(group, cell, text);
    const before = this.review.draft.rows(group)[row]?.[cell];
    this.review.setCell(group, row, cell, {
      value: checked.value,
      words: before?.value === checked.value ? before.words : null,
    });
  }

  /** Cells that were copied from a spreadsheet go into the table from the active cell on. */
  #onPaste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!this.active || !this.review.canEdit || !isRange(text)) return; // a single value is typed
    event.preventDefault();
    this.isTyping = false;
    this.review.waitFor(this.#paste(this.active, parseCells(text)));
  }

  async #paste({ row, cell }, cells) {
    const group = String(this.open);
    const names = this.definition?.cells.map(({ name }) => name) ?? [];
    const shown = every(this.body, "thead th[data-cell]").map((head) => head.dataset.cell);
    const { columns, rows, left } = placeCells(cells, names, shown, cell);
    if (row + rows.length > MOST_ROWS) {
      toast(message("table.too_many_rows", { most: MOST_ROWS }), { tone: "poor" });
      return;
    }
    const checked = await this.review.checks.normaliseRows(group, columns, rows);
    this.review.changeRows((draft) => draft.setCells(group, row, columns, checked));
    const action = { label: message("page.undo"), run: () => this.review.undo() };
    toast(pastedText(rows.length, columns, left), { action });
  }

  #showColumn(cell) {
    this.added.add(cell);
    this.draw();
    (this.#inputOf({ row: 0, cell }) ?? one(this.body, "button"))?.focus();
  }

  #add(index) {
    this.active = {
      row: index,
      cell:
        this.definition?.cells.find(({ name }) => name === "description")?.name ??
        this.definition?.cells[0].name,
    };
    this.review.changeRows((draft) => draft.addRow(String(this.open), index));
    this.#inputOf(this.active)?.focus();
  }

  #remove(index) {
    this.active = null;
    this.review.changeRows((draft) => draft.removeRow(String(this.open), index));
    const rows = every(this.body, ".row-end button");
    (rows[Math.min(index, rows.length - 1)] ?? one(this.body, "button"))?.focus();
  }

  #inputOf({ row, cell }) {
    return /** @type {HTMLInputElement|null} */ (
      one(this.body, `input[data-row="${row}"][data-cell="${cell}"]`)
    );
  }

  #onFocus(event) {
    const { row, cell } = event.target.dataset;
    this.isTyping = false;
    this.active = row === undefined ? null : { row: Number(row), cell };
    this.review.activateCell(this.active);
    if (!this.active) return;
    this.#fillCell(event.target, true);
    event.target.select();
  }

  /** What was typed stays as it is until it is taken. */
  #onBlur({ target }) {
    const { row, cell } = target.dataset;
    if (row === undefined || cell === undefined) return;
    const value = this.review.draft.rows(String(this.open))[Number(row)]?.[cell]?.value ?? "";
    if (target.value === value) this.#fillCell(target, false);
  }

  #onKey(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.review.openTable(null);
    } else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !this.isTyping) {
      event.preventDefault(); // what is being typed is undone by the browser
      event.stopPropagation();
      this.review.undo();
    } else if (
      this.active &&
      (event.key === "Enter" || event.key === "ArrowDown" || event.key === "ArrowUp") &&
      !event.ctrlKey &&
      !event.metaKey
    ) {
      event.preventDefault();
      const step = event.key === "ArrowUp" ? -1 : 1;
      const next = { ...this.active, row: this.active.row + step };
      const input = this.#inputOf(next);
      if (input) input.focus();
      else if (event.key === "Enter" && this.review.canEdit && step > 0)
        this.#commitThenAdd(event.target, next.row);
    }
  }

  /** Enter in the last row adds one, once what was typed is taken. */
  async #commitThenAdd(input, row) {
    const { row: current, cell } = /** @type {{row: number, cell: string}} */ (this.active);
    if ((this.review.draft.rows(String(this.open))[current]?.[cell]?.value ?? "") !== input.value.trim())
      await this.#type(current, cell, input.value);
    this.#add(row);
  }
}
