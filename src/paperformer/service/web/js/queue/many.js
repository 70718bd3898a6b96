/** Questions before many documents are tagged or assigned. */

import { h } from "../dom.js";
import { counted } from "../format.js";
import { openDialog } from "../shell.js";

/**
 * Which tags to add and which to remove; null if nothing is to be done.
 * @param {any[]} items the selected documents
 * @returns {Promise<{add: string[], remove: string[]}|null>}
 */
export function askTags(items) {
  const there = [...new Set(items.flatMap((item) => item.tags))].sort();
  const list = h(
    "datalist",
    { id: "tags-there" },
    there.map((tag) => h("option", { value: tag })),
  );
  const add = field("Tags to add", "Several with a comma between them", {});
  const remove = field("Tags to remove", there.join(", ") || "None is there", { list: "tags-there" });
  return ask(`Tag ${counted(items.length, "document")}`, "Tag", [add.node, remove.node, list], () => {
    const change = { add: tagsIn(add.input.value), remove: tagsIn(remove.input.value) };
    return change.add.length || change.remove.length ? change : null;
  });
}

/**
 * Who is to look at documents; null if nothing is to be done.
 * @param {number} count of documents
 * @param {string[]} names
 * @param {string} me the name of the key that is signed in
 * @returns {Promise<{assignee: string|null}|null>}
 */
export function askAssignee(count, names, me) {
  const list = h(
    "datalist",
    { id: "assignees-there" },
    names.map((name) => h("option", { value: name })),
  );
  const who = field("Name", "Empty: nobody in particular", { list: "assignees-there", value: me });
  return ask(`Assign ${counted(count, "document")}`, "Assign", [who.node, list], () => ({
    assignee: who.input.value.trim() || null,
  }));
}

/** @param {string} text */
function tagsIn(text) {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}

function field(label, placeholder, props) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { class: "input", autocomplete: "off", placeholder, ...props })
  );
  return { input, node: h("label", { class: "asked" }, h("span", {}, label), input) };
}

/** A dialog with fields; what `read` makes of them, or null if it is closed. */
function ask(title, action, fields, read) {
  return new Promise((resolve) => {
    const send = h("button", { class: "button primary", type: "submit" }, action);
    const form = h("form", { class: "asking" }, fields, h("div", { class: "dialog-actions" }, send));
    const dialog = openDialog(title, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      resolve(read());
      dialog.close();
    });
    dialog.addEventListener("close", () => resolve(null));
    form.querySelector("input")?.focus();
  });
}
