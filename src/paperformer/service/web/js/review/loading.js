/** Asking for a document, and for what was said about it. */

import { get, getTagged } from "../api.js";
import { takePrefetched } from "./prefetch.js";

const POLL_MS = 800;

/**
 * A document once it is read, or has failed.
 * @param {string} id
 * @param {(unread: any) => boolean} wait shows a document that is not read yet; false gives up
 * @returns {Promise<any|null>} null where nobody waits any more
 */
export async function whenRead(id, wait) {
  for (;;) {
    const document = takePrefetched(id) ?? (await get(`/v1/documents/${id}`));
    if (document.state === "done" || document.state === "failed") return document;
    if (!wait(document)) return null;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * What was saved about a document, and what a reviewer has to know of it; others hear who has it open.
 * @param {any} document
 */
export function askAbout({ id }) {
  const address = `/v1/documents/${id}`;
  return Promise.all([getTagged(`${address}/fields`), get(`${address}/review?looking=true`)]);
}
