/** Two people's changes of one document: how they differ, and both together. Pure functions. */

import { message } from "../messages.js";

/** @typedef {import("./draft.js").Feedback} Feedback */

/**
 * The fields and tables that somebody has changed.
 * @param {Feedback} base as it was
 * @param {Feedback} now as it is
 * @returns {string[]}
 */
export function changedNames(base, now) {
  const names = new Set(
    [base, now].flatMap(({ fields, rows }) => [...Object.keys(fields), ...Object.keys(rows)]),
  );
  return [...names].filter((name) => JSON.stringify(of(base, name)) !== JSON.stringify(of(now, name)));
}

/**
 * What differs between two people, field by field.
 * @param {Feedback} base
 * @param {Feedback} theirs
 * @param {Feedback} mine
 * @returns {{field: string, theirs: string|null, mine: string|null}[]}
 */
export function differences(base, theirs, mine) {
  const changes = { theirs: changedNames(base, theirs), mine: changedNames(base, mine) };
  const shown = (feedback, name, changed) => (changed.includes(name) ? textOf(feedback, name) : null);
  return [...new Set([...changes.theirs, ...changes.mine])].map((field) => ({
    field,
    theirs: shown(theirs, field, changes.theirs),
    mine: shown(mine, field, changes.mine),
  }));
}

/**
 * Their feedback with one's own changes on top.
 * @param {Feedback} base
 * @param {Feedback} theirs
 * @param {Feedback} mine
 * @returns {Feedback}
 */
export function merged(base, theirs, mine) {
  const both = structuredClone(theirs);
  for (const name of changedNames(base, mine)) {
    for (const part of /** @type {("fields"|"rows")[]} */ (["fields", "rows"])) {
      if (name in mine[part]) both[part][name] = /** @type {any} */ (mine[part][name]);
      else delete both[part][name];
    }
  }
  return both;
}

function of({ fields, rows }, name) {
  return fields[name] ?? rows[name] ?? null;
}

function textOf({ fields, rows }, name) {
  if (name in rows) return message("page.rows", { count: rows[name].length });
  if (!(name in fields)) return message("review.as_read");
  return fields[name][0]?.value ?? "";
}
