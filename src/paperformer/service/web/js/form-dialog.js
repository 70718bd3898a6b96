/** Dialogs that ask for something, and stay open where the service refuses it. */

import { ApiError } from "./api.js";
import { h } from "./dom.js";
import { openDialog } from "./shell.js";

/**
 * A dialog with fields; what `send` makes of them, or null if it is closed.
 * @template T
 * @param {string} title
 * @param {string} action on its button
 * @param {unknown[]} fields
 * @param {() => T|Promise<T>} send an ApiError is shown, and the dialog stays
 * @returns {Promise<T|null>}
 */
export function formDialog(title, action, fields, send) {
  return new Promise((resolve) => {
    const button = h("button", { class: "button primary", type: "submit" }, action);
    const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
    const form = h("form", { class: "asking" }, fields, refusal, h("div", { class: "dialog-actions" }, button));
    const dialog = openDialog(title, form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.setAttribute("disabled", "");
      try {
        resolve(await send());
        dialog.close();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusal.textContent = error.message;
        refusal.hidden = false;
      } finally {
        button.removeAttribute("disabled");
      }
    });
    dialog.addEventListener("close", () => resolve(null));
    /** @type {HTMLElement|null} */ (form.querySelector("input:not([disabled]), select"))?.focus();
  });
}

/**
 * @param {string} label
 * @param {string} placeholder
 * @param {Record<string, unknown>} [props] of the input
 */
export function textField(label, placeholder, props = {}) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { class: "input", autocomplete: "off", placeholder, ...props })
  );
  return { input, node: h("label", { class: "asked" }, h("span", {}, label), input) };
}

/**
 * @param {string} label
 * @param {[string, string][]} options value and text of each
 * @param {string} [value] that is chosen at first
 */
export function selectField(label, options, value = options[0][0]) {
  const input = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { class: "select" },
      options.map(([of, text]) => h("option", { value: of }, text)),
    )
  );
  input.value = value;
  return { input, node: h("label", { class: "asked" }, h("span", {}, label), input) };
}

/** @param {string} label @param {boolean} checked */
export function checkField(label, checked) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked }));
  return { input, node: h("label", { class: "option" }, input, label) };
}
