/** Addresses of a page's picture and words. They name when the document was read: browsers keep both. */

/** @param {{id: string, finished: string}} document @param {number} page @param {number} dpi */
export function pictureOf({ id, finished }, page, dpi) {
  return `/v1/documents/${id}/pages/${page}.png?dpi=${dpi}&version=${encodeURIComponent(finished)}`;
}

/** @param {{id: string, finished: string}} document @param {number} page */
export function wordsOf({ id, finished }, page) {
  return `/v1/documents/${id}/pages/${page}/words?version=${encodeURIComponent(finished)}`;
}
