/** What was confirmed as a file: for the documents of a selection, or of a filter. */

import { message } from "../messages.js";
import { menu, menuDownload } from "../shell.js";

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
  const aim = (which) => {
    const asked = Object.entries(which).filter(([, value]) => value);
    for (const { format, node } of links)
      node.setAttribute("href", `/v1/export?${new URLSearchParams([["format", format], ...asked])}`);
  };
  aim({});
  return { node: menu({ label, icon: "download", items: links.map(({ node }) => node) }), aim };
}
