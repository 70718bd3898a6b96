/** Asking for the documents of a queue: filters of the address become queries of the API. */

import { get } from "../api.js";

/** The tabs above the list, by the names of their texts; each is one or more queries. */
export const TABS = [
  { name: "review", queries: [{ state: "done", reviewed: "false" }] },
  { name: "working", queries: [{ state: "queued" }, { state: "working" }] },
  { name: "reviewed", queries: [{ reviewed: "true" }] },
  { name: "failed", queries: [{ state: "failed" }] },
  { name: "all", queries: [{}] },
];
const PIECE = 50;

/** @typedef {{tab: string, sort: string, q: string, tag: string, level: string, assignee: string,
 *   unassigned: string}} Filters */

/** @param {URLSearchParams} query @returns {Filters} */
export function filtersOf(query) {
  const tab = TABS.some(({ name }) => name === query.get("tab")) ? String(query.get("tab")) : "review";
  const of = (name) => query.get(name) ?? "";
  return {
    tab,
    sort: of("sort") || (tab === "review" ? "doubt" : "newest"),
    q: of("q"),
    tag: of("tag"),
    level: of("level"),
    assignee: of("assignee"),
    unassigned: of("unassigned"),
  };
}

/** The filters as the address has them: what is usual is left out. @param {Filters} filters */
export function queryOf(filters) {
  const usual = filtersOf(new URLSearchParams({ tab: filters.tab }));
  return {
    ...filters,
    tab: filters.tab === "review" ? "" : filters.tab,
    sort: filters.sort === usual.sort ? "" : filters.sort,
  };
}

/** Whether anything but the tab narrows the list. @param {Filters} filters */
export function isNarrowed(filters) {
  return Boolean(filters.q || filters.tag || filters.level || filters.assignee || filters.unassigned);
}

/**
 * The first piece of a list, or the next one.
 * @param {Filters} filters
 * @param {string|null} [cursor]
 */
export async function findDocuments(filters, cursor = null) {
  const queries = TABS.find(({ name }) => name === filters.tab)?.queries ?? [{}];
  const pieces = await Promise.all(
    queries.map((query) => get(address(filters, query, { limit: PIECE, cursor }))),
  );
  return {
    items: pieces.flatMap((piece) => piece.items),
    next: pieces.length === 1 ? pieces[0].next : null,
    total: pieces.reduce((sum, piece) => sum + piece.total, 0),
  };
}

/**
 * How many documents each tab holds under these filters.
 * @param {Filters} filters
 * @returns {Promise<Map<string, number>>}
 */
export async function countTabs(filters) {
  const counts = await Promise.all(
    TABS.map(async ({ name, queries }) => {
      const found = await Promise.all(queries.map((query) => get(address(filters, query, { limit: 1 }))));
      return /** @type {[string, number]} */ ([name, found.reduce((sum, one) => sum + one.total, 0)]);
    }),
  );
  return new Map(counts);
}

/**
 * The document to review after this one, and how many are left.
 * @param {string} id
 * @param {Filters} filters
 */
export async function nextToReview(id, filters) {
  const found = await get(
    address({ ...filters, sort: "doubt" }, { state: "done", reviewed: "false" }, { limit: 2 }),
  );
  const others = found.items.filter((item) => item.id !== id);
  return { id: others[0]?.id ?? null, left: found.total - (found.items.length - others.length) };
}

function address(filters, query, more) {
  const { q, tag, level, sort, assignee, unassigned } = filters;
  const asked = { sort, q, tag, level, assignee, unassigned };
  const parameters = Object.entries({ ...asked, ...query, ...more }).filter(([, value]) => value);
  return `/v1/documents?${new URLSearchParams(/** @type {string[][]} */ (parameters))}`;
}
