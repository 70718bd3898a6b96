/** The files inside of a mail, archive or portfolio: what became of each, and what can be made of it. */

import { post } from "../api.js";
import { fill, h } from "../dom.js";
import { formDialog } from "../form-dialog.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { telling, toast } from "../notify.js";
import { documentHash } from "../router.js";
import { sentence } from "../sentences.js";
import { lostCorrections, send } from "./reading-again.js";

/**
 * @typedef {{name: string, media: string|null, pages: number|null, state: "answered"|"document"|"left_out",
 *   document: string|null, reason: string|null}} FileInside
 */

const KINDS = ["xml", "mail", "outlook", "signed", "zip"]; // that have names of their own
const MANY = 5; // files from which on the list is closed at first

/**
 * The list of the files inside; null where there are none.
 * @param {any} document
 * @param {boolean} canEdit
 */
export function filesInside(document, canEdit) {
  /** @type {FileInside[]} */
  const files = document.contents;
  if (!files.length) return null;
  return h(
    "details",
    { class: "inside", open: files.length > 1 && files.length < MANY },
    h("summary", {}, message("inside.files", { count: files.length })),
    h(
      "ul",
      {},
      files.map((file) => fileRow(document, file, canEdit)),
    ),
  );
}

/** A button that leads to that list; null where one file is all there is. @param {any} document */
export function insideButton({ contents }) {
  if (!(contents?.length > 1)) return null;
  const props = { class: "button small inside-button", type: "button", on: { click: showInside } };
  return h("button", props, icon("file"), message("inside.files", { count: contents.length }));
}

function showInside() {
  const list = /** @type {HTMLDetailsElement|null} */ (window.document.querySelector("details.inside"));
  if (!list) return;
  list.open = true;
  list.querySelector("summary")?.focus({ preventScroll: true });
  list.scrollIntoView({ block: "center" });
}

/** Whether a file can be read as a document of each file inside. @param {any} document */
export function canSplitFiles({ state, contents, pages, parts, part_of: first, inner_name: inner, extraction }) {
  if (state !== "done" || parts.length || first || !contents.length) return false;
  return readable(contents).length + (!inner && pages ? 1 : 0) > 1 && (inner || !isEInvoice(extraction));
}

/** What an e-invoice encloses is part of it. */
function isEInvoice({ fields }) {
  return Object.values(fields).some(([best]) => best.source === "einvoice");
}

/**
 * Say what will be made of the file, and have it made.
 * @param {import("./reading-again.js").Subject} subject
 * @returns {Promise<string|null>} the id of the document that is being read; null if nobody wants it
 */
export async function askToSplitFiles({ document, isTouched }) {
  const files = readable(document.contents);
  const others = document.contents.length - files.length;
  const lost = lostCorrections(isTouched, false);
    const fields = [
    h("p", {}, message("inside.each")),
    h(
      "ul",
      { class: "inside-names" },
      files.map(({ name, state }) => h("li", {}, state === "document" ? message("inside.is_one", { name }) : name)),
    ),
    others ? h("p", {}, message("inside.unreadable", { count: others })) : null,
    h("p", { class: "muted" }, message("inside.becomes")),
    lost.node,
  ];
  return formDialog(message("inside.title"), message("inside.split"), fields, () => send(document, { split: true, ...lost.given() }));
}

/** Those that are documents, or can be. @param {FileInside[]} files */
function readable(files) {
  return files.filter(({ media }) => media !== null);
}

function fileRow(document, file, canEdit) {
  const about = [kindOf(file), file.pages ? message("page.pages", { count: file.pages }) : null].filter(Boolean).join(", ");
  const fate = h("div", { class: "inside-fate" });
  drawFate(fate, document, file, canEdit);
  return h(
    "li",
    {},
    h("span", { class: "inside-name", title: file.name }, icon("file"), h("span", { class: "truncate" }, file.name)),
    h("span", { class: "muted" }, about),
    fate,
  );
}

function kindOf({ media, name }) {
  if (media === null) return name.includes(".") ? name.split(".").pop()?.toUpperCase() : null;
  return KINDS.includes(media) ? message(`inside.kind_${media}`) : media.toUpperCase();
}

/** What became of a file; where it is left out, a button that makes a document of it. */
function drawFate(node, document, file, canEdit) {
  if (file.state === "answered") return fill(node, h("span", { class: "badge good" }, message("inside.shown")));
  if (file.document) {
    const href = documentHash(file.document);
    return fill(node, h("a", { class: "button small", href }, message("inside.open"), named(file)));
  }
  const take = () =>
    telling(async () => {
      button.setAttribute("disabled", "");
      try {
        const { id } = await post(`/v1/documents/${document.id}/contents`, { name: file.name });
        Object.assign(file, { state: "document", document: id });
        drawFate(node, document, file, canEdit);
        node.querySelector("a")?.focus();
        toast(message("inside.taken", { name: file.name }));
      } finally {
        button.removeAttribute("disabled");
      }
    });
  const props = { class: "button small", type: "button", on: { click: take } };
  const button = h("button", props, message("inside.read"), named(file));
  fill(node, h("span", { class: "muted" }, message("inside.left_out", { reason: sentence(file, file.reason) })), canEdit && file.media ? button : null);
}

/** Which file a button or link is about, for those who hear it alone. */
function named({ name }) {
  return h("span", { class: "visually-hidden" }, ` ${name}`);
}
