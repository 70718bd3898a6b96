/** The keys of the review. Letters type into the selected field; what destroys or confirms needs Ctrl. */

import { h, isTyping } from "../dom.js";
import { message } from "../messages.js";
import { openDialog } from "../shell.js";

const SETTING = "paperformer.single-keys";
/** Keys, and the name of the text that says what they do; named keys have texts of their own. */
const HELP = /** @type {[string[], string][]} */ ([
  [["tab", "⇧ tab"], "fields"],
  [["A…Z", "0…9"], "type"],
  [["enter"], "accept"],
  [["F2"], "edit"],
  [["escape"], "leave"],
  [["→"], "into"],
  [["ctrl", "enter"], "confirm"],
  [["ctrl", "Z"], "undo"],
  [["ctrl", "delete"], "remove"],
  [["alt", "N"], "unsure"],
  [["alt", "W"], "why"],
  [["alt", "↓ ↑"], "documents"],
  [["alt", "T"], "table"],
  [["alt", "R"], "rotate"],
  [["+", "−", "0"], "zoom"],
  [["⇧"], "shift"],
  [["F1"], "help"],
]);
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

/** Keys as they are labelled in the reader's country: "Strg Eingabe". @param {...string} keys */
export function keyNames(...keys) {
  return keys.map((key) => key.replace(/[a-z]+/, (name) => message(`keys.${name}`))).join(" ");
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
  const keysOf = (keys) => keys.map((key) => h("kbd", {}, keyNames(key)));
  openDialog(
    message("keys.title"),
    h(
      "dl",
      { class: "keys" },
      HELP.map(([keys, says]) => [h("dt", {}, keysOf(keys)), h("dd", {}, message(`keys.${says}`))]),
    ),
    h("label", { class: "option" }, option, message("keys.single")),
  );
}
