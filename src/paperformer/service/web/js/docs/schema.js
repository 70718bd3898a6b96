/** Bodies: their fields, types and examples. */

import { h } from "../dom.js";
import { boundsOf, typeOf } from "./description.js";

/**
 * Text with `code` in backquotes.
 * @param {string | undefined} text
 * @returns {HTMLElement | null}
 */
export function prose(text) {
  return text ? h("p", {}, ...inline(text)) : null;
}

function inline(text) {
  return text.split(/`+([^`]+)`+/).map((piece, number) => (number % 2 ? h("code", {}, piece) : piece));
}

/**
 * The type of a schema, with links to the bodies that it names.
 * @param {any} schema
 * @returns {HTMLElement}
 */
export function typeText(schema) {
  const pieces = typeOf(schema).map((piece) =>
    typeof piece === "string" ? piece : h("a", { href: `#schema-${piece.name}` }, piece.name),
  );
  return h("span", { class: "docs-type" }, ...pieces);
}

/**
 * A table of named values: fields of a body, or parameters.
 * @param {string} caption
 * @param {Array<{ name: string, where?: string, required: boolean, description?: string, schema: any }>} rows
 * @returns {HTMLElement | null}
 */
export function valueTable(caption, rows) {
  if (!rows.length) return null;
  const head = ["Name", "Type", "Meaning"].map((title) => h("th", { scope: "col" }, title));
  const body = rows.map(({ name, where, required, description, schema }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("code", {}, name), where ? ` ${where}` : null, required ? h("em", {}, " required") : null),
      h("td", {}, typeText(schema)),
      h("td", {}, ...inline(description ?? ""), ...boundsOf(schema).map((bound) => h("div", { class: "docs-bound" }, bound))),
    ),
  );
  return h(
    "div",
    { class: "docs-scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body)),
  );
}

/**
 * The table of a body's fields.
 * @param {string} caption
 * @param {any} schema
 * @returns {HTMLElement | null}
 */
export function fieldTable(caption, schema) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {});
  return valueTable(
    caption,
    fields.map(([name, field]) => ({ name, required: required.has(name), description: field.description, schema: field })),
  );
}

/**
 * An example as JSON.
 * @param {unknown} value
 * @returns {HTMLElement}
 */
export function example(value) {
  return h("pre", { class: "docs-example", tabindex: "0" }, JSON.stringify(value, null, 2));
}

/**
 * A body of the API.
 * @param {string} name
 * @param {any} schema
 * @returns {HTMLElement}
 */
export function schemaSection(name, schema) {
  const examples = (schema.examples ?? []).map((value) => example(value));
  return h(
    "article",
    { id: `schema-${name}`, class: "docs-entry" },
    h("h3", {}, name),
    prose(schema.description),
    fieldTable(`Fields of ${name}`, schema),
    ...examples,
  );
}
