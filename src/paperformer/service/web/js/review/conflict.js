/** Somebody else has saved meanwhile: both sets of changes are shown, and a person chooses. */

import { message } from "../messages.js";
import { askAboutConflict } from "./asking.js";
import { Draft } from "./draft.js";
import { differences, merged } from "./merging.js";

/** @typedef {import("./draft.js").Feedback} Feedback */

/**
 * @param {any} document
 * @param {Draft} mine
 * @param {Feedback} base what was saved when this person began
 * @param {Feedback} saved what is saved now
 * @param {string|null} who saved it
 * @returns {Promise<{body: Feedback, isMerged: boolean}|null>} what shall count; null where it is not decided
 */
export async function resolveConflict(document, mine, base, saved, who) {
  const theirs = new Draft(document.extraction, saved).feedback(false);
  const said = mine.feedback(false);
  const answer = await askAboutConflict(who ?? message("review.somebody"), differences(base, theirs, said));
  if (answer === "look") return null;
  const isMerged = answer === "both";
  return { body: isMerged ? merged(base, theirs, said) : saved, isMerged };
}
