/** The keys of the review. Letters type into the selected field; what destroys or confirms needs Ctrl. */

import { h, isTyping } from "../dom.js";
import { openDialog } from "../shell.js";

const SETTING = "paperformer.single-keys";
/** @type {[string[], string][]} */
const HELP = [
  [["Tab", "⇧ Tab"], "Next and previous field"],
  [["A…Z", "0…9"], "Type another value into the selected field"],
  [["Enter"], "The value is right: on to the next unsure field"],
  [["F2"], "Edit the value"],
  [["Esc"], "Back to the field, then to the queue"],
  [["→"], "To the field's candidates and actions"],
  [["Ctrl", "Enter"], "Confirm and go on to the next document"],
  [["Ctrl", "Z"], "Undo; just after a confirmation, take it back"],
  [["Ctrl", "Delete"], "The field is not on the document"],
  [["Alt", "N"], "Next field that is unsure, empty, or fails a check"],
  [["Alt", "W"], "Why this value?"],
  [["Alt", "↓ ↑"], "Next and previous document, without confirming"],
  [["Alt", "T"], "Purchase lines and VAT shares as a table"],
  [["Alt", "R"], "Rotate the page"],
  [["+", "−", "0"], "Zoom in, zoom out, fit the width, while no field is selected"],
  [["⇧"], "Held while clicking: adds words to those picked before"],
  [["F1"], "These keys"],
];
const WITH_ALT = {
  KeyN: "unsure",
  KeyW: "why",
  KeyT: "table",
  KeyR: "rotate",
  ArrowDown: "next",
  ArrowUp: "previous",
};
const ALONE = {
  n: "unsure",
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

/** Whether keys without Ctrl act; some who speak to their computer switch this off. */
export function singleKeysAct() {
  return localStorage.getItem(SETTING) !== "off";
}

/**
 * What a key press asks for, or null.
 * @param {KeyboardEvent} event
 * @param {boolean} isConfirming what was typed is taken by then, so that Ctrl Z is not about the text
 * @returns {string|null}
 */
export function commandOf(event, isConfirming) {
  if (document.querySelector("dialog[open]") || event.isComposing) return null;
  if (event.ctrlKey || event.metaKey) return withControl(event, isConfirming);
  if (event.altKey) return WITH_ALT[event.code] ?? null;
  if (event.key === "F1") return "help";
  if (event.key === "Escape") return "escape";
  if (isTyping(event.target) || isInField(event.target) || !singleKeysAct()) return null;
  return ALONE[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

/** Whether a key press types a character. @param {KeyboardEvent} event */
export function isCharacter(event) {
  return event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
}

function withControl(event, isConfirming) {
  if (event.key === "Enter") return event.repeat ? null : "confirm";
  const isUndo = event.key.toLowerCase() === "z";
  if (isTyping(event.target)) return isUndo && isConfirming ? "undo" : null;
  if (event.key === "Delete" || event.key === "Backspace") return "remove";
  return isUndo ? "undo" : null;
}

function isInField(target) {
  return target instanceof Element && target.closest(".field") !== null;
}

export function showHelp() {
  const option = h("input", {
    type: "checkbox",
    checked: singleKeysAct(),
    on: { change: (event) => localStorage.setItem(SETTING, event.target.checked ? "on" : "off") },
  });
  const keysOf = (keys) => keys.map((key) => h("kbd", {}, key));
  openDialog(
    "Keys",
    h(
      "dl",
      { class: "keys" },
      HELP.map(([keys, says]) => [h("dt", {}, keysOf(keys)), h("dd", {}, says)]),
    ),
    h("label", { class: "option" }, option, "Single keys act while no field is selected"),
  );
}
