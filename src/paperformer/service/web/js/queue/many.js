/** Questions before many documents are tagged or assigned. */

import { h } from "../dom.js";
import { formDialog, textField } from "../form-dialog.js";
import { message } from "../messages.js";

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
  const add = textField(message("select.tags_to_add"), message("select.tags_how"), {});
  const known = there.join(", ") || message("select.no_tags");
  const remove = textField(message("select.tags_to_remove"), known, { list: "tags-there" });
  const title = message("select.ask_tag", { count: items.length });
  return formDialog(title, message("select.tag"), [add.node, remove.node, list], () => {
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
  const settings = { list: "assignees-there", value: me };
  const who = textField(message("select.name"), message("select.name_empty"), settings);
  return formDialog(message("select.ask_assign", { count }), message("select.assign"), [who.node, list], () => ({
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
