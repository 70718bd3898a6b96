/** The documents of a queue as a table; the whole row leads to the document. */

import { h } from "../dom.js";
import { shownAmount, shownAge, shownDay, shownMoment } from "../format.js";
import { icon, levelBars } from "../icons.js";
import { levelLabel, levelTone } from "../levels.js";
import { message } from "../messages.js";
import { documentHash, queueHash } from "../router.js";
import { failure } from "../sentences.js";

const COLUMNS = ["confidence", "document", "number", "date", "total", "status", "added"];

/** @param {any[]} items summaries @param {import("./selection.js").Selection} selection */
export function documentTable(items, selection) {
  return h(
    "table",
    { class: "documents" },
    h("caption", { class: "visually-hidden" }, message("queue.title")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { class: "column-pick" }, pickAll(selection)),
        COLUMNS.map((name) =>
          h("th", { scope: "col", class: `column-${name}` }, message(`queue.column_${name}`)),
        ),
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
    item.pages > 1 ? message("page.pages", { count: item.pages }) : null,
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
      item.error ? h("span", { class: "row-reason" }, failure(item.error)) : null,
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
      item.duplicate_of ? h("span", { class: "badge fair" }, icon("copy"), message("queue.duplicate")) : null,
    ),
    h(
      "td",
      { class: "column-added muted numeric", title: shownMoment(item.created) },
      shownAge(item.created),
    ),
  );
}

function pick(item, title, selection) {
  const on = { change: (event) => selection.set(item.id, event.target.checked) };
  const label = message("queue.select_one", { title });
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
    "aria-label": message("queue.select_all"),
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
    { class: "badge tag", href: queueHash({ tab: "all", tag }), title: message("queue.show_tagged", { tag }) },
    tag,
  );
}

function assigneeLink(assignee) {
  return h(
    "a",
    {
      class: "badge tag",
      href: queueHash({ tab: "all", assignee }),
      title: message("queue.show_assigned", { name: assignee }),
    },
    icon("user"),
    assignee,
  );
}

function status(item) {
  if (item.state === "failed")
    return h("span", { class: "badge poor" }, icon("warning"), message("queue.is_failed"));
  if (item.state === "queued") return h("span", { class: "badge" }, icon("clock"), message("queue.is_waiting"));
  if (item.state === "working")
    return h("span", { class: "badge mine" }, h("span", { class: "spinner" }), message("queue.is_reading"));
  if (item.reviewed) return h("span", { class: "badge good" }, icon("check"), message("queue.is_reviewed"));
  return h("span", { class: "badge" }, message("queue.is_to_review"));
}
