/** The keys of the review. */

import { h, isTyping } from "../dom.js";
import { openDialog } from "../shell.js";

const SETTING = "paperformer.single-keys";
/** @type {[string[], string][]} */
const HELP = [
  [["Tab", "⇧ Tab"], "Next and previous field"],
  [["Enter"], "Edit the field; Enter again takes what was typed"],
  [["Esc"], "Back to the field, then to the queue"],
  [["→", "↓"], "To the field's candidates and actions"],
  [["N"], "Next field that is unsure, or fails a check"],
  [["X"], "The field is not on the document"],
  [["W"], "Why this value?"],
  [["Ctrl", "Z"], "Undo"],
  [["C"], "Confirm and go on to the next document (also Ctrl Enter)"],
  [["J", "K"], "Next and previous document, without confirming"],
  [["T"], "Purchase lines and VAT shares as a table"],
  [["+", "−", "0"], "Zoom in, zoom out, fit the width"],
  [["R"], "Rotate"],
  [["⇧"], "Held while clicking: adds words to those picked before"],
  [["?"], "These keys"],
];

/** Whether keys without Ctrl act; some who speak to their computer switch this off. */
export function singleKeysAct() {
  return localStorage.getItem(SETTING) !== "off";
}

/**
 * What a key press asks for, or null.
 * @param {KeyboardEvent} event
 * @returns {string|null}
 */
export function commandOf(event) {
  if (document.querySelector("dialog[open]") || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "Enter") return "confirm";
    return event.key.toLowerCase() === "z" && !isTyping(event.target) ? "undo" : null;
  }
  if (event.key === "Escape") return "escape";
  if (isTyping(event.target) || !singleKeysAct()) return null;
  const commands = {
    c: "confirm",
    n: "unsure",
    x: "remove",
    w: "why",
    j: "next",
    k: "previous",
    t: "table",
    "+": "zoomIn",
    "=": "zoomIn",
    "-": "zoomOut",
    0: "fitWidth",
    r: "rotate",
    "?": "help",
    PageDown: "pageDown",
    PageUp: "pageUp",
  };
  return commands[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

export function showHelp() {
  const option = h("input", {
    type: "checkbox",
    checked: singleKeysAct(),
    on: { change: (event) => localStorage.setItem(SETTING, event.target.checked ? "on" : "off") },
  });
  openDialog(
    "Keys",
    h(
      "dl",
      { class: "keys" },
      HELP.map(([keys, says]) => [
        h(
          "dt",
          {},
          keys.map((key) => h("kbd", {}, key)),
        ),
        h("dd", {}, says),
      ]),
    ),
    h("label", { class: "option" }, option, "Keys without Ctrl act at once"),
  );
}
