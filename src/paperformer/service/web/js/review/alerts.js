/** What smells of fraud or loss, in a strip above the document that does not scroll away. */

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { documentHash } from "../router.js";

/**
 * @param {any[]} first the alerts of the service
 * @param {(field: string) => void} show goes to a field
 */
export function alertStrip(first, show) {
  const node = h("section", { class: "alerts", "aria-label": "Warnings" });
  let shown = "";
  const line = ({ kind, says, document, field }) =>
    h(
      "li",
      { "data-kind": kind },
      icon("warning"),
      h("span", { class: "grow" }, says),
      document ? h("a", { href: documentHash(document) }, "The other document") : null,
      field ? h("button", { type: "button", on: { click: () => show(field) } }, "Show the field") : null,
    );
  const draw = (alerts) => {
    if (JSON.stringify(alerts) === shown) return; // what has the focus keeps it
    shown = JSON.stringify(alerts);
    node.hidden = !alerts.length;
    fill(node, h("ul", {}, alerts.map(line)));
  };
  draw(first);
  return { node, draw };
}
