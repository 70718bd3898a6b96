/** Documents that were left as they are, and why. */

import { h } from "../dom.js";
import { counted, humanise } from "../format.js";
import { documentHash } from "../router.js";
import { openDialog } from "../shell.js";

/**
 * @param {{id: string, reason: string}[]} skipped
 * @param {any[]} items the documents as they were listed
 */
export function showSkipped(skipped, items) {
  const names = new Map(items.map(({ id, supplier_name: supplier, name }) => [id, supplier || name]));
  const line = ({ id, reason }) =>
    h(
      "li",
      {},
      h("a", { href: documentHash(id), on: { click: () => dialog.close() } }, names.get(id) ?? id),
      h("span", { class: "muted" }, humanise(reason)),
    );
  const title = `${counted(skipped.length, "document")} left as ${skipped.length === 1 ? "it is" : "they are"}`;
  const dialog = openDialog(title, h("ul", { class: "skipped" }, skipped.map(line)));
}
