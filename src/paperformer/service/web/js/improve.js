/** The dialog that improves the model from confirmed documents: what it takes, what it measured, serving it. */

import { ApiError, get, post } from "./api.js";
import { fill, h } from "./dom.js";
import { fieldLabel, shownShare, shownTime } from "./format.js";
import { message } from "./messages.js";
import { announce, toast } from "./notify.js";
import { openDialog } from "./shell.js";

const POLL_MS = 1500;

/** Open the dialog, and follow an improvement for as long as it is open. */
export async function openImprovement() {
  const body = h("div", { class: "improve", "aria-live": "polite" });
  const dialog = openDialog(message("improve.title"), body);
  let timer = 0;
  dialog.addEventListener("close", () => clearTimeout(timer));
  const follow = async () => {
    const state = await asked(() => get("/v1/improvement"));
    if (!state || !dialog.open) return;
    draw(body, state, follow);
    if (state.state === "running") timer = setTimeout(follow, POLL_MS);
  };
  await follow();
}

/** @param {() => Promise<any>} request */
async function asked(request) {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, { tone: "poor" });
    return null;
  }
}

/** @param {HTMLElement} body @param {any} state @param {() => Promise<void>} follow */
function draw(body, state, follow) {
  const parts = [h("p", {}, explanation(state))];
  if (state.state === "running")
    parts.push(
      h("progress", { "aria-label": message("improve.learning") }),
      h("p", { class: "quiet-text" }, message("improve.learning_now")),
    );
  if (state.state === "failed")
    parts.push(
      h("p", { class: "problem", role: "alert" }, message("improve.failed")),
      h("p", { class: "quiet-text", lang: "en" }, state.detail),
    );
  if (state.state !== "running" && state.report) parts.push(...verdict(state), table(state.report));
  parts.push(h("div", { class: "dialog-actions" }, actions(state, follow)));
  fill(body, ...parts);
}

/** @param {any} state */
function explanation({ confirmed, needed, expected_seconds: seconds }) {
  if (confirmed < needed)
    return message("improve.too_few", { confirmed, needed });
  return message("improve.how", { confirmed, time: shownTime(seconds) });
}

/** @param {any} state */
function verdict({ report, promoted }) {
  const { f1_before: before, f1_after: after } = report.fields.all;
  const how = report.better ? "better" : report.worse ? "worse" : "no_better";
  const figures = { before: shownShare(before, 1), after: shownShare(after, 1), held_out: report.held_out };
  const chance = report.may_be_chance ? ` ${message("improve.may_be_chance")}` : "";
  const text = message(`improve.${how}`, figures) + chance;
  const { version } = report;
  return [
    h("p", { class: `verdict ${report.better ? "is-better" : "is-worse"}` }, text),
    h("p", { class: "quiet-text" }, message(promoted ? "improve.served" : "improve.not_served", { version })),
  ];
}

/** @param {any} report */
function table(report) {
  const fields = Object.entries(report.fields).filter(([name]) => name !== "all");
  const changed = fields.filter(([, one]) => one.right_before !== one.right_after);
  if (!changed.length) return h("p", { class: "quiet-text" }, message("improve.no_change"));
  const rows = changed
    .sort(([, one], [, other]) => other.right_after - other.right_before - (one.right_after - one.right_before))
    .map(([name, one]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, fieldLabel(name)),
        h("td", {}, String(one.expected)),
        h("td", {}, String(one.right_before)),
        h("td", {}, String(one.right_after)),
      ),
    );
  const heads = ["field", "printed", "right_before", "right_after"].map((name) =>
    h("th", { scope: "col" }, message(`improve.${name}`)),
  );
  return h(
    "div",
    { class: "improve-table", tabindex: 0, role: "region", "aria-label": message("improve.changed") },
    h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
  );
}

/** @param {any} state @param {() => Promise<void>} follow */
function actions(state, follow) {
  if (state.state === "running") return [];
  const start = button(message(state.report ? "improve.learn_again" : "improve.start"), "button", async () => {
    if (await asked(() => post("/v1/improvement", undefined))) await follow();
  });
  start.disabled = state.confirmed < state.needed;
  if (!state.report || state.promoted) return [start];
  const better = state.report.better;
  const label = message(better ? "improve.serve" : "improve.serve_anyway");
  const serve = button(label, better ? "button primary" : "button danger", async () => {
    if (await asked(() => post("/v1/improvement/promote", { even_if_worse: !better }))) {
      announce(message("improve.now_served"));
      await follow();
    }
  });
  return [start, serve];
}

/** @param {string} label @param {string} style @param {() => Promise<void>} run */
function button(label, style, run) {
  return h("button", { class: style, type: "button", on: { click: run } }, label);
}
