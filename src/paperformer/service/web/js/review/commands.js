/** What the keys of a review do. */

import { message } from "../messages.js";
import { toast } from "../notify.js";
import { canUndoConfirmation, undoConfirmation } from "./confirmation.js";
import { showHelp } from "./keys.js";

/**
 * The commands by name.
 * @param {import("./review.js").Review|null} review null while there is none
 * @param {boolean} canEdit
 * @param {{isTakenBack(): boolean, confirm(): void, step(by: number): void, escape(): void}} view
 * @returns {Record<string, () => void>}
 */
export function commandsOf(review, canEdit, view) {
  const always = {
    next: () => view.step(1),
    previous: () => view.step(-1),
    help: showHelp,
    escape: () => view.escape(),
    undo: () => {
      if (!view.isTakenBack()) undo(review);
    },
  };
  if (!review) return always;
  const { viewer, dock, list } = review;
  const row = list.rows.get(review.active);
  return {
    ...always,
    remove: () => {
      if (row && canEdit) review.remove(row.name);
    },
    why: () => row?.detail?.showWhy(),
    unsure: () => review.goToUnsure(),
    table: () => review.openTable(dock.open ? null : (list.tables[0]?.name ?? null)),
    zoomIn: () => viewer.zoomIn(),
    zoomOut: () => viewer.zoomOut(),
    fitWidth: () => viewer.fitWidth(),
    rotate: () => viewer.rotate(),
    pageDown: () => viewer.turn(1),
    pageUp: () => viewer.turn(-1),
    confirm: () => {
      if (canEdit) view.confirm();
    },
  };
}

/** One step back in the draft; where there is none, the confirmation just made. */
function undo(review) {
  if (review?.undo()) return;
  if (canUndoConfirmation()) undoConfirmation();
  else toast(message("review.nothing_to_undo"));
}
