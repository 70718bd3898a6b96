/** What the queue shows where no document is. */

import { h } from "../dom.js";
import { queueHash } from "../router.js";
import { emptyState } from "../shell.js";
import { isNarrowed } from "./list.js";

const EMPTY = {
  review: {
    picture: "done",
    title: "All reviewed",
    text: "Every document that was read has been confirmed. New ones appear here, the least sure first.",
  },
  working: { picture: "done", title: "Nothing is waiting", text: "Every document has been read." },
  failed: {
    picture: "done",
    title: "Nothing failed",
    text: "Documents that cannot be read are kept here with the reason.",
  },
  reviewed: {
    picture: "inbox",
    title: "Nothing reviewed yet",
    text: "Documents move here once their values are confirmed.",
  },
  all: { picture: "inbox", title: "No documents", text: "" },
};
const INVITATION =
  "Drop invoices or receipts anywhere on this page: PDFs, photos, scans or e-invoices. " +
  "They are read on this machine and go nowhere else.";

/**
 * @param {import("./list.js").Filters} filters
 * @param {Map<string, number>} counts of the tabs
 * @param {() => Node} uploadButton
 */
export function emptyQueue(filters, counts, uploadButton) {
  if (isNarrowed(filters)) return nothingMatches(filters);
  if (counts.get("all")) return emptyState(EMPTY[filters.tab]);
  const actions = [uploadButton()];
  return emptyState({ picture: "inbox", title: "No documents yet", text: INVITATION, actions });
}

/** @param {string} title @param {string} text @param {() => void} again */
export function brokenQueue(title, text, again) {
  const button = h("button", { class: "button", type: "button", on: { click: again } }, "Try again");
  return emptyState({ picture: "lost", title, text, actions: [button] });
}

function nothingMatches(filters) {
  const clear = () => {
    location.hash = queueHash({ tab: filters.tab === "review" ? "" : filters.tab });
  };
  const text = "No document of this queue has these words, this tag, this confidence and this assignee.";
  const button = h("button", { class: "button", type: "button", on: { click: clear } }, "Clear the filters");
  return emptyState({ picture: "lost", title: "Nothing matches", text, actions: [button] });
}
