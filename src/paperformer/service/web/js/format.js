/** Values as people read them: in the language of the page, as the reader's region writes them. Pure functions. */

import { has, language, locale as LOCALE, message } from "./messages.js";

/** Parts of the list of fields, and which fields belong to them. @type {[string, RegExp][]} */
const GROUPS = [
  ["document", /^(document_|due_date|order_|receiver_order_|customer_|contract_|period_|time$|language$)/],
  ["amounts", /^(total_|amount_|subtotal|rounding|currency|tip$|vat_)/],
  ["supplier", /^supplier_/],
  ["receiver", /^receiver_/],
  ["payment", /^(iban|bic|bank_|payment_|card_)/],
];
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const STEPS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
/** Types whose values are words of ours, and the group of their texts. @type {Record<string, string>} */
const WORDS = { document_type: "kind", payment_method: "payment" };
const KEEPS_CAPITALS = language === "de"; // nouns have them anywhere

/** What a field is called. @param {string} name */
export function fieldLabel(name) {
  return has(`field.${name}`) ? message(`field.${name}`) : capital(name.replaceAll("_", " "));
}

/** The same inside of a sentence. @param {string} name */
export function labelInside(name) {
  const label = fieldLabel(name);
  if (KEEPS_CAPITALS || /^\p{Lu}[\p{Lu}-]/u.test(label)) return label;
  return label.charAt(0).toLocaleLowerCase(LOCALE) + label.slice(1);
}

/** What a field means; nothing where it is one of another schema, whose words are in one language only. */
export function fieldDescription(name) {
  return has(`described.${name}`) ? message(`described.${name}`) : null;
}

/** A text with its first letter large. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(LOCALE) + text.slice(1);
}

/** Which part of the list a field belongs to. @param {string} name */
export function fieldGroup(name) {
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
}

/** The order of these parts. */
export const GROUP_NAMES = [...GROUPS.map(([name]) => name), "other"];

/** Where a candidate comes from. @param {{source: string, words: number[]}} candidate */
export function sourceLabel({ source, words }) {
  if (source === "known" && !words.length) return message("source.unprinted");
  return has(`source.${source}`) ? message(`source.${source}`) : source;
}

/** An English sentence of the service, in which fields stand by their names. @param {string} text */
export function humanise(text) {
  return capital(text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, labelInside));
}

/** An amount in normal form as the reader writes it. @param {string} value @param {string} [locale] */
export function shownAmount(value, locale = LOCALE) {
  const parts = /^-?\d+(?:\.(\d+))?$/.exec(value);
  if (!parts) return value;
  const digits = parts[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: /** @type {any} */ ("always"), // 4.850,00 below 11.040,00 also in Spanish, as ledgers have it
  });
  return format.format(/** @type {any} */ (value)); // a text keeps every digit
}

/** A value as the reader writes it. @param {string} type @param {string} value */
export function shownValue(type, value) {
  if (type === "amount") return shownAmount(value);
  if (type in WORDS) return has(`${WORDS[type]}.${value}`) ? message(`${WORDS[type]}.${value}`) : fieldLabel(value);
  return type === "date" ? shownDay(value) : value;
}

/** A cell of a table as the reader writes it. @param {string} type @param {string} value */
export function shownCell(type, value) {
  return type === "text" ? value : shownAmount(value);
}

/** A day of ISO 8601 as the reader writes it. @param {string|null} day @param {string} [locale] */
export function shownDay(day, locale = LOCALE) {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "");
  if (!parts) return day ?? "";
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }).format(date);
}

/** A moment as the reader writes it. @param {string} moment ISO 8601 */
export function shownMoment(moment) {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(moment),
  );
}

/** How long ago. @param {string} moment @param {number} [now] */
export function shownAge(moment, now = Date.now()) {
  const seconds = (now - Date.parse(moment)) / 1000;
  const step = STEPS.find(([, length]) => seconds >= length);
  if (!step) return message("page.just_now");
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "short" }).format(
    -Math.floor(seconds / step[1]),
    step[0],
  );
}

/** A size of a file. @param {number} bytes */
export function shownBytes(bytes) {
  if (bytes < 1e6) return measured(Math.max(1, Math.round(bytes / 1e3)), "kilobyte", 0);
  return measured(bytes / 1e6, "megabyte", 1);
}

/** "90 seconds", "3 minutes". @param {number} seconds */
export function shownTime(seconds) {
  if (seconds < 90) return measured(Math.round(seconds), "second", 0, "long");
  return measured(Math.round(seconds / 60), "minute", 0, "long");
}

/** A part of 1 in percent. @param {number} share @param {number} [digits] behind the mark */
export function shownShare(share, digits = 0) {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(LOCALE, { style: "percent", ...style }).format(share);
}

/** @param {number} value @param {string} unit @param {number} digits @param {"short"|"long"} [unitDisplay] */
function measured(value, unit, digits, unitDisplay = "short") {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(LOCALE, { style: "unit", unit, unitDisplay, ...style }).format(value);
}
