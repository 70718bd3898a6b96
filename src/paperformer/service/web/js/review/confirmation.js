/** The last confirmation, which can be undone for some seconds wherever one is by then. */

import { ApiError, putTagged } from "../api.js";
import { message } from "../messages.js";
import { toast } from "../notify.js";
import { documentHash } from "../router.js";

const SECONDS = 10;

/** @type {{id: string, tag: string|null, draft: import("./draft.js").Feedback, until: number}|null} */
let last = null;

/**
 * Tell that a document is confirmed, and offer the way back.
 * @param {string} id
 * @param {string|null} tag of what was saved
 * @param {import("./draft.js").Feedback} draft what was saved before it was confirmed
 * @param {string} says
 */
export function tellConfirmed(id, tag, draft, says) {
  last = { id, tag, draft, until: Date.now() + SECONDS * 1000 };
  toast(says, { seconds: SECONDS, action: { label: message("page.undo"), run: undoConfirmation } });
}

/** Whether a confirmation can still be undone by a key. */
export function canUndoConfirmation() {
  return last !== null && Date.now() < last.until;
}

/** Take the last confirmation back, and go to its document. */
export async function undoConfirmation() {
  if (!last) return;
  const { id, tag, draft } = last;
  last = null;
  try {
    await putTagged(`/v1/documents/${id}/fields`, { ...draft, confirmed: false }, tag);
    toast(message("review.taken_back"));
    location.hash = documentHash(id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(message("review.not_taken_back", { says: error.message }), { tone: "poor" });
  }
}
