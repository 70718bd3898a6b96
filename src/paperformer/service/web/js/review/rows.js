/**
 * Purchase lines and VAT shares as a table below the page: cells are typed, or words are clicked into them.
 */

import { every, fill, h, one } from "../dom.js";
import { counted, fieldLabel } from "../format.js";
import { icon } from "../icons.js";
import { checkLine } from "./checks.js";

const USUAL = ["description", "quantity", "unit_price", "total"];

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
    this.isTyping = false; // whether the cell with the focus holds what was not taken yet
    this.checkList = h("ul", {});
    this.tabs = h("div", { class: "dock-tabs" });
    this.body = h("div", { class: "dock-body" });
    this.node = h("section", { class: "dock", "aria-label": "Tables", hidden: true }, this.tabs, this.body);
    this.node.addEventListener("keydown", (event) => this.#onKey(event));
    this.node.addEventListener("focusin", (event) => this.#onFocus(event));
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
    const columns = cells.filter(
      (cell) => rows.some((row) => cell.name in row) || USUAL.includes(cell.name) || cells.length <= 3,
    );
    const shape = JSON.stringify([name, rows.length, columns.map((cell) => cell.name)]);
    if (shape !== this.shape) this.#build(rows, columns);
    this.shape = shape;
    for (const input of every(this.body, "input.cell")) {
      if (input === document.activeElement && this.isTyping) continue;
      input.value = rows[Number(input.dataset.row)][input.dataset.cell]?.value ?? "";
    }
    for (const row of every(this.body, "tbody tr")) this.#markRow(row, Number(row.dataset.row));
    fill(this.checkList, this.#checks(name));
  }

  #build(rows, columns) {
    const { active } = this;
    const { name } = /** @type {any} */ (this.definition);
    const hadFocus = this.body.contains(document.activeElement);
    const add = h(
      "button",
      {
        class: "button small",
        type: "button",
        disabled: !this.review.canEdit,
        on: { click: () => this.#add(this.review.draft.rows(name).length) },
      },
      icon("plus"),
      "Add a row",
    );
    const hidden = (text) => h("span", { class: "visually-hidden" }, text);
    this.checkList = h("ul", { class: "check-list" });
    fill(
      this.body,
      h(
        "div",
        { class: "table-scroll" },
        h(
          "table",
          { class: "rows" },
          h("caption", { class: "visually-hidden" }, fieldLabel(name)),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col", class: "row-number" }, hidden("Row")),
              columns.map((cell) =>
                h("th", { scope: "col", class: `cell-${cell.type} of-${cell.name}` }, fieldLabel(cell.name)),
              ),
              h("th", { scope: "col", class: "row-end" }, hidden("Remove")),
            ),
          ),
          h(
            "tbody",
            {},
            rows.map((_, index) => this.#row(index, columns)),
          ),
        ),
      ),
      h("div", { class: "dock-foot" }, add, this.checkList),
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
        "aria-label": "Close the table",
        on: { click: () => this.review.openTable(null) },
      },
      icon("cross"),
    );
    fill(this.tabs, this.definitions.map(tab), h("span", { class: "grow" }), close);
  }

  #row(index, columns) {
    const cell = ({ name, type }) =>
      h(
        "td",
        { class: `cell-${type} of-${name}` },
        h("input", {
          class: "cell",
          "data-row": index,
          "data-cell": name,
          autocomplete: "off",
          spellcheck: "false",
          "aria-label": `${fieldLabel(name)}, row ${index + 1}`,
          disabled: !this.review.canEdit,
          size: 1,
          on: {
            change: (event) => this.#type(index, name, event.target.value),
            input: () => {
              this.isTyping = true;
            },
          },
        }),
      );
    const remove = h(
      "button",
      {
        class: "button quiet square small",
        type: "button",
        "aria-label": `Remove row ${index + 1}`,
        title: "Remove this row",
        disabled: !this.review.canEdit,
        on: { click: () => this.#remove(index) },
      },
      icon("cross"),
    );
    return h(
      "tr",
      { "data-row": index },
      h("td", { class: "row-number numeric" }),
      columns.map(cell),
      h("td", { class: "row-end" }, remove),
    );
  }

  #markRow(node, index) {
    const isFailing = this.review.checks
      .of(String(this.open))
      .some((check) => !check.holds && check.says.startsWith(`Line ${index + 1}:`));
    node.classList.toggle("failing", isFailing);
    fill(node.firstElementChild, isFailing ? icon("warning") : index + 1);
  }

  #checks(name) {
    const found = this.review.checks.of(name);
    const lines = found.filter((check) => check.name === "line");
    const failing = lines.filter((check) => !check.holds);
    const held = lines.length - failing.length;
    const summary = held
      ? [{ name: "lines", holds: true, says: `${counted(held, "line")} multiply out`, fields: [] }]
      : [];
    return [...failing.slice(0, 4), ...summary, ...found.filter((check) => check.name !== "line")].map(
      checkLine,
    );
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
    if (this.active) event.target.select();
  }

  #onKey(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.review.openTable(null);
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
