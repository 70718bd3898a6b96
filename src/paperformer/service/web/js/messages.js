/** The page's texts in the reader's language. Whatever imports this module runs once they are loaded. */

const SETTING = "paperformer.language";
const RETRY_MS = 2000;
const SAME = /** @type {Record<string, string>} */ ({ no: "nb", nn: "nb" }); // other names of a language that we have

/** The languages that there are: the name of the file, and what the language calls itself. */
export const LANGUAGES = /** @type {Record<string, string>} */ ({
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  sv: "Svenska",
  da: "Dansk",
  nb: "Norsk bokmål",
});

/** The language of the page: what the reader has chosen, else what the browser asks for, else English. */
export const language = languageOf(localStorage.getItem(SETTING), navigator.languages);
/** How dates and amounts are written: as the browser's own region does, where it speaks this language. */
export const locale = localeOf(language, navigator.languages);

/** @typedef {string|Record<string, string>} Text one text, or one for each plural category */
/** @type {Record<string, Record<string, Text>>} */
const TEXTS = await loaded(language);
const PLURALS = new Intl.PluralRules(locale);
const NUMBERS = new Intl.NumberFormat(locale);
document.documentElement.lang = language;

/**
 * A text of the page.
 * @param {string} key its group and its name, with a point between them
 * @param {Record<string, unknown>} [values] of its placeholders; numbers are written as the reader does. `count`
 * chooses the plural
 * @returns {string} the key where there is no such text
 */
export function message(key, values = {}) {
  return textOf(key, values).replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
}

/**
 * A text in pieces, so that a placeholder can be an element.
 * @param {string} key
 * @param {Record<string, unknown>} values
 * @returns {unknown[]}
 */
export function messageParts(key, values) {
  const pieces = textOf(key, values).split(/\{(\w+)\}/);
  return pieces.map((piece, index) => (index % 2 ? values[piece] : piece));
}

/** Whether there is such a text. @param {string} key */
export function has(key) {
  return found(key) !== undefined;
}

/** Show the page in another language, from now on. @param {string} name */
export function chooseLanguage(name) {
  localStorage.setItem(SETTING, name);
  location.reload();
}

/**
 * @param {string|null} chosen
 * @param {readonly string[]} wanted
 */
export function languageOf(chosen, wanted) {
  if (chosen !== null && chosen in LANGUAGES) return chosen;
  return wanted.map(baseOf).find((base) => base in LANGUAGES) ?? "en";
}

/**
 * @param {string} name of a language
 * @param {readonly string[]} wanted
 */
export function localeOf(name, wanted) {
  return wanted.find((one) => baseOf(one) === name && !/^nn\b/i.test(one)) ?? name;
}

/** @param {string} tag such as `de-AT` */
function baseOf(tag) {
  const [base] = tag.toLowerCase().split("-");
  return SAME[base] ?? base;
}

/** @param {string} key @returns {Text|undefined} */
function found(key) {
  const at = key.indexOf(".");
  const group = TEXTS[key.slice(0, at)];
  const name = key.slice(at + 1);
  return group && Object.hasOwn(group, name) ? group[name] : undefined;
}

function textOf(key, values) {
  const text = found(key) ?? key;
  if (typeof text === "string") return text;
  return text[PLURALS.select(Number(values.count))] ?? text.other;
}

function written(value) {
  return typeof value === "number" ? NUMBERS.format(value) : String(value ?? "");
}

/** The texts of a language; a service that does not answer is asked again. */
async function loaded(name) {
  for (;;) {
    try {
      const answer = await fetch(`/web/messages/${name}.json`, { cache: "no-cache" });
      if (answer.ok) return await answer.json();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // what a lost connection is to `fetch`
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
