/** What was confirmed as a file: for the documents of a selection, or of a filter. */

import { message } from "../messages.js";
import { menu, menuButton, menuDownload } from "../shell.js";
import { askSince } from "./export-since.js";

/** @type {[string, string, string][]} format, icon, name of its text */
const FORMATS = [
  ["xlsx", "table", "xlsx"],
  ["csv-wide", "file", "csv_wide"],
  ["csv-lines", "file", "csv_lines"],
  ["jsonl", "file", "jsonl"],
];

/**
 * A menu of the formats.
 * @param {string} label
 * @returns {{node: HTMLElement, aim(which: Record<string, string>): void}} `aim` says which of the confirmed
 * documents are wanted: `ids`, or `q`, `tag`, `level`, `assignee`, `unassigned`
 */
export function exportMenu(label) {
  const links = FORMATS.map(([format, name, text]) => ({ format, node: menuDownload(name, message(`queue.${text}`), "") }));
  /** @type {[string, string][]} */
  let asked = [];
  const aim = (which) => {
    asked = Object.entries(which).filter(([, value]) => value);
    for (const { format, node } of links)
      node.setAttribute("href", `/v1/export?${new URLSearchParams([["format", format], ...asked])}`);
  };
  aim({});
  const formats = FORMATS.map(([format, , text]) => /** @type {[string, string]} */ ([format, message(`queue.${text}`)]));
  const since = menuButton("clock", message("since.menu"), () => askSince(formats, asked));
  return { node: menu({ label, icon: "download", items: [...links.map(({ node }) => node), since] }), aim };
}
