/** Which fields a person should look at, and what to ask before a document is confirmed. Pure functions. */

import { fieldLabel } from "../format.js";
import { levelTone } from "../levels.js";
import { message } from "../messages.js";
import { sentence } from "../sentences.js";

/** Types whose values are mostly inferred from the rest of the document; they stop nobody. */
const INFERRED = ["country", "language"];

/**
 * Whether a person should look at a field: it is unsure, fails a check, or is empty though every document
 * has it.
 * @param {any} definition
 * @param {import("./draft.js").Shown} shown
 * @param {boolean} isCore
 * @param {boolean} isFailing
 */
export function isUnsure(definition, shown, isCore, isFailing) {
  if (isFailing) return true;
  if (shown.state === "absent") return isCore;
  if (shown.state !== "answered" || shown.isAccepted) return false;
  if (INFERRED.includes(definition.type)) return false;
  return levelTone(shown.candidate.level) !== "good";
}

/**
 * What speaks against confirming, in sentences; nothing where nobody needs to be asked.
 * @param {string[]} core
 * @param {import("./draft.js").Draft} draft
 * @param {import("./checks.js").Check[]} checks
 * @param {any[]} alerts
 * @returns {{says: string, field: string|null}[]}
 */
export function doubts(core, draft, checks, alerts) {
  const empty = core.filter((name) => draft.shown(name).state === "absent");
  const failing = checks.filter((check) => !check.holds);
  return [
    ...alerts.map(({ says, field, ...said }) => ({ says: sentence(said, says), field })),
    ...empty.map((name) => ({ says: message("says.field_empty", { field: fieldLabel(name) }), field: name })),
    ...failing.map(({ says, fields, ...said }) => ({
      says: message("says.check_fails", { cause: sentence(said, says) }),
      field: fields[0],
    })),
  ];
}
