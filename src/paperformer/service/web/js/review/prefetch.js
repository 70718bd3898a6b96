/** The document that will be looked at next is fetched while this one is looked at. */

import { ApiError, get } from "../api.js";

const USUAL_DPI = 110; // of a first page beside the fields

/** @type {{id: string, document: any}|null} */
let fetched = null;

/** @param {string} id */
export async function prefetch(id) {
  if (fetched?.id === id) return;
  try {
    const document = await get(`/v1/documents/${id}`);
    if (document.state !== "done") return;
    fetched = { id, document };
    const [first] = document.extraction.pages;
    if (!first) return;
    const source = `/v1/documents/${id}/pages/${first.number}`;
    new Image().src = `${source}.png?dpi=${USUAL_DPI}`; // the browser keeps both
    await get(`${source}/words`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // it will be fetched when it is opened
  }
}

/** The document, once, where it was fetched. @param {string} id */
export function takePrefetched(id) {
  const document = fetched?.id === id ? fetched.document : null;
  if (document) fetched = null;
  return document;
}
