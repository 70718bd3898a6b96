/** What the queue shows where no document is. */

import { h } from "../dom.js";
import { message } from "../messages.js";
import { queueHash } from "../router.js";
import { emptyState } from "../shell.js";
import { isNarrowed } from "./list.js";

/** The pictures of empty queues. @type {Record<string, string>} */
const PICTURES = { review: "done", working: "done", failed: "done", reviewed: "inbox", all: "inbox" };

/**
 * @param {import("./list.js").Filters} filters
 * @param {Map<string, number>} counts of the tabs
 * @param {() => Node} uploadButton
 */
export function emptyQueue(filters, counts, uploadButton) {
  if (isNarrowed(filters)) return nothingMatches(filters);
  const name = counts.get("all") ? filters.tab : "all";
  const text = message(`queue.empty_${name}_text`);
  const actions = name === "all" ? [uploadButton()] : [];
  return emptyState({ picture: PICTURES[name], title: message(`queue.empty_${name}`), text, actions });
}

/** @param {string} title @param {string} text @param {() => void} again */
export function brokenQueue(title, text, again) {
  const button = h("button", { class: "button", type: "button", on: { click: again } }, message("page.try_again"));
  return emptyState({ picture: "lost", title, text, actions: [button] });
}

function nothingMatches(filters) {
  const clear = () => {
    location.hash = queueHash({ tab: filters.tab === "review" ? "" : filters.tab });
  };
  const text = message("queue.nothing_matches_text");
  const button = h("button", { class: "button", type: "button", on: { click: clear } }, message("queue.clear_filters"));
  return emptyState({ picture: "lost", title: message("queue.nothing_matches"), text, actions: [button] });
}
