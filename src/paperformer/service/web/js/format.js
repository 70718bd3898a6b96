/** Values as people read them. Pure functions. */

/** @type {Record<string, string>} */
const LABELS = {
  document_type: "Document type",
  document_number: "Document number",
  document_date: "Document date",
  receiver_order_number: "Buyer's order number",
  total_excl_vat: "Total excl. VAT",
  total_vat: "Total VAT",
  total_incl_vat: "Total incl. VAT",
  vat_distribution: "VAT shares",
  purchase_lines: "Purchase lines",
  iban: "IBAN",
  bic: "BIC",
  card_last_four: "Card, last four",
  supplier_vat_number: "Supplier VAT number",
  supplier_organisation_number: "Supplier organisation no.",
  receiver_vat_number: "Receiver VAT number",
  bank_registration_number: "Bank registration no.",
  vat_rate: "VAT",
  tax: "VAT",
  base: "Net",
};

/** @type {[string, RegExp][]} */
const GROUPS = [
  ["Document", /^(document_|due_date|order_|receiver_order_|customer_|contract_|period_|time$|language$)/],
  ["Amounts", /^(total_|amount_|subtotal|rounding|currency|tip$|vat_)/],
  ["Supplier", /^supplier_/],
  ["Receiver", /^receiver_/],
  ["Payment", /^(iban|bic|bank_|payment_|card_)/],
];
/** @type {Record<string, string>} */
const SOURCES = { model: "Model", rule: "Rule", einvoice: "E-invoice", known: "Known party" };
/** How the reader writes dates and amounts; the words of the page are English. */
const LOCALE = navigator.language || "en";
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const STEPS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** What a field is called. @param {string} name */
export function fieldLabel(name) {
  const words = name.replaceAll("_", " ");
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Which part of the list a field belongs to. @param {string} name */
export function fieldGroup(name) {
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? "Other";
}

/** The order of these parts. */
export const GROUP_NAMES = [...GROUPS.map(([label]) => label), "Other"];

/** Where a candidate comes from. @param {{source: string, words: number[]}} candidate */
export function sourceLabel({ source, words }) {
  if (source === "known" && !words.length) return "Known, not printed here";
  return SOURCES[source] ?? source;
}

/** A sentence of the service, in which fields stand by their names. @param {string} text */
export function humanise(text) {
  const named = text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => fieldLabel(name).toLowerCase());
  return named
    .replace("incl = excl + vat", "total = net + VAT")
    .replace("due = incl - prepaid + rounding", "due = total − prepaid + rounding")
    .replace("due is at most incl", "the amount due is at most the total")
    .replace("excl is at most incl", "net is at most the total")
    .replace("excl = subtotal", "net = sum of the lines")
    .replace("vat is a share of excl", "the VAT is a possible share of net")
    .replace(/^./, (first) => first.toUpperCase());
}

/** An amount in normal form as the reader writes it. @param {string} value @param {string} [locale] */
export function shownAmount(value, locale = LOCALE) {
  const parts = /^-?\d+(?:\.(\d+))?$/.exec(value);
  if (!parts) return value;
  const digits = parts[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(/** @type {any} */ (value)); // a text keeps every digit
}

/** A value as the reader writes it. @param {string} type @param {string} value */
export function shownValue(type, value) {
  if (type === "amount") return shownAmount(value);
  if (type === "document_type") return fieldLabel(value);
  return type === "date" ? shownDay(value) : value;
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
  if (!step) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" }).format(
    -Math.floor(seconds / step[1]),
    step[0],
  );
}

/** A size of a file. @param {number} bytes */
export function shownBytes(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} KB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** "1 page", "2 pages". @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
