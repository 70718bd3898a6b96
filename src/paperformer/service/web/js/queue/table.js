/** The documents of a queue as a table; the whole row leads to the document. */

import { h } from "../dom.js";
import { counted, shownAmount, shownAge, shownDay } from "../format.js";
import { icon, levelBars } from "../icons.js";
import { levelLabel, levelTone } from "../levels.js";
import { documentHash, queueHash } from "../router.js";

const COLUMNS = ["Confidence", "Document", "Number", "Date", "Total", "Status", "Added"];

/** @param {any[]} items summaries @param {import("./selection.js").Selection} selection */
export function documentTable(items, selection) {
  return h(
    "table",
    { class: "documents" },
    h("caption", { class: "visually-hidden" }, "Documents"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { class: "column-pick" }, pickAll(selection)),
        COLUMNS.map((name) => h("th", { scope: "col", class: `column-${name.toLowerCase()}` }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      items.map((item) => documentRow(item, selection)),
    ),
  );
}

/** @param {any} item a summary @param {import("./selection.js").Selection} selection */
export function documentRow(item, selection) {
  const title = item.supplier_name || item.name;
  const about = [
    item.supplier_name ? item.name : null,
    item.pages > 1 ? counted(item.pages, "page") : null,
  ].filter(Boolean);
  const total = item.total_incl_vat ? shownAmount(item.total_incl_vat) : "";
  return h(
    "tr",
    { "data-id": item.id, "data-state": item.state },
    h("td", { class: "column-pick" }, pick(item, title, selection)),
    h(
      "td",
      { class: "column-confidence" },
      item.level ? confidence(item.level) : h("span", { class: "muted" }, "–"),
    ),
    h(
      "td",
      { class: "column-document" },
      h("a", { class: "row-link truncate", href: documentHash(item.id) }, title),
      about.length || item.tags.length || item.assignee
        ? h(
            "span",
            { class: "row-about" },
            h("span", { class: "truncate" }, about.join(" · ")),
            item.tags.map(tagLink),
            item.assignee ? assigneeLink(item.assignee) : null,
          )
        : null,
      item.error ? h("span", { class: "row-reason" }, item.error.detail || item.error.title) : null,
    ),
    h("td", { class: "column-number numeric truncate" }, item.document_number ?? ""),
    h("td", { class: "column-date numeric" }, shownDay(item.document_date)),
    h(
      "td",
      { class: "column-total numeric" },
      total,
      total && item.currency ? h("span", { class: "muted" }, ` ${item.currency}`) : null,
    ),
    h(
      "td",
      { class: "column-status" },
      status(item),
      item.duplicate_of ? h("span", { class: "badge fair" }, icon("copy"), "Duplicate") : null,
    ),
    h(
      "td",
      { class: "column-added muted numeric", title: new Date(item.created).toLocaleString() },
      shownAge(item.created),
    ),
  );
}

function pick(item, title, selection) {
  const on = { change: (event) => selection.set(item.id, event.target.checked) };
  const label = `Select ${title}`;
  return h("input", {
    type: "checkbox",
    class: "pick-row",
    "aria-label": label,
    checked: selection.ids.has(item.id),
    on,
  });
}

function pickAll(selection) {
  const on = { change: (event) => selection.setAll(event.target.checked) };
  return h("input", {
    type: "checkbox",
    class: "pick-all",
    "aria-label": "Select all",
    checked: selection.hasAll,
    on,
  });
}

/** A level in bars, colour and words. @param {string} level */
export function confidence(level) {
  return h("span", { class: `level tone-${levelTone(level)}` }, levelBars(level), levelLabel(level));
}

function tagLink(tag) {
  return h(
    "a",
    { class: "badge tag", href: queueHash({ tab: "all", tag }), title: `Show what is tagged ${tag}` },
    tag,
  );
}

function assigneeLink(assignee) {
  return h(
    "a",
    {
      class: "badge tag",
      href: queueHash({ tab: "all", assignee }),
      title: `Show what is assigned to ${assignee}`,
    },
    icon("user"),
    assignee,
  );
}

function status(item) {
  if (item.state === "failed")
    return h("span", { class: "badge poor", title: item.error?.detail }, icon("warning"), "Failed");
  if (item.state === "queued") return h("span", { class: "badge" }, icon("clock"), "Waiting");
  if (item.state === "working")
    return h("span", { class: "badge mine" }, h("span", { class: "spinner" }), "Reading");
  if (item.reviewed) return h("span", { class: "badge good" }, icon("check"), "Reviewed");
  return h("span", { class: "badge" }, "To review");
}
