/** What smells of fraud or loss, in a strip above the document that does not scroll away. */

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { documentHash } from "../router.js";
import { isKnown, sentence } from "../sentences.js";

/**
 * @param {any[]} first the alerts of the service
 * @param {(field: string) => void} show goes to a field
 */
export function alertStrip(first, show) {
  const node = h("section", { class: "alerts", "aria-label": message("review.warnings") });
  let shown = "";
  const line = ({ kind, says, document, field, ...said }) =>
    h(
      "li",
      { "data-kind": kind },
      icon("warning"),
      h("span", { class: "grow" }, sentence(said, says)),
      document ? h("a", { href: documentHash(document) }, message("review.other_document")) : null,
      field ? h("button", { type: "button", on: { click: () => show(field) } }, message("review.show_field")) : null,
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

/**
 * What else is to be known of a document; null where there is nothing.
 * @param {(import("../sentences.js").Coded & {says: string})[]} notes of the service
 */
export function noteList(notes) {
  const line = ({ says, ...said }) => h("li", { lang: isKnown(said) ? null : "en" }, sentence(said, says));
  return notes.length ? h("ul", { class: "warnings" }, notes.map(line)) : null;
}
