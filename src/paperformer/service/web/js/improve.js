/** The dialog that improves the model from confirmed documents: what it takes, what it measured, serving it. */

import { ApiError, get, post } from "./api.js";
import { fill, h } from "./dom.js";
import { announce, toast } from "./notify.js";
import { openDialog } from "./shell.js";

const POLL_MS = 1500;

/** Open the dialog, and follow an improvement for as long as it is open. */
export async function openImprovement() {
  const body = h("div", { class: "improve", "aria-live": "polite" });
  const dialog = openDialog("Improve the model", body);
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
    parts.push(h("progress", { "aria-label": "Learning" }), h("p", { class: "quiet-text" }, "Learning and measuring …"));
  if (state.state === "failed") parts.push(h("p", { class: "problem", role: "alert" }, state.detail));
  if (state.state !== "running" && state.report) parts.push(...verdict(state), table(state.report));
  parts.push(h("div", { class: "dialog-actions" }, actions(state, follow)));
  fill(body, ...parts);
}

/** @param {any} state */
function explanation({ confirmed, needed, expected_seconds: seconds }) {
  if (confirmed < needed)
    return `${confirmed} of ${needed} documents are confirmed that an improvement needs. Confirm more documents, of several suppliers.`;
  const time = seconds < 90 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;
  return (
    `A copy of the model learns from your ${confirmed} confirmed documents, in about ${time}. ` +
    "A quarter of the suppliers is held out: their documents show whether answers get better."
  );
}

/** @param {any} state */
function verdict({ report, promoted }) {
  const { f1_before: before, f1_after: after } = report.fields.all;
  const how = report.better ? "Better" : report.worse ? "Worse" : "No better";
  const figures = `${how}: F1 ${percent(before)} before, ${percent(after)} after`;
  const chance = report.may_be_chance ? " So small a difference may be chance." : "";
  const text = `${figures}, on ${report.held_out} documents that it did not learn from.${chance}`;
  const served = promoted ? "This model is served." : "This model is not served.";
  return [
    h("p", { class: `verdict ${report.better ? "is-better" : "is-worse"}` }, text),
    h("p", { class: "quiet-text" }, `Version ${report.version}. ${served}`),
  ];
}

/** @param {any} report */
function table(report) {
  const fields = Object.entries(report.fields).filter(([name]) => name !== "all");
  const changed = fields.filter(([, one]) => one.right_before !== one.right_after);
  if (!changed.length) return h("p", { class: "quiet-text" }, "No field has more or fewer right values.");
  const rows = changed
    .sort(([, one], [, other]) => other.right_after - other.right_before - (one.right_after - one.right_before))
    .map(([name, one]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name.replaceAll("_", " ")),
        h("td", {}, String(one.expected)),
        h("td", {}, String(one.right_before)),
        h("td", {}, String(one.right_after)),
      ),
    );
  const heads = ["Field", "Printed", "Right before", "Right after"].map((text) => h("th", { scope: "col" }, text));
  return h(
    "div",
    { class: "improve-table", tabindex: 0, role: "region", "aria-label": "Fields that change" },
    h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
  );
}

/** @param {any} state @param {() => Promise<void>} follow */
function actions(state, follow) {
  if (state.state === "running") return [];
  const start = button(state.report ? "Learn again" : "Start", "button", async () => {
    if (await asked(() => post("/v1/improvement", undefined))) await follow();
  });
  start.disabled = state.confirmed < state.needed;
  if (!state.report || state.promoted) return [start];
  const better = state.report.better;
  const serve = button(better ? "Serve this model" : "Serve it anyway", better ? "button primary" : "button danger", async () => {
    if (await asked(() => post("/v1/improvement/promote", { even_if_worse: !better }))) {
      announce("The new model is served from the next document on");
      await follow();
    }
  });
  return [start, serve];
}

/** @param {string} label @param {string} style @param {() => Promise<void>} run */
function button(label, style, run) {
  return h("button", { class: style, type: "button", on: { click: run } }, label);
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
