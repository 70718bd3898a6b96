/**
 * Addresses: the part after `#` says which view is shown and how, so that back works and links can be
 * shared.
 */

/** @typedef {{view: "queue"|"document", id: string|null, query: URLSearchParams}} Route */

/** @param {string} hash @returns {Route} */
export function parseHash(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?", 2);
  const found = /^\/documents\/([0-9a-f]{24})$/.exec(path);
  const parameters = new URLSearchParams(query);
  return found
    ? { view: "document", id: found[1], query: parameters }
    : { view: "queue", id: null, query: parameters };
}

/** @param {Record<string, string|null|undefined>} [filters] */
export function queueHash(filters = {}) {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  return `#/${query.size ? `?${query}` : ""}`;
}

/** @param {string} id @param {string|null} [field] */
export function documentHash(id, field = null) {
  return `#/documents/${id}${field ? `?field=${encodeURIComponent(field)}` : ""}`;
}

/** Change the address without going anywhere. @param {string} hash */
export function rewrite(hash) {
  history.replaceState(history.state, "", hash);
}
