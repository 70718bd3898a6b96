/** An export of what has changed, or was confirmed, since a day. */

import { h } from "../dom.js";
import { formDialog, selectField, textField } from "../form-dialog.js";
import { message } from "../messages.js";

/**
 * Ask for the days, and download the file.
 * @param {[string, string][]} formats name and label of each
 * @param {[string, string][]} asked which of the confirmed documents are wanted
 */
export async function askSince(formats, asked) {
  const format = selectField(message("since.format"), formats);
  const changed = dayField(message("since.changed"));
  const confirmed = dayField(message("since.confirmed"));
  const hint = h("p", { class: "muted" }, message("since.hint"));
  await formDialog(message("since.title"), message("since.export"), [format.node, changed.node, confirmed.node, hint], () => {
    const days = [
      ["updated_since", startOf(changed.input.value)],
      ["since", startOf(confirmed.input.value)],
    ].filter(([, moment]) => moment);
    download(`/v1/export?${new URLSearchParams([["format", format.input.value], ...asked, ...days])}`);
  });
}

function dayField(label) {
  return textField(label, "", { type: "date", max: "9999-12-31" });
}

/** The moment at which a day begins here; none of no day. @param {string} day */
export function startOf(day) {
  if (!day) return "";
  const [year, month, date] = day.split("-").map(Number);
  const begin = new Date(2000, month - 1, date);
  begin.setFullYear(year, month - 1, date); // the constructor takes the year 25 for 1925
  return begin.toISOString();
}

function download(href) {
  const link = h("a", { href, download: "", hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}
