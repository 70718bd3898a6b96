/** Reading a document again: with a password, by other OCR, with its pages turned, as several documents. */

import { get, post } from "../api.js";
import { every, h } from "../dom.js";
import { checkField, formDialog, selectField, textField } from "../form-dialog.js";
import { message } from "../messages.js";
import { pictureOf } from "./page-address.js";

const THUMBNAIL_DPI = 36;
const AS_BEFORE = /** @type {[string, string]} */ (["", message("again.as_before")]);
const ENGINES = /** @type {Record<string, string>} */ ({
  accurate: message("again.engine_accurate"),
  fast: message("again.engine_fast"),
  tesseract: "Tesseract",
});
const TURNS = [choice("0", "turn_0"), choice("90", "turn_90"), choice("180", "turn_180"), choice("270", "turn_270")];

/**
 * What is known of a document that is to be read again.
 * @typedef {{document: any, quarters: number, isTouched: boolean}} Subject
 */

/**
 * Ask how, and have the document read again.
 * @param {Subject} subject `quarters` is how far the pages are turned in view
 * @returns {Promise<string|null>} the id of the document that is being read; null if nobody wants it
 */
export async function askToReadAgain({ document, quarters, isTouched }) {
  const settings = await get("/v1/reading");
  const pages = (document.extraction?.pages ?? []).map(({ number }) => number);
  const password = textField(message("again.password"), "", { type: "password", required: isLocked(document) });
  const turn = selectField(message("again.turn"), TURNS, String((quarters % 4) * 90));
  const all = /** @type {[string, string]} */ (["", message("again.all_pages", { count: pages.length })]);
  const which = selectField(message("again.which"), [all, ...pages.map(choiceOfPage)]);
  const ocr = selectField(message("again.ocr"), [
    AS_BEFORE,
    choice("auto", "ocr_auto"),
    choice("always", "ocr_always"),
    choice("never", "ocr_never"),
  ]);
  const engine = selectField(message("again.engine"), [
    AS_BEFORE,
    ...settings.engines.map((name) => [name, ENGINES[name] ?? name]),
  ]);
  const lost = lostCorrections(isTouched, Boolean(document.part_of || document.parts.length));
  const fields = [
    isLocked(document) ? password.node : null,
    pages.length ? turn.node : null,
    pages.length > 1 ? which.node : null,
    ocr.node,
    engine.node,
    lost.node,
  ];
  return formDialog(message("again.title"), message("again.title"), fields, () => {
    const turned = which.input.value ? [which.input.value] : pages;
    const degrees = Number(turn.input.value);
    return send(document, {
      ...(password.input.value ? { password: password.input.value } : {}),
      ...(degrees ? { turn: Object.fromEntries(turned.map((number) => [number, degrees])) } : {}),
      ...(ocr.input.value ? { ocr: ocr.input.value } : {}),
      ...(engine.input.value ? { ocr_engine: engine.input.value } : {}),
      ...lost.given(),
    });
  });
}

/**
 * Ask on which pages a document begins, and have the file read as these documents.
 * @param {Subject} subject
 * @returns {Promise<string|null>} as for `askToReadAgain`
 */
export async function askToSplit({ document, isTouched }) {
  const family = await familyOf(document);
  const pages = family.flatMap(({ extraction }) => extraction?.pages ?? []);
  const beginnings = new Set(family.map(({ first_page: first }) => first));
  const list = h(
    "ol",
    { class: "split-pages" },
    pages.map((page) => splitPage(family[0], page, page.number === pages[0].number, beginnings)),
  );
  const says = h("p", { role: "status" });
  const chosen = () => every(list, "input:checked").map(({ value }) => Number(value));
  const tell = () => {
    says.textContent = message("again.split_count", { count: chosen().length });
  };
  list.addEventListener("change", tell);
  tell();
  const lost = lostCorrections(isTouched, family.length > 1);
  const hint = h("p", {}, message("again.split_hint"));
  return formDialog(message("again.split_title"), message("again.split"), [hint, list, says, lost.node], () =>
    send(family[0], { beginnings: chosen(), ...lost.given() }),
  );
}

/** Have a document read again as it was read before. @param {Subject} subject */
export function readAgainAsBefore({ document }) {
  return send(document, undefined);
}

/** Whether a document could not be read because it asks for a password. @param {any} document */
export function isLocked({ error }) {
  return error?.title === "EncryptedDocument";
}

/** Whether a file has pages that could be documents of their own. @param {any} document */
export function canBeSplit({ state, extraction, parts, part_of: first, inner_name: inner }) {
  return state === "done" && !inner && (extraction.pages.length > 1 || parts.length > 0 || first !== null);
}

/** Have the documents of a file read again. @param {any} document @param {unknown} how */
export async function send(document, how) {
  const first = document.part_of ?? document.id; // the documents of one file are read together
  await post(`/v1/documents/${first}/retry`, how);
  return first;
}

/** All documents of the file, in the order of their pages. */
async function familyOf(document) {
  const first = document.part_of ? await get(`/v1/documents/${document.part_of}`) : document;
  const parts = await Promise.all(first.parts.map((id) => get(`/v1/documents/${id}`)));
  return [first, ...parts].sort((a, b) => a.first_page - b.first_page);
}

function splitPage(document, page, isFirst, beginnings) {
  const begins = h("input", {
    type: "checkbox",
    value: page.number,
    checked: isFirst || beginnings.has(page.number),
    disabled: isFirst,
  });
  const picture = h("img", { src: pictureOf(document, page.number, THUMBNAIL_DPI), alt: "", loading: "lazy" });
  return h("li", {}, h("label", {}, picture, h("span", {}, begins, message("page.page", { number: page.number }))));
}

/** @param {string} value @param {string} name of its text @returns {[string, string]} */
function choice(value, name) {
  return [value, message(`again.${name}`)];
}

function choiceOfPage(number) {
  return /** @type {[string, string]} */ ([String(number), message("page.page", { number })]);
}

/**
 * A box to tick where corrections would be lost: the service refuses without it.
 * @param {boolean} isTouched whether this document was corrected
 * @param {boolean} hasSiblings whether the other documents of its file may have been, and are read again too
 */
export function lostCorrections(isTouched, hasSiblings) {
  const box = checkField(message(hasSiblings ? "again.lost_in_file" : "again.lost_here"), false);
  box.input.required = isTouched;
  return {
    node: isTouched || hasSiblings ? box.node : null,
    given: () => (box.input.checked ? { drop_corrections: true } : {}),
  };
}
