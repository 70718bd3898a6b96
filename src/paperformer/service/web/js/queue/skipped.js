/** Documents that were left as they are, and why. */

import { h } from "../dom.js";
import { message } from "../messages.js";
import { documentHash } from "../router.js";
import { sentence } from "../sentences.js";
import { openDialog } from "../shell.js";

/**
 * @param {(import("../sentences.js").Coded & {id: string, reason: string})[]} skipped
 * @param {any[]} items the documents as they were listed
 */
export function showSkipped(skipped, items) {
  const names = new Map(items.map(({ id, supplier_name: supplier, name }) => [id, supplier || name]));
  const line = ({ id, reason, ...said }) =>
    h(
      "li",
      {},
      h("a", { href: documentHash(id), on: { click: () => dialog.close() } }, names.get(id) ?? id),
      h("span", { class: "muted" }, sentence(said, reason)),
    );
  const title = message("select.skipped", { count: skipped.length });
  const dialog = openDialog(title, h("ul", { class: "skipped" }, skipped.map(line)));
}
