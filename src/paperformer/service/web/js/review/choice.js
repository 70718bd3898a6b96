/** A select in place of an input, for fields whose values are known beforehand. */

import { fill, h } from "../dom.js";
import { shownValue } from "../format.js";
import { message } from "../messages.js";

/**
 * @param {any} definition of a field with `choices`
 * @param {Record<string, unknown>} props
 */
export function choiceInput(definition, props) {
  const select = h("select", { ...props, class: "select field-input" });
  drawChoices(select, definition, "");
  return select;
}

/**
 * Show a value; one that is none of the choices is one as long as it is shown.
 * @param {HTMLElement} select
 * @param {any} definition
 * @param {string} value
 */
export function drawChoices(select, { type, choices }, value) {
  const others = !value || choices.includes(value) ? [] : [value];
  fill(
    select,
    h("option", { value: "" }, message("page.nothing")),
    [...others, ...choices].map((one) => h("option", { value: one }, shownValue(type, one))),
  );
  /** @type {HTMLSelectElement} */ (select).value = value;
}

/**
 * The first choice that begins so, or null.
 * @param {any} definition
 * @param {string} text
 * @returns {string|null}
 */
export function choiceOf({ type, choices }, text) {
  const begin = text.toLowerCase();
  return choices.find((one) => shownValue(type, one).toLowerCase().startsWith(begin)) ?? null;
}
