/** Sentences of the service in the reader's language: by their code, or in English where the page has none. */

import { fieldLabel, humanise, labelInside, shownAmount } from "./format.js";
import { has, language, locale, message } from "./messages.js";

/** What the values of sentences are, by their names; others are texts. */
const SHOWN = /** @type {Record<string, (value: string) => string>} */ ({
  sum: shownAmount,
  base: shownAmount,
  tax: shownAmount,
  total: shownAmount,
  rate: shownAmount,
  first: labelInside,
  last: labelInside,
  field: fieldLabel,
  cell: labelInside,
  pages: shownPages,
  limit: (value) => Number(value).toLocaleString(locale),
  type: typeLabel,
  place: placeLabel,
});

/** @typedef {{code?: string|null, values?: Record<string, string>}} Coded */

/** Whether the page has a sentence in the reader's language. @param {Coded} said */
export function isKnown({ code }) {
  return has(`says.${code}`) || has(`failure.${code}`);
}

/**
 * A sentence of the service.
 * @param {Coded} said
 * @param {string} english the same as the service says it
 */
export function sentence({ code, values = {} }, english) {
  if (has(`failure.${code}`)) return failure({ title: code, detail: "", code: values.cause, values });
  if (!has(`says.${code}`)) return humanise(english);
  const { cause, ...named } = values;
  const shown = Object.entries(named).map(([name, value]) => [name, SHOWN[name]?.(value) ?? value]);
  const inner = cause ? [["cause", sentence({ code: cause, values: named }, cause)]] : [];
  // A value that is empty, such as an unknown currency, leaves no gap before the full stop.
  return message(`says.${code}`, Object.fromEntries([...shown, ...inner])).replace(/ \.$/, ".");
}

/**
 * Why a document could not be read. The service says it in English, with its particulars; other languages say the
 * reason where it has a code, else what kind of fault it is.
 * @param {{title: string, detail: string} & Coded} error
 */
export function failure({ title, detail, code, values }) {
  if (language === "en" && detail) return detail;
  if (has(`says.${code}`)) return sentence({ code, values: without(values) }, detail);
  return message(has(`failure.${title}`) ? `failure.${title}` : "failure.other");
}

/** The values of a sentence without the code of the one inside of it. @param {Record<string, string>} values */
function without({ cause: _, ...named } = {}) {
  return named;
}

/** "2, 4 and 7" as the reader writes it. */
function shownPages(pages) {
  const numbers = pages.match(/\d+/g) ?? [];
  return numbers.length > 1 ? new Intl.ListFormat(locale, { type: "conjunction" }).format(numbers) : pages;
}

/** Where in a request a value is wrong: "fields.due_date.0.value" is a field, others are named as the API does. */
function placeLabel(place) {
  const [group, name] = place.split(".");
  return ["fields", "rows"].includes(group) && name ? fieldLabel(name) : place.replace(/\.\d+$/, "");
}

function typeLabel(type) {
  return has(`type.${type}`) ? message(`type.${type}`) : type;
}
