/** The list of fields: those with a value, and those that every document has, in groups; others below. */

import { every, fill, h } from "../dom.js";
import { GROUP_NAMES, fieldGroup, fieldLabel } from "../format.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { FieldRow } from "./field.js";

export class FieldList {
  /** @param {any[]} definitions @param {import("./review.js").Review} review */
  constructor(definitions, review) {
    this.review = review;
    this.definitions = definitions;
    this.rows = new Map(
      definitions.filter(({ type }) => type !== "group").map((one) => [one.name, new FieldRow(one, review)]),
    );
    this.tables = review.tables;
    this.tableButtons = new Map();
    this.absentCount = h("span", { class: "count numeric" });
    this.absentList = h("ul", {});
    this.absent = h(
      "details",
      { class: "absent" },
      h("summary", {}, message("detail.not_found"), this.absentCount, icon("down")),
      this.absentList,
    );
    this.groups = h("div", {});
    this.node = h("div", { class: "field-list" }, this.groups, this.absent);
    this.#arrange();
  }

  /** Show the draft's values. */
  update() {
    for (const row of this.rows.values()) row.update();
    this.#drawTableButtons();
  }

  /** @param {string|null} name */
  setActive(name) {
    for (const row of this.rows.values()) row.setActive(row.name === name);
    const row = name ? this.rows.get(name) : null;
    if (!row) return;
    if (this.absentList.contains(row.node)) this.absent.setAttribute("open", "");
    row.node.scrollIntoView({ block: "nearest" });
  }

  /** The names of the fields in the order in which they stand. */
  order() {
    return every(this.node, ".field")
      .map((node) => node.dataset.field)
      .filter((name) => this.rows.has(name));
  }

  /** The first field to look at: the first unsure one, else the least sure one. */
  first() {
    const [next] = this.review.unsure();
    if (next) return next;
    const shown = [...this.rows.keys()].map((name) => ({ name, shown: this.review.draft.shown(name) }));
    const unsure = shown
      .filter((one) => one.shown.state === "answered")
      .sort((a, b) => a.shown.candidate.confidence - b.shown.candidate.confidence);
    return unsure[0]?.name ?? shown[0]?.name ?? null;
  }

  /** A field keeps its place while the document is open, whatever is said about it. */
  #arrange() {
    const found = [...this.rows.values()].filter(
      ({ name }) => this.review.isCore(name) || this.review.draft.shown(name).state !== "absent",
    );
    const absent = [...this.rows.values()].filter((row) => !found.includes(row));
    const groups = GROUP_NAMES.map((name) => ({
      name,
      rows: found.filter((row) => fieldGroup(row.name) === name),
    }));
    fill(
      this.groups,
      groups.flatMap(({ name, rows }) => {
        const tables = name === "amounts" ? this.tables : [];
        if (!rows.length && !tables.length) return [];
        const id = `group-${name}`;
        return h(
          "section",
          { class: "field-group", "aria-labelledby": id },
          h("h2", { id }, message(`group.${name}`)),
          h(
            "ul",
            {},
            rows.map((row) => row.node),
            tables.map((table) => this.#tableButton(table)),
          ),
        );
      }),
    );
    fill(
      this.absentList,
      absent.map((row) => row.node),
    );
    this.absentCount.textContent = String(absent.length);
    this.absent.hidden = !absent.length;
  }

  #tableButton({ name }) {
    const count = h("span", { class: "field-value" });
    const sign = h("span", { class: "field-sign" });
    this.tableButtons.set(name, { count, sign });
    return h(
      "li",
      { class: "field", "data-field": name },
      h(
        "button",
        { class: "field-head", type: "button", on: { click: () => this.review.openTable(name) } },
        h("span", { class: "field-label" }, fieldLabel(name)),
        count,
        sign,
      ),
    );
  }

  #drawTableButtons() {
    for (const [name, { count, sign }] of this.tableButtons) {
      const rows = this.review.draft.rows(name);
      const isFailing = this.review.checks.of(name).some((check) => !check.holds);
      count.textContent = rows.length
        ? message("page.rows", { count: rows.length })
        : message("table.no_rows");
      const edited = this.review.draft.hasEditedRows(name)
        ? h("span", { class: "level tone-mine" }, icon("pen"), message("detail.corrected"))
        : null;
      fill(
        sign,
        isFailing
          ? h(
              "span",
              { class: "tone-poor", title: message("detail.check_fails") },
              icon("warning"),
              h("span", { class: "visually-hidden" }, message("detail.check_fails")),
            )
          : null,
        edited,
        h("span", { class: "level tone-none" }, icon("table"), message("table.open")),
      );
    }
  }
}
