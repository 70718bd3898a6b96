/** The elements of the table below the page: its head, its rows, what stands at its foot. */

import { h } from "../dom.js";
import { fieldLabel } from "../format.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { menu, menuButton } from "../shell.js";

/**
 * What the cells and buttons of the table do.
 * @typedef {{
 *   type(row: number, cell: string, text: string): void, typing(): void, remove(row: number): void,
 *   add(): void, show(cell: string): void,
 * }} TableActions
 */

/**
 * @param {string} name of the group
 * @param {any[]} columns
 * @param {number} count of rows
 * @param {boolean} canEdit
 * @param {TableActions} actions
 */
export function rowsTable(name, columns, count, canEdit, actions) {
  const hidden = (text) => h("span", { class: "visually-hidden" }, text);
  const heads = columns.map((cell) =>
    h(
      "th",
      { scope: "col", class: `cell-${cell.type} of-${cell.name}`, "data-cell": cell.name },
      fieldLabel(cell.name),
    ),
  );
  const row = (_, index) => tableRow(index, columns, canEdit, actions);
  return h(
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
          h("th", { scope: "col", class: "row-number" }, hidden(message("table.row"))),
          heads,
          h("th", { scope: "col", class: "row-end" }, hidden(message("table.remove"))),
        ),
      ),
      h("tbody", {}, Array.from({ length: count }, row)),
    ),
  );
}

/**
 * @param {any[]} missing columns that are not shown
 * @param {boolean} canEdit
 * @param {TableActions} actions
 * @param {Node} says what the checks of the table say
 */
export function tableFoot(missing, canEdit, actions, says) {
  const add = h(
    "button",
    { class: "button small", type: "button", disabled: !canEdit, on: { click: actions.add } },
    icon("plus"),
    message("table.add_row"),
  );
  const columns = missing.length && canEdit ? columnMenu(missing, actions) : null;
  return h("div", { class: "dock-foot" }, add, columns, says);
}

function columnMenu(missing, actions) {
  const items = missing.map(({ name }) => menuButton("table", fieldLabel(name), () => actions.show(name)));
  const node = menu({ label: message("table.add_column"), icon: "plus", items, isNamed: true });
  node.classList.add("opens-up");
  return node;
}

function tableRow(index, columns, canEdit, actions) {
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
        "aria-label": message("table.cell", { cell: fieldLabel(name), row: index + 1 }),
        disabled: !canEdit,
        size: 1,
        on: {
          change: (event) => actions.type(index, name, event.target.value),
          input: actions.typing,
        },
      }),
    );
  const remove = h(
    "button",
    {
      class: "button quiet square small",
      type: "button",
      "aria-label": message("table.remove_row", { row: index + 1 }),
      title: message("table.remove_this_row"),
      disabled: !canEdit,
      on: { click: () => actions.remove(index) },
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
