/** The document that will be looked at next is fetched while this one is looked at. */

import { ApiError, get } from "../api.js";
import { nextToReview } from "../queue/list.js";
import { lastFilters } from "../queue/memory.js";
import { pictureOf, wordsOf } from "./page-address.js";

const USUAL_DPI = 110; // of a first page beside the fields

/** @type {{id: string, document: any}|null} */
let fetched = null;

/** Fetch the document that follows another one in the queue. @param {string} id @param {() => boolean} isWanted */
export async function prefetchNext(id, isWanted) {
  try {
    const next = await nextToReview(id, lastFilters());
    if (next.id && isWanted()) await prefetch(next.id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // it will be asked for again
  }
}

/** @param {string} id */
async function prefetch(id) {
  if (fetched?.id === id) return;
  try {
    const document = await get(`/v1/documents/${id}`);
    if (document.state !== "done") return;
    fetched = { id, document };
    const [first] = document.extraction.pages;
    if (!first) return;
    new Image().src = pictureOf(document, first.number, USUAL_DPI); // the browser keeps both
    await get(wordsOf(document, first.number));
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
