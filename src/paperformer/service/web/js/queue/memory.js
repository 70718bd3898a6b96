/** How the queue was last seen in this tab: where "back" leads, and which documents are neighbours. */

import { filtersOf } from "./list.js";

const FILTERS = "paperformer.queue";
const IDS = "paperformer.queue.ids";
const OPENED = "paperformer.queue.opened";

/** @param {string} query the address's */
export function rememberFilters(query) {
  sessionStorage.setItem(FILTERS, query);
}

/** @param {any[]} items summaries, in the order of the list */
export function rememberItems(items) {
  sessionStorage.setItem(IDS, JSON.stringify(items.map((item) => item.id)));
}

/** The filters with which the queue was last seen. */
export function lastFilters() {
  return filtersOf(new URLSearchParams(sessionStorage.getItem(FILTERS) ?? ""));
}

/** The documents that the queue last showed, in its order. @returns {string[]} */
export function lastIds() {
  return JSON.parse(sessionStorage.getItem(IDS) ?? "[]");
}

/** The document that stands so many places after one. @param {string} id @param {number} by @returns {string|null} */
export function neighbourOf(id, by) {
  const ids = lastIds();
  const index = ids.indexOf(id);
  return index < 0 ? null : (ids[index + by] ?? null);
}

/** @param {string} id of a document that is looked at */
export function rememberOpened(id) {
  sessionStorage.setItem(OPENED, id);
}

/** The document that was last looked at, once. */
export function takeOpened() {
  const id = sessionStorage.getItem(OPENED);
  sessionStorage.removeItem(OPENED);
  return id;
}
