/** Questions before and about a confirmation. */

import { fill, h } from "../dom.js";
import { fieldLabel } from "../format.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { openDialog } from "../shell.js";

/**
 * Ask before a document is confirmed that somebody should look at.
 * @param {{says: string, field: string|null}[]} doubts
 * @returns {Promise<"confirm"|"look">}
 */
export function askBeforeConfirming(doubts) {
  return ask(
    message("review.ask_anyway"),
    [
      h(
        "ul",
        { class: "doubts" },
        doubts.map(({ says }) => h("li", {}, icon("warning"), h("span", {}, says))),
      ),
    ],
    [
      { answer: "look", label: message("review.look_again"), style: "primary" },
      { answer: "confirm", label: message("review.confirm_anyway"), style: "danger" },
    ],
  );
}

/**
 * What another person changed, beside one's own changes; ask what shall count.
 * @param {string} who
 * @param {{field: string, theirs: string|null, mine: string|null}[]} differences null is: as it was
 * @returns {Promise<"theirs"|"both"|"look">}
 */
export function askAboutConflict(who, differences) {
  const cell = (value) =>
    h(
      "td",
      {},
      value === null ? h("span", { class: "muted" }, message("review.unchanged")) : value || message("page.nothing"),
    );
  const table = h(
    "table",
    { class: "differences" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [message("review.field"), who, message("review.you")].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      differences.map(({ field, theirs, mine }) =>
        h("tr", {}, h("th", { scope: "row" }, fieldLabel(field)), cell(theirs), cell(mine)),
      ),
    ),
  );
  const says = message("review.nothing_lost");
  return ask(
    message("review.has_changed", { name: who }),
    [h("p", {}, says), h("div", { class: "table-scroll" }, table)],
    [
      { answer: "both", label: message("review.keep_both"), style: "primary" },
      { answer: "theirs", label: message("review.take_theirs"), style: "" },
    ],
  );
}

/** A dialog whose first answer has the focus; leaving it is `look`. */
function ask(title, body, answers) {
  return new Promise((resolve) => {
    const row = h("div", { class: "dialog-actions" });
    const dialog = openDialog(title, ...body, row);
    const button = ({ answer, label, style }) =>
      h(
        "button",
        {
          class: `button ${style}`,
          type: "button",
          on: {
            click: () => {
              resolve(answer);
              dialog.close();
            },
          },
        },
        label,
      );
    fill(row, answers.map(button));
    /** @type {HTMLElement} */ (row.firstElementChild).focus();
    dialog.addEventListener("close", () => resolve("look"));
  });
}
